"""The encoding that a page declares in its first bytes, found as the standard prescribes.

The steps are those of "prescan a byte stream to determine its encoding" in the HTML standard: comments, attributes of
other tags and malformed tags cannot hide a declaration or fake one. XML declarations are read too, as a last resort.
"""

import re
from typing import Final

from maintext.decode.labels import encoding_of_label

PRESCAN_BYTES: Final = 16_384
"""The bytes in which a declaration is searched. The standard says 1024, but browsers start again at a later one."""

_TAG: Final = re.compile(rb"<(?:(!--)|(meta)(?=[\t\n\f\r /])|/?[a-z][^\t\n\f\r >]*|([!/?]))")
_SKIPPED: Final = re.compile(rb"[\t\n\f\r /]*")
_NAME: Final = re.compile(rb"=?[^\t\n\f\r />=]*")
_EQUALS: Final = re.compile(rb"[\t\n\f\r ]*=[\t\n\f\r ]*")
_UNQUOTED: Final = re.compile(rb"[^\t\n\f\r >]*")
_CHARSET: Final = re.compile(
    rb"""charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))"""
)
_CHARSET_NAME: Final = re.compile(rb"charset[\t\n\f\r ]*=")
_XML_DECLARATION: Final = re.compile(rb"""\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)["']""")


def declared_encoding(head: bytes) -> str | None:
    """The encoding named in a lower-cased head by a meta element or, failing that, by an XML declaration.

    A declaration that could be read as ASCII cannot be in UTF-16, so that one means UTF-8, as in the standard.
    """
    if b"charset" not in head and not head.lstrip().startswith(b"<?xml"):
        return None
    encoding = _encoding_of_metas(head)
    if encoding is None and (declaration := _XML_DECLARATION.match(head)):
        encoding = encoding_of_label(declaration[1].decode("latin-1"))
    return "utf-8" if encoding and encoding.startswith("utf-16") else encoding


def _encoding_of_metas(head: bytes) -> str | None:
    """The encoding of the first meta element that names a known one."""
    place = 0
    while found := _TAG.search(head, place):
        comment, meta, other = found.groups()
        if comment:
            place = _after(head, b"-->", found.start() + 2)
        elif other:
            place = _after(head, b">", found.end())
        else:
            attributes, place = _attributes(head, found.end())
            if meta and place and (encoding := _encoding_of_meta(attributes)):
                return encoding
        if not place:
            return None
    return None


def _after(head: bytes, mark: bytes, start: int) -> int:
    """The position after a mark, 0 if it is missing."""
    place = head.find(mark, start)
    return place + len(mark) if place >= 0 else 0


def _attributes(head: bytes, place: int) -> tuple[dict[bytes, bytes], int]:
    """The attributes of a tag, the first of each name, and the position after them, 0 if the tag does not end."""
    values: dict[bytes, bytes] = {}
    while True:
        place = _end_of(_SKIPPED, head, place)
        if place >= len(head):
            return values, 0
        if head[place] == ord(">"):
            return values, place + 1
        start, place = place, _end_of(_NAME, head, place)
        name, value = head[start:place], b""
        if equals := _EQUALS.match(head, place):
            value, place = _value(head, equals.end())
            if not place:
                return values, 0
        values.setdefault(name, value)


def _value(head: bytes, place: int) -> tuple[bytes, int]:
    """The value of an attribute and the position after it, 0 if its quotation mark is never closed."""
    mark = head[place : place + 1]
    if mark in {b'"', b"'"}:
        stop = _after(head, mark, place + 1)
        return head[place + 1 : stop - 1], stop
    stop = _end_of(_UNQUOTED, head, place)
    return head[place:stop], stop


def _end_of(pattern: re.Pattern[bytes], head: bytes, place: int) -> int:
    found = pattern.match(head, place)
    return found.end() if found else place


def _encoding_of_meta(attributes: dict[bytes, bytes]) -> str | None:
    """The encoding in the attributes of a meta element: ``charset``, or ``content`` of an ``http-equiv``."""
    label = attributes.get(b"charset")
    if label is None and attributes.get(b"http-equiv") == b"content-type":
        label = _charset_in(attributes.get(b"content", b""))
    return encoding_of_label(label.decode("latin-1")) if label else None


def _charset_in(content: bytes) -> bytes | None:
    """The charset in the value of ``content``; one with a quotation mark that is never closed does not count."""
    named = _CHARSET_NAME.search(content)
    found = named and _CHARSET.match(content, named.start())
    return (found[1] or found[2] or found[3]) if found else None
