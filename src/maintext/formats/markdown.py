# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Blocks as Markdown: CommonMark, with the tables of GitHub's dialect.

What is not meant as markup is escaped, so that a parser gives back the same headings, lists, tables, code and links.
Formulas stand between dollar signs, as most readers of Markdown have it. The types are in ``markdown.pxd``.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

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

_SPECIAL = re.compile(r"[\\`*\[\]<~]|&(?=#?\w+;)|&$|_(?!(?<=[^\W_]_)[^\W_])")
"""Characters that may be markup anywhere. An underscore within a word is none."""
_LINE_START = re.compile(r">|#{1,6}(?:\s|$)|[+-](?:\s|$)|=+\s*$|[|:\s-]*-[|:\s-]*$")
"""What at the beginning of a line would be a quote, a heading, an item, or belong to a heading or a table."""
MAY_BEGIN_BLOCK = bytes(chr(_code) in ">#+-=|:0123456789" for _code in range(128))
MAY_BE_MARKUP = bytes(chr(_code) in "\\`*[]<~&_" for _code in range(128))
"""Whether a line that begins with a character, or a text that has it, must be looked at closer."""
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_TICKS = re.compile("`+")
_ADDRESS = re.compile(r"[\s<>\\]|&(?=#?\w+;)|[()]")
_WIDEST = 100
"""Columns of a table; cells that span more are cut."""
_LINE_BREAK = "\\\n"
_PLAIN = Style.PLAIN
STRONG, EMPHASIS, CODE = Style.STRONG.value, Style.EMPHASIS.value, Style.CODE.value


def to_markdown(blocks: Iterable[Block]) -> str:
    """All blocks as one text, with a blank line between blocks and none between the items of a list."""
    writer = Writer()
    for block in blocks:
        if type(block) is not Post:
            writer.add(block)
    return "".join(writer.parts)


class Writer:
    """Writes block after block; knows which lists and quotes are open, and how their lines begin."""

    def __init__(self) -> None:
        """Begin with nothing written."""
        self.parts: list[str] = []
        self._within: Within = ()
        self._indents: list[str] = []
        self._markers: dict[int, str] = {}
        self._is_item = False

    def add(self, block: Block) -> None:
        """Write a block."""
        if type(block) is Paragraph or type(block) is ListItem or type(block) is Quote:
            lines = _paragraph(block)
        else:
            lines = _WRITERS[type(block)](block)
        if not lines:
            return
        within = block.within
        if within or self._within:
            self._add_within(lines, within, type(block) is ListItem)
            return
        if self.parts:
            self.parts.append("\n\n")
        self.parts.append(lines[0] if len(lines) == 1 else "\n".join(lines))
        self._is_item = False

    def _add_within(self, lines: list[str], within: Within, is_item: bool) -> None:
        """Write a block that stands in something, or behind one that does."""
        shared = self._shared(within)
        common = "".join(self._indents[:shared])
        if self.parts:
            self.parts.append("\n" if is_item and self._is_tight(within, shared) else f"\n{common.rstrip()}\n")
        first = common + self._opened(within, shared)
        self.parts.append(first + lines[0] if lines[0] else first.rstrip())
        if len(lines) > 1:
            rest = "".join(self._indents)
            bare = rest.rstrip()
            for line in lines[1:]:
                self.parts.append("\n")
                self.parts.append(rest + line if line else bare)
        self._within = within
        self._is_item = is_item

    def _shared(self, within: Within) -> int:
        """How many containers a block stands in that the one before stands in, too."""
        if within is self._within:
            return len(within)
        most = min(len(within), len(self._within))
        shared = 0
        while shared < most:
            container, before = within[shared], self._within[shared]
            if container is not before and container != before:
                break
            shared += 1
        return shared

    def _is_tight(self, within: Within, shared: int) -> bool:
        """Whether an item goes right below what is before: an item of the same list, or of one in its item."""
        opened = len(within) - shared
        if not self._is_item or shared == 0 or opened == 0:
            return False
        outermost = within[shared]
        if outermost.kind == "item":
            return opened == 1
        is_first_number = outermost.kind != "numbers" or outermost.number == 1
        return opened == 2 and within[shared - 1].kind == "item" and is_first_number and len(self._within) == shared

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
    text = _protected(_inlines(block.inlines, _LINE_BREAK))
    return text.split("\n") if "\n" in text else [text]


def _heading(block: Heading) -> list[str]:
    text = _inlines(block.inlines, " ").strip()
    if text.endswith("#"):
        text = text.removesuffix("#") + "\\#"
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
    return "\n".join([_line(line) for line in text.split("\n")]) if "\n" in text else _line(text)


def _line(line: str) -> str:
    line = line.strip(" ")
    if not line or ord(line[0]) >= 128 or not MAY_BEGIN_BLOCK[ord(line[0])]:
        return line
    if _LINE_START.match(line):
        return "\\" + line
    if line[0].isdigit() and (numbered := _NUMBERED.match(line)):
        return f"{numbered[1]}\\{line[numbered.end(1) :]}"
    return line


def _inlines(inlines: Sequence[Inline], line_break: str) -> str:
    """The runs of a line. Neighbours that lead to the same address are one link."""
    count = len(inlines)
    if count == 1:
        only = inlines[0]
        if type(only) is Text and only.style is _PLAIN and not only.href:
            return escaped(only.text)
    parts: list[str] = []
    link: list[str] = []
    address = ""
    for place in range(count):
        inline = inlines[place]
        href = inline.href if type(inline) is Text or type(inline) is Picture else ""
        if href != address:
            _end_link(parts, link, address)
            address = href
        target = link if href else parts
        if type(inline) is Text:
            text = escaped(inline.text) if inline.style is _PLAIN else _styled(inline, inlines, place)
            abut = target and text.startswith("*") and target[len(target) - 1].endswith("*")
            target.append(escaped(inline.text) if abut else text)
        else:
            target.append(_other(inline, line_break))
    _end_link(parts, link, address)
    return "".join(parts)


def _end_link(parts: list[str], link: list[str], address: str) -> None:
    if not address or not link:
        return
    text = "".join(link)
    link.clear()
    if not text:
        return
    inner = text.strip()
    if parts and parts[len(parts) - 1].endswith("!"):
        parts.append(parts.pop().removesuffix("!") + "\\!")
    if len(inner) == len(text):
        parts.append(f"[{inner}]({_address(address)})")
        return
    lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    parts.append(f"{lead}[{inner}]({_address(address)}){trail}" if inner else text)


def _other(inline: Inline, line_break: str) -> str:
    """Something in a line that is no text."""
    if type(inline) is Picture:
        return _image(inline)
    return f"${_latex(inline.latex)}$" if type(inline) is Math else line_break


def _styled(run: Text, inlines: Sequence[Inline], place: int) -> str:
    style = run.style.value
    if style & CODE:
        return _code_span(run.text)
    before = "\n" if place == 0 else _last_of(_letters(inlines[place - 1]))
    behind = "\n" if place + 1 == len(inlines) else _letters(inlines[place + 1])[:1]
    return _emphasised(run.text, "*" * ((1 if style & EMPHASIS else 0) + (2 if style & STRONG else 0)), before, behind)


def _last_of(text: str) -> str:
    return text[len(text) - 1 :] if text else ""


def _letters(inline: Inline) -> str:
    """What something in a line is to the asterisks next to it."""
    if type(inline) is Text:
        return inline.text
    return "\n" if type(inline) is Break else "x"


def escaped(text: str) -> str:
    """A text of which nothing is taken for markup."""
    for character in text:
        code = ord(character)
        if code < 128 and MAY_BE_MARKUP[code]:
            return _SPECIAL.sub(r"\\\g<0>", text)
    return text


def _emphasised(text: str, marks: str, before: str, behind: str) -> str:
    """A run between asterisks, or what is left of it when punctuation is put outside so that the asterisks count."""
    start, stop = 0, len(text)
    after_word, before_word = _is_of_word(before), _is_of_word(behind)
    while start < stop and (text[start].isspace() or (after_word and not _is_of_word(text[start]))):
        start += 1
    while stop > start and (text[stop - 1].isspace() or (before_word and not _is_of_word(text[stop - 1]))):
        stop -= 1
    if start == stop or before in ("*", "_") or behind in ("*", "_"):
        return escaped(text)
    return f"{escaped(text[:start])}{marks}{escaped(text[start:stop])}{marks}{escaped(text[stop:])}"


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
    padding = " " if text.startswith("`") or text.endswith("`") or (text.startswith(" ") and text.endswith(" ")) else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def _picture(picture: Picture) -> str:
    image = _image(picture)
    return f"[{image}]({_address(picture.href)})" if picture.href else image


def _image(picture: Picture) -> str:
    return f"![{escaped(picture.alt)}]({_address(picture.src)})"


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


_WRITERS: dict[type, Callable[..., list[str]]] = {
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
