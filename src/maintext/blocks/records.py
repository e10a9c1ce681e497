"""The main text as typed records in page order: blocks, and the runs of text within them.

The sequence is flat. Each block lists the containers it is in (lists and their items, quotes, posts of a forum); two
blocks with an equal container are in the same one. So code that reads blocks needs no recursion, and no page can nest
too deep for it.
"""

from dataclasses import dataclass
from enum import Flag
from typing import ClassVar, Final, Literal, TypeAlias, final


class Style(Flag):
    """The style of a run of text."""

    PLAIN = 0
    STRONG = 1
    EMPHASIS = 2
    CODE = 4


@final
@dataclass(frozen=True, slots=True)
class Text:
    """A run of text of one style. White space is folded; a blank between two runs belongs to one of them."""

    text: str
    style: Style = Style.PLAIN
    href: str = ""
    """The address, if it is a link."""


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
    """A list, an item of a list, a quote or a post that blocks are in."""

    kind: Literal["bullets", "numbers", "item", "quote", "post"]
    key: int
    """Unique on the page."""
    number: int = 1
    """The first number of a list, or the number of an item."""


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
        """The words in it."""
        return plain(self.inlines)


@final
@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, or a line on its own."""

    kind: ClassVar[str] = "paragraph"
    inlines: tuple[Inline, ...]
    within: Within = ()

    @property
    def text(self) -> str:
        """The words in it."""
        return plain(self.inlines)


@final
@dataclass(frozen=True, slots=True)
class ListItem:
    """The first paragraph of an item. The other blocks of the item follow, with the same container."""

    kind: ClassVar[str] = "list item"
    inlines: tuple[Inline, ...]
    within: Within

    @property
    def text(self) -> str:
        """The words in it."""
        return plain(self.inlines)

    @property
    def depth(self) -> int:
        """The number of lists it is in."""
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
        """The words in it."""
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
    """The number of columns and rows it spans."""

    @property
    def text(self) -> str:
        """The words in it."""
        return plain(self.inlines)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of data, without the rows that have no selected text."""

    kind: ClassVar[str] = "table"
    rows: tuple[tuple[Cell, ...], ...]
    header_rows: int = 0
    """The number of rows at the top that are headings."""
    caption: tuple[Inline, ...] = ()
    within: Within = ()

    @property
    def text(self) -> str:
        """The words in it, one line per row, cells separated by tabs."""
        lines = [plain(self.caption)] if self.caption else []
        lines += ["\t".join(text for cell in row if (text := cell.text)) for row in self.rows]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Figure:
    """An image between paragraphs, with its caption."""

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
    """A formula between paragraphs, as LaTeX."""

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
        """Empty."""
        return ""


@dataclass(frozen=True, slots=True)
class Post:
    """The beginning of a post in a forum. The blocks of its text follow, with the same container."""

    kind: ClassVar[str] = "post"
    author: str
    date: str
    """Author and date (ISO 8601), each empty if the page does not say."""
    within: Within

    @property
    def text(self) -> str:
        """Empty: author and date are not part of the text."""
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
