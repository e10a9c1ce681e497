"""Count which words appear in main text and which around it; each site has one vote per word."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.engine import Numbers
from maintext.algorithms.learned.features import KINDS
from maintext.algorithms.learned.vocabulary import Vocabulary
from maintext.table import Ints
from maintext.train.examples import Example, Floats

Keys = NDArray[np.uint64]

NAME_SITES, WORD_SITES, KIND_PAGES = 8, 10, 15
"""A word that fewer sites, or pages, have is left out: it could be the name of one."""
NO_WORD: Final = 0
"""The hash of words with digits."""
_DOUBT: Final = (4.0, 6.0)
"""How many sites with the mean share are added to the counts of a name, or of a word."""
_MAX_WEIGHT: Final = 2.5
"""The highest weight of a word for a kind of page."""


def vocabularies_of(examples: Sequence[Example]) -> tuple[Vocabulary, Vocabulary]:
    """The vocabularies of attribute words and of text words."""
    sites = {site: number for number, site in enumerate(sorted({example.site for example in examples}))}
    site = np.array([sites[example.site] for example in examples])
    named = [_names_of_rows(example) for example in examples]
    begun = [(example.words.key, example.words.where) for example in examples]
    names = _vocabulary(
        examples,
        [keys for keys, _ in named],
        [
            (example.main_below[rows], example.weight_below[rows])
            for example, (_, rows) in zip(examples, named, strict=True)
        ],
        site,
        (NAME_SITES, _DOUBT[0]),
    )
    words = _vocabulary(
        examples,
        [keys for keys, _ in begun],
        [(example.share[at], np.ones(len(at))) for example, (_, at) in zip(examples, begun, strict=True)],
        site,
        (WORD_SITES, _DOUBT[1]),
    )
    return names, words


def _names_of_rows(example: Example) -> tuple[Keys, Numbers]:
    """The hashes of the words of all attributes, and the rows that have them.

    The words of a value were found once, and are repeated here for each row that has the value.
    """
    values = example.attribute_values
    size = np.bincount(example.names.where, minlength=int(values.max(initial=-1)) + 1)
    first = np.cumsum(size) - size
    row, attribute = np.nonzero(values >= 0)
    of_row = values[row, attribute]
    count = size[of_row]
    steps = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    return example.names.key[np.repeat(first[of_row], count) + steps], np.repeat(row, count).astype(np.intc)


def _vocabulary(
    examples: Sequence[Example],
    found: Sequence[Keys],
    seen: Sequence[tuple[Floats, Floats]],
    site: Ints,
    limits: tuple[int, float],
) -> Vocabulary:
    """A vocabulary, the words that most pages have first, so that words that are often looked up are close together."""
    keys, places = np.unique(np.concatenate(found), return_inverse=True)
    split = np.split(places, np.cumsum([len(each) for each in found])[:-1])
    weight = _weights(split, seen, site, len(keys), limits)
    kinds = _kind_weights(examples, split, len(keys))
    known = np.flatnonzero(((weight != 0) | (kinds != 0).any(axis=0)) & (keys != NO_WORD))
    words = [examples[0].spelling[key] for key in keys[known].tolist()]
    pages = np.bincount(np.concatenate([np.unique(places) for places in split]), minlength=len(keys))[known].tolist()
    order = sorted(range(len(words)), key=lambda place: (-pages[place], words[place]))
    return Vocabulary(
        tuple(words[place] for place in order),
        weight[known][order].astype(np.float32),
        np.ascontiguousarray(kinds[:, known][:, order].T.astype(np.float16).astype(np.float32)),
    )


def _weights(
    places: Sequence[Ints], seen: Sequence[tuple[Floats, Floats]], site: Ints, size: int, limits: tuple[int, float]
) -> Floats:
    """The log-odds of main text where a word appears, less the mean of all words."""
    min_sites, doubt = limits
    word = np.concatenate(places)
    where = np.repeat(site, [len(place) for place in places])
    main = np.concatenate([each[0] for each in seen])
    all_of_it = np.concatenate([each[1] for each in seen])
    counted = all_of_it > 0
    if not counted.any():
        return np.zeros(size)
    sites = int(site.max()) + 1
    key, group = np.unique(word[counted] * sites + where[counted], return_inverse=True)
    share = np.bincount(group, weights=main[counted]) / np.bincount(group, weights=all_of_it[counted])
    votes = np.bincount(key // sites, minlength=size)
    total = np.bincount(key // sites, weights=share, minlength=size)
    mean = share.mean()
    weight = _log_odds((total + doubt * mean) / (votes + doubt)) - _log_odds(mean)
    weight[votes < min_sites] = 0
    return weight


def _kind_weights(examples: Sequence[Example], places: Sequence[Ints], size: int) -> NDArray[np.float64]:
    """How much likelier a page of each kind has a word, as a difference of log-odds."""
    count, pages = np.zeros((len(KINDS), size)), np.zeros(len(KINDS))
    for example, place in zip(examples, places, strict=True):
        if example.kind is not None:
            count[example.kind, np.unique(place)] += 1
            pages[example.kind] += 1
    everywhere = count.sum(axis=0)
    mean = everywhere / max(1.0, pages.sum())
    weight = _log_odds((count + 2 * mean) / (pages[:, None] + 2)) - _log_odds(mean)
    weight[:, everywhere < KIND_PAGES] = 0
    return np.clip(weight, -_MAX_WEIGHT, _MAX_WEIGHT)


def _log_odds(share: NDArray[np.float64]) -> NDArray[np.float64]:
    share = np.clip(share, 1e-4, 1 - 1e-4)
    return np.log(share / (1 - share))
