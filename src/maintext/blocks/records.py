"""The main text as typed records in page order: blocks, and the runs of text within them.

The sequence is flat. What a block stands in (lists and their items, quotes, posts of a forum) is told by the block
itself: two blocks with an equal container stand in the same one. So readers of the blocks need no recursion, and no
page can nest too deep for them.
"""

from dataclasses import dataclass
from enum import Flag
from typing import ClassVar, Final, Literal, TypeAlias, final


class Style(Flag):
    """How a run of text is set."""

    PLAIN = 0
    STRONG = 1
    EMPHASIS = 2
    CODE = 4


@final
@dataclass(frozen=True, slots=True)
class Text:
    """A run of text of one style. White space is folded; blanks between words of two runs belong to one of them."""

    text: str
    style: Style = Style.PLAIN
    href: str = ""
    """Where it leads to, if it is a link."""


@final
@dataclass(frozen=True, slots=True)
class Picture:
    """An image within a line."""

    src: str
    alt: str = ""
    href: str = ""


@final
@dataclass(frozen=True, slots=True)
class Math:
    """A formula within a line, as LaTeX."""

    latex: str


@final
@dataclass(frozen=True, slots=True)
class Break:
    """The end of a line that is not the end of a paragraph."""


Inline: TypeAlias = Text | Picture | Math | Break
BREAK: Final = Break()


@dataclass(frozen=True, slots=True)
class Container:
    """Something that blocks stand in."""

    kind: Literal["bullets", "numbers", "item", "quote", "post"]
    key: int
    """Tells it apart from others of the page."""
    number: int = 1
    """The first number of a list, or that of an item."""


Within: TypeAlias = tuple[Container, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading."""

    kind: ClassVar[str] = "heading"
    level: int
    inlines: tuple[Inline, ...]
    within: Within = ()

    @property
    def text(self) -> str:
        """Its words."""
        return plain(self.inlines)


@final
@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or a line that stands alone."""

    kind: ClassVar[str] = "paragraph"
    inlines: tuple[Inline, ...]
    within: Within = ()

    @property
    def text(self) -> str:
        """Its words."""
        return plain(self.inlines)


@final
@dataclass(frozen=True, slots=True)
class ListItem:
    """The first paragraph of an item; what else the item holds follows and stands in the same container."""

    kind: ClassVar[str] = "list item"
    inlines: tuple[Inline, ...]
    within: Within

    @property
    def text(self) -> str:
        """Its words."""
        return plain(self.inlines)

    @property
    def depth(self) -> int:
        """How many lists it stands in."""
        return sum(container.kind == "item" for container in self.within)

    @property
    def ordered(self) -> bool:
        """Whether its list is numbered."""
        return len(self.within) > 1 and self.within[-2].kind == "numbers"

    @property
    def number(self) -> int:
        """Its number in the list."""
        return self.within[-1].number


@final
@dataclass(frozen=True, slots=True)
class Quote:
    """A paragraph of a quotation."""

    kind: ClassVar[str] = "quote"
    inlines: tuple[Inline, ...]
    within: Within

    @property
    def text(self) -> str:
        """Its words."""
        return plain(self.inlines)


@dataclass(frozen=True, slots=True)
class Code:
    """Preformatted text, with its indentation and line breaks."""

    kind: ClassVar[str] = "code"
    text: str
    language: str = ""
    within: Within = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table."""

    inlines: tuple[Inline, ...]
    header: bool = False
    columns: int = 1
    rows: int = 1
    """How many columns and rows it spans."""

    @property
    def text(self) -> str:
        """Its words."""
        return plain(self.inlines)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of data, without the rows of which nothing was selected."""

    kind: ClassVar[str] = "table"
    rows: tuple[tuple[Cell, ...], ...]
    header_rows: int = 0
    """How many rows from the top are headings."""
    caption: tuple[Inline, ...] = ()
    within: Within = ()

    @property
    def text(self) -> str:
        """Its words, a line a row, cells parted by tabs."""
        lines = [plain(self.caption)] if self.caption else []
        lines += ["\t".join(text for cell in row if (text := cell.text)) for row in self.rows]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Figure:
    """An image that stands alone, with its caption."""

    kind: ClassVar[str] = "figure"
    src: str
    alt: str = ""
    caption: tuple[Inline, ...] = ()
    href: str = ""
    within: Within = ()

    @property
    def text(self) -> str:
        """The words of the caption."""
        return plain(self.caption)


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that stands alone, as LaTeX."""

    kind: ClassVar[str] = "formula"
    latex: str
    within: Within = ()

    @property
    def text(self) -> str:
        """The LaTeX."""
        return self.latex


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line."""

    kind: ClassVar[str] = "rule"
    within: Within = ()

    @property
    def text(self) -> str:
        """No words."""
        return ""


@dataclass(frozen=True, slots=True)
class Post:
    """The beginning of a post in a forum. What it says follows and stands in the same container."""

    kind: ClassVar[str] = "post"
    author: str
    date: str
    """Who wrote it and when, empty where the page does not tell; the date as ISO 8601."""
    within: Within

    @property
    def text(self) -> str:
        """No words: the author and the date are told about the text."""
        return ""


Block: TypeAlias = Heading | Paragraph | ListItem | Quote | Code | Table | Figure | Formula | Rule | Post


def plain(inlines: tuple[Inline, ...]) -> str:
    """The words of a line, line breaks kept."""
    words = []
    for inline in inlines:
        if isinstance(inline, Text):
            words.append(inline.text)
        elif isinstance(inline, Break):
            words.append("\n")
        elif isinstance(inline, Math):
            words.append(inline.latex)
    return "".join(words).strip()
