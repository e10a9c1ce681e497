"""A process that answers tasks, and how its parent knows which task crashed it.

Answers are sent several at a time, because a message costs more than an answer. To blame the right task for a crash,
the two processes share a counter of finished tasks.
"""

import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, Final

from maintext.errors import MaintextError
from maintext.support.budget import limited

_START_SECONDS: Final = 120
_START_ATTEMPTS: Final = 3
_STOP_SECONDS: Final = 5
_MESSAGE_SECONDS: Final = 0.05
"""How long answers are collected before they are sent: about twenty pages, whose rows fit into the pipe's buffer."""
_MESSAGE_BYTES: Final = 1_000_000
_OWN_SHARE: Final = 0.8
"""The share of a task's time after which it should stop by itself, so that what there is can be sent."""
ENDED: Final = "the process ended"
"""The beginning of the reason why a worker was lost that did not take too long."""
_CONTEXT: Final = multiprocessing.get_context("spawn")


class UnusableError(MaintextError):
    """The function of the workers cannot be started."""


class LostError(Exception):
    """A worker died or did not answer in time."""

    def __init__(self, task: int, error: str) -> None:
        """Store the number of the task that the worker was running, and the reason."""
        super().__init__(error)
        self.task = task
        self.error = error


@dataclass(frozen=True, slots=True)
class Failed:
    """Replaces the answer to a task whose worker was lost."""

    error: str


def failed(_task: Any, error: str) -> Failed:
    """Return the default answer to a task whose worker was lost."""
    return Failed(error)


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker runs."""

    make: Callable[..., Callable[[Any], Any]]
    """Called once in each worker, with ``arguments``; returns the function that answers tasks."""
    arguments: tuple[Any, ...]
    on_lost: Callable[[Any, str], Any] = failed
    """Returns the answer to a task whose worker was lost; called in the worker that replaces it."""
    seconds: float = inf
    """The time after which the parent replaces the worker. Extraction stops by itself a little earlier."""


@dataclass(frozen=True, slots=True)
class TaskGroup:
    """The tasks of one message to a worker."""

    tasks: Iterable[Any]
    first: int = 0
    """The number of tasks that are answered already."""
    lost: dict[int, str] = field(default_factory=dict)
    """By task number: why the worker that ran it was lost."""


@dataclass(frozen=True, slots=True)
class Worker:
    """The parent's view of a worker process."""

    process: Any
    connection: Connection
    done: Any
    """The number of finished tasks of the current group, in memory shared with the process."""

    @classmethod
    def started(cls, job: Job) -> "Worker":
        """Start a worker and wait until it is ready; one that is killed meanwhile is started again.

        Raises:
            UnusableError: the worker cannot start, or the job raises.
        """
        for _ in range(_START_ATTEMPTS):
            worker = cls._begun(job)
            try:
                is_ready = worker.connection.poll(_START_SECONDS)
                problem = worker.connection.recv() if is_ready else f"a worker did not start within {_START_SECONDS} s"
            except (EOFError, OSError):
                problem = "a worker ended while starting; protect the script with: if __name__ == '__main__':"
                worker.process.join(timeout=_STOP_SECONDS)
            if not problem:
                return worker
            was_killed = (worker.process.exitcode or 0) < 0
            worker.stop()
            if not was_killed:
                break
        raise UnusableError(problem)

    @classmethod
    def _begun(cls, job: Job) -> "Worker":
        """Begin to start a worker."""
        here, there = _CONTEXT.Pipe()
        done = _CONTEXT.RawValue("q", 0)
        process = _CONTEXT.Process(target=_work, args=(job, there, done), daemon=True)
        try:
            _keep_interrupts_from_children()
            process.start()
        except (AssertionError, AttributeError, TypeError, pickle.PickleError) as error:
            here.close()
            raise UnusableError(f"cannot start a worker: {error}") from error
        finally:
            there.close()
        return cls(process, here, done)

    def answers(self, group: TaskGroup, seconds: float) -> Iterator[list[Any]]:
        """Yield the answers in the order of the tasks, several at a time, as they arrive.

        Raises:
            LostError: a task took longer than ``seconds``, or ended the process. Answers not sent yet are lost too.
        """
        self.done.value = group.first
        try:
            self.connection.send(group)
            is_last = False
            while not is_last:
                if not self.connection.poll(seconds + _MESSAGE_SECONDS):
                    raise LostError(self.done.value, f"no answer after {seconds:g} s")
                answers, is_last = self.connection.recv()
                yield [pickle.loads(answer) for answer in answers]
        except (EOFError, OSError):
            self.process.join(timeout=_STOP_SECONDS)
            raise LostError(self.done.value, f"{ENDED} with code {self.process.exitcode}") from None

    def stop(self) -> None:
        """End the process and close the connection."""
        self.process.terminate()
        self.process.join(timeout=_STOP_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.connection.close()


def _keep_interrupts_from_children() -> None:
    """Block Ctrl-C for child processes, even while they start: the terminal sends it to all processes."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # starting it later would undo the next line
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _work(job: Job, connection: Connection, done: Any) -> None:
    """Run a worker: prepare the function, report success or the problem, and answer until the connection closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        try:
            answer = job.make(*job.arguments)
        except Exception as error:
            connection.send(f"{type(error).__name__}: {error}".splitlines()[0])
            return
        gc.freeze()  # the model stays until the process ends, so the collector need not scan it again
        connection.send("")
        while True:
            group = connection.recv()
            for message in _messages(group, answer, job, done):
                connection.send(message)


def _messages(
    group: TaskGroup, answer: Callable[[Any], Any], job: Job, done: Any
) -> Iterator[tuple[list[bytes], bool]]:
    """Yield messages: pickled answers, and whether they are the last ones.

    Each answer is pickled before the next task starts, because computing lazy attributes may be most of the work. A
    message is sent when it is large, or at the end of a task after ``_MESSAGE_SECONDS``. Up to the last task that lost
    a worker each answer is sent at once, because the next worker may be lost there too.
    """
    packed: list[bytes] = []
    size = 0
    last_lost = max(group.lost, default=-1)
    due = time.monotonic() + _MESSAGE_SECONDS
    for number, task in enumerate(islice(group.tasks, group.first, None), group.first):
        with limited(_OWN_SHARE * job.seconds, sys.maxsize, set()):
            found = job.on_lost(task, group.lost[number]) if number in group.lost else answer(task)
            packed.append(pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
        size += len(packed[-1])
        done.value = number + 1
        if size >= _MESSAGE_BYTES or time.monotonic() >= due or number < last_lost:
            yield packed, False
            packed, size = [], 0
            due = time.monotonic() + _MESSAGE_SECONDS
    yield packed, True


def _end_with_parent() -> None:
    """End this process when its parent is killed; a busy worker would not notice the closed connection."""
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)
