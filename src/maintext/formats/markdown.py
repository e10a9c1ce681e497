"""Blocks as Markdown: CommonMark, with the tables of GitHub's dialect.

What is not meant as markup is escaped, so that a parser gives back the same headings, lists, tables, code and links.
Formulas stand between dollar signs, as most readers of Markdown have it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from maintext.blocks.records import (
    Block,
    Break,
    Cell,
    Code,
    Container,
    Figure,
    Formula,
    Heading,
    Inline,
    ListItem,
    Math,
    Paragraph,
    Picture,
    Post,
    Quote,
    Rule,
    Style,
    Table,
    Text,
    Within,
)

_SPECIAL: Final = re.compile(r"[\\`*\[\]<~]|&(?=#?\w+;)|&$|_(?!(?<=[^\W_]_)[^\W_])")
"""Characters that may be markup anywhere. An underscore within a word is none."""
_LINE_START: Final = re.compile(r">|#{1,6}(?:\s|$)|[+-](?:\s|$)|=+\s*$|[|:\s-]*-[|:\s-]*$")
"""What at the beginning of a line would be a quote, a heading, an item, or belong to a heading or a table."""
_MARKS: Final = frozenset(">#+-=|:0123456789")
_NUMBERED: Final = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_TICKS: Final = re.compile("`+")
_ADDRESS: Final = re.compile(r"[\s<>\\]|&(?=#?\w+;)|[()]")
_WIDEST: Final = 100
"""Columns of a table; cells that span more are cut."""
_LINE_BREAK: Final = "\\\n"


def to_markdown(blocks: Iterable[Block]) -> str:
    """All blocks as one text, with a blank line between blocks and none between the items of a list."""
    writer = _Writer()
    for block in blocks:
        writer.add(block)
    return "".join(writer.parts)


class _Writer:
    """Writes block after block; knows which lists and quotes are open, and how their lines begin."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._within: Within = ()
        self._indents: list[str] = []
        self._markers: dict[int, str] = {}
        self._is_item = False

    def add(self, block: Block) -> None:
        """Write a block."""
        lines = [] if isinstance(block, Post) else _WRITERS[type(block)](block)
        if not lines:
            return
        within = block.within
        shared = 0
        while shared < len(within) and shared < len(self._within) and within[shared] == self._within[shared]:
            shared += 1
        common = "".join(self._indents[:shared])
        if self.parts:
            self.parts.append("\n" if self._is_tight(block, shared) else f"\n{common.rstrip()}\n")
        first = common + self._opened(within, shared)
        rest = "".join(self._indents)
        self.parts.append(first + lines[0] if lines[0] else first.rstrip())
        self.parts += ["\n" + (rest + line if line else rest.rstrip()) for line in lines[1:]]
        self._within = within
        self._is_item = block.kind == "list item"

    def _is_tight(self, block: Block, shared: int) -> bool:
        """Whether a block goes right below the one before: an item of the same list, or of one in its item."""
        within = block.within
        if not self._is_item or block.kind != "list item" or shared in (0, len(within)):
            return False
        opened = within[shared:]
        if opened[0].kind == "item":
            return len(opened) == 1
        is_first_number = opened[0].kind != "numbers" or opened[0].number == 1
        return (
            len(opened) == 2 and within[shared - 1].kind == "item" and is_first_number and len(self._within) == shared
        )

    def _opened(self, within: Within, shared: int) -> str:
        """Open the containers from the shared ones on, and give what begins their first line."""
        before = self._within[shared] if shared < len(self._within) else None
        del self._indents[shared:]
        begin = ""
        for depth in range(shared, len(within)):
            container = within[depth]
            mark, indent = self._mark(container, within, depth, before if depth == shared else None)
            begin += mark
            self._indents.append(indent)
        return begin

    def _mark(self, container: Container, within: Within, depth: int, before: Container | None) -> tuple[str, str]:
        """What begins the first line in a container, and the others."""
        if container.kind == "quote":
            return "> ", "> "
        if container.kind == "item" and depth:
            is_numbered = within[depth - 1].kind == "numbers"
            sign = self._markers.get(within[depth - 1].key, "-")
            mark = f"{container.number}{sign} " if is_numbered else f"{sign} "
            return mark, " " * len(mark)
        if container.kind in ("bullets", "numbers"):
            signs = "-*" if container.kind == "bullets" else ".)"
            follows = before is not None and before.kind == container.kind
            other = signs.replace(self._markers.get(before.key, ""), "") if before is not None and follows else signs
            self._markers[container.key] = other[0]
        return "", ""


def _paragraph(block: Paragraph | ListItem | Quote) -> list[str]:
    return _protected(_inlines(block.inlines, _LINE_BREAK)).split("\n")


def _heading(block: Heading) -> list[str]:
    text = _inlines(block.inlines, " ").strip()
    if text.endswith("#"):
        text = text[:-1] + "\\#"
    return [f"{'#' * block.level} {text}"] if text else []


def _figure(block: Figure) -> list[str]:
    image = _picture(Picture(block.src, block.alt, block.href))
    caption = _protected(_inlines(block.caption, _LINE_BREAK))
    return f"{image}{_LINE_BREAK}{caption}".split("\n") if caption else [image]


def _formula(block: Formula) -> list[str]:
    return [f"$${_latex(block.latex)}$$"]


def _rule(block: Rule) -> list[str]:
    return ["___" if block.within else "---"]


def _protected(text: str) -> str:
    """Lines of which none begins like a block."""
    return "\n".join(map(_line, text.split("\n"))) if "\n" in text else _line(text)


def _line(line: str) -> str:
    line = line.strip(" ")
    if not line or line[0] not in _MARKS:
        return line
    if _LINE_START.match(line):
        return "\\" + line
    if line[0].isdigit() and (numbered := _NUMBERED.match(line)):
        return f"{numbered[1]}\\{line[numbered.end(1) :]}"
    return line


def _inlines(inlines: Sequence[Inline], line_break: str) -> str:
    """The runs of a line. Neighbours that lead to the same address are one link."""
    if len(inlines) == 1 and isinstance(only := inlines[0], Text) and only.style is Style.PLAIN and not only.href:
        return _escaped(only.text)
    parts: list[str] = []
    link: list[str] = []
    address = ""
    for inline, before, behind in _with_neighbours(inlines):
        href = inline.href if isinstance(inline, Text | Picture) else ""
        if href != address:
            _end_link(parts, link, address)
            address = href
        target = link if href else parts
        text = _inline(inline, before, behind, line_break)
        abut = bool(target) and target[-1].endswith("*") and text.startswith("*")
        target.append(_escaped(inline.text) if abut and isinstance(inline, Text) else text)
    _end_link(parts, link, address)
    return "".join(parts)


def _with_neighbours(runs: Sequence[Inline]) -> Iterable[tuple[Inline, str, str]]:
    """Each inline with the character before and the one behind it."""
    texts = [run.text if isinstance(run, Text) else "\n" if isinstance(run, Break) else "x" for run in runs]
    ends = ["\n", *(text[-1:] for text in texts)]
    begins = [*(text[:1] for text in texts[1:]), "\n"]
    return zip(runs, ends, begins, strict=False)


def _end_link(parts: list[str], link: list[str], address: str) -> None:
    text = "".join(link)
    link.clear()
    if not address or not text:
        return
    inner = text.strip()
    if parts and parts[-1].endswith("!"):
        parts[-1] = parts[-1][:-1] + "\\!"
    lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    parts.append(f"{lead}[{inner}]({_address(address)}){trail}" if inner else text)


def _inline(inline: Inline, before: str, behind: str, line_break: str) -> str:
    if isinstance(inline, Break):
        return line_break
    if isinstance(inline, Picture):
        return _image(inline)
    if isinstance(inline, Math):
        return f"${_latex(inline.latex)}$"
    if Style.CODE in inline.style:
        return _code_span(inline.text)
    if inline.style is Style.PLAIN:
        return _escaped(inline.text)
    return _emphasised(inline, before, behind)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _emphasised(run: Text, before: str, behind: str) -> str:
    """A run between asterisks, or what is left of it when punctuation is put outside so that the asterisks count."""
    marks = "*" * ((Style.EMPHASIS in run.style) + 2 * (Style.STRONG in run.style))
    start, stop = 0, len(run.text)
    after_word, before_word = _is_of_word(before), _is_of_word(behind)
    while start < stop and (run.text[start].isspace() or (after_word and not _is_of_word(run.text[start]))):
        start += 1
    while stop > start and (run.text[stop - 1].isspace() or (before_word and not _is_of_word(run.text[stop - 1]))):
        stop -= 1
    if start == stop or before in ("*", "_") or behind in ("*", "_"):
        return _escaped(run.text)
    inner = _escaped(run.text[start:stop])
    return f"{_escaped(run.text[:start])}{marks}{inner}{marks}{_escaped(run.text[stop:])}"


def _is_of_word(character: str) -> bool:
    """Whether a character is neither white space nor punctuation."""
    return not character.isspace() and unicodedata.category(character)[0] not in "PS"


def _code_span(text: str) -> str:
    """Code between as many backticks as it does not hold itself."""
    text = text.replace("\n", " ")
    if not text.strip():
        return text
    runs = {len(ticks) for ticks in _TICKS.findall(text)}
    fence = "`" * next(size for size in range(1, len(runs) + 2) if size not in runs)
    padding = " " if text[0] == "`" or text[-1] == "`" or (text[0] == text[-1] == " ") else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def _picture(picture: Picture) -> str:
    image = _image(picture)
    return f"[{image}]({_address(picture.href)})" if picture.href else image


def _image(picture: Picture) -> str:
    return f"![{_escaped(picture.alt)}]({_address(picture.src)})"


def _address(address: str) -> str:
    return _ADDRESS.sub(_encoded, address)


def _encoded(found: "re.Match[str]") -> str:
    character = found[0]
    if character in "()&":
        return "\\" + character
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "replace"))


def _latex(latex: str) -> str:
    """LaTeX that Markdown takes for nothing else; the blanks mean nothing in a formula."""
    return latex.replace("](", "] (").replace("<", "< ").replace("`", "'").replace("\n", " ")


def _fenced(code: Code) -> list[str]:
    longest = max((len(ticks) for ticks in _TICKS.findall(code.text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{code.language}", *code.text.split("\n"), fence]


def _table(table: Table) -> list[str]:
    """A table of GitHub's dialect: one row of headings, all rows of the same length, spans filled with empty cells."""
    grid = grid_of(table)
    if not grid:
        return []
    width = max(map(len, grid))
    rows = [[*(_cell(cell) for cell in row), *[""] * (width - len(row))] for row in grid]
    if not table.header_rows:
        rows.insert(0, [""] * width)
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + " --- |" * width)
    caption = _protected(_inlines(table.caption, _LINE_BREAK))
    return [*caption.split("\n"), "", *lines] if caption else lines


def grid_of(table: Table) -> list[list[Cell | None]]:
    """The rows with an entry for each column; None where a cell reaches that begins further left or above."""
    widest = min(max((sum(cell.columns for cell in row) for row in table.rows), default=0), _WIDEST)
    widest = max(widest, max((len(row) for row in table.rows), default=0))
    covered: dict[int, int] = {}
    grid = []
    for row in table.rows:
        line: list[Cell | None] = []
        for cell in row:
            while covered.get(len(line), 0) > 0 and len(line) < widest:
                line.append(None)
            first = len(line)
            for column in range(first, max(first + 1, min(first + cell.columns, widest))):
                covered[column] = max(covered.get(column, 0), cell.rows)
                line.append(cell if column == first else None)
        covered = {column: left - 1 for column, left in covered.items() if left > 1}
        grid.append(line)
    return grid


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return ""
    text = _inlines(cell.inlines, "<br>").strip()
    return text.replace("|", "\\|").replace("\n", " ")


_WRITERS: Final[dict[type, Callable[..., list[str]]]] = {
    Heading: _heading,
    Paragraph: _paragraph,
    ListItem: _paragraph,
    Quote: _paragraph,
    Code: _fenced,
    Table: _table,
    Figure: _figure,
    Formula: _formula,
    Rule: _rule,
}
