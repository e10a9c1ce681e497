"""Blocks and metadata as XML for corpora, following the guidelines of the Text Encoding Initiative (TEI P5)."""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from html import escape
from typing import Final

from maintext.blocks.records import (
    Block,
    Break,
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
    Within,
)
from maintext.formats.containers import CellWriter, Nesting, Posts, Written, checked, within_time
from maintext.support.budget import LimitReached, hit, max_characters

_FRAME_SIZE: Final = 200
"""Characters of the elements around the header and the text, at most."""
_MAX_END_TAG: Final = len("</quote>\n") + 3
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OPEN: Final = {
    "bullets": '<list rend="bulleted">',
    "numbers": '<list rend="numbered">',
    "item": "<item>",
    "quote": "<quote>",
    "post": '<div type="post">',
    "definitions": '<list rend="definitions">',
    "term": '<item rend="term">',
    "definition": '<item rend="definition">',
}
_ACCEPTED: Final = ' subtype="accepted"'
_NOTHING: Final = "<p/>\n"
"""An empty body is not allowed."""
_LISTS: Final = frozenset({"bullets", "numbers", "definitions"})
_ITEMS: Final = frozenset({"item", "term", "definition"})
_CLOSE: Final = {
    "bullets": "list",
    "numbers": "list",
    "item": "item",
    "quote": "quote",
    "post": "div",
    "definitions": "list",
    "term": "item",
    "definition": "item",
    "callout": "note",
    "note": "note",
}
_RENDITIONS: Final[tuple[tuple[Style, str], ...]] = (
    (Style.STRONG, "bold"),
    (Style.EMPHASIS, "italic"),
    (Style.DELETED, "strikethrough"),
    (Style.INSERTED, "inserted"),
    (Style.MARKED, "highlighted"),
    (Style.KEY, "keyboard"),
    (Style.SUBSCRIPT, "subscript"),
    (Style.SUPERSCRIPT, "superscript"),
)


def to_tei(blocks: Iterable[Block], facts: Mapping[str, str], comments: Iterable[Block] = ()) -> str:
    """A TEI document. At a limit of the call its text ends after a block; the elements that TEI needs are always there.

    Args:
        blocks: the text.
        facts: the known facts of the page, of title, author, date, site, url, language, description and tags.
        comments: readers' comments; they are a division of their own after the text.
    """
    language = f" xml:lang={_quoted(facts['language'])}" if facts.get("language") else ""
    header, most = _header(facts), max_characters() - _FRAME_SIZE
    if len(header) + len(language) > most:
        hit("output")
        header, language = _header({}), ""
    most -= len(header) + len(language)
    body = _body(blocks, "post", most)
    readers = _body(comments, "comment", most - len(body))
    section = f'<div type="comments">\n{readers}</div>\n' if readers else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<TEI xmlns="http://www.tei-c.org/ns/1.0"{language}>\n{header}<text>\n<body>\n'
        f"{body + section or _NOTHING}</body>\n</text>\n</TEI>"
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


def _body(blocks: Iterable[Block], name: str, most: int) -> str:
    """The text in divisions. Each heading outside of containers begins one, and so does each post.

    Args:
        blocks: the text.
        name: what the ids of posts begin with.
        most: how many characters there may be.
    """
    posts = Posts()
    nesting = Nesting(
        lambda container: _opened(container, posts, name), lambda container: f"</{_CLOSE[container.kind]}>\n"
    )
    written = Written(nesting, most - len("<div>\n"))
    levels: list[int] = [0]
    is_post = False
    with suppress(LimitReached):
        for block in within_time(blocks):
            if isinstance(block, Post):
                posts.add(block)
                is_post = True
                continue
            if isinstance(block, Heading) and not block.within:
                around = [level for level in levels if level < block.level]
                ended = "</div>\n" * (len(levels) - len(around))
                head = f"{ended}<div>\n<head>{_inlines(block.inlines)}</head>\n"
                if not written.add("", (), _MAX_END_TAG * (len(around) + 1), head):
                    break
                levels = [*around, block.level]
                is_post = False
                continue
            leaves_post = is_post and not any(container.kind == "post" for container in block.within)
            within = _allowed(block.within)
            closing = _MAX_END_TAG * (len(levels) + len(within))
            before = "</div>\n<div>\n" if leaves_post else ""
            if not written.add(_WRITERS[type(block)](block) + "\n", within, closing, before):
                break
            is_post = is_post and not leaves_post
    text = "<div>\n" + "".join(written.pieces) + nesting.move_to(()) + "</div>\n" * len(levels)
    return text.replace("<div>\n</div>\n", "")


def _allowed(within: Within) -> Within:
    """The containers of a block that TEI allows in each other: posts are outermost, lists contain only items."""
    allowed: list[Container] = []
    for place, container in enumerate(within):
        following = within[place + 1].kind if place + 1 < len(within) else ""
        if container.kind == "post":
            allowed = [container]
        elif container.kind in _LISTS:
            allowed += [container] if following in _ITEMS else []
        elif container.kind not in _ITEMS or (allowed and allowed[-1].kind in _LISTS):
            allowed.append(container)
    return tuple(allowed)


def _opened(container: Container, posts: Posts, name: str) -> str:
    if container.kind == "post" and (begun := posts.begun(container)):
        return _post(*begun, name)
    if container.kind == "callout":
        return f'<note type="callout" subtype={_quoted(container.label)}>\n'
    if container.kind == "note":
        return f'<note place="end" n={_quoted(container.label)} xml:id={_quoted("fn-" + container.label)}>\n'
    if container.checked is not None:
        return f'<item rend="{"checked" if container.checked else "unchecked"}">'
    return _OPEN[container.kind] + ("" if container.kind in _ITEMS else "\n")


def _post(number: int, post: Post, name: str) -> str:
    """The start of a post: its id, its depth (``n``), the post it answers (``corresp``), and a line with its facts."""
    attributes = f' xml:id="{name}-{number}"' + (f' n="{post.depth}"' if post.depth else "")
    if post.replies_to is not None:
        attributes += f' corresp="#{name}-{post.replies_to}"'
    author = f"<docAuthor>{_clean(post.author)}</docAuthor>" if post.author else ""
    when = f" when={_quoted(post.date)}" if post.date else ""
    date = f"<date{when}>{_clean(post.written)}</date>" if when or post.written else ""
    votes = "" if post.votes is None else f'<num type="votes" value="{post.votes}">{post.votes}</num>'
    byline = f"<byline>{author}{date}{votes}</byline>\n" if author or date or votes else ""
    return f'<div type="post"{_ACCEPTED if post.accepted else ""}{attributes}>\n{byline}'


def _paragraph(block: Paragraph | ListItem | Quote) -> str:
    return f"<p>{_inlines(block.inlines)}</p>"


def _heading(block: Heading) -> str:
    return f'<ab type="head" subtype="h{block.level}">{_inlines(block.inlines)}</ab>'


def _code(block: Code) -> str:
    language = f" lang={_quoted(block.language)}" if block.language else ""
    return f'<ab type="code"><code{language} xml:space="preserve">{_clean(block.text)}</code></ab>'


def _figure(block: Figure) -> str:
    caption = f"<head>{_inlines(block.caption)}</head>" if block.caption else ""
    return f"<figure>{_graphic(block.src, block.alt)}{caption}</figure>"


def _embed(block: Embed) -> str:
    return f"<p>{_referring(_clean(block.title or block.src), block.src)}</p>"


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
    return "".join(map(_inline, checked(inlines)))


def _inline(inline: Inline) -> str:
    if isinstance(inline, Break):
        return "<lb/>"
    if isinstance(inline, Math):
        return f'<formula notation="TeX">{_clean(inline.latex)}</formula>'
    if isinstance(inline, NoteReference):
        return f"<ref target={_quoted('#fn-' + inline.label)}>{_clean(inline.label)}</ref>"
    if isinstance(inline, Picture):
        return _referring(f"<figure>{_graphic(inline.src, inline.alt)}</figure>", inline.href)
    return _referring(_styled(inline), inline.href)


def _styled(run: Text) -> str:
    text = _clean(run.text)
    if Style.CODE in run.style:
        text = f"<code>{text}</code>"
    rend = " ".join(name for style, name in _RENDITIONS if style in run.style)
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
    Embed: _embed,
    Formula: _formula,
    Rule: _rule,
}
