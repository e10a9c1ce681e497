"""A labelled page: what every reader of a data set gives, whatever the set looks like on the disk."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page and what people found on it; what is not known is empty."""

    id: str
    html: str | bytes
    text: str
    url: str = ""
    title: str = ""
    author: str = ""
    date: str = ""
    type: str = ""
    required: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()


def labelled_page(identifier: str, html: str | bytes, fields: Mapping[str, Any]) -> LabelledPage:
    """A page from its labels, named as in a line of JSON; all readers check them here, so they agree on what is bad.

    Raises:
        TypeError: a label is of a kind that cannot be meant.
    """
    return LabelledPage(
        id=identifier,
        html=html,
        text=_text(fields, "text"),
        url=_text(fields, "url"),
        title=_text(fields, "title"),
        author=_names(fields, "author"),
        date=_text(fields, "date"),
        type=_text(fields, "type"),
        required=_snippets(fields, "with"),
        forbidden=_snippets(fields, "without"),
    )


def complaint(error: Exception) -> str:
    """What is wrong with a row, in one line for people."""
    if isinstance(error, KeyError):
        return f"the field {error} is missing"
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
        return "not JSON in UTF-8"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return " ".join(str(error).split()) or type(error).__name__


def _text(fields: Mapping[str, Any], name: str) -> str:
    """A label of characters; numbers are taken too, since years and ids are often written so."""
    value = fields.get(name) or ""
    if not isinstance(value, str | int | float):
        raise TypeError(f"{name} is not a string")
    return str(value)


def _names(fields: Mapping[str, Any], name: str) -> str:
    """A label that may be a list, as authors are."""
    value = fields.get(name)
    return ", ".join(_snippets(fields, name)) if isinstance(value, list) else _text(fields, name)


def _snippets(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """A list of strings. One string alone is refused: it would be taken for a list of its characters."""
    values = fields.get(name) or []
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"{name} is not a list of strings")
    return tuple(values)
