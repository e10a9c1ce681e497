"""The structure of a text from its blocks, and from its Markdown as read by a parser: both must be equal."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from maintext.blocks import Block, Cell, Code, Figure, Heading, Inline, Math, Picture, Table, Text
from maintext.formats._markdown import grid_of

PARSER = MarkdownIt("commonmark").enable("table")


class Structure(NamedTuple):
    """The parts of a text that Markdown must preserve."""

    headings: list[tuple[int, str]]
    items: list[tuple[int, bool]]
    """Depth of each list item, and whether its list is numbered."""
    tables: list[list[list[str]]]
    codes: list[tuple[str, str]]
    links: list[tuple[str, str]]
    images: list[str]


def structure_of_blocks(blocks: Sequence[Block]) -> Structure:
    """The structure of blocks."""
    items: dict[int, tuple[int, bool]] = {}
    for block in blocks:
        for place, container in enumerate(block.within):
            if container.kind == "item" and block.kind != "post":
                depth = sum(each.kind == "item" for each in block.within[: place + 1])
                items.setdefault(container.key, (depth, block.within[place - 1].kind == "numbers"))
    lines = list(_lines(blocks))
    return Structure(
        headings=[(block.level, _squeezed(_words(block.inlines))) for block in blocks if isinstance(block, Heading)],
        items=list(items.values()),
        tables=[_grid(block) for block in blocks if isinstance(block, Table)],
        codes=[(block.language, block.text) for block in blocks if isinstance(block, Code)],
        links=[link for line in lines for link in _links(line)],
        images=[PARSER.normalizeLink(each.src) for line in lines for each in line if isinstance(each, Picture)],
    )


def structure_of_markdown(markdown: str) -> Structure:
    """The structure that a parser finds in Markdown."""
    found = Structure([], [], [], [], [], [])
    lists: list[bool] = []
    tokens = PARSER.parse(markdown)
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            found.headings.append((int(token.tag[1]), _squeezed(_text(tokens[number + 1].children))))
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            lists.append(token.type == "ordered_list_open")
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif token.type == "list_item_open":
            found.items.append((len(lists), lists[-1]))
        elif token.type == "table_open":
            found.tables.append([])
        elif token.type == "tr_open":
            found.tables[-1].append([])
        elif token.type in ("th_open", "td_open"):
            found.tables[-1][-1].append(_squeezed(_text(tokens[number + 1].children)))
        elif token.type in ("fence", "code_block"):
            found.codes.append((token.info, token.content.removesuffix("\n")))
        elif token.type == "inline":
            _read_inlines(token.children or [], found)
    return found


def _lines(blocks: Iterable[Block]) -> Iterable[Sequence[Inline]]:
    for block in blocks:
        if isinstance(block, Table):
            yield block.caption
            yield from (cell.inlines for row in block.rows for cell in row)
        elif isinstance(block, Figure):
            yield (Picture(block.src, block.alt, block.href),)
            yield block.caption
        elif isinstance(block, Heading) or hasattr(block, "inlines"):
            yield block.inlines


def _links(line: Iterable[Inline]) -> Iterable[tuple[str, str]]:
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


def _cell(cell: Cell | None) -> str:
    return "" if cell is None else _squeezed(_words(cell.inlines))


def _words(inlines: Iterable[Inline]) -> str:
    return "".join(
        inline.text if isinstance(inline, Text) else f"${inline.latex}$" if isinstance(inline, Math) else ""
        for inline in inlines
    )


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


def _squeezed(text: str) -> str:
    return "".join(text.split())
