"""The structure of a text from its blocks, and from its Markdown as read by a parser: both must be equal."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from maintext.blocks import (
    Block,
    Cell,
    Code,
    Embed,
    Figure,
    Formula,
    Heading,
    Inline,
    ListItem,
    Math,
    NoteReference,
    Paragraph,
    Picture,
    Post,
    Rule,
    Style,
    Table,
    Text,
)
from maintext.blocks.post_records import byline_of
from maintext.formats._markdown import grid_of

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin).use(tasklists_plugin)
QUOTES = frozenset({"quote", "callout"})
ITEMS = frozenset({"item", "term", "definition"})
SIGNS = {"em": Style.EMPHASIS, "strong": Style.STRONG, "s": Style.DELETED}
ELEMENTS = {
    "em": Style.EMPHASIS, "strong": Style.STRONG, "del": Style.DELETED, "ins": Style.INSERTED, "mark": Style.MARKED,
    "kbd": Style.KEY, "sub": Style.SUBSCRIPT, "sup": Style.SUPERSCRIPT,
}  # fmt: skip


class Structure(NamedTuple):
    """The parts of a text that Markdown must preserve."""

    headings: list[tuple[int, str]]
    items: list[tuple[int, bool]]
    """Depth of each list item, and whether its list is numbered."""
    tables: list[list[list[str]]]
    aligned: list[list[str]]
    """The alignments of the columns of each table."""
    codes: list[tuple[str, str]]
    links: list[tuple[str, str]]
    images: list[str]
    styles: list[tuple[Style, str]]
    """The runs of styled text. Only letters and digits count: signs may leave punctuation out. Code is not strong."""
    tasks: list[bool]
    """Whether each box of a task list is checked."""
    references: list[str]
    notes: list[str]
    """The labels of the footnotes, in the order of their first references."""
    quotes: int
    """The number of paragraphs in quotes and callouts."""
    letters: str
    """All letters and digits."""
    unknown: list[str]
    """Elements of HTML that no block asks for."""


def structure_of_blocks(blocks: Sequence[Block]) -> Structure:
    """The structure of blocks. Footnotes come last, as in a parser."""
    answers = {block.within[0].key for block in blocks if isinstance(block, Post) and block.depth}
    blocks = _with_notes_last(_with_bylines(blocks))
    lines = list(_lines(blocks))
    return Structure(
        headings=[(block.level, _squeezed(_words(block.inlines))) for block in blocks if isinstance(block, Heading)],
        items=list(_items(blocks)),
        tables=[_grid(block) for block in blocks if isinstance(block, Table)],
        aligned=[_alignments(block) for block in blocks if isinstance(block, Table)],
        codes=[(block.language, block.text) for block in blocks if isinstance(block, Code)],
        links=[link for line in lines for link in _links(line)],
        images=[PARSER.normalizeLink(each.src) for line in lines for each in line if isinstance(each, Picture)],
        styles=[run for line in lines for run in _runs(_styled(line))],
        tasks=[item.checked for item in blocks if isinstance(item, ListItem) and item.checked is not None],
        references=[each.label for line in lines for each in line if isinstance(each, NoteReference)],
        notes=list(dict.fromkeys(label for block in blocks if (label := _note_label(block)))),
        quotes=sum(
            _paragraphs(block)
            for block in blocks
            if any(each.kind in QUOTES or (each.kind == "post" and each.key in answers) for each in block.within)
        ),
        letters=_letters("".join(_all_words(block) for block in blocks)),
        unknown=[],
    )


def structure_of_markdown(markdown: str) -> Structure:
    """The structure that a parser finds in Markdown."""
    found = Structure([], [], [], [], [], [], [], [], [], [], [], 0, "", [])
    lists: list[bool] = []
    depth_of_quotes = 0
    quotes = 0
    words: list[str] = []
    tokens = PARSER.parse(markdown)
    for number, token in enumerate(tokens):
        _read_block(token, tokens, number, found)
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists.append(token.type == "ordered_list_open")
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif token.type == "list_item_open":
            found.items.append((len(lists), lists[-1]))
        elif token.type in ("blockquote_open", "blockquote_close"):
            depth_of_quotes += token.nesting
        elif token.type == "paragraph_open" and depth_of_quotes:
            quotes += 1
        elif token.type == "inline":
            _read_inlines(token.children or [], found)
            words.append(_text(token.children))
        elif token.type in ("fence", "code_block"):
            words.append(token.content)
        elif token.type == "html_block":
            found.unknown.append(token.content)
    return found._replace(quotes=quotes, letters=_letters("".join(words)))


def _read_block(token: Token, tokens: list[Token], number: int, found: Structure) -> None:
    if token.type == "heading_open":
        found.headings.append((int(token.tag[1]), _squeezed(_text(tokens[number + 1].children))))
    elif token.type == "table_open":
        found.tables.append([])
        found.aligned.append([])
    elif token.type == "tr_open":
        found.tables[-1].append([])
    elif token.type in ("th_open", "td_open"):
        found.tables[-1][-1].append(_squeezed(_text(tokens[number + 1].children)))
        if token.type == "th_open":
            found.aligned[-1].append(str(token.attrs.get("style", "")).removeprefix("text-align:"))
    elif token.type in ("fence", "code_block"):
        found.codes.append((token.info, token.content.removesuffix("\n")))
    elif token.type == "footnote_open":
        found.notes.append(token.meta["label"])


def _with_bylines(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with the line that each post begins with instead of its record."""
    found: list[Block] = []
    authors: list[str] = []
    for block in blocks:
        if not isinstance(block, Post):
            found.append(block)
            continue
        number = block.replies_to
        answered = authors[number] if number is not None and number < len(authors) else ""
        authors.append(block.author)
        rest = byline_of(block, answered)[len(block.author) :]
        byline = (Text(block.author, Style.STRONG), Text(rest))
        found.append(Paragraph(byline, block.within) if block.author or rest else Rule(block.within))
    return found


def _paragraphs(block: Block) -> int:
    """The number of paragraphs that a block is written as."""
    if isinstance(block, Table):
        return int(bool(block.caption))
    return int(not isinstance(block, Code | Heading | Post | Rule))


def _with_notes_last(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with those of footnotes at the end, in the order of the first references to them."""
    order: dict[str, int] = {}
    for line in _lines(blocks):
        for inline in line:
            if isinstance(inline, NoteReference):
                order.setdefault(inline.label, len(order) + 1)
    return sorted(blocks, key=lambda block: order.get(_note_label(block), 0))


def _note_label(block: Block) -> str:
    return next((container.label for container in block.within if container.kind == "note"), "")


def _items(blocks: Iterable[Block]) -> Iterator[tuple[int, bool]]:
    """Depth and kind of each item. A definition belongs to the item of the term before it."""
    entered: set[int] = set()
    for block in blocks:
        if block.kind == "post":
            continue
        for place, container in enumerate(block.within):
            if container.kind in ITEMS and container.key not in entered:
                around = block.within[place - 1]
                if container.kind != "definition" or around.key not in entered:
                    depth = sum(each.kind in ITEMS for each in block.within[: place + 1])
                    yield depth, around.kind == "numbers"
                entered |= {container.key, around.key} if around.kind == "definitions" else {container.key}


def _lines(blocks: Iterable[Block]) -> Iterator[Sequence[Inline]]:
    for block in blocks:
        if isinstance(block, Table):
            yield block.caption
            yield from (cell.inlines for row in block.rows for cell in row)
        elif isinstance(block, Figure):
            yield (Picture(block.src, block.alt, block.href),)
            yield block.caption
        elif isinstance(block, Embed):
            yield (Text(block.title or block.src, href=block.src),)
        elif isinstance(block, Paragraph) and block.within and block.within[-1].kind == "term":
            yield [_strong(inline) for inline in block.inlines]
        elif hasattr(block, "inlines"):
            yield block.inlines


def _strong(inline: Inline) -> Inline:
    return Text(inline.text, inline.style | Style.STRONG, inline.href) if isinstance(inline, Text) else inline


def _all_words(block: Block) -> str:
    if isinstance(block, Code):
        return block.text
    if isinstance(block, Formula):
        return _latex(block.latex)
    if isinstance(block, Table):
        cells = [cell for row in grid_of(block) for cell in row if cell is not None]
        return _words(block.caption) + "".join(_words(cell.inlines) for cell in cells)
    return "".join(_words(line) for line in _lines([block]))


def _links(line: Iterable[Inline]) -> Iterator[tuple[str, str]]:
    """The links of a line; neighbours with the same address are one link."""
    address, words = "", ""
    for inline in [*line, Text("")]:
        href = inline.href if isinstance(inline, Text | Picture) else ""
        if href != address:
            if address:
                yield PARSER.normalizeLink(address), _squeezed(words)
            address, words = href, ""
        words += _words([inline])
    if address:
        yield PARSER.normalizeLink(address), _squeezed(words)


def _grid(table: Table) -> list[list[str]]:
    grid = grid_of(table)
    width = max(map(len, grid))
    rows = [[*(_cell(cell) for cell in row), *[""] * (width - len(row))] for row in grid]
    return rows if table.header_rows else [[""] * width, *rows]


def _alignments(table: Table) -> list[str]:
    """The alignment that most cells of a column have."""
    grid = grid_of(table)
    found: list[Counter[str]] = [Counter() for _ in range(max(map(len, grid)))]
    for row in grid:
        for counts, cell in zip(found, row, strict=False):
            if cell is not None and cell.align:
                counts[cell.align] += 1
    return [counts.most_common(1)[0][0] if counts else "" for counts in found]


def _cell(cell: Cell | None) -> str:
    return "" if cell is None else _squeezed(_words(cell.inlines))


def _words(inlines: Iterable[Inline]) -> str:
    return "".join(
        inline.text if isinstance(inline, Text) else f"${_latex(inline.latex)}$" if isinstance(inline, Math) else ""
        for inline in inlines
    )


def _latex(latex: str) -> str:
    return re.sub(r"\*(?!\})", r"\\ast ", latex)


def _styled(line: Iterable[Inline]) -> Iterator[tuple[Style, str]]:
    for inline in line:
        if isinstance(inline, Text):
            is_code = Style.CODE in inline.style
            yield inline.style & ~(Style.STRONG | Style.EMPHASIS) if is_code else inline.style, inline.text
        elif isinstance(inline, Math):
            yield Style.PLAIN, _latex(inline.latex)


def _runs(styled: Iterable[tuple[Style, str]]) -> Iterator[tuple[Style, str]]:
    """Runs of one style, neighbours joined, without the plain ones."""
    last, letters = Style.PLAIN, ""
    for style, text in [*styled, (Style.PLAIN, "end")]:
        found = _letters(text)
        if not found:
            continue
        if style != last and letters:
            if last:
                yield last, letters
            letters = ""
        last = style
        letters += found


def _text(tokens: Sequence[Token] | None) -> str:
    return "".join(token.content for token in tokens or () if token.type in ("text", "code_inline"))


def _read_inlines(tokens: Sequence[Token], found: Structure) -> None:
    start: int | None = None
    for number, token in enumerate(tokens):
        if token.type == "link_open":
            start = number
        elif token.type == "link_close" and start is not None:
            href: Any = tokens[start].attrs["href"]
            found.links.append((str(href), _squeezed(_text(tokens[start:number]))))
        elif token.type == "image":
            found.images.append(str(token.attrs["src"]))
        elif token.type == "footnote_ref":
            found.references.append(token.meta["label"])
        elif token.type == "html_inline" and token.content.startswith("<input"):
            found.tasks.append("checked=" in token.content)
    found.styles.extend(_runs(_styled_tokens(tokens, found)))


def _styled_tokens(tokens: Sequence[Token], found: Structure) -> Iterator[tuple[Style, str]]:
    style = Style.PLAIN
    for token in tokens:
        name = token.type.partition("_")[0]
        if token.type == "text":
            yield style, token.content
        elif token.type == "code_inline":
            yield style | Style.CODE, token.content
        elif name in SIGNS and token.nesting:
            style = style | SIGNS[name] if token.nesting > 0 else style & ~SIGNS[name]
        elif token.type == "html_inline":
            element = token.content.strip("</>")
            if element in ELEMENTS:
                style = style & ~ELEMENTS[element] if token.content.startswith("</") else style | ELEMENTS[element]
            elif element != "br" and not element.startswith("input"):
                found.unknown.append(token.content)


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalnum())
