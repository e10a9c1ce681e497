"""The guess: which legacy encoding the bytes of a page are in.

Pages without a declaration need a library, chardetng, imported on first use. ``docs/research/encodings.md`` says why
that one was chosen.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Iterator

from maintext.decode.labels import ENCODING_OF_CODEC, MULTIBYTE_CODECS, encoding_of_label, read_as

LEGACY_GOOD_PER_BAD = 4
"""A declared legacy encoding is believed with at least this many good characters per bad one."""

CROWDED = 0.5
"""A share of bytes above 127 that are next to another one. In ten real windows-1252 pages it is 0.25 at most, in the
Latin-script pages of the benchmark 0.43 (Vietnamese: 0.79), in its CJK, Cyrillic and other pages 0.86 at least."""

SAMPLE_BYTES = 65_536
"""The most that the detector gets of the passages with bytes above 127. It bounds a guess to about 10 ms."""

PASSAGE_BYTES = 16
"""With at least this many bytes above 127 (eight Hanzi, a short clause) a passage has a vote on the encoding, and a
declaration of windows-1252 is doubted."""

_CROWDED_BYTES = re.compile(rb"[\x80-\xff]{2,}")
_ASCII_BYTES = bytes(range(128))
_PASSAGE_ENDS = bytes.maketrans(b"<>\r", b"\n\n\n")


def detect(data: bytes) -> str:
    """Guess a legacy encoding from the passages with bytes above 127.

    The detector may take one accented letter and the ASCII letter after it for a Hanzi, but text in Hanzi has more of
    them. One stray byte makes it rule out an encoding. So if it answers with a single-byte encoding, the passages vote:
    few of them are damaged.
    """
    sample = excerpt(data)
    encoding = _ask_detector(sample)
    if encoding in MULTIBYTE_CODECS:
        return encoding if is_crowded(sample) else "windows-1252"
    votes: Counter[str] = Counter()
    for passage, weight in _voters(sample):
        votes[_ask_detector(passage)] += weight
    winner = votes.most_common(1)[0][0] if votes else encoding
    if winner in MULTIBYTE_CODECS and fits(read_as(sample, winner), LEGACY_GOOD_PER_BAD):
        return winner
    return encoding


def excerpt(data: bytes) -> bytes:
    """The passages of a page that have a byte above 127, one per line: only these distinguish legacy encodings.

    Tags, scripts and styles are most of a page and say nothing; without them a guess on a page of 120 kB takes
    1 ms, not 15. No encoding in use has ``<``, ``>`` or a line break inside a character.
    """
    passages = data.translate(_PASSAGE_ENDS).split(b"\n")
    return b"\n".join(passage for passage in passages if not passage.isascii())[:SAMPLE_BYTES]


def _voters(sample: bytes) -> Iterator[tuple[bytes, int]]:
    """The passages that are long enough to vote, with the number of their bytes above 127."""
    for passage in sample.split(b"\n"):
        weight = len(passage.translate(None, _ASCII_BYTES))
        if weight >= PASSAGE_BYTES:
            yield passage, weight


def _ask_detector(sample: bytes) -> str:
    """The guess of chardetng; without it (no wheel for the platform) the most common encoding of that appearance."""
    try:
        detector = importlib.import_module("chardetng_py")
    except ImportError:
        return "gb18030" if is_crowded(sample) else "windows-1252"
    state = detector.EncodingDetector()
    state.feed(sample, last=True)
    verdict: str = state.guess(tld=None, allow_utf8=False)
    return ENCODING_OF_CODEC.get(verdict) or encoding_of_label(verdict) or "windows-1252"


def fits(text: str, good_per_bad: int) -> bool:
    """Whether few enough bytes are bad: some are damage (at the very end, a cut), many mean another encoding."""
    bad = text.count("\ufffd", 0, max(len(text) - 1, 0))
    return count_good(text) >= bad * good_per_bad


def count_good(text: str) -> int:
    """The number of characters beyond ASCII that were read."""
    return len(text) - len(text.encode("ascii", "ignore")) - text.count("\ufffd")


def is_crowded(data: bytes, at_least: int = 1) -> bool:
    """Whether most bytes above 127 are next to another one, as they never are in the languages of windows-1252."""
    high = len(data.translate(None, _ASCII_BYTES))
    return high >= at_least and sum(map(len, _CROWDED_BYTES.findall(data))) > high * CROWDED
