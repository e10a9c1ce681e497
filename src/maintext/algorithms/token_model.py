"""The trained form of max-subsequence: how likely each token of a page is part of the main text.

Two features of a token decide, as in the paper: the trigram that begins with it (itself and the two tokens after it)
and the innermost element around it. Both are counted on labelled pages, and naive Bayes makes a probability of them.

A model has the trigrams that were seen on several sites, each in the slot that its hash names, with a check against
other trigrams of that slot. A trigram that is not there says nothing: then the element decides alone.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms._methods import TokenList
from maintext.algorithms.quantities import Floats, shown_rows, tokens_of_segments
from maintext.errors import ModelError
from maintext.support.array_archive import ArrayKind, archive_of, packed_text, read_arrays
from maintext.support.bounded_file import content_within
from maintext.support.cached_property import cached_property
from maintext.table import Mask, PageTable, tags
from maintext.table._table import SegmentColumn

FORMAT: Final = "maintext max-subsequence model, version 1"
SLOTS: Final = 1 << 16
_MOST_BYTES: Final = 1 << 22
"""The largest model file that is read."""
_ARRAYS: Final = {
    "header": ArrayKind("|u1", 1 << 20),
    "check": ArrayKind("<u2", SLOTS),
    "odds": ArrayKind("|i1", SLOTS),
}
_MOST_ODDS: Final = 300.0
"""Log-odds are smaller than this, so that their sums can be turned into probabilities."""
SCALE: Final = 16
"""Log-odds are stored as whole numbers of sixteenths."""
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
_HALF: Final = np.uint64(32)
_CHECK_SHIFT: Final = np.uint64(48)
_SLOT_MASK: Final = np.uint64(SLOTS - 1)


@dataclass(frozen=True, eq=False, slots=True)
class PageTokens:
    """The tokens of a page in document order."""

    trigram: NDArray[np.uint64]
    """The hash of the trigram that begins with each token."""
    around: NDArray[np.intc]
    """The code of the tag of the innermost element around it."""
    segment: NDArray[np.intc]
    """The segment that it is in or, if it is a tag, that it is before."""
    is_tag: Mask

    @classmethod
    def of(cls, table: PageTable) -> "PageTokens":
        """List the tokens of a page."""
        shown = shown_rows(table)
        size = int(tokens_of_segments(table, marks=False).sum()) + 2 * len(table)
        hashes, places = np.empty(size, dtype=np.uint64), np.empty((3, size), dtype=np.intc)
        columns = table.segment_columns
        found = TokenList(
            table.encoded,
            columns[SegmentColumn.SEGMENT_PLACE],
            table.tag,
            table.row_columns,
            shown.view(np.uint8),
            hashes,
            places,
        )
        stack = np.empty(len(table), dtype=np.intc)
        count = found.fill(columns[SegmentColumn.SEGMENT_OWNER], stack)
        around, segment, is_tag = places[:, :count]
        return cls(_trigrams(hashes[:count]), around, segment, is_tag.astype(bool))


def slot_of(trigram: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The slot of a trigram."""
    return (trigram & _SLOT_MASK).astype(np.int64)


def check_of(trigram: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """A number that tells two trigrams of a slot apart."""
    return (trigram >> _CHECK_SHIFT).astype(np.uint16)


def _trigrams(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    after = np.append(hashes, np.zeros(2, dtype=np.uint64))
    mixed = hashes
    for step in (1, 2):
        mixed = (mixed ^ after[step : step + len(hashes)]) * _FACTOR
        mixed = mixed ^ (mixed >> _HALF)
    return mixed


@dataclass(frozen=True, eq=False)
class TokenModel:
    """The result of ``maintext train max-subsequence``."""

    prior: float
    """The log-odds that a token is main text."""
    tag_odds: dict[str, float]
    """By the name of the element around a token: how much it adds to the log-odds."""
    check: NDArray[np.uint16]
    odds: NDArray[np.int8]
    """By slot: the check of the trigram there, and how many sixteenths it adds to the log-odds; 0 in an empty slot."""
    trained_on: dict[str, int]
    """Pages used, by the name of the data file."""

    def scores(self, tokens: PageTokens) -> Floats:
        """The probability of each token less 0.5."""
        slot = slot_of(tokens.trigram)
        known = self.check[slot] == check_of(tokens.trigram)
        log_odds = self.odds[slot] * known / SCALE + self._by_code[tokens.around]
        scores: Floats = 1 / (1 + np.exp(-log_odds)) - 0.5
        return scores

    @cached_property
    def _by_code(self) -> Floats:
        """The prior and the element, by the code of its tag."""
        return np.array([self.prior + self.tag_odds.get(name, 0.0) for name in tags.NAMES])

    @classmethod
    def load(cls, path: str | Path) -> "TokenModel":
        """Read a model file."""
        try:
            return _from_arrays(read_arrays(content_within(path, _MOST_BYTES), _ARRAYS))
        except OSError as error:
            raise ModelError(f"cannot read the model {path}: {error.strerror or error}") from error
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise ModelError(f"{path} is not a max-subsequence model of this version ({FORMAT!r} expected)") from error

    def to_bytes(self) -> bytes:
        """The content of a model file, the same bytes for the same model."""
        header = {"format": FORMAT, "prior": self.prior, "tags": self.tag_odds, "trained_on": self.trained_on}
        return archive_of({"header": packed_text(json.dumps(header)), "check": self.check, "odds": self.odds})


def _from_arrays(arrays: dict[str, NDArray[Any]]) -> TokenModel:
    header = json.loads(arrays["header"].tobytes().decode())
    check, odds = arrays["check"], arrays["odds"]
    if header["format"] != FORMAT:
        raise ValueError("another format")
    if check.shape != (SLOTS,) or odds.shape != (SLOTS,):
        raise ValueError("another number of slots")
    tag_odds = {str(name): float(value) for name, value in header["tags"].items()}
    if not (np.abs([float(header["prior"]), *tag_odds.values()]) < _MOST_ODDS).all():
        raise ValueError("log-odds that are not finite, or too large")
    return TokenModel(float(header["prior"]), tag_odds, check, odds, dict(header["trained_on"]))
