"""Blocks as plain values for JSON. The schema is in ``docs/formats.md``; keys are never removed from it."""

from collections.abc import Iterable
from typing import Any

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
    Style,
    Table,
    Text,
)


def to_records(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """All blocks, each with its type first and its containers last."""
    return [_record(block) for block in blocks]


def _record(block: Block) -> dict[str, Any]:
    record: dict[str, Any] = {"type": block.kind}
    if isinstance(block, Post):
        record |= {"author": block.author or None, "date": block.date or None}
    elif isinstance(block, Formula):
        record |= {"latex": block.latex}
    elif isinstance(block, Code):
        record |= {"language": block.language or None, "text": block.text}
    elif isinstance(block, Table):
        record |= {
            "header_rows": block.header_rows,
            "caption": _inlines(block.caption),
            "rows": [[_cell(cell) for cell in row] for row in block.rows],
        }
    elif isinstance(block, Figure):
        record |= {"src": block.src, "alt": block.alt, "href": block.href or None, "caption": _inlines(block.caption)}
    elif isinstance(block, Heading):
        record |= {"level": block.level, "text": block.text, "inlines": _inlines(block.inlines)}
    elif isinstance(block, ListItem):
        record |= {"depth": block.depth, "ordered": block.ordered, "number": block.number}
        record |= {"text": block.text, "inlines": _inlines(block.inlines)}
    elif isinstance(block, Paragraph | Quote):
        record |= {"text": block.text, "inlines": _inlines(block.inlines)}
    if block.within:
        record["within"] = [_container(container) for container in block.within]
    return record


def _container(container: Container) -> dict[str, Any]:
    record: dict[str, Any] = {"type": container.kind, "key": container.key}
    if container.kind in ("numbers", "item"):
        record["number"] = container.number
    return record


def _cell(cell: Cell) -> dict[str, Any]:
    record: dict[str, Any] = {"text": cell.text, "inlines": _inlines(cell.inlines)}
    if cell.header:
        record["header"] = True
    if cell.columns > 1:
        record["columns"] = cell.columns
    if cell.rows > 1:
        record["rows"] = cell.rows
    return record


def _inlines(inlines: Iterable[Inline]) -> list[dict[str, Any]]:
    return [_inline(inline) for inline in inlines]


def _inline(inline: Inline) -> dict[str, Any]:
    if isinstance(inline, Break):
        return {"type": "break"}
    if isinstance(inline, Math):
        return {"type": "formula", "latex": inline.latex}
    if isinstance(inline, Picture):
        record: dict[str, Any] = {"type": "image", "src": inline.src, "alt": inline.alt}
        return {**record, "href": inline.href} if inline.href else record
    return _text(inline)


def _text(run: Text) -> dict[str, Any]:
    record: dict[str, Any] = {"type": "text", "text": run.text}
    if run.style is not Style.PLAIN:
        record |= {str(style.name).lower(): True for style in run.style}
    return {**record, "href": run.href} if run.href else record
