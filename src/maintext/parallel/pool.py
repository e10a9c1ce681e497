"""Tasks through a function in processes of their own, so that a crash or a task without end costs that task alone.

Extractors of other people segfault, and a page of a crawl may do what no test foresaw; the run goes on. A worker that
dies or takes too long is replaced, and the task that it had is told as failed. Each worker has a thread here that hands
it tasks and waits for it: what the caller does in between never keeps a worker waiting.
"""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from maintext.parallel.worker import Bundle, Failed, LostError, Trade, UnusableError, Worker, failed

__all__ = ["Crew", "Failed", "Team", "UnusableError", "bundles", "for_each"]

_AHEAD: Final = 3
"""Bundles of tasks for each worker that are under way or wait to be asked for: one at work, one behind it, and one
done, so that a slow bundle does not stop the others at once."""
_HELD: Final = 16
"""Messages with answers that wait to be asked for, of each bundle."""

B = TypeVar("B", bound=Iterable[Any])
T = TypeVar("T")


def _alone(_task: Any) -> float:
    return 1.0


@dataclass(frozen=True, slots=True)
class Crew:
    """Processes that all run the same function."""

    make: Callable[..., Callable[[Any], Any]]
    """Is called with the arguments in each worker, once, and gives the function that answers to tasks."""
    arguments: tuple[Any, ...]
    workers: int
    seconds: float
    """After how long a task is given up."""
    weight: Callable[[Any], float] = _alone
    """Tasks go to a worker in bundles, each closed when its weight reaches 1: small tasks cost less together."""
    excuse: Callable[[Any, str], Any] = failed
    """The answer to a task that cost its worker, and why."""

    def answers(self, tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Each task with its answer, in the order of the tasks.

        Tasks are taken only so far ahead of the answers that the workers have enough to do.
        """
        with closing(Team(self)) as team:
            for bundle, answers in team.streams(bundles(tasks, self.weight)):
                yield from zip(bundle, for_each(bundle, answers), strict=True)


def bundles(tasks: Iterable[T], weight: Callable[[T], float]) -> Iterator[list[T]]:
    """The tasks in lists, each closed when its weight reaches 1."""
    bundle: list[T] = []
    total = 0.0
    for task in tasks:
        bundle.append(task)
        total += weight(task)
        if total >= 1:
            yield bundle
            bundle, total = [], 0.0
    if bundle:
        yield bundle


def for_each(tasks: Iterable[Any], answers: Iterator[Any]) -> Iterator[Any]:
    """An answer to each task, where answers may end with a failure."""
    answer: Any = None
    for _ in tasks:
        answer = next(answers, answer)
        yield answer


class Team:
    """The workers of a crew, while there is something to do."""

    def __init__(self, crew: Crew) -> None:
        """Get ready; the workers are started when they are needed."""
        self._size = crew.workers
        self._posts = deque(_Post(crew) for _ in range(crew.workers))
        self._everyone = tuple(self._posts)
        self._threads = ThreadPoolExecutor(crew.workers, "maintext-worker")
        self._under_way: deque[_Stream] = deque()

    def streams(self, loads: Iterable[B]) -> Generator[tuple[B, Iterator[Any]]]:
        """Each bundle of tasks with its answers, in the order of the bundles.

        A bundle is anything that can be pickled and whose tasks can be gone through, even several times: this is done
        in the worker. Answers end with a ``Failed`` where that itself costs a worker twice. Whoever goes to the next
        bundle, or to other ones altogether, wants no more answers to those before.
        """
        waiting: deque[B] = deque()
        try:
            for load in loads:
                waiting.append(load)
                self._under_way.append(_Stream())
                self._threads.submit(self._answer, load, self._under_way[-1])
                if len(waiting) >= _AHEAD * self._size:
                    yield waiting.popleft(), iter(self._under_way[0])
                    self._under_way.popleft().abandon()
            while waiting:
                yield waiting.popleft(), iter(self._under_way[0])
                self._under_way.popleft().abandon()
        finally:
            self._abandon()

    def close(self) -> None:
        """End all workers, at whatever they are."""
        self._abandon()
        for post in self._everyone:
            post.interrupt()
        self._threads.shutdown(cancel_futures=True)
        for post in self._everyone:
            post.dismiss()

    def _answer(self, load: Iterable[Any], stream: "_Stream") -> None:
        post = self._posts.popleft()
        try:
            if not stream.is_abandoned:
                post.answer(load, stream)
            stream.end()
        except BaseException as error:
            stream.end(error)
        finally:
            self._posts.append(post)

    def _abandon(self) -> None:
        while self._under_way:
            self._under_way.popleft().abandon()


class _Stream:
    """Answers on their way from the thread of a worker to whoever wants them."""

    def __init__(self) -> None:
        self._messages: deque[list[Any]] = deque()
        self._change = threading.Condition()
        self._error: BaseException | None = None
        self._is_ended = False
        self.is_abandoned = False

    def put(self, answers: list[Any]) -> None:
        """Add answers, when there is room for them; forget them when nobody wants them."""
        with self._change:
            self._change.wait_for(lambda: len(self._messages) < _HELD or self.is_abandoned)
            if not self.is_abandoned:
                self._messages.append(answers)
            self._change.notify()

    def end(self, error: BaseException | None = None) -> None:
        """There is no more, because of an error if there is one."""
        with self._change:
            self._is_ended, self._error = True, error
            self._change.notify()

    def abandon(self) -> None:
        """Want no more."""
        with self._change:
            self.is_abandoned = True
            self._messages.clear()
            self._change.notify()

    def __iter__(self) -> Iterator[Any]:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._messages or self._is_ended)
                if not self._messages:
                    break
                answers = self._messages.popleft()
                self._change.notify()
            yield from answers
        if self._error:
            raise self._error


class _Post:
    """A place for a worker: filled when first needed, and anew whenever the worker is lost."""

    def __init__(self, crew: Crew) -> None:
        self._trade = Trade(crew.make, crew.arguments, crew.excuse)
        self._seconds = crew.seconds
        self._worker: Worker | None = None
        self._closed = threading.Event()

    def answer(self, tasks: Iterable[Any], stream: _Stream) -> None:
        """Put the answers to tasks into a stream; what a lost worker leaves goes to the next one."""
        first, lost = 0, dict[int, str]()
        if self._worker and not self._worker.process.is_alive():
            self.dismiss()
        while True:
            self._worker = self._worker or Worker.started(self._trade)
            if self._closed.is_set():
                return
            try:
                for answers in self._worker.answers(Bundle(tasks, first, lost), self._seconds):
                    first += len(answers)
                    stream.put(answers)
                return
            except LostError as loss:
                self.dismiss()
                if loss.task in lost:
                    stream.put([Failed(loss.error)])
                    return
                lost[loss.task] = loss.error

    def interrupt(self) -> None:
        """End the worker at whatever it is at; its thread sees that and ends too."""
        self._closed.set()
        if worker := self._worker:
            worker.process.terminate()

    def dismiss(self) -> None:
        """Leave nothing of the worker."""
        if self._worker:
            self._worker.stop()
        self._worker = None
