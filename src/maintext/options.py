"""Which parts of the main text a document has: one record for the library and the command line."""

import sys
from dataclasses import dataclass
from typing import Final, Literal

from maintext.errors import check_fields, check_range

MAX_ADDRESS: Final = 2_000
"""Characters of an address. Longer ones are dropped: a base of 9 kB would be written with each link of a page."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work a page may cause. At a limit the work stops, and the result is what there is so far."""

    seconds: float = 300.0
    """Time of one call: of ``extract``, and of each part of a document when it is first used."""
    bytes: int = 2**29
    """Bytes of a page that are read."""
    elements: int = 10_000_000
    """Elements of a page that are read."""
    output: int = 1_000_000_000
    """Characters of the text, or of one format."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type, or one that is not above 0."""
        check_fields(self)
        for name in ("seconds", "bytes", "elements", "output"):
            check_range(name, getattr(self, name), 0)


NO_LIMITS: Final = Limits(sys.float_info.max, sys.maxsize, sys.maxsize, sys.maxsize)
"""For callers with limits of their own."""


@dataclass(frozen=True, slots=True)
class Options:
    """Which parts of the main text to keep. By default all that a reader sees, except bylines in the plain text."""

    links: bool = True
    """Targets of links. Without them, the words of links stay."""
    images: bool = True
    """Images and their captions."""
    tables: bool = True
    """Data tables. A table that is only used for layout is not a data table."""
    formatting: bool = True
    """Emphasis, strong text and code within lines."""
    include: str = ""
    """CSS selectors: the text of the elements that match, instead of what the method selects (extra ``select``)."""
    exclude: str = ""
    """CSS selectors: elements whose text is left out (extra ``select``)."""
    bylines: bool = False
    """In the plain text of a thread, a line with author and time before each post. Other formats always have it."""
    citations: bool = False
    """Marks of footnotes and numbers in brackets such as [12] that refer to sources, in the plain text and where the
    note or source is not part of the main text, and raised remarks such as [citation needed]."""
    headline: Literal["formats", "everywhere", "nowhere"] = "formats"
    """Where the headline is written: in all formats except the plain text, in all formats, or nowhere. It never
    depends on whether the method selected it."""
    hidden: Literal["drop", "keep"] = "drop"
    """Text that the page contains but does not show: left out, or kept. ``Document.hidden`` lists it in either case."""
    repeats: Literal["drop", "keep"] = "drop"
    """Copies of a text for other screens and for printing."""
    whole: bool = False
    """Whether the Markdown is that of everything visible, with comments around the main text. See also
    ``Document.whole``, which every document has."""
    limits: Limits = Limits()
    """How much work the page may cause; ``Document.limits_hit`` says which limits were reached."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type."""
        check_fields(self)


EVERYTHING: Final = Options()
