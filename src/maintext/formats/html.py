"""Blocks as HTML that is safe to embed: only the elements and attributes named here, and every character escaped.

Addresses were checked when the blocks were made. Scripts, styles and event handlers never get into a block.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from html import escape
from typing import Final

from maintext.blocks.post_records import byline_of
from maintext.blocks.records import (
    Block,
    Break,
    Cell,
    Code,
    Container,
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
    Quote,
    Rule,
    Style,
    Table,
    Text,
)
from maintext.formats.containers import CellWriter, Nesting, Posts, Written, checked, within_time
from maintext.support.budget import LimitReached

_NAMES: Final = {
    "bullets": "ul",
    "numbers": "ol",
    "item": "li",
    "quote": "blockquote",
    "post": "article",
    "definitions": "dl",
    "term": "dt",
    "definition": "dd",
    "callout": "aside",
    "note": "aside",
}
_MAX_END_TAG: Final = len("</blockquote>\n")
_INLINE_KINDS: Final = frozenset({"item", "term"})
"""Containers that begin on the line of their text."""
_STYLES: Final[tuple[tuple[Style, str], ...]] = (
    (Style.CODE, "code"),
    (Style.EMPHASIS, "em"),
    (Style.STRONG, "strong"),
    (Style.DELETED, "del"),
    (Style.INSERTED, "ins"),
    (Style.MARKED, "mark"),
    (Style.KEY, "kbd"),
    (Style.SUBSCRIPT, "sub"),
    (Style.SUPERSCRIPT, "sup"),
)


def to_html(blocks: Iterable[Block]) -> str:
    """All blocks as one fragment, one line per block. At a limit of the call it ends after a block."""
    posts = Posts()
    nesting = Nesting(lambda container: _open(container, posts), lambda container: f"</{_NAMES[container.kind]}>\n")
    written = Written(nesting)
    with suppress(LimitReached):
        for block in within_time(blocks):
            if isinstance(block, Post):
                posts.add(block)
            elif not written.add(_WRITERS[type(block)](block) + "\n", block.within, _MAX_END_TAG * len(block.within)):
                break
    return ("".join(written.pieces) + nesting.move_to(())).rstrip("\n")


def _open(container: Container, posts: Posts) -> str:
    name = _NAMES[container.kind]
    if container.kind == "numbers" and container.number != 1:
        return f'<ol start="{container.number}">\n'
    if container.kind == "post" and (begun := posts.begun(container)):
        return _article(begun[1], posts)
    if container.kind == "callout":
        return f"<aside{_attribute('class', f'callout {container.label}')}>\n"
    if container.kind == "note":
        return f'<aside{_attribute("id", f"fn-{container.label}")} role="doc-footnote">\n'
    if container.checked is not None:
        return f'<li><input type="checkbox" disabled{" checked" if container.checked else ""}> '
    return f"<{name}>" if container.kind in _INLINE_KINDS else f"<{name}>\n"


def _article(post: Post, posts: Posts) -> str:
    """The start of a post, with its facts as attributes and as a line to read."""
    numbers = (("depth", post.depth or None), ("replies-to", post.replies_to), ("votes", post.votes))
    attributes = (
        _attribute("data-author", post.author)
        + _attribute("data-date", post.date)
        + "".join(f' data-{name}="{number}"' for name, number in numbers if number is not None)
        + (' data-accepted="true"' if post.accepted else "")
    )
    byline = escape(byline_of(post, posts.answered(post)), quote=False)
    return f"<article{attributes}>\n" + (f"<header>{byline}</header>\n" if byline else "")


def _paragraph(block: Paragraph | Quote) -> str:
    if block.within and block.within[-1].kind == "term":
        return _inlines(block.inlines)
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


def _embed(block: Embed) -> str:
    return f"<p>{_linked(escape(block.title or block.src, quote=False), block.src)}</p>"


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
    return "".join(writer.row(row, _open_cell) for row in rows)


def _open_cell(cell: Cell) -> str:
    align = f' style="text-align: {cell.align}"' if cell.align else ""
    return ("th" if cell.header else "td") + align


def _inlines(inlines: Iterable[Inline]) -> str:
    """The runs of a line. Neighbours with the same address are one link."""
    parts: list[str] = []
    address = ""
    for inline in checked(inlines):
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
    if isinstance(inline, NoteReference):
        label = escape(inline.label)
        return f'<sup><a href="#fn-{label}" role="doc-noteref">{label}</a></sup>'
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
    Embed: _embed,
    Formula: _formula,
    Rule: _rule,
}
