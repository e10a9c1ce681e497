"""Run a batch: read the records, make the rows, write them, and count."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from maintext.batch.fields import DEFAULT_FIELDS
from maintext.batch.inputs import inputs_at
from maintext.batch.ordering import ordered_answers
from maintext.batch.output import Output
from maintext.batch.record import Columns
from maintext.batch.rows import Answer, Row, RowSpec, row_pool
from maintext.batch.tasks import Inputs
from maintext.fetch.options import FetchOptions
from maintext.options import EVERYTHING, Options
from maintext.parallel.pages import PAGE_SECONDS
from maintext.selection import Method

PART_ROWS: Final = 10_000
"""Rows of a part file, and so the most that a killed run loses; such a part has about ten megabytes."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a batch run."""

    inputs: tuple[Path, ...]
    output: Path
    method: Method
    workers: int = 1
    fields: tuple[str, ...] = DEFAULT_FIELDS
    resume: bool = False
    page_seconds: float = PAGE_SECONDS
    part_rows: int = PART_ROWS
    columns: Columns = field(default_factory=Columns)
    fetching: FetchOptions = field(default_factory=FetchOptions)
    options: Options = EVERYTHING
    same_on_resume: tuple[tuple[str, Any], ...] = ()
    """More names and values that must not change when the run is resumed."""


@dataclass(slots=True)
class Progress:
    """How far a run has come."""

    size: int = 0
    """Bytes of all inputs."""
    offset: int = 0
    """Bytes read so far."""
    skipped: int = 0
    """Rows that an earlier run wrote."""
    pages: int = 0
    bytes: int = 0
    failed: int = 0
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return max(time.monotonic() - self.started, 1e-9)

    def add(self, answer: Answer) -> None:
        """Count a row."""
        self.pages += 1
        self.offset = max(self.offset, answer.offset)
        self.failed += answer.row["error"] is not None
        self.bytes += answer.size


def run_batch(settings: Settings, on_row: Callable[[Progress], None] = lambda _: None) -> Progress:
    """Write the output; ``on_row`` is called after each row."""
    inputs = inputs_at(settings.inputs)
    output = Output.at(settings.output, settings.part_rows, settings.fields)
    identity = _identity(settings, [each.mark for each in inputs])
    progress = Progress(size=sum(each.size for each in inputs))
    done = output.begin(identity, settings.resume)
    if done < 0:
        return progress

    sources = Inputs(inputs, settings.columns, settings.fetching)
    progress.skipped, tasks = sources.tasks_after(done * settings.part_rows)
    pool = row_pool(
        RowSpec(settings.method, settings.fields, settings.options), settings.workers, settings.page_seconds
    )
    answers = ordered_answers(sources, tasks, pool)
    with closing(answers):
        output.write(_counted(answers, progress, on_row), done)
    output.finish(identity, progress.skipped + progress.pages)
    return progress


def _counted(answers: Iterator[Answer], progress: Progress, on_row: Callable[[Progress], None]) -> Iterator[Row]:
    for answer in answers:
        progress.add(answer)
        on_row(progress)
        yield answer.row


def _identity(settings: Settings, marks: Sequence[str]) -> dict[str, Any]:
    """Return everything that determines the rows, to compare with when a run is resumed."""
    return {
        "inputs": [str(path) for path in settings.inputs],
        "what is in the inputs": list(marks),
        "method": settings.method.name,
        "fields": list(settings.fields),
        "options": asdict(settings.options),
        "rows of a part": settings.part_rows,
        "columns": [settings.columns.html, settings.columns.url, settings.columns.id],
        **dict(settings.same_on_resume),
    }
