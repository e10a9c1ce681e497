"""A process that answers to tasks, and how to tell which of them it was lost at.

Answers come back some at a time, since a message costs more than an answer. So that nobody else is blamed for a task
that ends the process, the two share a number: how many tasks are done.
"""

import gc
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, Final

from maintext.errors import MaintextError

_START_SECONDS: Final = 120
_STOP_SECONDS: Final = 5
_MESSAGE_SECONDS: Final = 0.05
"""For how long answers are collected: some twenty pages, whose rows fit into the buffer between two processes."""
_MESSAGE_BYTES: Final = 1_000_000
_CONTEXT: Final = multiprocessing.get_context("spawn")


class UnusableError(MaintextError):
    """What the workers should run cannot even be started."""


class LostError(Exception):
    """The worker ended or hangs, at a task with a number."""

    def __init__(self, task: int, error: str) -> None:
        """Tell which task and why."""
        super().__init__(error)
        self.task = task
        self.error = error


@dataclass(frozen=True, slots=True)
class Failed:
    """What stands in for the answer to a task that cost its worker."""

    error: str


def failed(_task: Any, error: str) -> Failed:
    """What stands in for an answer, unless the caller knows better."""
    return Failed(error)


@dataclass(frozen=True, slots=True)
class Trade:
    """What a worker can do."""

    make: Callable[..., Callable[[Any], Any]]
    """Is called with the arguments in each worker, once, and gives the function that answers to tasks."""
    arguments: tuple[Any, ...]
    excuse: Callable[[Any, str], Any] = failed
    """The answer to a task that cost a worker, and why; asked for in the worker that comes next."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Tasks for a worker."""

    tasks: Iterable[Any]
    first: int = 0
    """How many of them are answered already."""
    lost: dict[int, str] = field(default_factory=dict)
    """The numbers of those that cost a worker, and why."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A process, seen from the one that started it."""

    process: Any
    connection: Connection
    done: Any
    """The number of tasks of the bundle that are done, in memory that both processes have."""

    @classmethod
    def started(cls, trade: Trade) -> "Worker":
        """A worker that is ready."""
        here, there = _CONTEXT.Pipe()
        done = _CONTEXT.RawValue("q", 0)
        process = _CONTEXT.Process(target=_work, args=(trade, there, done), daemon=True)
        try:
            _keep_interrupts_from_children()
            process.start()
        except (AssertionError, AttributeError, TypeError, pickle.PickleError) as error:
            here.close()
            raise UnusableError(f"no worker can be started: {error}") from error
        finally:
            there.close()
        try:
            problem = here.recv() if here.poll(_START_SECONDS) else "it does not start"
        except (EOFError, OSError):
            problem = "it ends when it starts; a script with workers begins with: if __name__ == '__main__':"
        worker = cls(process, here, done)
        if problem:
            worker.stop()
            raise UnusableError(problem)
        return worker

    def answers(self, bundle: Bundle, seconds: float) -> Iterator[list[Any]]:
        """The answers to tasks in their order, some at a time, as they come.

        Raises:
            LostError: a task took more seconds, or ended the process; what it has not sent yet is lost too.
        """
        self.done.value = bundle.first
        try:
            self.connection.send(bundle)
            is_last = False
            while not is_last:
                if not self.connection.poll(seconds + _MESSAGE_SECONDS):
                    raise LostError(self.done.value, f"no answer after {seconds:g} s")
                answers, is_last = self.connection.recv()
                yield [pickle.loads(answer) for answer in answers]
        except (EOFError, OSError):
            self.process.join(timeout=_STOP_SECONDS)
            raise LostError(self.done.value, f"the process ended with code {self.process.exitcode}") from None

    def stop(self) -> None:
        """Leave nothing of it."""
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


def _work(trade: Trade, connection: Connection, done: Any) -> None:
    """What a worker does: get ready, say so or what is in the way, and answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            answer = trade.make(*trade.arguments)
        except Exception as error:
            connection.send(f"{type(error).__name__}: {error}".splitlines()[0])
            return
        gc.freeze()  # what there is now stays, and need not be looked at again and again
        connection.send("")
        while True:
            bundle = connection.recv()
            for message in _messages(bundle, answer, trade.excuse, done):
                connection.send(message)


def _messages(
    bundle: Bundle, answer: Callable[[Any], Any], excuse: Callable[[Any, str], Any], done: Any
) -> Iterator[tuple[list[bytes], bool]]:
    """The answers, each packed before the next task begins, since packing may be most of the work; and if they are all.

    A message is due when a task is done and some time has passed since the last one, or when it is large; or at once
    where a worker was lost already, for the next may be lost there too.
    """
    packed: list[bytes] = []
    size = 0
    careful = max(bundle.lost, default=-1)
    due = time.monotonic() + _MESSAGE_SECONDS
    for number, task in enumerate(islice(bundle.tasks, bundle.first, None), bundle.first):
        found = excuse(task, bundle.lost[number]) if number in bundle.lost else answer(task)
        packed.append(pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
        size += len(packed[-1])
        done.value = number + 1
        if size >= _MESSAGE_BYTES or time.monotonic() >= due or number < careful:
            yield packed, False
            packed, size = [], 0
            due = time.monotonic() + _MESSAGE_SECONDS
    yield packed, True


def _end_with_parent() -> None:
    """Leave no worker behind that is busy when its parent is killed and would never look again."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)
