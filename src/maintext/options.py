"""Which parts of the main text a document has: one record for the library and the command line."""

from dataclasses import dataclass
from typing import Final

from maintext.errors import check_fields


@dataclass(frozen=True, slots=True)
class Options:
    """Which parts of the main text to keep. By default all of them are."""

    links: bool = True
    """Targets of links. Without them, the words of links stay."""
    images: bool = True
    """Images and their captions."""
    tables: bool = True
    """Data tables. A table that is only used for layout is not a data table."""
    formatting: bool = True
    """Emphasis, strong text and code within lines."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type."""
        check_fields(self)


EVERYTHING: Final = Options()
