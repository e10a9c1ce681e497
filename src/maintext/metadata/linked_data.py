"""Linked data (JSON-LD) in a page's scripts: the objects, whatever they are nested in, and which of them is the page.

People write it by hand and by template, so it is often broken: comments around it, commas too many, line breaks and
quotes within strings. What cannot be mended is read pair by pair.
"""

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from maintext.metadata.rows import Rows
from maintext.metadata.text import folded
from maintext.table import PageTable

_MIME_TYPE: Final = "application/ld+json"
_MARKS: Final = (b"+json", b";json")
"""What its start tag holds; the plus sign may be written as a reference."""
_WRAPPING: Final = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)|(?://\s*)?(?:-->|\]\]>)[;\s]*$"
)
_COMMENT: Final = re.compile(r"^\s*//.*$|/\*[^*]*\*/", re.MULTILINE)
_BETWEEN: Final = re.compile(r"[\s,;]*")
_SPARE_COMMA: Final = re.compile(r",(\s*[,}\]])")
_PAIR: Final = re.compile(r'"(@?\w+)"\s*:\s*"((?:[^"\\\n]|\\.)*)"')
_BROKEN_AUTHOR: Final = re.compile(
    r'"author"\s*:\s*[\[{\s]*(?:"[^"]*"\s*:\s*"[^"]*"\s*,\s*)*?"name"\s*:\s*"((?:[^"\\\n]|\\.)*)"'
)
_PARTS: Final = frozenset(
    "comment comments review reviews hasPart isPartOf itemListElement mentions citation relatedLink suggestedAnswer "
    "acceptedAnswer blogPost blogPosts subjectOf about video image potentialAction publisher author creator "
    "mainEntityOfPage itemReviewed breadcrumb associatedMedia offers".split()
)
"""Names under which other things than the page itself stand."""
_NOT_MAIN: Final = frozenset("website organization person imageobject breadcrumblist itemlist listitem comment".split())
_ARTICLES: Final = ("article", "posting", "report", "howto", "recipe", "review")
"""How the types end whose things have a headline, authors and a date."""
_DEEPEST: Final = 4
"""How deep the text of a value may be nested in lists and objects."""
_LONGEST_BROKEN: Final = 200_000
"""Characters up to which broken JSON is worth the time that mending takes."""
_MOST_OBJECTS: Final = 2_000
"""More objects than any honest page has; the rest is not looked at."""


@dataclass(frozen=True, slots=True)
class Thing:
    """An object of the linked data with its types in lower case."""

    types: frozenset[str]
    item: Mapping[str, Any]
    """As it stands on the page."""
    known: Mapping[str, Any]
    """All objects of the page by their names, to resolve references."""
    inner: bool
    """Whether it stands under a name that says it is a part of, or beside, the page's own thing."""
    is_main: bool
    """Whether it may be what the page is about."""
    is_article: bool
    """Whether it is an article of some kind that the page is about."""

    def value(self, name: str) -> Any:
        """What stands under a name, references (``{"@id": ...}`` alone) replaced by what they name."""
        value = self.item.get(name)
        if isinstance(value, list):
            return [self._target(each) for each in value]
        return self._target(value)

    def _target(self, value: Any) -> Any:
        if isinstance(value, dict) and len(value) <= 2 and isinstance(value.get("@id"), str) and "name" not in value:
            return self.known.get(value["@id"], value)
        return value

    def texts(self, name: str) -> list[str]:
        """The strings under a name: itself, those of a list, or the ``@value`` or ``name`` of objects there."""
        return texts_of(self.value(name)) if name in self.item else []


def things_of(table: PageTable, rows: Rows) -> tuple[Thing, ...]:
    """All objects in the order of the page, from the outside in."""
    found: list[tuple[dict[str, Any], bool]] = []
    for content in _contents(table, rows):
        found.extend(_objects(content, _MOST_OBJECTS - len(found)))
    known = {item["@id"]: item for item, _ in found if isinstance(item.get("@id"), str) and len(item) > 1}
    return tuple(_thing(item, known, inner) for item, inner in found)


def _thing(item: dict[str, Any], known: Mapping[str, Any], inner: bool) -> Thing:
    types = _types(item)
    is_main = not inner and types.isdisjoint(_NOT_MAIN)
    is_article = is_main and any(kind.endswith(_ARTICLES) for kind in types)
    return Thing(types, item, known, inner, is_main, is_article)


def linked_data_rows(table: PageTable, rows: Rows) -> list[int]:
    """The rows of the scripts that hold linked data."""
    scripts = set(rows.of("script"))
    likely = [row for row in rows.naming(*_MARKS) if row in scripts]
    return [row for row in likely if _MIME_TYPE in table.attribute(row, "type").lower()]


def _contents(table: PageTable, rows: Rows) -> Iterator[Any]:
    for row in linked_data_rows(table, rows):
        yield from parsed(table.inner_markup(row))


def parsed(text: str) -> Iterator[Any]:
    """The JSON values of a script, mended if need be."""
    try:
        yield json.loads(text, strict=False)
        return
    except RecursionError:
        return
    except ValueError:
        pass
    if len(text) > _LONGEST_BROKEN:
        return
    mended = _SPARE_COMMA.sub(r"\1", _COMMENT.sub("", _WRAPPING.sub("", text)))
    try:
        yield from _several(mended)
    except RecursionError:
        return
    except ValueError:
        if pairs := _pairs(text):
            yield pairs


def _several(text: str) -> list[Any]:
    """JSON values one behind the other."""
    decoder = json.JSONDecoder(strict=False)
    values = []
    place = _BETWEEN.match(text).end()  # type: ignore[union-attr]
    while place < len(text):
        value, place = decoder.raw_decode(text, place)
        values.append(value)
        place = _BETWEEN.match(text, place).end()  # type: ignore[union-attr]
    return values


def _pairs(text: str) -> dict[str, Any]:
    """The first string under each name, from JSON that nothing can be done for."""
    pairs: dict[str, Any] = {}
    for name, value in _PAIR.findall(text):
        pairs.setdefault(name, _unquoted(value))
    if author := _BROKEN_AUTHOR.search(text):
        pairs["author"] = {"name": _unquoted(author[1])}
    return pairs


def _unquoted(value: str) -> str:
    try:
        return str(json.loads(f'"{value}"', strict=False))
    except ValueError:
        return value


def _objects(content: Any, most: int) -> list[tuple[dict[str, Any], bool]]:
    """The objects in a value, from the outside in, each with whether it stands under the name of a part."""
    waiting = [(content, False)]
    found: list[tuple[dict[str, Any], bool]] = []
    for value, inner in waiting:
        if isinstance(value, dict):
            if len(found) == most:
                break
            found.append((value, inner))
            for name, each in value.items():
                if isinstance(each, dict | list):
                    waiting.append((each, inner or name in _PARTS))
        elif isinstance(value, list):
            for each in value:
                if isinstance(each, dict | list):
                    waiting.append((each, inner))
    return found


def _types(item: Mapping[str, Any]) -> frozenset[str]:
    types = item.get("@type")
    if isinstance(types, str):
        return frozenset((_last_part(types).lower(),))
    listed = types if isinstance(types, list) else []
    return frozenset(_last_part(each).lower() for each in listed if isinstance(each, str))


def _last_part(kind: str) -> str:
    """A type without the address of its vocabulary."""
    return kind[max(kind.rfind("/"), kind.rfind("#"), kind.rfind(":")) + 1 :]


def texts_of(value: Any) -> list[str]:
    """The strings in a value: itself, those of a list, or the ``@value`` or ``name`` of objects."""
    return list(_texts(value))


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        if text := folded(html.unescape(html.unescape(value))):
            yield text
    elif depth < _DEEPEST:
        if isinstance(value, list):
            for each in value:
                yield from _texts(each, depth + 1)
        elif isinstance(value, dict):
            yield from _texts(value.get("@value") or value.get("name"), depth + 1)
