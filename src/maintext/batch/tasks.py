"""What workers are handed at a time: some records, or where in a file they are."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING

from maintext.batch.inputs import Input
from maintext.batch.record import Border, Columns, Record
from maintext.batch.warc_pieces import Piece, has_pieces, passed_over, pieces
from maintext.fetch import manners_for
from maintext.fetch.options import FetchOptions
from maintext.parallel.pages import bundle_weight
from maintext.parallel.pool import bundles

if TYPE_CHECKING:
    from maintext.fetch.politeness import Manners


@dataclass(frozen=True, slots=True)
class Load:
    """Some records of an input."""

    source: int
    """Which input."""
    tasks: Piece | list[Record]
    skip: int = 0
    """So many pages at the begin of a file that is read in pieces have rows already."""

    def __iter__(self) -> Iterator[Record | Border]:
        """Go through the records, in the worker."""
        return iter(self.tasks)


@dataclass(frozen=True)
class Inputs:
    """All inputs, and what there is to know to read them."""

    all: Sequence[Input]
    columns: Columns
    fetching: FetchOptions

    def loads_behind(self, records: int) -> tuple[int, Iterator[Load]]:
        """Go past some records, or as many as there are; tell how many, and what there is to do behind them."""
        passed = 0
        loads: Iterator[Load] = iter(())
        for source in range(len(self.all)):
            more, rest = self._behind(source, records - passed)
            passed += more
            loads = chain(rest, self._loads_of(source + 1))
            if passed == records:
                break
        return passed, loads

    def loads_from(self, load: Load, place: int, pages: int) -> Iterator[Load]:
        """What comes in the place of a load and all that follow, if its file is to be read from another place on."""
        each = self.all[load.source]
        again = (replace(load, tasks=piece) for piece in pieces(Piece(each.path, place, each.size, pages)))
        return chain(again, self._loads_of(load.source + 1))

    def _loads_of(self, first: int) -> Iterator[Load]:
        """All loads of the inputs from one on."""
        for source in range(first, len(self.all)):
            yield from self._behind(source, 0)[1]

    def _behind(self, source: int, records: int) -> tuple[int, Iterator[Load]]:
        each = self.all[source]
        if each.is_warc and has_pieces(each.path):
            passed, rest = passed_over(each.path, records)
            return passed, (Load(source, piece, passed) for piece in pieces(rest))
        found = each.records(self.columns)
        passed = sum(1 for _ in islice(found, records))
        complete = self._with_pages(found) if each.is_fetched else found
        return passed, (Load(source, bundle) for bundle in bundles(complete, _weight))

    def _with_pages(self, records: Iterable[Record]) -> Iterator[Record]:
        from maintext.batch.fetching import with_pages  # noqa: PLC0415

        return with_pages(records, self._manners)

    @cached_property
    def _manners(self) -> "Manners":
        return manners_for(self.fetching)


def _weight(record: Record) -> float:
    return bundle_weight(len(record.html) if isinstance(record.html, str | bytes) else 0)
