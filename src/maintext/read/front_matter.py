"""The front matter of a Markdown page: lines of YAML between two lines of three hyphens at its start.

Pages have only titles, dates and lists there, so this reads keys with a value or a list of values, and ignores
everything else. Nothing in it can fail, and no package is needed.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

_MOST_CHARACTERS: Final = 20_000
"""Longer front matter is taken for text between two rulers."""
_BLOCK: Final = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_KEY: Final = re.compile(r"(?P<indent>[ \t]*)(?:- +)?(?P<key>[A-Za-z_][\w.-]{0,80})[ \t]*:(?:[ \t]+(?P<value>.*))?")
_ITEM: Final = re.compile(r"[ \t]*-[ \t]+(.*)")
_SCALAR: Final = re.compile(r"""[ \t]*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^"',\]][^,\]]*)[ \t]*(?:,|\Z)""")
_ESCAPE: Final = re.compile(r"\\(.)")
_FOLDED: Final = frozenset({"|", ">", "|-", ">-", "|+", ">+"})


def split_front_matter(text: str) -> tuple[dict[str, list[str]], str]:
    """Return the values of each key, in lower case, and the text after the front matter.

    Values of a mapping inside a mapping have both keys, joined by a dot: ``author.name``.
    """
    block = _BLOCK.match(text[:_MOST_CHARACTERS])
    if not block or not _KEY.match(block[1] or ""):
        return {}, text
    return dict(_values(block[1].splitlines())), text[block.end() :]


def _values(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each key with its values; lines without a key belong to the key before them."""
    outer = key = ""
    folded = False
    found: list[str] = []
    for line in lines:
        entry = None if folded and line[:1] in (" ", "\t", "") else _KEY.fullmatch(line)
        if entry is None:
            item = _ITEM.fullmatch(line)
            if item and not folded:
                found += _plain(item[1])
            elif folded and line.strip():
                found[:] = [" ".join([*found, line.strip()])]
            continue
        if found:
            yield key, found
        name = entry["key"].lower()
        outer, key = (outer, f"{outer}.{name}") if entry["indent"] and outer else (name, name)
        value = (entry["value"] or "").strip()
        folded = value in _FOLDED
        found = [] if folded else _plain(value)
    if found:
        yield key, found


def _plain(value: str) -> list[str]:
    """The values of a scalar or of a list in brackets, without quotes and comments."""
    if value.startswith("["):
        return [
            each for match in _SCALAR.finditer(value[1:].rstrip().removesuffix("]")) if (each := _unquoted(match[1]))
        ]
    return [each] if (each := _unquoted(value)) else []


def _unquoted(value: str) -> str:
    value = value.strip()
    for quote in ('"', "'"):
        end = value.rfind(quote)
        if value.startswith(quote) and end > 0:
            inside = value[1:end]
            return (_ESCAPE.sub(r"\1", inside) if quote == '"' else inside.replace("''", "'")).strip()
    value = re.split(r"(?:^|\s)#", value, maxsplit=1)[0].strip()
    return "" if value in ("null", "~", "{}", "[]") else value
