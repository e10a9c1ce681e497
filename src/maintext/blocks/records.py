"""The main text as typed records in page order: blocks, and the runs of text within them.

Every block has a ``span``: its range of bytes in the page as it was given, or in UTF-8 if it was given as ``str``. A
heading, table, code block, figure, formula, rule, embed or post spans its element with its tags. A paragraph, list item
or quote spans its text without the tags around it, because an element may have several of them. Blocks without a place
in the page, such as a headline from its metadata, have None. Blocks with the same content are equal, wherever they are.

The sequence is flat. Each block lists the containers it is in (lists and their items, quotes, posts of a forum); two
blocks with an equal container are in the same one. So code that reads blocks needs no recursion, and no page can nest
too deep for it.
"""

from dataclasses import MISSING, dataclass, field, fields
from enum import Flag
from typing import Any, ClassVar, Final, Literal, TypeAlias, final


def _restore(record: Any, state: list[Any]) -> None:
    """Set the fields of an unpickled record; fields that its version did not have get their defaults."""
    for number, each in enumerate(fields(record)):
        value = state[number] if number < len(state) else each.default
        if value is not MISSING:
            object.__setattr__(record, each.name, value)


class Style(Flag):
    """The style of a run of text."""

    PLAIN = 0
    STRONG = 1
    EMPHASIS = 2
    CODE = 4
    DELETED = 8
    INSERTED = 16
    MARKED = 32
    KEY = 64
    """The name of a key, or what a user types."""
    SUBSCRIPT = 128
    SUPERSCRIPT = 256


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


@final
@dataclass(frozen=True, slots=True)
class NoteReference:
    """The mark in a line that refers to a footnote. The blocks of the note are in a container with the same label."""

    label: str


Inline: TypeAlias = Text | Picture | Math | NoteReference | Break
BREAK: Final = Break()


@dataclass(frozen=True, slots=True)
class Container:
    """A list, an item of a list, a quote, a callout, a footnote or a post that blocks are in."""

    kind: Literal["bullets", "numbers", "item", "quote", "post", "definitions", "term", "definition", "callout", "note"]
    key: int
    """Unique on the page."""
    number: int = 1
    """The first number of a list, or the number of an item."""
    label: str = ""
    """The label of a footnote, or the kind of a callout, such as ``warning``."""
    checked: bool | None = None
    """Whether the box of an item in a task list is checked; None for other items."""

    __setstate__ = _restore


Within: TypeAlias = tuple[Container, ...]
Span: TypeAlias = tuple[int, int]
"""A range of bytes in a page: its start and its end."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading."""

    kind: ClassVar[str] = "heading"
    level: int
    inlines: tuple[Inline, ...]
    within: Within = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    __setstate__ = _restore

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
    span: Span | None = field(default=None, compare=False, repr=False)

    __setstate__ = _restore

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
    span: Span | None = field(default=None, compare=False, repr=False)

    __setstate__ = _restore

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

    @property
    def checked(self) -> bool | None:
        """Whether its box is checked; None if it has no box."""
        return self.within[-1].checked


@final
@dataclass(frozen=True, slots=True)
class Quote:
    """A paragraph of a quotation."""

    kind: ClassVar[str] = "quote"
    inlines: tuple[Inline, ...]
    within: Within
    span: Span | None = field(default=None, compare=False, repr=False)

    __setstate__ = _restore

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
    span: Span | None = field(default=None, compare=False, repr=False)

    __setstate__ = _restore


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table."""

    inlines: tuple[Inline, ...]
    header: bool = False
    columns: int = 1
    rows: int = 1
    """The number of columns and rows it spans."""
    align: Literal["", "left", "center", "right"] = ""

    __setstate__ = _restore

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
    span: Span | None = field(default=None, compare=False, repr=False)

    __setstate__ = _restore

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
    span: Span | None = field(default=None, compare=False, repr=False)
    is_caption_in_text: bool = True
    """Whether the caption is part of the plain text. Methods leave most captions out; formats have them all."""

    __setstate__ = _restore

    @property
    def text(self) -> str:
        """The words of the caption, empty if they are not part of the plain text."""
        return plain(self.caption) if self.is_caption_in_text else ""


@dataclass(frozen=True, slots=True)
class Embed:
    """A video, a recording or a page of another site that is shown within the text."""

    kind: ClassVar[str] = "embed"
    src: str
    title: str = ""
    within: Within = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    __setstate__ = _restore

    @property
    def text(self) -> str:
        """Empty: the title is not part of the text."""
        return ""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula between paragraphs, as LaTeX."""

    kind: ClassVar[str] = "formula"
    latex: str
    within: Within = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    __setstate__ = _restore

    @property
    def text(self) -> str:
        """The LaTeX."""
        return self.latex


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line."""

    kind: ClassVar[str] = "rule"
    within: Within = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    __setstate__ = _restore

    @property
    def text(self) -> str:
        """Empty."""
        return ""


@dataclass(frozen=True, slots=True)
class Post:
    """The beginning of a post in a forum or of a comment. The blocks of its text follow, with the same container."""

    kind: ClassVar[str] = "post"
    author: str
    date: str
    """Author and date (ISO 8601), each empty if the page does not say."""
    within: Within
    written: str = ""
    """The date as the page shows it; empty if it shows none, or only how long ago that was and ``date`` is known."""
    depth: int = 0
    """0 for posts of the thread itself, 1 for answers to them, and so on."""
    replies_to: int | None = None
    """The number of the post that it answers, counted from 0; None if it answers none, or the page does not say."""
    votes: int | None = None
    accepted: bool = False
    """Whether it is the accepted answer."""
    span: Span | None = field(default=None, compare=False, repr=False)

    def __setstate__(self, state: list[Any]) -> None:
        """Read a pickle, also one of a version with fewer fields."""
        defaults = ["", "", (), "", 0, None, None, False, None]
        for name, value in zip(self.__slots__, [*state, *defaults[len(state) :]], strict=True):
            object.__setattr__(self, name, value)

    @property
    def text(self) -> str:
        """Empty: author and date are not part of the text."""
        return ""


Block: TypeAlias = Heading | Paragraph | ListItem | Quote | Code | Table | Figure | Embed | Formula | Rule | Post


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
