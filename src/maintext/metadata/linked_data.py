"""Linked data (JSON-LD) in a page's scripts: the objects, however deep they are, and which of them is the page.

People write it by hand and by template, so it is often broken: comments around it, spare commas, line breaks and
quotes within strings. Data that cannot be repaired is read pair by pair.
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from maintext.metadata._collect import RowIndex, objects_in, value_of

_DECODER: Final = json.JSONDecoder(strict=False)
_WRAPPING: Final = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\[)|(?://\s*)?(?:-->|\]\]>)[;\s]*$"
)
_COMMENT: Final = re.compile(r"^[^\S\n]*//.*$|/\*[^*]*\*/", re.MULTILINE)
_BETWEEN: Final = re.compile(r"[\s,;]*")
_SPARE_COMMA: Final = re.compile(r",(\s*[,}\]])")
_PAIR: Final = re.compile(r'"(@?\w+)"\s*:\s*"((?:[^"\\\n]|\\.)*)"')
_AUTHOR: Final = re.compile(r'"author"\s*:')
_FIRST_NAME: Final = re.compile(r'[\[{\s]*(?:"[^"]*"\s*:\s*"[^"]*"\s*,\s*)*?"name"\s*:\s*"((?:[^"\\\n]|\\.)*)"')
_MAX_AUTHORS: Final = 20
"""Properties of that name that are looked at in broken JSON."""
_AUTHOR_LENGTH: Final = 2_000
"""Characters after the name of the property in which the author's name must be."""
_PARTS: Final = frozenset(
    "comment comments review reviews hasPart isPartOf itemListElement mentions citation relatedLink suggestedAnswer "
    "acceptedAnswer blogPost blogPosts subjectOf about video image potentialAction publisher author creator "
    "mainEntityOfPage itemReviewed breadcrumb associatedMedia offers".split()
)
"""Names of properties whose objects are not the page itself."""
_NOT_MAIN: Final = frozenset("website organization person imageobject breadcrumblist itemlist listitem comment".split())
_ARTICLES: Final = ("article", "posting", "report", "howto", "recipe", "review")
"""Endings of the types that have a headline, authors and a date."""
_ESCAPE: Final = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)
"""An escaped character in a string; half of a surrogate pair without the other is a group."""
_MAX_BROKEN: Final = 200_000
"""Characters of broken JSON above which repairing takes too long."""
_MAX_OBJECTS: Final = 2_000
"""More objects than any honest page has; the rest is ignored."""


class Thing(NamedTuple):
    """An object of the linked data."""

    types: frozenset[str]
    """In lower case, without the address of the vocabulary."""
    item: Mapping[str, Any]
    """As it is written on the page."""
    known: Mapping[str, Any]
    """All objects of the page by their ids, to resolve references."""
    inner: bool
    """Whether it is the value of a property that is part of, or beside, the page's own object."""
    is_main: bool
    """Whether it may be what the page is about."""
    is_article: bool
    """Whether it is an article of some kind that the page is about."""

    def value(self, name: str) -> Any:
        """The value under a name, references (``{"@id": ...}`` alone) replaced by the objects that they name."""
        return value_of(self, name)


def collect_linked_data(rows: RowIndex) -> tuple[Thing, ...]:
    """All objects in document order, outer ones before those in them."""
    scripts = rows.linked_data()
    if not scripts:
        return ()
    found = objects_in([content for row in scripts for content in parsed(rows.inner_markup(row))], _PARTS, _MAX_OBJECTS)
    known = {item["@id"]: item for item, _ in found if isinstance(item.get("@id"), str) and len(item) > 1}
    things = []
    for item, inner in found:
        written = item.get("@type")
        types, may_be_main, may_be_article = (
            _judged_types((written,))
            if isinstance(written, str)
            else _judged_types(tuple([each for each in written if isinstance(each, str)]))
            if isinstance(written, list)
            else _NO_TYPES
        )
        things.append(Thing(types, item, known, inner, may_be_main and not inner, may_be_article and not inner))
    return tuple(things)


@lru_cache(1024)
def _judged_types(written: tuple[str, ...]) -> tuple[frozenset[str], bool, bool]:
    """Types in lower case without their vocabulary, and whether they are those of a page's own object or an article."""
    types = frozenset([each[max(each.rfind("/"), each.rfind("#"), each.rfind(":")) + 1 :].lower() for each in written])
    may_be_main = types.isdisjoint(_NOT_MAIN)
    return types, may_be_main, may_be_main and any(kind.endswith(_ARTICLES) for kind in types)


_NO_TYPES: Final = _judged_types(())


def parsed(text: str) -> list[Any]:
    """The JSON values of a script, repaired if necessary. All strings in them can be encoded."""
    if "\\ud" in text or "\\uD" in text:
        text = _ESCAPE.sub(lambda found: "\\ufffd" if found[1] else found[0], text)
    try:
        return [_DECODER.decode(text)]
    except RecursionError:
        return []
    except ValueError:
        pass
    if len(text) > _MAX_BROKEN:
        return []
    repaired = _SPARE_COMMA.sub(r"\1", _COMMENT.sub("", _WRAPPING.sub("", text)))
    try:
        return _several(repaired)
    except RecursionError:
        return []
    except ValueError:
        pairs = _pairs(text)
        return [pairs] if pairs else []


def _several(text: str) -> list[Any]:
    """JSON values one after the other."""
    values = []
    offset = _BETWEEN.match(text).end()  # type: ignore[union-attr]
    while offset < len(text):
        value, offset = _DECODER.raw_decode(text, offset)
        values.append(value)
        offset = _BETWEEN.match(text, offset).end()  # type: ignore[union-attr]
    return values


def _pairs(text: str) -> dict[str, Any]:
    """The first string under each name, from JSON that cannot be repaired."""
    pairs: dict[str, Any] = {}
    for name, value in _PAIR.findall(text):
        pairs.setdefault(name, _unquoted(value))
    for author in islice(_AUTHOR.finditer(text), _MAX_AUTHORS):
        if found := _FIRST_NAME.match(text, author.end(), author.end() + _AUTHOR_LENGTH):
            pairs["author"] = {"name": _unquoted(found[1])}
            break
    return pairs


def _unquoted(value: str) -> str:
    try:
        return str(_DECODER.decode(f'"{value}"'))
    except ValueError:
        return value
