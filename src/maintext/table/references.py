"""Resolve character references such as ``&amp;`` by the rules of the HTML standard."""

import re
from html.entities import html5
from typing import Final

_REFERENCE: Final = re.compile(r"&(?:#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?|([0-9a-zA-Z]+;?))")
_WINDOWS_1252: Final = bytes(range(0x80, 0xA0)).decode("cp1252", "replace")
_LONGEST_WITHOUT_SEMICOLON: Final = max(len(name) for name in html5 if not name.endswith(";"))
_TOO_LARGE: Final = 8
"""No code point has this many digits or more."""
_USUAL_NAMES: Final = "amp quot apos lt gt nbsp rsquo lsquo ldquo rdquo ndash mdash hellip".split()
_USUAL: Final = {
    **{f"{name};": html5[f"{name};"] for name in _USUAL_NAMES},
    **{f"#{code};": chr(code) for code in (34, 38, 39, 160, 8211, 8212, 8216, 8217, 8220, 8221, 8230)},
    **dict.fromkeys(("#039;", "#x27;", "#X27;"), "'"),
    "#x2F;": "/",
}
"""The references of most attributes, without their ampersand: they are found without a pattern."""
_LONGEST_USUAL: Final = max(map(len, _USUAL))


def in_text(markup: str) -> str:
    """Markup without tags as text, with references resolved."""
    return _REFERENCE.sub(_text, markup) if "&" in markup else markup


def in_attribute(markup: str) -> str:
    """The value of an attribute as text. ``&copy`` in ``?a=1&copy=2`` is not a reference: it has no semicolon."""
    first, *rest = markup.split("&")
    pieces = [first]
    for piece in rest:
        stop = piece.find(";", 0, _LONGEST_USUAL) + 1
        usual = _USUAL.get(piece[:stop])
        if usual is None:
            return _REFERENCE.sub(lambda found: _text(found, markup[found.end() : found.end() + 1]), markup)
        pieces += usual, piece[stop:]
    return "".join(pieces)


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
