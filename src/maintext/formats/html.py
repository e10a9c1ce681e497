"""Blocks as HTML that is safe to embed: only the elements and attributes named here, and every character escaped.

Addresses were checked when the blocks were made. Scripts, styles and event handlers never get into a block.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
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
)
from maintext.formats.containers import CellWriter, Nesting

_NAMES: Final = {"bullets": "ul", "numbers": "ol", "item": "li", "quote": "blockquote", "post": "article"}
_STYLES: Final[tuple[tuple[Style, str], ...]] = (
    (Style.CODE, "code"),
    (Style.EMPHASIS, "em"),
    (Style.STRONG, "strong"),
)


def to_html(blocks: Iterable[Block]) -> str:
    """All blocks as one fragment, one line per block."""
    posts: dict[int, Post] = {}
    nesting = Nesting(lambda container: _open(container, posts), lambda container: f"</{_NAMES[container.kind]}>\n")
    parts: list[str] = []
    for block in blocks:
        if isinstance(block, Post):
            posts[block.within[-1].key] = block
            continue
        parts += [nesting.move_to(block.within), _WRITERS[type(block)](block), "\n"]
    parts.append(nesting.move_to(()))
    return "".join(parts).rstrip("\n")


def _open(container: Container, posts: dict[int, Post]) -> str:
    name = _NAMES[container.kind]
    if container.kind == "numbers" and container.number != 1:
        return f'<ol start="{container.number}">\n'
    if container.kind == "post" and container.key in posts:
        post = posts[container.key]
        return f"<article{_attribute('data-author', post.author)}{_attribute('data-date', post.date)}>\n"
    return f"<{name}>" if container.kind == "item" else f"<{name}>\n"


def _paragraph(block: Paragraph | Quote) -> str:
    return f"<p>{_inlines(block.inlines)}</p>"


def _item(block: ListItem) -> str:
    """The first line of an item, without a paragraph element: most items are short."""
    return _inlines(block.inlines)


def _heading(block: Heading) -> str:
    return f"<h{block.level}>{_inlines(block.inlines)}</h{block.level}>"


def _code(block: Code) -> str:
    language = f' class="language-{escape(block.language)}"' if block.language else ""
    return f"<pre><code{language}>{escape(block.text, quote=False)}\n</code></pre>"


def _figure(block: Figure) -> str:
    caption = f"<figcaption>{_inlines(block.caption)}</figcaption>" if block.caption else ""
    return f"<figure>{_linked(_image(block.src, block.alt), block.href)}{caption}</figure>"


def _formula(block: Formula) -> str:
    return f'<p><span class="math display">\\[{escape(block.latex, quote=False)}\\]</span></p>'


def _rule(_: Rule) -> str:
    return "<hr>"


def _table(table: Table) -> str:
    caption = f"<caption>{_inlines(table.caption)}</caption>\n" if table.caption else ""
    head, body = table.rows[: table.header_rows], table.rows[table.header_rows :]
    parts = [f"<thead>\n{_rows(head)}</thead>\n" if head else "", f"<tbody>\n{_rows(body)}</tbody>\n" if body else ""]
    return f"<table>\n{caption}{''.join(parts)}</table>"


def _rows(rows: Sequence[Sequence[Cell]]) -> str:
    writer = CellWriter("tr", "colspan", "rowspan", _inlines)
    return "".join(writer.row(row, lambda cell: "th" if cell.header else "td") for row in rows)


def _inlines(inlines: Iterable[Inline]) -> str:
    """The runs of a line. Neighbours with the same address are one link."""
    parts: list[str] = []
    address = ""
    for inline in inlines:
        href = inline.href if isinstance(inline, Text | Picture) else ""
        if href != address:
            parts.append(("</a>" if address else "") + (f'<a href="{escape(href)}">' if href else ""))
            address = href
        parts.append(_inline(inline))
    if address:
        parts.append("</a>")
    return "".join(parts)


def _inline(inline: Inline) -> str:
    if isinstance(inline, Break):
        return "<br>"
    if isinstance(inline, Picture):
        return _image(inline.src, inline.alt)
    if isinstance(inline, Math):
        return f'<span class="math inline">\\({escape(inline.latex, quote=False)}\\)</span>'
    text = escape(inline.text, quote=False)
    if inline.style is Style.PLAIN:
        return text
    for style, name in _STYLES:
        if style & inline.style:
            text = f"<{name}>{text}</{name}>"
    return text


def _image(src: str, alt: str) -> str:
    return f'<img src="{escape(src)}" alt="{escape(alt)}">'


def _linked(markup: str, href: str) -> str:
    return f'<a href="{escape(href)}">{markup}</a>' if href else markup


def _attribute(name: str, value: str) -> str:
    return f' {name}="{escape(value)}"' if value else ""


_WRITERS: Final[dict[type, Callable[..., str]]] = {
    Heading: _heading,
    Paragraph: _paragraph,
    ListItem: _item,
    Quote: _paragraph,
    Code: _code,
    Table: _table,
    Figure: _figure,
    Formula: _formula,
    Rule: _rule,
}
