"""What goes into a document: one record for the library, the command line and whatever else asks for documents."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Options:
    """What of the main text is wanted. All of it is, unless you say otherwise."""

    links: bool = True
    """Where links lead to. Without them, their words stay."""
    images: bool = True
    """Pictures, with their captions."""
    tables: bool = True
    """Tables of data. What a page puts into tables only to place it is no table."""
    formatting: bool = True
    """Emphasis, strong words and code within lines."""


EVERYTHING: Final = Options()
