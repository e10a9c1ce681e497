"""Blocks and metadata as XML for corpora, following the guidelines of the Text Encoding Initiative (TEI P5)."""

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Final

from maintext.blocks.records import (
    Block,
    Break,
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
from maintext.formats.containers import CellWriter, Nesting

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OPEN: Final = {
    "bullets": '<list rend="bulleted">',
    "numbers": '<list rend="numbered">',
    "item": "<item>",
    "quote": "<quote>",
    "post": '<div type="post">',
}
_NOTHING: Final = "<p/>\n"
"""An empty body is not allowed."""
_LISTS: Final = frozenset({"bullets", "numbers"})
_CLOSE: Final = {"bullets": "list", "numbers": "list", "item": "item", "quote": "quote", "post": "div"}


def to_tei(blocks: Iterable[Block], facts: Mapping[str, str]) -> str:
    """A TEI document.

    Args:
        blocks: the text.
        facts: the known facts of the page, of title, author, date, site, url, language, description and tags.
    """
    language = f" xml:lang={_quoted(facts['language'])}" if facts.get("language") else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<TEI xmlns="http://www.tei-c.org/ns/1.0"{language}>\n{_header(facts)}<text>\n<body>\n'
        f"{_body(blocks) or _NOTHING}</body>\n</text>\n</TEI>"
    )


def _header(facts: Mapping[str, str]) -> str:
    title = f"<title>{_clean(facts.get('title', ''))}</title>"
    author = f"<author>{_clean(facts['author'])}</author>" if facts.get("author") else ""
    date = f"<date when={_quoted(facts['date'])}/>" if facts.get("date") else ""
    site = f"<publisher>{_clean(facts['site'])}</publisher>" if facts.get("site") else "<publisher/>"
    pointer = f"<ptr target={_quoted(facts['url'])}/>" if facts.get("url") else ""
    abstract = f"<abstract><p>{_clean(facts['description'])}</p></abstract>\n" if facts.get("description") else ""
    terms = "".join(f"<term>{_clean(each)}</term>" for each in facts.get("tags", "").split(", ") if each)
    keywords = f"<textClass><keywords>{terms}</keywords></textClass>\n" if terms else ""
    profile = f"<profileDesc>\n{abstract}{keywords}</profileDesc>\n" if abstract or keywords else ""
    return (
        f"<teiHeader>\n<fileDesc>\n<titleStmt>{title}{author}</titleStmt>\n"
        f"<publicationStmt>{site}{date}</publicationStmt>\n"
        f"<sourceDesc><bibl>{title}{author}{date}{pointer}</bibl></sourceDesc>\n</fileDesc>\n{profile}</teiHeader>\n"
    )


def _body(blocks: Iterable[Block]) -> str:
    """The text in divisions. Each heading outside of containers begins one, and so does each post."""
    posts: dict[int, Post] = {}
    nesting = Nesting(lambda container: _opened(container, posts), lambda container: f"</{_CLOSE[container.kind]}>\n")
    parts = ["<div>\n"]
    levels: list[int] = [0]
    is_post = False
    for block in blocks:
        if isinstance(block, Post):
            posts[block.within[-1].key] = block
            is_post = True
            continue
        if isinstance(block, Heading) and not block.within:
            parts.append(nesting.move_to(()))
            while levels and levels[-1] >= block.level:
                levels.pop()
                parts.append("</div>\n")
            levels.append(block.level)
            parts.append(f"<div>\n<head>{_inlines(block.inlines)}</head>\n")
            is_post = False
            continue
        if is_post and not any(container.kind == "post" for container in block.within):
            parts.append(nesting.move_to(()))
            parts.append("</div>\n<div>\n")
            is_post = False
        parts += [nesting.move_to(_allowed(block.within)), _WRITERS[type(block)](block), "\n"]
    parts += [nesting.move_to(()), "</div>\n" * len(levels)]
    return "".join(parts).replace("<div>\n</div>\n", "")


def _allowed(within: Within) -> Within:
    """The containers of a block that TEI allows in each other: posts are outermost, lists contain only items."""
    allowed: list[Container] = []
    for place, container in enumerate(within):
        following = within[place + 1].kind if place + 1 < len(within) else ""
        if container.kind == "post":
            allowed = [container]
        elif container.kind in _LISTS:
            allowed += [container] if following == "item" else []
        elif container.kind != "item" or (allowed and allowed[-1].kind in _LISTS):
            allowed.append(container)
    return tuple(allowed)


def _opened(container: Container, posts: Mapping[int, Post]) -> str:
    if container.kind == "post" and container.key in posts:
        post = posts[container.key]
        byline = f"<docAuthor>{_clean(post.author)}</docAuthor>" if post.author else ""
        date = f"<date when={_quoted(post.date)}/>" if post.date else ""
        return '<div type="post">\n' + (f"<byline>{byline}{date}</byline>\n" if byline or date else "")
    return _OPEN[container.kind] + ("" if container.kind == "item" else "\n")


def _paragraph(block: Paragraph | ListItem | Quote) -> str:
    return f"<p>{_inlines(block.inlines)}</p>"


def _heading(block: Heading) -> str:
    return f'<ab type="head" subtype="h{block.level}">{_inlines(block.inlines)}</ab>'


def _code(block: Code) -> str:
    language = f" lang={_quoted(block.language)}" if block.language else ""
    return f'<ab type="code"><code{language} xml:space="preserve">{_clean(block.text)}</code></ab>'


def _figure(block: Figure) -> str:
    caption = f"<head>{_inlines(block.caption)}</head>" if block.caption else ""
    return f"<figure>{caption}{_graphic(block.src, block.alt)}</figure>"


def _formula(block: Formula) -> str:
    return f'<p><formula notation="TeX" rend="display">{_clean(block.latex)}</formula></p>'


def _rule(_: Rule) -> str:
    return '<ab type="rule"/>'


def _table(table: Table) -> str:
    caption = f"<head>{_inlines(table.caption)}</head>\n" if table.caption else ""
    writer = CellWriter("row", "cols", "rows", _inlines)
    rows = [
        writer.row(row, lambda cell: "cell" + _role(cell.header), _role(number < table.header_rows))
        for number, row in enumerate(table.rows)
    ]
    return f"<table>\n{caption}{''.join(rows)}</table>"


def _role(is_header: bool) -> str:
    return ' role="label"' if is_header else ""


def _inlines(inlines: Iterable[Inline]) -> str:
    return "".join(map(_inline, inlines))


def _inline(inline: Inline) -> str:
    if isinstance(inline, Break):
        return "<lb/>"
    if isinstance(inline, Math):
        return f'<formula notation="TeX">{_clean(inline.latex)}</formula>'
    if isinstance(inline, Picture):
        return _referring(f"<figure>{_graphic(inline.src, inline.alt)}</figure>", inline.href)
    return _referring(_styled(inline), inline.href)


def _styled(run: Text) -> str:
    text = _clean(run.text)
    if Style.CODE in run.style:
        text = f"<code>{text}</code>"
    rend = " ".join(name for style, name in ((Style.STRONG, "bold"), (Style.EMPHASIS, "italic")) if style in run.style)
    return f'<hi rend="{rend}">{text}</hi>' if rend else text


def _graphic(src: str, alt: str) -> str:
    described = f"<figDesc>{_clean(alt)}</figDesc>" if alt else ""
    return f"{described}<graphic url={_quoted(src)}/>"


def _referring(markup: str, href: str) -> str:
    return f"<ref target={_quoted(href)}>{markup}</ref>" if href else markup


def _clean(text: str) -> str:
    """Escaped text without the control characters that XML does not allow."""
    return escape(_NOT_XML.sub("", text), quote=False)


def _quoted(value: str) -> str:
    return f'"{escape(_NOT_XML.sub("", value))}"'


_WRITERS: Final[dict[type, Callable[..., str]]] = {
    Heading: _heading,
    Paragraph: _paragraph,
    ListItem: _paragraph,
    Quote: _paragraph,
    Code: _code,
    Table: _table,
    Figure: _figure,
    Formula: _formula,
    Rule: _rule,
}
