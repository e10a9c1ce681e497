"""From the bytes of a page to its text, the way browsers do it, but surviving wrong declarations.

The order of belief is that of the WHATWG standards: a byte order mark, the charset that came with the page (HTTP
header), what the page says of itself, and a guess from the bytes. Browsers then believe the first one that speaks; we
check it against the bytes, since a page in a crawl has nobody to choose another encoding from a menu.

Undeclared legacy pages need a library, chardetng, imported when first needed; ``docs/research/encodings.md``
says why that one.
"""

from __future__ import annotations

import codecs
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from maintext.decode._utf8 import continuations

Source = Literal["bom", "caller", "meta", "detected"]

PRESCAN_BYTES = 16_384
"""Where a declaration is looked for. The standard says 1024, but browsers also obey a later one by parsing anew."""

CLAIMED_UTF8_GOOD_PER_BAD = 1
"""A page that says UTF-8 stays UTF-8 with at least so many good sequences per bad one (see the next constant)."""

UNCLAIMED_UTF8_GOOD_PER_BAD = 4
"""The same for a page that says nothing or something else. Of the legacy pages of ``benchmarks/encodings.py`` the one
most like UTF-8 has 0.57 good sequences per bad one (Japanese), of 25 real GB2312 pages 0.29; a real UTF-8 page with
a broken byte has as few as 3."""

LEGACY_GOOD_PER_BAD = 4
"""A declared legacy encoding is believed with at least so many good characters per bad one."""

COINCIDENCES = 3
"""Up to so many two-byte sequences may be valid UTF-8 by chance: 18 % of the common Hanzi of GB2312 are, so four
Hanzi that are all of the page's text would be one such page in a thousand."""

ATTESTED = 16
"""With fewer characters, UTF-8 that has errors is not believed against what a page says and can be read as without."""

CROWDED = 0.5
"""A share of bytes above 127 standing next to another one. In ten real windows-1252 pages it is 0.25 at most, in the
Latin-script pages of the benchmark 0.43 (Vietnamese: 0.79), in its CJK, Cyrillic and other pages 0.86 at least."""

SAMPLE_BYTES = 65_536
"""What the detector sees at most of the passages with bytes above 127. It bounds a guess to some 10 ms."""

PASSAGE_BYTES = 16
"""A passage votes alone on the encoding, and a claim of windows-1252 is doubted, with at least so many bytes above
127: eight Hanzi, a short clause."""

_LABELS_BY_ENCODING = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    "ibm866": "866 cp866 csibm866 ibm866",
    "iso-8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso-8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso-8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso-8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    "iso-8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
    "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso-8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 "
    "iso_8859-7 iso_8859-7:1987 sun_eu_greek",
    "iso-8859-8": "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 "
    "iso_8859-8 iso_8859-8:1988 visual",
    "iso-8859-8-i": "csiso88598i iso-8859-8-i logical",
    "iso-8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso-8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso-8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso-8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso-8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8-u": "koi8-ru koi8-u",
    "macintosh": "csmacintosh mac macintosh x-mac-roman",
    "windows-874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "windows-1250": "cp1250 windows-1250 x-cp1250",
    "windows-1251": "cp1251 windows-1251 x-cp1251",
    "windows-1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
    "iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 x-user-defined",
    "windows-1253": "cp1253 windows-1253 x-cp1253",
    "windows-1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
    "windows-1254 x-cp1254",
    "windows-1255": "cp1255 windows-1255 x-cp1255",
    "windows-1256": "cp1256 windows-1256 x-cp1256",
    "windows-1257": "cp1257 windows-1257 x-cp1257",
    "windows-1258": "cp1258 windows-1258 x-cp1258",
    "x-mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
    "big5": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc-jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "iso-2022-jp": "csiso2022jp iso-2022-jp",
    "shift_jis": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "euc-kr": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
    "windows-949",
    "utf-16be": "unicodefffe utf-16be",
    "utf-16le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
}
"""The labels of the Encoding Standard. Those of its "replacement" encoding are unknown to us, so they are ignored."""

_ENCODINGS = {label: name for name, labels in _LABELS_BY_ENCODING.items() for label in labels.split()}

_MULTIBYTE_CODECS = {
    "gb18030": "gb18030", "big5": "big5hkscs", "euc-jp": "euc_jp", "shift_jis": "cp932", "euc-kr": "cp949"
}  # fmt: skip
_SECOND_CHANCES = {"big5hkscs": "cp950", "euc_jp": "euc_jis_2004"}
"""Where the standard knows more characters than Python's codec: the euro sign in Big5, circled digits in EUC-JP."""

_UNICODE_CODECS = {"utf-8": "utf-8", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}
_SINGLE_BYTE_CODECS = {"windows-874": "cp874", "x-mac-cyrillic": "mac_cyrillic", "iso-8859-8-i": "iso8859_8"}
_ENCODING_OF_CODEC = {codec: encoding for encoding, codec in _SINGLE_BYTE_CODECS.items()}
_STANDARD_DIFFERS = {"koi8-u": {0xAE: "ў", 0xBE: "Ў"}, "windows-1255": {0xCA: "\u05ba"}}
"""Bytes that the Encoding Standard reads in another way than Python."""

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16le"), (codecs.BOM_UTF16_BE, "utf-16be"))
_MARKS = tuple(bom for bom, _ in _BOMS)
_ESCAPE = b"\x1b"
"""With this, Japanese is written in ASCII characters."""
_COMMENT_OR_META = re.compile(rb"<(?:!--.*?(?:-->|\Z)|meta[\s/]([^>]*)>)", re.DOTALL)
_ATTRIBUTE = re.compile(rb"""([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_CHARSET_IN_CONTENT = re.compile(rb"""charset\s*=\s*["']?\s*([^\s;"']+)""")
_XML_DECLARATION = re.compile(rb"""\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)["']""")
_ASCII_MARKUP = re.compile(rb"<(?:!doctype|html|head|meta|title|body|div|p)[\s>]", re.IGNORECASE)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_CROWDED_BYTES = re.compile(rb"[\x80-\xff]{2,}")
_ASCII_BYTES = bytes(range(128))
_PASSAGE_ENDS = bytes.maketrans(b"<>\r", b"\n\n\n")
_PAIR_ERRORS = "maintext.pair"


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a page, the encoding it was read in (WHATWG name in lower case), and who said so."""

    text: str
    encoding: str
    source: Source


class _Claim(NamedTuple):
    """An encoding that somebody names for the page."""

    encoding: str
    source: Source


def decode(data: bytes, charset: str | None = None) -> Decoded:
    """Read the bytes of a page. Never raises; bytes that make no sense become U+FFFD.

    Args:
        data: the page as it came.
        charset: the charset that came with it, as in an HTTP header; a label nobody knows is ignored.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return Decoded(_read(data[len(bom) :], encoding), encoding, "bom")
    claims = _claims(data, charset)
    if wide := _wide_encoding(data):
        return Decoded(_read(data, wide), wide, _source_of(wide, claims))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _decode_legacy_or_damaged(data, claims)
    return _decode_valid_utf8(data, text, claims)


def as_utf8(data: bytes, charset: str | None = None) -> bytes:
    """The page in UTF-8: its own bytes where they are that already, as those of most pages are."""
    return data if _is_plainly_utf8(data, charset) else decode(data, charset).text.encode()


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


def encoding_of_label(label: str) -> str | None:
    """The encoding a label stands for in the Encoding Standard, or None for a label it does not know."""
    return _ENCODINGS.get(label.strip("\t\n\f\r \"'").lower())


def excerpt(data: bytes) -> bytes:
    """The passages of a page that hold a byte above 127, a line each: all that tells legacy encodings apart.

    Tags, scripts and styles are most of a page and say nothing; without them a guess on a page of 120 kB takes
    1 ms, not 15. No encoding in use has ``<``, ``>`` or a line break inside a character.
    """
    passages = data.translate(_PASSAGE_ENDS).split(b"\n")
    return b"\n".join(passage for passage in passages if not passage.isascii())[:SAMPLE_BYTES]


def _is_plainly_utf8(data: bytes, charset: str | None) -> bool:
    """Whether a page is UTF-8 beyond doubt, found without a string of the whole page."""
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
    """What the caller and the page say, in the order of belief."""
    claims = []
    if charset and (encoding := encoding_of_label(charset)):
        readable = b"\0" not in data and _ASCII_MARKUP.search(data, 0, PRESCAN_BYTES)
        if not (encoding.startswith("utf-16") and readable):
            claims.append(_Claim(encoding, "caller"))
    if encoding := _declared_in_page(data[:PRESCAN_BYTES].lower()):
        claims.append(_Claim(encoding, "meta"))
    return claims


def _declared_in_page(head: bytes) -> str | None:
    """The encoding named in a lower-cased head by a meta element or, failing that, by an XML declaration.

    A declaration that could be read as ASCII cannot be in UTF-16, so that one means UTF-8, as in the standard.
    """
    if b"charset" not in head and not head.lstrip().startswith(b"<?xml"):
        return None
    labels = (_charset_of_meta(match[1]) for match in _COMMENT_OR_META.finditer(head) if match[1])
    encodings = (encoding_of_label(label.decode("latin-1")) for label in labels if label)
    encoding = next(filter(None, encodings), None)
    if encoding is None and (declaration := _XML_DECLARATION.match(head)):
        encoding = encoding_of_label(declaration[1].decode("latin-1"))
    return "utf-8" if encoding and encoding.startswith("utf-16") else encoding


def _charset_of_meta(attributes: bytes) -> bytes | None:
    """The label in the attributes of a meta element: ``charset``, or ``content`` of an ``http-equiv``."""
    values: dict[bytes, bytes] = {}
    for name, double_quoted, single_quoted, unquoted in _ATTRIBUTE.findall(attributes):
        values.setdefault(name, double_quoted or single_quoted or unquoted)
    if label := values.get(b"charset"):
        return label
    if values.get(b"http-equiv", b"").strip() == b"content-type":
        found = _CHARSET_IN_CONTENT.search(values.get(b"content", b""))
        return found[1] if found else None
    return None


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
    """A page whose bytes are valid UTF-8, whatever it says of itself."""
    if text.isascii():
        return _decode_ascii(data, text, claims)
    few = len(data) - len(text) <= COINCIDENCES
    if few and claims and claims[0].encoding != "utf-8" and _valid_by_chance(data, text, claims[0].encoding):
        return Decoded(_read(data, claims[0].encoding), *claims[0])
    return Decoded(text, "utf-8", _source_of("utf-8", claims))


def _decode_ascii(data: bytes, text: str, claims: list[_Claim]) -> Decoded:
    """Bytes below 128 are the same in every encoding but the stateful Japanese one and UTF-16."""
    if b"\x1b" in data and b"\x1b$" in data and "\ufffd" not in (japanese := _read(data, "iso-2022-jp")):
        return Decoded(japanese, "iso-2022-jp", _source_of("iso-2022-jp", claims))
    if not claims:
        return Decoded(text, "utf-8", "detected")
    encoding, source = claims[0]
    return Decoded(_read(data, encoding) if encoding.startswith("utf-16") else text, encoding, source)


def _valid_by_chance(data: bytes, text: str, encoding: str) -> bool:
    """Whether a very short page is legacy text that happens to be valid UTF-8.

    One or two Hanzi can look like Cyrillic or Greek in UTF-8, but not like Latin-1 letters or signs: those, such as
    the copyright sign, are what a mislabelled page with hardly any other character holds.
    """
    legacy = _read(data, encoding)
    in_utf8, in_legacy = _BEYOND_ASCII.findall(text), _BEYOND_ASCII.findall(legacy)
    return all("\xff" < char < "\u0800" for char in in_utf8) and all(char.isalpha() for char in in_legacy)


def _decode_legacy_or_damaged(data: bytes, claims: list[_Claim]) -> Decoded:
    """A page that is not valid UTF-8: a legacy encoding, or UTF-8 with broken bytes."""
    as_utf8 = _read(data, "utf-8")
    claims_utf8 = any(claim.encoding == "utf-8" for claim in claims)
    needed = CLAIMED_UTF8_GOOD_PER_BAD if claims_utf8 else UNCLAIMED_UTF8_GOOD_PER_BAD
    good = _count_good(as_utf8)
    if good < ATTESTED and claims and claims[0].encoding in _MULTIBYTE_CODECS:
        text = _read(data, claims[0].encoding)
        if "\ufffd" not in text:
            return Decoded(text, *claims[0])
    if _fits(as_utf8, needed) and (claims_utf8 or good):
        return Decoded(as_utf8, "utf-8", _source_of("utf-8", claims))
    for claim in claims:
        if claim.encoding == "utf-8" or (claim.encoding == "windows-1252" and _is_crowded(data, PASSAGE_BYTES)):
            continue
        text = _read(data, claim.encoding)
        if _fits(text, LEGACY_GOOD_PER_BAD):
            return Decoded(text, claim.encoding, claim.source)
    encoding = _detect(data)
    return Decoded(_read(data, encoding), encoding, _source_of(encoding, claims))


def _source_of(encoding: str, claims: list[_Claim]) -> Source:
    """Who first named the encoding that a page turned out to be in."""
    return next((claim.source for claim in claims if claim.encoding == encoding), "detected")


def _fits(text: str, good_per_bad: int) -> bool:
    """Whether the text reads well enough: some bad bytes are damage (at the very end, a cut), many another encoding."""
    bad = text.count("\ufffd", 0, max(len(text) - 1, 0))
    return _count_good(text) >= bad * good_per_bad


def _count_good(text: str) -> int:
    """How many characters beyond ASCII were read."""
    return len(text) - len(text.encode("ascii", "ignore")) - text.count("\ufffd")


def _is_crowded(data: bytes, at_least: int = 1) -> bool:
    """Whether bytes above 127 mostly stand together, as they never do in a language that windows-1252 is for."""
    high = len(data.translate(None, _ASCII_BYTES))
    return high >= at_least and sum(map(len, _CROWDED_BYTES.findall(data))) > high * CROWDED


def _read(data: bytes, encoding: str) -> str:
    """Decode as the Encoding Standard does, with U+FFFD for what it calls an error."""
    if codec := _MULTIBYTE_CODECS.get(encoding):
        return data.decode(codec, _PAIR_ERRORS)
    if encoding == "iso-2022-jp":
        return data.decode("iso2022_jp_ext", "replace")
    if codec := _UNICODE_CODECS.get(encoding):
        return data.decode(codec, "replace")
    return codecs.charmap_decode(data, "replace", _single_byte_table(encoding))[0]


@cache
def _single_byte_table(encoding: str) -> str:
    """The 256 characters of a single-byte encoding; undefined bytes of the C1 range are controls, as in browsers."""
    codec = _SINGLE_BYTE_CODECS.get(encoding, encoding)
    characters = [bytes([byte]).decode(codec, "replace") for byte in range(256)]
    for byte in range(0x80, 0xA0):
        if characters[byte] == "\ufffd":
            characters[byte] = chr(byte)
    for byte, character in _STANDARD_DIFFERS.get(encoding, {}).items():
        characters[byte] = character
    return "".join(characters)


def _replace_pair(error: UnicodeError) -> tuple[str, int]:
    """What a browser puts for a bad sequence of a multi-byte encoding, and where it goes on.

    An ASCII byte after a bad one is never swallowed: it may be the ``<`` of the next tag.
    """
    if not isinstance(error, UnicodeDecodeError):
        raise error
    pair = error.object[error.start : error.start + 2]
    if error.encoding == "gb18030" and pair.startswith(b"\x80"):
        return "€", error.start + 1
    if second_chance := _SECOND_CHANCES.get(error.encoding):
        try:
            return pair.decode(second_chance), error.start + len(pair)
        except UnicodeDecodeError:
            pass
    is_pair = len(pair) == 2 and pair[1] >= 0x80 and pair[0] not in (0x80, 0xFF)
    return "\ufffd", error.start + (2 if is_pair else 1)


codecs.register_error(_PAIR_ERRORS, _replace_pair)


def _detect(data: bytes) -> str:
    """Guess a legacy encoding from the passages with bytes above 127.

    The detector may take one accented letter and the ASCII letter after it for a Hanzi, but text in Hanzi has more of
    them. One stray byte rules out an encoding for it, so a page that it takes for a single-byte one is put to the
    vote, passage by passage: damage is in few of them.
    """
    sample = excerpt(data)
    encoding = _ask_detector(sample)
    if encoding in _MULTIBYTE_CODECS:
        return encoding if _is_crowded(sample) else "windows-1252"
    votes: Counter[str] = Counter()
    for passage, weight in _voters(sample):
        votes[_ask_detector(passage)] += weight
    winner = votes.most_common(1)[0][0] if votes else encoding
    if winner in _MULTIBYTE_CODECS and _fits(_read(sample, winner), LEGACY_GOOD_PER_BAD):
        return winner
    return encoding


def _voters(sample: bytes) -> Iterator[tuple[bytes, int]]:
    """The passages long enough to tell an encoding from, with the number of their bytes above 127."""
    for passage in sample.split(b"\n"):
        weight = len(passage.translate(None, _ASCII_BYTES))
        if weight >= PASSAGE_BYTES:
            yield passage, weight


def _ask_detector(sample: bytes) -> str:
    """The verdict of chardetng; without it (no wheel for the platform), the commonest encoding of that look."""
    try:
        detector = importlib.import_module("chardetng_py")
    except ImportError:
        return "gb18030" if _is_crowded(sample) else "windows-1252"
    state = detector.EncodingDetector()
    state.feed(sample, last=True)
    verdict: str = state.guess(tld=None, allow_utf8=False)
    return _ENCODING_OF_CODEC.get(verdict) or encoding_of_label(verdict) or "windows-1252"
