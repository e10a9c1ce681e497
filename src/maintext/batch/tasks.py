"""Split the inputs into tasks for workers: a list of records, or a piece of a file that the worker reads itself."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from maintext.batch.inputs import Input
from maintext.batch.record import Boundary, Columns, Record
from maintext.batch.warc_pieces import Piece, has_pieces, pieces, skipped
from maintext.fetch import politeness_for
from maintext.fetch.options import FetchOptions
from maintext.parallel.pages import group_weight
from maintext.parallel.pool import groups_of
from maintext.support.cached_property import cached_property

if TYPE_CHECKING:
    from maintext.fetch.politeness import Politeness


@dataclass(frozen=True, slots=True)
class Task:
    """Some records of one input."""

    input_number: int
    records: Piece | list[Record]
    skip: int = 0
    """How many pages at the start of a file that is read in pieces have rows already."""

    def __iter__(self) -> Iterator[Record | Boundary]:
        """Yield the records; workers call this."""
        return iter(self.records)


@dataclass(frozen=True)
class Inputs:
    """All inputs, and how to read them."""

    all: Sequence[Input]
    columns: Columns
    fetching: FetchOptions

    def tasks_after(self, count: int) -> tuple[int, Iterator[Task]]:
        """Skip the first ``count`` records. Return how many were skipped (fewer if there are fewer) and the tasks."""
        passed = 0
        tasks: Iterator[Task] = iter(())
        for number in range(len(self.all)):
            more, rest = self._tasks_of(number, count - passed)
            passed += more
            tasks = chain(rest, self._tasks_from(number + 1))
            if passed == count:
                break
        return passed, tasks

    def records(self) -> Iterator[Record]:
        """Yield all records with their pages, without splitting files into pieces."""
        for each in self.all:
            found = each.records(self.columns)
            yield from self._with_pages(found) if each.is_fetched else found

    def tasks_again(self, task: Task, offset: int, pages: int) -> Iterator[Task]:
        """Yield the tasks that replace a task and all later ones, reading its file from ``offset``.

        ``pages`` is the number of pages of the file before the offset.
        """
        each = self.all[task.input_number]
        again = (replace(task, records=piece) for piece in pieces(Piece(each.path, offset, each.size, pages)))
        return chain(again, self._tasks_from(task.input_number + 1))

    def _tasks_from(self, first: int) -> Iterator[Task]:
        """Yield the tasks of the inputs from number ``first`` on."""
        for number in range(first, len(self.all)):
            yield from self._tasks_of(number, 0)[1]

    def _tasks_of(self, number: int, skip: int) -> tuple[int, Iterator[Task]]:
        """Return how many records of an input were skipped, and the tasks of the others."""
        each = self.all[number]
        if each.is_warc and has_pieces(each.path):
            passed, rest = skipped(each.path, skip)
            return passed, (Task(number, piece, passed) for piece in pieces(rest))
        found = each.records(self.columns)
        passed = sum(1 for _ in islice(found, skip))
        complete = self._with_pages(found) if each.is_fetched else found
        return passed, (Task(number, group) for group in groups_of(complete, record_weight))

    def _with_pages(self, records: Iterable[Record]) -> Iterator[Record]:
        from maintext.batch.fetching import with_pages  # noqa: PLC0415

        return with_pages(records, self._politeness)

    @cached_property
    def _politeness(self) -> "Politeness":
        return politeness_for(self.fetching)


def record_weight(record: Record) -> float:
    """The share of a task group that a record fills."""
    return group_weight(len(record.html) if isinstance(record.html, str | bytes) else 0)
