"""Pages through a function in processes of their own, so that a crash or a page without end costs one page.

Extractors of other people segfault and hang; the run goes on. A worker that dies or takes too long is replaced, and
the page that it had is told as failed.
"""

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from maintext.errors import MaintextError

_LOOK_AGAIN: Final = 1.0
_START_SECONDS: Final = 120
_CONTEXT: Final = multiprocessing.get_context("spawn")


class UnusableError(MaintextError):
    """What the workers should run cannot even be started."""


@dataclass(frozen=True, slots=True)
class Failed:
    """What stands in for the answer to a page that cost its worker."""

    error: str


@dataclass(slots=True)
class _Worker:
    process: Any
    connection: Connection
    number: int = -1
    """The task at hand, -1 if there is none."""
    since: float = 0.0


def run_all(
    make: Callable[..., Callable[[Any], Any]],
    arguments: tuple[Any, ...],
    tasks: Iterable[Any],
    workers: int,
    seconds: float,
) -> Iterator[tuple[int, Any]]:
    """Answer to each task with its number, in the order in which they are done.

    Args:
        make: is called with the arguments in each worker and gives the function that answers to tasks.
        arguments: what ``make`` needs.
        tasks: what is to be answered.
        workers: how many processes.
        seconds: after how long a task is given up.
    """
    waiting = enumerate(tasks)
    crew: list[_Worker] = []
    try:
        for _ in range(workers):
            crew.append(_start(make, arguments))
            _hand_on(crew[-1], waiting)
        while any(worker.number >= 0 for worker in crew):
            ready = set(wait([worker.connection for worker in crew if worker.number >= 0], timeout=_LOOK_AGAIN))
            for place in range(len(crew)):
                number, answer = _answered(crew[place], ready, seconds)
                if answer is None:
                    continue
                if isinstance(answer, Failed):
                    _stop(crew[place])
                    crew[place] = _start(make, arguments)
                yield number, answer
                _hand_on(crew[place], waiting)
    finally:
        for worker in crew:
            _stop(worker)


def _answered(worker: _Worker, ready: set[Any], seconds: float) -> tuple[int, Any]:
    """The task at hand and its answer; None while there is none."""
    if worker.number >= 0 and worker.connection in ready:
        return worker.number, _answer(worker)
    if worker.number >= 0 and time.monotonic() - worker.since > seconds:
        return worker.number, Failed(f"no answer after {seconds:.0f} s")
    return worker.number, None


def _start(make: Callable[..., Callable[[Any], Any]], arguments: tuple[Any, ...]) -> _Worker:
    here, there = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_work, args=(make, arguments, there), daemon=True)
    process.start()
    there.close()
    try:
        problem = here.recv() if here.poll(_START_SECONDS) else "it does not start"
    except EOFError:
        problem = "it ends when it starts"
    if problem:
        process.kill()
        raise UnusableError(problem)
    return _Worker(process, here)


def _work(make: Callable[..., Callable[[Any], Any]], arguments: tuple[Any, ...], connection: Connection) -> None:
    """What a worker does: get ready, say so or what is in the way, and answer until nobody asks any more."""
    with suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        try:
            answer = make(*arguments)
        except Exception as error:
            connection.send(f"{type(error).__name__}: {error}".splitlines()[0])
            return
        connection.send("")
        while True:
            connection.send(answer(connection.recv()))


def _hand_on(worker: _Worker, waiting: Iterator[tuple[int, Any]]) -> None:
    worker.number, task = next(waiting, (-1, None))
    worker.since = time.monotonic()
    if worker.number >= 0:
        with suppress(OSError):
            worker.connection.send(task)


def _answer(worker: _Worker) -> Any:
    try:
        return worker.connection.recv()
    except (EOFError, OSError):
        worker.process.join(timeout=5)
        return Failed(f"the process ended with code {worker.process.exitcode}")


def _stop(worker: _Worker) -> None:
    worker.connection.close()
    worker.process.terminate()
    worker.process.join(timeout=5)
    if worker.process.is_alive():
        worker.process.kill()
