"""Count how often tokens with each feature are main text: the whole training of ``max-subsequence``."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms._methods import best_run
from maintext.algorithms.max_subsequence import MaxSubsequence
from maintext.algorithms.quantities import tokens_of_segments
from maintext.algorithms.token_model import SCALE, SLOTS, PageTokens, TokenModel, check_of, slot_of
from maintext.data import LabelledPage
from maintext.errors import DataError
from maintext.read import page_table
from maintext.table import Ints, Mask, PageTable, tags
from maintext.train.counted_pages import counted, cross_validated
from maintext.train.folds import site_of
from maintext.train.marked_text import MarkedText

_LEAST_SITES: Final = 4
"""A trigram must have been seen on this many sites: what only one site writes says nothing about others."""
_LARGEST: Final = 127


@dataclass(frozen=True, eq=False, slots=True)
class _Counts:
    """How often each feature was seen on a page, in the main text and elsewhere."""

    site: str
    trigram: NDArray[np.uint64]
    """Each trigram of the page once."""
    trigram_counts: Ints
    """2 x trigrams: in the main text, elsewhere."""
    tag_counts: Ints
    """2 x tags, by code."""


def train_max_subsequence(pages: Iterable[tuple[str, LabelledPage]]) -> TokenModel:
    """Fit a model; each page comes with the name of its data set. Pages without a text are skipped."""
    return _model(*counted(pages, _counted))


def cross_validate_tokens(pages: Iterable[tuple[str, LabelledPage]], folds: int) -> dict[str, list[float]]:
    """The F1 of each page by a model that was trained without any page of its site, by data set."""
    return cross_validated(
        pages, folds, _counted, lambda counts, trained_on: MaxSubsequence(model=_model(counts, trained_on))
    )


def label_segments(table: PageTable, text: str) -> Mask:
    """The segments of the main text: the run of lines that has most of the words that a person marked.

    A line of words that were marked counts for the run, any other line against it.
    """
    marked = MarkedText(text)
    line, offset = table.segment_line.tolist(), table.segment_offset.tolist()
    parts: dict[int, list[str]] = {}
    for segment, number in enumerate(line):
        parts.setdefault(number, []).append(table.text[offset[segment] : offset[segment + 1]])
    sign = {number: 1 if marked.contains(" ".join(part)) else -1 for number, part in parts.items()}
    is_main = np.zeros(len(line), dtype=bool)
    if line:
        value = tokens_of_segments(table, marks=False) * np.array([sign[number] for number in line])
        first, last, score = best_run(value.astype(np.float64), np.zeros(len(line)))
        is_main[first : last + 1] = score > 0
    return is_main


def _counted(page: LabelledPage) -> _Counts:
    table = page_table(page.html)
    tokens = PageTokens.of(table)
    is_main = np.append(label_segments(table, page.text), False)
    before = np.append(False, is_main)
    inside = is_main[tokens.segment] & (before[tokens.segment] | ~tokens.is_tag)
    trigram, place = np.unique(tokens.trigram, return_inverse=True)
    return _Counts(
        site_of(page),
        trigram,
        np.array([np.bincount(place[kind], minlength=len(trigram)) for kind in (inside, ~inside)]),
        np.array([np.bincount(tokens.around[kind], minlength=len(tags.NAMES)) for kind in (inside, ~inside)]),
    )


def _model(counts: list[_Counts], trained_on: dict[str, int]) -> TokenModel:
    tag_counts = sum((each.tag_counts for each in counts), np.zeros((2, len(tags.NAMES)), dtype=np.int64))
    main, other = tag_counts.sum(axis=1).tolist()
    if not main or not other:
        raise DataError("nothing to learn from: the pages have no token that is main text, or none that is not")
    base = math.log(main / other)
    odds_of_tag = np.log((tag_counts[0] + 1) / (tag_counts[1] + 1)) - base
    seen = tag_counts.sum(axis=0) > 0
    check, odds = _table_of(counts, base)
    return TokenModel(
        prior=round(base, 4),
        tag_odds={tags.NAMES[code]: round(float(odds_of_tag[code]), 4) for code in np.flatnonzero(seen).tolist()},
        check=check,
        odds=odds,
        trained_on=trained_on,
    )


def _table_of(counts: list[_Counts], base: float) -> tuple[NDArray[np.uint16], NDArray[np.int8]]:
    """The trigrams of several sites by slot; of those that share a slot the one on most sites."""
    trigram = np.concatenate([each.trigram for each in counts])
    numbers: dict[str, int] = {}
    site = np.repeat([numbers.setdefault(each.site, len(numbers)) for each in counts], [len(x.trigram) for x in counts])
    known, place = np.unique(trigram, return_inverse=True)
    pairs = np.unique(place.astype(np.int64) * len(numbers) + site)
    sites = np.bincount(pairs // len(numbers), minlength=len(known))
    frequent = np.flatnonzero(sites >= _LEAST_SITES)
    frequent = frequent[np.argsort(sites[frequent], kind="stable")]
    in_main, elsewhere = (
        np.bincount(place, weights=np.concatenate([each.trigram_counts[kind] for each in counts]), minlength=len(known))
        for kind in (0, 1)
    )
    log_odds = np.log((in_main[frequent] + 1) / (elsewhere[frequent] + 1)) - base
    check, odds = np.zeros(SLOTS, dtype=np.uint16), np.zeros(SLOTS, dtype=np.int8)
    slot = slot_of(known[frequent])
    check[slot] = check_of(known[frequent])  # of equal slots the last one stays, the trigram on most sites
    odds[slot] = np.clip(np.rint(SCALE * log_odds), -_LARGEST, _LARGEST).astype(np.int8)
    return check, odds
