"""The whole line of a batch: records in, rows out, and what happened on the way."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from maintext.batch.fields import DEFAULT_FIELDS
from maintext.batch.inputs import inputs_at
from maintext.batch.ordering import joined
from maintext.batch.output import Output
from maintext.batch.record import Columns
from maintext.batch.rows import Answer, Row, Wanted, row_crew
from maintext.batch.tasks import Inputs
from maintext.fetch.options import FetchOptions
from maintext.options import EVERYTHING, Options
from maintext.parallel.pages import PAGE_SECONDS
from maintext.selection import Method

PART_ROWS: Final = 10_000
"""What a kill costs at most; a part of this size is some ten megabytes."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is to be done."""

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
    told: tuple[tuple[str, Any], ...] = ()
    """What else must be the same when the run is resumed."""


@dataclass(slots=True)
class Tally:
    """What has happened so far."""

    size: int = 0
    """Of the inputs, in bytes."""
    place: int = 0
    """How far they have been read."""
    skipped: int = 0
    """Rows that an earlier run made."""
    pages: int = 0
    bytes: int = 0
    failed: int = 0
    begun: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Since the begin."""
        return max(time.monotonic() - self.begun, 1e-9)

    def add(self, answer: Answer) -> None:
        """Count a row."""
        self.pages += 1
        self.place = max(self.place, answer.place)
        self.failed += answer.row["error"] is not None
        self.bytes += answer.size


def run_batch(settings: Settings, on_row: Callable[[Tally], None] = lambda _: None) -> Tally:
    """Make the output; calls back after each row."""
    inputs = inputs_at(settings.inputs)
    output = Output.at(settings.output, settings.part_rows, settings.fields)
    asked = _asked(settings, [each.mark for each in inputs])
    tally = Tally(size=sum(each.size for each in inputs))
    done = output.begin(asked, settings.resume)
    if done < 0:
        return tally

    sources = Inputs(inputs, settings.columns, settings.fetching)
    tally.skipped, loads = sources.loads_behind(done * settings.part_rows)
    crew = row_crew(Wanted(settings.method, settings.fields, settings.options), settings.workers, settings.page_seconds)
    answers = joined(sources, loads, crew)
    with closing(answers):
        output.write(_counted(answers, tally, on_row), done)
    output.finish(asked, tally.skipped + tally.pages)
    return tally


def _counted(answers: Iterator[Answer], tally: Tally, on_row: Callable[[Tally], None]) -> Iterator[Row]:
    for answer in answers:
        tally.add(answer)
        on_row(tally)
        yield answer.row


def _asked(settings: Settings, marks: Sequence[str]) -> dict[str, Any]:
    """All that decides which rows come out, to compare with when a run is resumed."""
    return {
        "inputs": [str(path) for path in settings.inputs],
        "what is in the inputs": list(marks),
        "method": settings.method.name,
        "fields": list(settings.fields),
        "options": asdict(settings.options),
        "rows of a part": settings.part_rows,
        "columns": [settings.columns.html, settings.columns.url, settings.columns.id],
        **dict(settings.told),
    }
