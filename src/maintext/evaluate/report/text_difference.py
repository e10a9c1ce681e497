"""Compare two texts side by side, and mark the words that only one of them has.

Lines are compared first, then the words of lines that differ; Chinese and Japanese, which have no spaces between words,
are compared by character. The longest common subsequence is computed for a whole row of the table at once, in the bits
of one long integer. So the time has a bound that no hostile text can exceed; ``difflib`` has none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

COMPARED: Final = 20_000
"""Characters of each text that are compared; more would only make the report slower."""
SHOWN: Final = 4_000
"""Characters of each text that are shown."""
_SAME_ENDS: Final = (160, 160)
_CHANGED_ENDS: Final = (900, 300)
"""Characters shown at the start and end of a long run: fewer if both texts are the same there."""
_LEAST_CUT: Final = 200
"""The shortest cut: a shorter one would save less space than its note takes."""
_ENDS_OF_WORD: Final = 20
"""How far a cut moves to avoid splitting a word."""
_ALWAYS_SAME: Final = 24
"""A common run of this many characters is not chance."""

_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
"""Scripts without spaces between words."""
_TOKEN: Final = re.compile(rf"(?:[{_UNSPACED}]|[^\W{_UNSPACED}]+|\S)\s*")


@dataclass(frozen=True, slots=True)
class Run:
    """A piece that both texts have, or the two pieces that differ."""

    same: bool
    found: str
    wanted: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of one text as it is shown: ``kind`` is same, changed or cut."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """The pieces that are shown side by side."""

    same: bool
    found: tuple[Piece, ...]
    wanted: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The rows to show, and the number of characters of each text that are not shown."""

    rows: tuple[Row, ...]
    found_hidden: int
    wanted_hidden: int


def difference(found: str, wanted: str) -> Difference:
    """Return what to show of two texts."""
    rows: list[Row] = []
    left, right = _Budget(), _Budget()
    for same, block_found, block_wanted in _blocks(_lines(found[:COMPARED]), _lines(wanted[:COMPARED])):
        runs = [Run(True, block_found, block_wanted)] if same else list(runs_of(block_found, block_wanted))
        pieces_found, pieces_wanted = left.pieces(runs, "found"), right.pieces(runs, "wanted")
        if pieces_found or pieces_wanted:
            rows.append(Row(same, pieces_found, pieces_wanted))
    left.leave_out(len(found) - COMPARED)
    right.leave_out(len(wanted) - COMPARED)
    if left.rest or right.rest:
        rows.append(Row(False, left.note(), right.note()))
    return Difference(tuple(rows), left.hidden, right.hidden)


def runs_of(found: str, wanted: str) -> Iterator[Run]:
    """Yield the runs of two texts, compared by word or by character."""
    a, b = _TOKEN.findall(found), _TOKEN.findall(wanted)
    runs = [
        Run(same, "".join(a[i:j]), "".join(b[k:m]))
        for same, i, j, k, m in _spans([each.rstrip() for each in a], [each.rstrip() for each in b])
    ]
    for _ in range(3):
        runs = list(_merged(_without_chance(runs)))
    yield from runs


def common(a: Sequence[str], b: Sequence[str]) -> list[tuple[int, int]]:
    """Return the positions of a longest common subsequence (bit-parallel, after Hyyrö 2004)."""
    places: dict[str, int] = {}
    for place, item in enumerate(a):
        places[item] = places.get(item, 0) | 1 << place
    everything = (1 << len(a)) - 1
    row = everything
    history = []
    for item in b:
        hits = row & places.get(item, 0)
        row = ((row + hits) | (row - hits)) & everything
        history.append(row)
    return _traced(history, len(a), len(b))


def _traced(history: list[int], i: int, j: int) -> list[tuple[int, int]]:
    """Trace back through the rows; the subsequence grows where a bit is not set."""
    pairs = []
    while i and j:
        if history[j - 1] >> (i - 1) & 1:
            i -= 1
        else:
            j -= 1
            if not j or history[j - 1] >> (i - 1) & 1:
                i -= 1
                pairs.append((i, j))
    return pairs[::-1]


def _spans(a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[bool, int, int, int, int]]:
    """Yield ranges of positions that are the same or not, from start to end of both."""
    i = j = 0
    begin = (0, 0)
    for k, m in [*common(a, b), (len(a), len(b))]:
        if (k, m) == (i, j) and k < len(a) and m < len(b):
            i, j = i + 1, j + 1
            continue
        if begin != (i, j):
            yield True, begin[0], i, begin[1], j
        if (k, m) != (i, j):
            yield False, i, k, j, m
        begin = (k, m)
        i, j = k + 1, m + 1


def _lines(text: str) -> list[str]:
    """Return the lines without blank ones, which would match each other anywhere."""
    return [line for each in text.splitlines() if (line := each.strip())]


def _blocks(a: list[str], b: list[str]) -> Iterator[tuple[bool, str, str]]:
    for same, i, j, k, m in _spans(a, b):
        yield same, "\n".join(a[i:j]), "\n".join(b[k:m])


def _without_chance(runs: list[Run]) -> list[Run]:
    """Treat a short common run between longer changes as chance: unrelated texts still share "of the"."""
    kept = []
    for place, run in enumerate(runs):
        neighbours = runs[place - 1 : place] + runs[place + 1 : place + 2]
        chance = len(neighbours) == 2 and all(_size(run) <= _size(each) for each in neighbours)
        kept.append(Run(False, run.found, run.wanted) if run.same and chance and _size(run) < _ALWAYS_SAME else run)
    return kept


def _size(run: Run) -> int:
    return max(len(run.found.strip()), len(run.wanted.strip()))


def _merged(runs: list[Run]) -> Iterator[Run]:
    last: Run | None = None
    for run in runs:
        if last is None or last.same or run.same:
            if last is not None:
                yield last
            last = run
        else:
            last = Run(False, last.found + run.found, last.wanted + run.wanted)
    if last is not None:
        yield last


class _Budget:
    """Counts how much of one text may still be shown, and how much was omitted."""

    def __init__(self) -> None:
        self.left = SHOWN
        self.hidden = 0
        self.rest = 0

    def leave_out(self, characters: int) -> None:
        """Count omitted characters at the end of a text."""
        self.rest += max(0, characters)
        self.hidden += max(0, characters)

    def note(self) -> tuple[Piece, ...]:
        return (Piece("cut", f"{self.rest:,} characters more"),) if self.rest else ()

    def pieces(self, runs: list[Run], side: str) -> tuple[Piece, ...]:
        return tuple(piece for run in runs for piece in self._of_run(run.same, getattr(run, side)))

    def _of_run(self, same: bool, text: str) -> Iterator[Piece]:
        head, tail = _SAME_ENDS if same else _CHANGED_ENDS
        kind = "same" if same else "changed"
        if self.left <= 0:
            self.leave_out(len(text))
        elif len(text) <= head + tail + _LEAST_CUT:
            self.left -= len(text)
            yield from _split_space(kind, text)
        else:
            first, last = _head(text[:head]), _tail(text[-tail:])
            cut = len(text) - len(first) - len(last)
            self.left -= len(first) + len(last)
            self.hidden += cut
            yield Piece(kind, first)
            yield Piece("cut", f"{cut:,} characters")
            yield from _split_space(kind, last)


def _head(text: str) -> str:
    words = text[:-_ENDS_OF_WORD] + text[-_ENDS_OF_WORD:].rpartition(" ")[0]
    return words if text[-_ENDS_OF_WORD:].count(" ") else text


def _tail(text: str) -> str:
    rest = text[:_ENDS_OF_WORD].partition(" ")[2] + text[_ENDS_OF_WORD:]
    return rest if text[:_ENDS_OF_WORD].count(" ") else text


def _split_space(kind: str, text: str) -> Iterator[Piece]:
    """Yield the words and the trailing space separately, so that a mark ends with its last word."""
    words = text.rstrip()
    if words:
        yield Piece(kind, words)
    if len(words) < len(text):
        yield Piece("same", text[len(words) :])
