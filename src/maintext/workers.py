"""Tasks through a function in processes of their own, so that a crash or a task without end costs that task alone.

Extractors of other people segfault, and a page of a crawl may do what no test foresaw; the run goes on. A worker that
dies or takes too long is replaced, and the task that it had is told as failed. Each worker has a thread here that hands
it tasks and waits for it: what the caller does in between never keeps a worker waiting.
"""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pickle import PickleError
from typing import Any, Final

from maintext.errors import MaintextError

_START_SECONDS: Final = 120
_STOP_SECONDS: Final = 5
_AHEAD: Final = 3
"""Bundles of tasks for each worker that are under way or wait to be asked for: one at work, one behind it, and one
done, so that a slow bundle does not stop the others at once."""
_CONTEXT: Final = multiprocessing.get_context("spawn")


class UnusableError(MaintextError):
    """What the workers should run cannot even be started."""


@dataclass(frozen=True, slots=True)
class Failed:
    """What stands in for the answer to a task that cost its worker."""

    error: str


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

    def answers(self, tasks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Each task with its answer, in the order of the tasks.

        Tasks are taken only so far ahead of the answers that the workers have enough to do.
        """
        posts = deque(_Post(self) for _ in range(self.workers))
        everyone = tuple(posts)
        threads = ThreadPoolExecutor(self.workers, "maintext-worker")
        under_way: deque[tuple[list[Any], Future[list[Any]]]] = deque()

        def done(bundle: list[Any]) -> list[Any]:
            post = posts.popleft()
            try:
                return post.answers(bundle)
            finally:
                posts.append(post)

        def first() -> Iterator[tuple[Any, Any]]:
            bundle, future = under_way.popleft()
            return zip(bundle, future.result(), strict=True)

        try:
            for bundle in _bundles(tasks, self.weight):
                under_way.append((bundle, threads.submit(done, bundle)))
                if len(under_way) >= _AHEAD * self.workers:
                    yield from first()
            while under_way:
                yield from first()
        finally:
            for post in everyone:
                post.interrupt()
            threads.shutdown(cancel_futures=True)
            for post in everyone:
                post.dismiss()


def _bundles(tasks: Iterable[Any], weight: Callable[[Any], float]) -> Iterator[list[Any]]:
    bundle: list[Any] = []
    total = 0.0
    for task in tasks:
        bundle.append(task)
        total += weight(task)
        if total >= 1:
            yield bundle
            bundle, total = [], 0.0
    if bundle:
        yield bundle


class _Post:
    """A place for a worker: filled when first needed, and anew whenever the worker is lost."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._worker: _Worker | None = None
        self._closed = threading.Event()

    def answers(self, bundle: Sequence[Any]) -> list[Any]:
        """The answers to some tasks; those behind a lost one go to the next worker."""
        found: list[Any] = []
        if self._worker and not self._worker.process.is_alive():
            self.dismiss()
        while len(found) < len(bundle):
            self._worker = self._worker or _Worker.started(self._crew)
            if self._closed.is_set():
                break
            found.extend(self._worker.answers(bundle[len(found) :], self._crew.seconds))
            if isinstance(found[-1], Failed):
                self.dismiss()
        return found

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


@dataclass(frozen=True, slots=True)
class _Worker:
    process: Any
    connection: Connection

    @classmethod
    def started(cls, crew: Crew) -> "_Worker":
        here, there = _CONTEXT.Pipe()
        process = _CONTEXT.Process(target=_work, args=(crew.make, crew.arguments, there), daemon=True)
        try:
            _keep_interrupts_from_children()
            process.start()
        except (AssertionError, AttributeError, TypeError, PickleError) as error:
            here.close()
            raise UnusableError(f"no worker can be started: {error}") from error
        finally:
            there.close()
        try:
            problem = here.recv() if here.poll(_START_SECONDS) else "it does not start"
        except (EOFError, OSError):
            problem = "it ends when it starts; a script with workers begins with: if __name__ == '__main__':"
        worker = cls(process, here)
        if problem:
            worker.stop()
            raise UnusableError(problem)
        return worker

    def answers(self, tasks: Sequence[Any], seconds: float) -> Iterator[Any]:
        """The answers to tasks, as they come; nothing comes behind a failure."""
        try:
            self.connection.send(tasks)
            for _ in tasks:
                if not self.connection.poll(seconds):
                    yield Failed(f"no answer after {seconds:g} s")
                    return
                yield self.connection.recv()
        except (EOFError, OSError):
            self.process.join(timeout=_STOP_SECONDS)
            yield Failed(f"the process ended with code {self.process.exitcode}")

    def stop(self) -> None:
        self.process.terminate()
        self.process.join(timeout=_STOP_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.connection.close()


def _keep_interrupts_from_children() -> None:
    """Let Ctrl-C, which the terminal sends to all processes, be for this one alone, even while a child starts."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # or starting it would undo the next line
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _work(make: Callable[..., Callable[[Any], Any]], arguments: tuple[Any, ...], connection: Connection) -> None:
    """What a worker does: get ready, say so or what is in the way, and answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            answer = make(*arguments)
        except Exception as error:
            connection.send(f"{type(error).__name__}: {error}".splitlines()[0])
            return
        connection.send("")
        while True:
            for task in connection.recv():
                connection.send(answer(task))


def _end_with_parent() -> None:
    """Leave no worker behind that is busy when its parent is killed and would never look again."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)
