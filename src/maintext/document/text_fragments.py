"""Links to a place in a page: text fragments (``#:~:text=``), which browsers scroll to and highlight.

A browser takes the first place on the page where the words of the fragment are found. So as many words are taken as it
takes to be the first, and words before or after them if the line has no more. Only whole words count. Scripts without
spaces between words are divided by dictionaries, so a fragment in them begins and ends at punctuation marks.
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final
from urllib.parse import quote

import numpy as np

from maintext.characters import CLOSING_MARKS, PUNCTUATION, WIDE
from maintext.table import Ints, PageTable, tags

_OPENING: Final = "\u3008\u300a\u300c\u300e\u3010\u3014\u30fb\uff08\uff3b\uff5b"
_WIDE_MARKS: Final = re.escape("".join(mark for mark in PUNCTUATION if mark >= "\u3000" and mark not in _OPENING))
_WORD: Final = re.compile(rf"[^\s{_WIDE_MARKS}]*[{_WIDE_MARKS}]+[{re.escape(CLOSING_MARKS)}]*|[^\s{_WIDE_MARKS}]+")
_NEWLINE: Final = re.compile("\n")
_SIZES: Final = (1, 2, 3, 4, 8, 16)
"""Numbers of words that are tried."""
_ENOUGH: Final = 4
"""Words that a fragment has at least, if its line has as many."""
_AFTER: Final = (1, 2, 3, 4, 8)
"""Numbers of words after a passage that are tried."""
_LONG: Final = 16
"""Characters of a word after which it counts as several: a clause of Chinese is enough."""
_WIDE: Final = re.compile("[{}]".format("".join(f"{chr(first)}-{chr(last)}" for first, last in WIDE)))
_MAX_SEARCHED: Final = 50_000_000
"""Characters that are searched for short words of scripts without spaces; then they are taken for the first."""
_WHOLE: Final = 200
"""Characters of a passage on one line that is written as a whole, not as its beginning and its end."""
_MAX_PART: Final = 1_000
"""Characters of a part of a fragment. Else each chunk of a line without spaces would have a link as long as the line.
"""
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)


class PageWords:
    """The words of a page in order, and which sequences of them occur before."""

    def __init__(self, text: str, lines: Iterable[tuple[int, int]]) -> None:
        """Find the words of each line, given as a range of the text."""
        self._text = text
        starts: list[int] = []
        stops: list[int] = []
        numbers: list[int] = []
        line_of: list[int] = []
        known: dict[str, int] = {}
        for line, (start, stop) in enumerate(lines):
            for word in _WORD.finditer(text, start, stop):
                starts.append(word.start())
                stops.append(word.end())
                line_of.append(line)
                bare = word[0].casefold().strip(PUNCTUATION) or word[0]
                numbers.append(known.setdefault(bare, len(known) + 1))
        self._starts, self._stops = np.array(starts, np.int64), np.array(stops, np.int64)
        self._line_of = np.array(line_of, np.int64)
        self._hashes = {1: np.array(numbers, np.uint64) * _FACTOR}
        self._previous: dict[int, Ints] = {}
        self._searches_left = _MAX_SEARCHED

    @classmethod
    def of_table(cls, table: PageTable) -> "PageWords":
        """The words that a page shows."""
        line, cell = table.segment_line, table.segment_cell
        is_first = np.append(True, (line[1:] != line[:-1]) | (cell[1:] != cell[:-1]))
        first = np.flatnonzero(is_first[: len(line)])
        bounds = sorted({*table.segment_offset[first].tolist(), *_breaks_in_code(table), len(table.text)})
        return cls(table.text, pairwise(bounds))

    @classmethod
    def of_text(cls, text: str) -> "PageWords":
        """The words of a text with one block per line."""
        bounds = [-1, *(mark.start() for mark in re.finditer(r"[\n\t]", text)), len(text)]
        return cls(text, ((one + 1, other) for one, other in pairwise(bounds)))

    def fragment(self, start: int, stop: int) -> str:
        """The fragment of a range of the text, from ``#:~:text=`` on; empty for a range without words."""
        if not len(self._starts) or start >= stop:
            return ""
        first = max(0, int(np.searchsorted(self._starts, start, side="right")) - 1)
        last = max(first, int(np.searchsorted(self._starts, stop)) - 1)
        if self._stops[first] <= start and first < last:
            first += 1
        if self._line_of[first] == self._line_of[last] and self._stops[last] - self._starts[first] <= _WHOLE:
            before = after = 0
            if not self._is_first(first, last + 1 - first):
                before = self._words_before(first, last + 1 - first)
                after = 0 if before else self._words_after(first, last, 0)
            passage = [self._said(first, last + 1)]
        else:
            size, before = self._beginning(first)
            end, after = self._end(first, max(first + size, self._line_start(last)), last)
            passage = [self._said(first, first + size), self._said(end, last + 1)]
        return _written(passage, self._said(first - before, first), self._said(last + 1, last + 1 + after))

    def _said(self, first: int, stop: int) -> str:
        """Some words as the page has them."""
        if first >= stop:
            return ""
        start, end = int(self._starts[first]), int(self._stops[stop - 1])
        return " ".join(self._text[start : min(end, start + 2 * _MAX_PART)].split())

    def _is_first(self, first: int, size: int) -> bool:
        """Whether some words are the first of their kind. Short ones without spaces may be part of a longer clause."""
        counted = max(each for each in _SIZES if each <= size)
        if self._before(counted)[first] >= 0:
            return False
        start, said = int(self._starts[first]), self._said(first, first + size)
        if len(said) >= _LONG or not _WIDE.search(said) or self._searches_left < start:
            return True
        self._searches_left -= start
        return self._text.find(said, 0, start) < 0

    def _beginning(self, first: int) -> tuple[int, int]:
        """The number of words that the beginning of a passage has, and of those before it that are needed too."""
        left = int(np.searchsorted(self._line_of, self._line_of[first], side="right")) - first
        size = 1
        for size in [size for size in _SIZES if size <= left]:
            is_enough = size >= min(_ENOUGH, left) or self._stops[first + size - 1] - self._starts[first] >= _LONG
            if is_enough and self._is_first(first, size):
                return size, 0
        return size, self._words_before(first, size)

    def _words_before(self, first: int, size: int) -> int:
        """The number of words before a passage that make it the first of its kind; 0 if none do."""
        size = max(each for each in _SIZES if each <= size)
        for both in [both for both in _SIZES if size < both <= size + first]:
            before = both - size
            if self._line_of[first - before] == self._line_of[first - 1] and self._before(both)[first - before] < 0:
                return before
        return 0

    def _end(self, start: int, first: int, last: int) -> tuple[int, int]:
        """The word with which the end of a passage begins, from ``first`` on, and the number of words needed after it.

        A browser takes the first place after ``start``, where the passage begins, that has the words of the end.
        """
        sizes = [size for size in _SIZES if size <= last + 1 - first] or [1]
        for size in sizes:
            end = last + 1 - size
            is_enough = size >= _ENOUGH or size == sizes[-1] or self._stops[last] - self._starts[end] >= _LONG
            if is_enough and self._before(size)[end] < start:
                return end, 0
        after = self._words_after(first, last, start)
        return last + 1 - (min(_ENOUGH, sizes[-1]) if after else sizes[-1]), after

    def _words_after(self, first: int, last: int, start: int) -> int:
        """The number of words after a passage that make its end the first of its kind from ``start`` on; 0 if none do.

        Args:
            first: the first word that the end of the passage may have.
            last: the last word of the passage.
            start: where a browser begins to search.
        """
        size = max(1, min(_ENOUGH, last + 1 - first))
        if last + 1 == len(self._starts):
            return 0
        left = int(np.searchsorted(self._line_of, self._line_of[last + 1], side="right")) - last - 1
        for after in [after for after in _AFTER if after <= left]:
            if self._before(size + after)[last + 1 - size] < start:
                return after
        return 0

    def _line_start(self, word: int) -> int:
        """The first word of a word's line."""
        return int(np.searchsorted(self._line_of, self._line_of[word]))

    def _before(self, size: int) -> Ints:
        """For each sequence of ``size`` words the place of the last equal one before it, -1 without one."""
        if size not in self._previous:
            hashes = self._hashed(size)
            order = np.argsort(hashes, kind="stable")
            before = np.full(len(hashes), -1, dtype=np.int64)
            same = hashes[order[1:]] == hashes[order[:-1]]
            before[order[1:][same]] = order[:-1][same]
            self._previous[size] = np.append(before, np.full(size, -1))
        return self._previous[size]

    def _hashed(self, size: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
        if size not in self._hashes:
            half = size // 2
            one, other = self._hashed(half), self._hashed(size - half)
            count = max(0, len(self._starts) - size + 1)
            self._hashes[size] = (one[:count] ^ one[:count] >> np.uint64(29)) * _FACTOR + other[half : half + count]
        return self._hashes[size]


def _breaks_in_code(table: PageTable) -> list[int]:
    """Where lines of preformatted text begin: browsers find no words across them."""
    if not any(table.present_tags[tags.code_of(name)] for name in tags.PREFORMATTED):
        return []
    inside = table.inside(table.has_tag(tags.PREFORMATTED))[table.segment_owner]
    spans = zip(table.segment_offset[:-1][inside].tolist(), table.segment_offset[1:][inside].tolist(), strict=True)
    return [found.end() for start, stop in spans for found in _NEWLINE.finditer(table.text, start, stop)]


def _written(passage: list[str], before: str, after: str) -> str:
    """A fragment from its parts; empty if one is very long, as a line without spaces may be."""
    if any(len(part) > _MAX_PART for part in (*passage, before, after)):
        return ""
    parts = [f"{_escaped(before)}-"] if before else []
    parts += [_escaped(part) for part in passage if part]
    parts += [f"-{_escaped(after)}"] if after else []
    return f"#:~:text={','.join(parts)}"


def _escaped(words: str) -> str:
    """Words as part of a fragment, in which commas, ampersands and hyphens have a meaning."""
    return quote(words, safe="").replace("-", "%2D")


def linked(url: str, fragment: str) -> str:
    """An address with a fragment; it keeps the place within the page that it names."""
    if not fragment:
        return url
    address, _, place = url.partition("#")
    return f"{address}#{place.partition(':~:')[0]}{fragment[1:]}"
