"""Run tasks in worker processes, so that a crash or an endless task costs only that task.

Extractors of other projects segfault, and a crawled page may do what no test foresaw. A worker that dies or takes too
long is replaced, and its task is reported as failed. Each worker has a thread in this process that sends it tasks and
waits for its answers, so workers never wait for the caller.
"""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from maintext.parallel.worker import Failed, Job, LostError, TaskGroup, UnusableError, Worker, failed

__all__ = ["Failed", "RunningPool", "UnusableError", "WorkerPool", "groups_of", "one_per_task"]

_AHEAD: Final = 3
"""Groups in progress or unread, per worker: one running, one queued and one finished, so that a slow group does not
stop the other workers at once."""
_HELD: Final = 16
"""Messages of unread answers that are kept, per group."""

G = TypeVar("G", bound=Iterable[Any])
T = TypeVar("T")


def _own_group(_task: Any) -> float:
    return 1.0


@dataclass(frozen=True, slots=True)
class WorkerPool:
    """The settings of processes that all run the same function."""

    make: Callable[..., Callable[[Any], Any]]
    """Called once in each worker, with ``arguments``; returns the function that answers tasks."""
    arguments: tuple[Any, ...]
    workers: int
    seconds: float
    """The time limit for one task."""
    weight: Callable[[Any], float] = _own_group
    """Tasks are sent in groups, because small tasks cost less together. A group is full when its weight reaches 1."""
    on_lost: Callable[[Any, str], Any] = failed
    """Returns the answer to a task whose worker was lost, given the task and the reason."""

    def answers(self, tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Yield each task with its answer, in the order of the tasks.

        Tasks are read only as far ahead of the answers as the workers need.
        """
        with closing(RunningPool(self)) as running:
            for group, answers in running.streams(groups_of(tasks, self.weight)):
                yield from zip(group, one_per_task(group, answers), strict=True)


def groups_of(tasks: Iterable[T], weight: Callable[[T], float]) -> Iterator[list[T]]:
    """Split the tasks into lists; a list is full when the sum of its weights reaches 1."""
    group: list[T] = []
    total = 0.0
    for task in tasks:
        group.append(task)
        total += weight(task)
        if total >= 1:
            yield group
            group, total = [], 0.0
    if group:
        yield group


def one_per_task(tasks: Iterable[Any], answers: Iterator[Any]) -> Iterator[Any]:
    """Yield one answer per task; if the answers end early, the last one (a failure) is repeated."""
    answer: Any = None
    for _ in tasks:
        answer = next(answers, answer)
        yield answer


class RunningPool:
    """The running workers of a pool. Close it to end them."""

    def __init__(self, pool: WorkerPool) -> None:
        """Prepare the slots; a worker starts when its slot gets the first task."""
        self._size = pool.workers
        self._free = deque(_Slot(pool) for _ in range(pool.workers))
        self._slots = tuple(self._free)
        self._threads = ThreadPoolExecutor(pool.workers, "maintext-worker")
        self._under_way: deque[_Stream] = deque()

    def streams(self, groups: Iterable[G]) -> Generator[tuple[G, Iterator[Any]]]:
        """Yield each group of tasks with an iterator over its answers, in the order of the groups.

        A group is any object that can be pickled and iterated more than once; the worker iterates over it. If iterating
        crashes two workers, the answers end with a ``Failed``. Asking for the next group, or calling this method again,
        discards the unread answers of the previous group.
        """
        waiting: deque[G] = deque()
        try:
            for group in groups:
                waiting.append(group)
                self._under_way.append(_Stream())
                self._threads.submit(self._answer, group, self._under_way[-1])
                if len(waiting) >= _AHEAD * self._size:
                    yield waiting.popleft(), iter(self._under_way[0])
                    self._under_way.popleft().abandon()
            while waiting:
                yield waiting.popleft(), iter(self._under_way[0])
                self._under_way.popleft().abandon()
        finally:
            self._abandon()

    def submit(self, task: Any) -> Future[Any]:
        """Answer one task as soon as a worker is free; the future never raises because of a lost worker.

        Threads may call this at any time, but not while ``streams`` is being read.
        """
        return self._threads.submit(self._answer_one, task)

    def close(self) -> None:
        """End all workers, even busy ones."""
        self._abandon()
        for slot in self._slots:
            slot.interrupt()
        self._threads.shutdown(cancel_futures=True)
        for slot in self._slots:
            slot.clear()

    def _answer(self, group: Iterable[Any], stream: "_Stream") -> None:
        slot = self._free.popleft()
        try:
            if not stream.is_abandoned:
                slot.answer(group, stream)
            stream.end()
        except BaseException as error:
            stream.end(error)
        finally:
            self._free.append(slot)

    def _answer_one(self, task: Any) -> Any:
        stream = _Stream()
        self._answer([task], stream)
        return next(iter(stream), Failed("the service is shutting down"))

    def _abandon(self) -> None:
        while self._under_way:
            self._under_way.popleft().abandon()


class _Stream:
    """A bounded queue of answers from the thread of a worker to the caller."""

    def __init__(self) -> None:
        self._messages: deque[list[Any]] = deque()
        self._change = threading.Condition()
        self._error: BaseException | None = None
        self._is_ended = False
        self.is_abandoned = False

    def put(self, answers: list[Any]) -> None:
        """Add answers, waiting while the queue is full; drop them if the caller has abandoned the stream."""
        with self._change:
            self._change.wait_for(lambda: len(self._messages) < _HELD or self.is_abandoned)
            if not self.is_abandoned:
                self._messages.append(answers)
            self._change.notify()

    def end(self, error: BaseException | None = None) -> None:
        """Mark the end of the answers; the reader raises the error if there is one."""
        with self._change:
            self._is_ended, self._error = True, error
            self._change.notify()

    def abandon(self) -> None:
        """Drop all answers, those still to come included."""
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


class _Slot:
    """Holds one worker: started when first needed, and replaced whenever it is lost."""

    def __init__(self, pool: WorkerPool) -> None:
        self._job = Job(pool.make, pool.arguments, pool.on_lost, pool.seconds)
        self._seconds = pool.seconds
        self._worker: Worker | None = None
        self._closed = threading.Event()

    def answer(self, tasks: Iterable[Any], stream: _Stream) -> None:
        """Put the answers to tasks into a stream; if a worker is lost, the next one continues after its task."""
        first, lost = 0, dict[int, str]()
        if self._worker and not self._worker.process.is_alive():
            self.clear()
        while True:
            self._worker = self._worker or Worker.started(self._job)
            if self._closed.is_set():
                return
            try:
                for answers in self._worker.answers(TaskGroup(tasks, first, lost), self._seconds):
                    first += len(answers)
                    stream.put(answers)
                return
            except LostError as loss:
                self.clear()
                if loss.task in lost:
                    stream.put([Failed(loss.error)])
                    return
                lost[loss.task] = loss.error

    def interrupt(self) -> None:
        """End the worker, even a busy one; the thread that waits for it then ends too."""
        self._closed.set()
        if worker := self._worker:
            worker.process.terminate()

    def clear(self) -> None:
        """Stop the worker and free its resources."""
        if self._worker:
            self._worker.stop()
        self._worker = None
