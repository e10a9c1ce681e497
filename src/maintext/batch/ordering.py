"""Put the rows of all workers in order, with none repeated or missing where two pieces of a file meet."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import accumulate, chain
from typing import Any

from maintext.batch.record import Boundary
from maintext.batch.rows import Answer
from maintext.batch.tasks import Inputs, Task
from maintext.batch.warc import unreadable
from maintext.batch.warc_pieces import END, Piece
from maintext.parallel.pool import Failed, RunningPool, WorkerPool, one_per_task


class WrongStartError(Exception):
    """A piece does not start where the previous one ended."""

    def __init__(self, task: Task, offset: int, pages: int) -> None:
        """Store the task, the offset where it should start, and the number of pages of the file before that."""
        super().__init__(task, offset, pages)
        self.where = task, offset, pages


def ordered_answers(inputs: Inputs, tasks: Iterator[Task], pool: WorkerPool) -> Generator[Answer]:
    """Yield the answers to all records of the tasks, in order; their offsets count the bytes of all inputs."""
    before = list(accumulate((each.size for each in inputs.all), initial=0))
    order = PieceOrder(pool.on_lost)
    with closing(RunningPool(pool)) as running:
        while True:
            try:
                with closing(running.streams(tasks)) as streams:
                    for task, answers in streams:
                        for answer in order.answers(task, answers):
                            yield replace(answer, offset=answer.offset + before[task.input_number])
                return
            except WrongStartError as error:
                tasks = inputs.tasks_again(*error.where)


class PieceOrder:
    """Follows the pieces of a file, counts their pages, and checks that each starts where the previous one ended."""

    def __init__(self, on_lost: Callable[[Any, str], Any]) -> None:
        """Accept any first piece; ``on_lost`` returns the answer to a record that has only an error."""
        self._on_lost = on_lost
        self._end = 0
        self._pages = 0

    def answers(self, task: Task, answers: Iterator[Any]) -> Iterator[Answer]:
        """Yield the answers to the records of a task that have no row yet.

        Raises:
            WrongStartError: the task is a piece that starts at the wrong offset; raised before the first answer.
        """
        if not isinstance(task.records, Piece):
            for record, answer in zip(task.records, one_per_task(task.records, answers), strict=True):
                yield self._on_lost(record, answer.error) if isinstance(answer, Failed) else answer
            return
        piece = task.records
        if piece.number is not None:
            self._end, self._pages = piece.start, piece.number
        if self._end < piece.stop:
            for answer in chain([self._first(task, piece, answers)], answers):
                if isinstance(answer, Boundary):
                    self._end = answer.offset
                    continue
                self._pages += 1
                if self._pages > task.skip:
                    yield self._named(answer, piece)

    def _first(self, task: Task, piece: Piece, answers: Iterator[Any]) -> Any:
        first = next(answers, None)
        if piece.number is None and first != Boundary(self._end):
            raise WrongStartError(task, self._end, self._pages)
        return first

    def _named(self, answer: Any, piece: Piece) -> Answer:
        """Name a page that has no id by its number in the file; a failure counts for the rest of the file."""
        name = f"{piece.path.name}#{self._pages}"
        if isinstance(answer, Failed):
            self._end = END.offset
            record = unreadable(piece.path, name, answer.error)
            answer = self._on_lost(record, record.error)
        named: Answer = answer if answer.row["id"] else replace(answer, row={**answer.row, "id": name})
        return named
