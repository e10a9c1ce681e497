"""The rows that workers make of the inputs, in order, with none twice or left out where pieces of a file meet."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import accumulate, chain
from typing import Any

from maintext.batch.record import Border
from maintext.batch.rows import Answer
from maintext.batch.tasks import Inputs, Load
from maintext.batch.warc import unreadable
from maintext.batch.warc_pieces import END, Piece
from maintext.parallel.pool import Crew, Failed, Team, for_each


class MisfitError(Exception):
    """A piece does not begin where the one before ended."""

    def __init__(self, load: Load, place: int, pages: int) -> None:
        """Tell which, where it should begin, and how many pages the file has before that."""
        super().__init__(load, place, pages)
        self.where = load, place, pages


def joined(inputs: Inputs, loads: Iterator[Load], crew: Crew) -> Generator[Answer]:
    """The answers to all records of some loads; places count through all inputs."""
    before = list(accumulate((each.size for each in inputs.all), initial=0))
    joint = Joint(crew.excuse)
    with closing(Team(crew)) as team:
        while True:
            try:
                with closing(team.streams(loads)) as streams:
                    for load, answers in streams:
                        for answer in joint.answers(load, answers):
                            yield replace(answer, place=answer.place + before[load.source])
                return
            except MisfitError as misfit:
                loads = inputs.loads_from(*misfit.where)


class Joint:
    """Follows the pieces of a file, counts their pages, and sees whether each begins where the one before ended."""

    def __init__(self, excuse: Callable[[Any, str], Any]) -> None:
        """Begin with whatever comes first; the excuse answers to records of which there is nothing but an error."""
        self._excuse = excuse
        self._end = 0
        self._pages = 0

    def answers(self, load: Load, answers: Iterator[Any]) -> Iterator[Answer]:
        """The answers to a load that have no row yet.

        Raises:
            MisfitError: before anything else, if it is a piece that begins at the wrong place.
        """
        if not isinstance(load.tasks, Piece):
            for record, answer in zip(load.tasks, for_each(load.tasks, answers), strict=True):
                yield self._excuse(record, answer.error) if isinstance(answer, Failed) else answer
            return
        piece = load.tasks
        if piece.number is not None:
            self._end, self._pages = piece.start, piece.number
        if self._end < piece.stop:
            for answer in chain([self._begin(load, piece, answers)], answers):
                if isinstance(answer, Border):
                    self._end = answer.place
                    continue
                self._pages += 1
                if self._pages > load.skip:
                    yield self._named(answer, piece)

    def _begin(self, load: Load, piece: Piece, answers: Iterator[Any]) -> Any:
        begin = next(answers, None)
        if piece.number is None and begin != Border(self._end):
            raise MisfitError(load, self._end, self._pages)
        return begin

    def _named(self, answer: Any, piece: Piece) -> Answer:
        """An answer with the name that a page without an id has; a failure stands for all that is left of the file."""
        name = f"{piece.path.name}#{self._pages}"
        if isinstance(answer, Failed):
            self._end = END.place
            record = unreadable(piece.path, name, answer.error)
            answer = self._excuse(record, record.error)
        named: Answer = answer if answer.row["id"] else replace(answer, row={**answer.row, "id": name})
        return named
