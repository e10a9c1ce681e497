"""Blocks as plain values for JSON. The schema is in ``docs/formats.md``; keys are never removed from it."""

import json
import re
from collections.abc import Iterable
from typing import Any, Final

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
    Style,
    Table,
    Text,
)
from maintext.formats.containers import checked, within_time
from maintext.support.budget import LimitReached

_SPARE_SIZE: Final = 40_000
"""Characters that the containers of all blocks may take in addition to what the blocks allow."""
_CONTAINER_SIZE: Final = 40
_MAX_CONTROLS: Final = 1_000
_ESCAPE: Final = re.compile(r"\\(u00[01][0-9a-f]|.)")


def to_records(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """All blocks, each with its type first, and its range of bytes and its containers last.

    Where containers are nested so deep that they would take many times as much as the text, the outer ones are written.
    """
    records = []
    spare = _SPARE_SIZE
    for block in within_time(blocks):
        try:
            record = _record(block)
        except LimitReached:
            break
        if block.span is not None:
            record["span"] = list(block.span)
        if block.within:
            spare += (150 if isinstance(block, ListItem) else 60) + 10 * len(block.text)
            within: list[dict[str, Any]] = []
            for container in block.within:
                spare -= _CONTAINER_SIZE + len(container.label)
                if spare < 0:
                    spare = 0
                    break
                within.append(_container(container))
            record["within"] = within
        records.append(record)
    return records


def to_line(values: dict[str, Any]) -> str:
    """Values as one line of JSON. Control characters, which take six characters each, are left out if they are many."""
    line = json.dumps(values, ensure_ascii=False)
    if line.count("\\u00") <= _MAX_CONTROLS:
        return line
    return _ESCAPE.sub(lambda found: "" if len(found[1]) > 1 else found[0], line)


def _record(block: Block) -> dict[str, Any]:
    """A block without its containers."""
    record: dict[str, Any] = {"type": block.kind}
    if isinstance(block, Post):
        record |= {"author": block.author or None, "date": block.date or None, "written": block.written or None}
        record |= {"depth": block.depth, "replies_to": block.replies_to}
        record |= {"votes": block.votes, "accepted": block.accepted}
    elif isinstance(block, Formula):
        record |= {"latex": block.latex}
    elif isinstance(block, Code):
        record |= {"language": block.language or None, "text": block.text}
    elif isinstance(block, Table):
        record |= {
            "header_rows": block.header_rows,
            "caption": _inlines(block.caption),
            "rows": [[_cell(cell) for cell in checked(row)] for row in block.rows],
        }
    elif isinstance(block, Figure):
        record |= {"src": block.src, "alt": block.alt, "href": block.href or None, "caption": _inlines(block.caption)}
    elif isinstance(block, Embed):
        record |= {"src": block.src, "title": block.title}
    elif isinstance(block, Heading):
        record |= {"level": block.level, "text": block.text, "inlines": _inlines(block.inlines)}
    elif isinstance(block, ListItem):
        record |= {"depth": block.depth, "ordered": block.ordered, "number": block.number}
        record |= {} if block.checked is None else {"checked": block.checked}
        record |= {"text": block.text, "inlines": _inlines(block.inlines)}
    elif isinstance(block, Paragraph | Quote):
        record |= {"text": block.text, "inlines": _inlines(block.inlines)}
    return record


def _container(container: Container) -> dict[str, Any]:
    record: dict[str, Any] = {"type": container.kind, "key": container.key}
    if container.kind in ("numbers", "item"):
        record["number"] = container.number
    if container.label:
        record["label"] = container.label
    if container.checked is not None:
        record["checked"] = container.checked
    return record


def _cell(cell: Cell) -> dict[str, Any]:
    record: dict[str, Any] = {"text": cell.text, "inlines": _inlines(cell.inlines)}
    if cell.header:
        record["header"] = True
    if cell.columns > 1:
        record["columns"] = cell.columns
    if cell.rows > 1:
        record["rows"] = cell.rows
    if cell.align:
        record["align"] = cell.align
    return record


def _inlines(inlines: Iterable[Inline]) -> list[dict[str, Any]]:
    return [_inline(inline) for inline in checked(inlines)]


def _inline(inline: Inline) -> dict[str, Any]:
    if isinstance(inline, Break):
        return {"type": "break"}
    if isinstance(inline, Math):
        return {"type": "formula", "latex": inline.latex}
    if isinstance(inline, NoteReference):
        return {"type": "note reference", "label": inline.label}
    if isinstance(inline, Picture):
        record: dict[str, Any] = {"type": "image", "src": inline.src, "alt": inline.alt}
        return {**record, "href": inline.href} if inline.href else record
    return _text(inline)


def _text(run: Text) -> dict[str, Any]:
    record: dict[str, Any] = {"type": "text", "text": run.text}
    if run.style is not Style.PLAIN:
        record |= {str(style.name).lower(): True for style in run.style}
    return {**record, "href": run.href} if run.href else record
