"""Count which words stand on main text and which on what is around it, every site having one vote a word."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.kind import KINDS
from maintext.algorithms.learned.wording import Floats, Vocabulary
from maintext.table import Ints
from maintext.train.examples import Example

NAME_SITES, WORD_SITES, KIND_PAGES = 8, 10, 15
"""A word that fewer sites, or pages, have is left out: it would be the name of one."""
_DOUBT: Final = (4.0, 6.0)
"""So many sites at the mean share are added to what was seen of a name, or of a word."""
_MOST: Final = 2.5
"""No word says more than this of the kind of a page."""


def vocabularies_of(examples: Sequence[Example]) -> tuple[Vocabulary, Vocabulary]:
    """The vocabularies of attribute words and of text words."""
    sites = {site: number for number, site in enumerate(sorted({example.site for example in examples}))}
    site = np.array([sites[example.site] for example in examples])
    names = _vocabulary(
        examples,
        [tuple(example.evidence.wording.names) for example in examples],
        [(example.main_below[rows], example.weight_below[rows]) for example in examples for rows in [_rows(example)]],
        site,
        (NAME_SITES, _DOUBT[0]),
    )
    words = _vocabulary(
        examples,
        [_without_numbers(tuple(example.evidence.wording.words)) for example in examples],
        [(example.share[blocks], np.ones(len(blocks))) for example in examples for blocks in [_blocks(example)]],
        site,
        (WORD_SITES, _DOUBT[1]),
    )
    return names, words


def _rows(example: Example) -> Ints:
    return example.evidence.wording.names.at


def _blocks(example: Example) -> Ints:
    return example.evidence.wording.words.at


def _without_numbers(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words with digits become empty: a year is true of a crawl, not of the web."""
    return tuple("" if any(character.isdigit() for character in word) else word for word in words)


def _vocabulary(
    examples: Sequence[Example],
    found: Sequence[tuple[str, ...]],
    seen: Sequence[tuple[Floats, Floats]],
    site: Ints,
    limits: tuple[int, float],
) -> Vocabulary:
    numbers: dict[str, int] = {"": 0}
    places = [np.array([numbers.setdefault(word, len(numbers)) for word in words], dtype=np.int64) for words in found]
    weight = _weights(places, seen, site, len(numbers), limits)
    kinds = _kind_weights(examples, places, len(numbers))
    weight[0] = 0
    kinds[:, 0] = 0
    known = np.flatnonzero((weight != 0) | (kinds != 0).any(axis=0))
    words = np.array(list(numbers), dtype=object)[known]
    order = np.argsort(words)
    return Vocabulary(
        tuple(words[order].tolist()),
        np.append(weight[known][order], 0.0).astype(np.float32).astype(np.float64),
        np.hstack([kinds[:, known][:, order], np.zeros((len(KINDS), 1))]).astype(np.float16).astype(np.float64),
    )


def _weights(
    places: Sequence[Ints], seen: Sequence[tuple[Floats, Floats]], site: Ints, size: int, limits: tuple[int, float]
) -> Floats:
    """The log-odds of main text where a word stands, against the mean of all words."""
    least_sites, doubt = limits
    word = np.concatenate(places)
    where = np.repeat(site, [len(place) for place in places])
    main = np.concatenate([each[0] for each in seen])
    all_of_it = np.concatenate([each[1] for each in seen])
    counted = all_of_it > 0
    sites = int(site.max()) + 1
    key, group = np.unique(word[counted] * sites + where[counted], return_inverse=True)
    share = np.bincount(group, weights=main[counted]) / np.bincount(group, weights=all_of_it[counted])
    votes = np.bincount(key // sites, minlength=size)
    total = np.bincount(key // sites, weights=share, minlength=size)
    mean = share.mean()
    weight = _log_odds((total + doubt * mean) / (votes + doubt)) - _log_odds(mean)
    weight[votes < least_sites] = 0
    return weight


def _kind_weights(examples: Sequence[Example], places: Sequence[Ints], size: int) -> NDArray[np.float64]:
    """How much likelier each kind makes it that a page has a word, as a difference of log-odds."""
    count, pages = np.zeros((len(KINDS), size)), np.zeros(len(KINDS))
    for example, place in zip(examples, places, strict=True):
        if example.kind is not None:
            count[example.kind, np.unique(place)] += 1
            pages[example.kind] += 1
    everywhere = count.sum(axis=0)
    mean = everywhere / max(1.0, pages.sum())
    weight = _log_odds((count + 2 * mean) / (pages[:, None] + 2)) - _log_odds(mean)
    weight[:, everywhere < KIND_PAGES] = 0
    return np.clip(weight, -_MOST, _MOST)


def _log_odds(share: NDArray[np.float64]) -> NDArray[np.float64]:
    share = np.clip(share, 1e-4, 1 - 1e-4)
    return np.log(share / (1 - share))
