"""From the bytes of a page to its text, the way browsers do it, even if the page declares the wrong encoding.

The order of belief is that of the WHATWG standards: a byte order mark, the charset that came with the page (HTTP
header), the declaration in the page, and a guess from the bytes. Browsers believe the first of these that is present.
We check it against the bytes, since nobody can choose another encoding from a menu for a page in a crawl.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from maintext.decode._utf8 import continuations
from maintext.decode.detect import LEGACY_GOOD_PER_BAD, PASSAGE_BYTES, count_good, detect, fits, is_crowded
from maintext.decode.labels import MULTIBYTE_CODECS, encoding_of_label, read_as
from maintext.decode.prescan import PRESCAN_BYTES, declared_encoding

Source = Literal["bom", "caller", "meta", "detected"]

CLAIMED_UTF8_GOOD_PER_BAD = 1
"""A page that declares UTF-8 is read as UTF-8 with at least this many good sequences per bad one."""

UNCLAIMED_UTF8_GOOD_PER_BAD = 4
"""The same for a page that declares nothing or another encoding. Of the legacy pages of ``benchmarks/encodings.py``
the one most like UTF-8 has 0.57 good sequences per bad one (Japanese), of 25 real GB2312 pages 0.29; a real UTF-8 page
with a broken byte has as few as 3."""

COINCIDENCES = 3
"""Up to this many two-byte sequences may be valid UTF-8 by chance: 18 % of the common Hanzi of GB2312 are, so of the
pages whose whole text is four Hanzi, one in a thousand would be."""

ATTESTED = 16
"""With fewer characters, a page that has errors in UTF-8 but none in the encoding it declares is read in the latter."""
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be"))
_MARKS = tuple(bom for bom, _ in _BOMS)
_ESCAPE = b"\x1b"
"""With this byte, ISO-2022-JP writes Japanese in ASCII characters."""
_ASCII_MARKUP = re.compile(rb"<(?:!doctype|html|head|meta|title|body|div|p)[\s>]", re.IGNORECASE)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a page, its encoding (WHATWG name in lower case), and the source that named the encoding."""

    text: str
    encoding: str
    source: Source


class _Claim(NamedTuple):
    """An encoding that the caller or the page declares."""

    encoding: str
    source: Source


def decode(data: bytes, charset: str | None = None) -> Decoded:
    """The text of a page. Never raises; invalid bytes become U+FFFD.

    Args:
        data: the page as it came.
        charset: the charset that came with it, as in an HTTP header; an unknown label is ignored.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return Decoded(read_as(data[len(bom) :], encoding), encoding, "bom")
    claims = _claims(data, charset)
    if wide := _wide_encoding(data):
        return Decoded(read_as(data, wide), wide, _source_of(wide, claims))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_legacy_or_damaged(data, claims)
    return _decode_valid_utf8(data, text, claims)


def as_utf8(data: bytes, charset: str | None = None) -> bytes:
    """The page in UTF-8: its own bytes if they already are UTF-8, as on most pages."""
    return data if _is_plainly_utf8(data, charset) else decode(data, charset).text.encode()


def mark_length(data: bytes) -> int:
    """The length of the byte order mark at the beginning of a page, 0 without one."""
    return next((len(mark) for mark in _MARKS if data.startswith(mark)), 0)


def repair(text: str) -> str:
    """Make a str valid Unicode: surrogate pairs are joined, lone surrogates become U+FFFD.

    Such strings come from JSON with escaped surrogates and from files read with ``surrogateescape``; they would make
    every later ``encode`` fail.
    """
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _is_plainly_utf8(data: bytes, charset: str | None) -> bool:
    """Whether a page is certainly UTF-8, checked without a string of the whole page."""
    if data.startswith(_MARKS):
        return False
    beyond_ascii = continuations(data)
    if beyond_ascii < 0:
        return False
    if beyond_ascii == 0:
        return charset is None and _ESCAPE not in data
    claims = _claims(data, charset) if beyond_ascii <= COINCIDENCES else []
    return not claims or claims[0].encoding == "utf-8"


def _claims(data: bytes, charset: str | None) -> list[_Claim]:
    """The declarations of the caller and of the page, in the order of belief."""
    claims = []
    if charset and (encoding := encoding_of_label(charset.strip("\t\n\f\r \"'"))):
        readable = b"\0" not in data and _ASCII_MARKUP.search(data, 0, PRESCAN_BYTES)
        if not (encoding.startswith("utf-16") and readable):
            claims.append(_Claim(encoding, "caller"))
    if encoding := declared_encoding(data[:PRESCAN_BYTES].lower()):
        claims.append(_Claim(encoding, "meta"))
    return claims


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 without a byte order mark: markup in it has a NUL in every second byte, and on one side only."""
    if b"\0" not in data:
        return None
    head = data[:PRESCAN_BYTES]
    even, odd = head[::2].count(0), head[1::2].count(0)
    few, many = sorted((even, odd))
    if many < 4 or many * 20 < len(head) or few * 20 > many:
        return None
    return "utf-16le" if odd > even else "utf-16be"


def _decode_valid_utf8(data: bytes, text: str, claims: list[_Claim]) -> Decoded:
    """Decode a page whose bytes are valid UTF-8, whatever it declares."""
    if text.isascii():
        return _decode_ascii(data, text, claims)
    few = len(data) - len(text) <= COINCIDENCES
    if few and claims and claims[0].encoding != "utf-8" and _valid_by_chance(data, text, claims[0].encoding):
        return Decoded(read_as(data, claims[0].encoding), *claims[0])
    return Decoded(text, "utf-8", _source_of("utf-8", claims))


def _decode_ascii(data: bytes, text: str, claims: list[_Claim]) -> Decoded:
    """Decode bytes below 128: the same in every encoding except ISO-2022-JP and UTF-16."""
    if b"\x1b" in data and b"\x1b$" in data and "\ufffd" not in (japanese := read_as(data, "iso-2022-jp")):
        return Decoded(japanese, "iso-2022-jp", _source_of("iso-2022-jp", claims))
    if not claims:
        return Decoded(text, "utf-8", "detected")
    encoding, source = claims[0]
    return Decoded(read_as(data, encoding) if encoding.startswith("utf-16") else text, encoding, source)


def _valid_by_chance(data: bytes, text: str, encoding: str) -> bool:
    """Whether a very short page is legacy text that happens to be valid UTF-8.

    One or two Hanzi can look like Cyrillic or Greek in UTF-8, but not like Latin-1 letters or signs: those, such as
    the copyright sign, are what a mislabelled page with hardly any other character holds.
    """
    legacy = read_as(data, encoding)
    in_utf8, in_legacy = _BEYOND_ASCII.findall(text), _BEYOND_ASCII.findall(legacy)
    return all("\xff" < char < "\u0800" for char in in_utf8) and all(char.isalpha() for char in in_legacy)


def _decode_legacy_or_damaged(data: bytes, claims: list[_Claim]) -> Decoded:
    """Decode a page that is not valid UTF-8: it has a legacy encoding, or is UTF-8 with broken bytes."""
    as_utf8 = read_as(data, "utf-8")
    claims_utf8 = any(claim.encoding == "utf-8" for claim in claims)
    needed = CLAIMED_UTF8_GOOD_PER_BAD if claims_utf8 else UNCLAIMED_UTF8_GOOD_PER_BAD
    good = count_good(as_utf8)
    if good < ATTESTED and claims and claims[0].encoding in MULTIBYTE_CODECS:
        text = read_as(data, claims[0].encoding)
        if "\ufffd" not in text:
            return Decoded(text, *claims[0])
    if fits(as_utf8, needed) and (claims_utf8 or good):
        return Decoded(as_utf8, "utf-8", _source_of("utf-8", claims))
    for claim in claims:
        if claim.encoding == "utf-8" or (claim.encoding == "windows-1252" and is_crowded(data, PASSAGE_BYTES)):
            continue
        text = read_as(data, claim.encoding)
        if fits(text, LEGACY_GOOD_PER_BAD):
            return Decoded(text, claim.encoding, claim.source)
    encoding = detect(data)
    return Decoded(read_as(data, encoding), encoding, _source_of(encoding, claims))


def _source_of(encoding: str, claims: list[_Claim]) -> Source:
    """The first source that named the encoding of a page."""
    return next((claim.source for claim in claims if claim.encoding == encoding), "detected")
