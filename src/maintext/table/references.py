"""Resolve character references such as ``&amp;`` by the rules of the HTML standard."""

import re
from html.entities import html5
from typing import Final

_REFERENCE: Final = re.compile(r"&(?:#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?|([0-9a-zA-Z]+;?))")
_WINDOWS_1252: Final = bytes(range(0x80, 0xA0)).decode("cp1252", "replace")
_LONGEST_WITHOUT_SEMICOLON: Final = max(len(name) for name in html5 if not name.endswith(";"))
_TOO_LARGE: Final = 8
"""No code point has this many digits or more."""


def in_text(markup: str) -> str:
    """Markup without tags as text, with references resolved."""
    return _REFERENCE.sub(_text, markup) if "&" in markup else markup


def in_attribute(markup: str) -> str:
    """The value of an attribute as text. ``&copy`` in ``?a=1&copy=2`` is not a reference: it has no semicolon."""
    ampersands = markup.count("&")
    if not ampersands:
        return markup
    if ampersands == markup.count("&amp;"):
        return markup.replace("&amp;", "&")
    return _REFERENCE.sub(lambda found: _text(found, markup[found.end() : found.end() + 1]), markup)


def _text(found: re.Match[str], following: str | None = None) -> str:
    name = found[3]
    if name is None:
        return _numbered(found[1], 16) if found[1] else _numbered(found[2], 10)
    if name in html5:
        return found[0] if following == "=" and not name.endswith(";") else html5[name]
    if following is None:
        for size in range(min(len(name), _LONGEST_WITHOUT_SEMICOLON), 1, -1):
            if name[:size] in html5:
                return html5[name[:size]] + name[size:]
    return found[0]


def _numbered(digits: str, base: int) -> str:
    digits = digits.lstrip("0")
    number = int(digits, base) if 0 < len(digits) < _TOO_LARGE else 0
    if not 0 < number <= 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        return "\ufffd"
    if 0x80 <= number < 0xA0 and _WINDOWS_1252[number - 0x80] != "\ufffd":
        return _WINDOWS_1252[number - 0x80]
    return chr(number)
