"""A labelled page, the record that all readers of data sets return."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page and its labels; unknown labels are empty."""

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
    text_known: bool = True
    """Whether the text is a label. If it is and is empty, the page has no main text."""
    language: str = ""
    """As the set names it; ``page_language.language_of`` understands English names of languages."""
    is_markdown: bool = False
    """Whether the text is Markdown. Systems that write Markdown are compared with it by that."""


def labelled_page(identifier: str, html: str | bytes, fields: Mapping[str, Any]) -> LabelledPage:
    """Make a page from labels named as in a line of JSON. All readers check labels here, so they refuse the same ones.

    Raises:
        TypeError: a label has the wrong type.
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
        language=_text(fields, "language"),
        required=_snippets(fields, "with"),
        forbidden=_snippets(fields, "without"),
        text_known=fields.get("text") is not None,
        is_markdown=fields.get("is_markdown") is True,
    )


def complaint(error: Exception) -> str:
    """Describe in one line what is wrong with a row."""
    if isinstance(error, KeyError):
        return f"the field {error} is missing"
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
        return "not JSON in UTF-8"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return " ".join(str(error).split()) or type(error).__name__


def _text(fields: Mapping[str, Any], name: str) -> str:
    """Return a label as text; numbers are accepted too, because years and ids are often written so."""
    value = fields.get(name) or ""
    if not isinstance(value, str | int | float):
        raise TypeError(f"{name} is not a string")
    return str(value)


def _names(fields: Mapping[str, Any], name: str) -> str:
    """Return a label that may be a list of names, such as the authors."""
    value = fields.get(name)
    return ", ".join(_snippets(fields, name)) if isinstance(value, list) else _text(fields, name)


def _snippets(fields: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """Return a list of strings. A single string is refused: it would be read as a list of its characters."""
    values = fields.get(name) or []
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"{name} is not a list of strings")
    return tuple(values)
