"""Run a batch: read the records, make the rows, write them, and count."""

import hashlib
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from maintext.batch.duplicates import COLUMN, Duplicates
from maintext.batch.duplicates import STORE as DUPLICATES
from maintext.batch.fields import DEFAULT_FIELDS
from maintext.batch.inputs import Input, inputs_at
from maintext.batch.learning import STORE, answers_with_look_back, learn_sites, marks_pool
from maintext.batch.ordering import ordered_answers
from maintext.batch.output import Output
from maintext.batch.record import Columns
from maintext.batch.rows import Answer, Row, RowSpec, row_names, row_pool
from maintext.batch.tasks import Inputs, Task
from maintext.errors import DataError
from maintext.fetch.options import FetchOptions
from maintext.options import EVERYTHING, Options
from maintext.parallel.pages import PAGE_SECONDS
from maintext.selection import Method
from maintext.sites.site_names import Grouping
from maintext.sites.store import SiteStore

BySite: TypeAlias = Literal["no", "two passes", "look back"]
DuplicateUse: TypeAlias = Literal["keep", "mark", "drop"]
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
    by_site: BySite = "no"
    """Whether pages are judged by other pages of their site: all of the input, or those before them."""
    sites: Path | None = None
    """A file of sites that were learnt before."""
    grouping: Grouping = "host"
    duplicates: DuplicateUse = "keep"
    """Whether rows with nearly the text of an earlier row are left as they are, get its id, or are left out."""

    @property
    def row_fields(self) -> tuple[str, ...]:
        """The fields that workers make: with the fingerprint if duplicates are looked for."""
        return self.fields if self.duplicates == "keep" else tuple(dict.fromkeys((*self.fields, "fingerprint")))

    @property
    def written_fields(self) -> tuple[str, ...]:
        """The fields of the output."""
        return (*self.fields, COLUMN) if self.duplicates == "mark" else self.fields


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
    duplicates: int = 0
    was_complete: bool = False
    """Whether an earlier run had written everything."""
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
    output = Output.at(settings.output, settings.part_rows, settings.written_fields)
    progress = Progress(size=sum(each.size for each in inputs))
    with output.locked(settings.resume):
        _write_rows(settings, inputs, output, progress, on_row)
    return progress


def _write_rows(
    settings: Settings,
    inputs: Sequence[Input],
    output: Output,
    progress: Progress,
    on_row: Callable[[Progress], None],
) -> None:
    """Write the rows that an earlier run has not written."""
    identity = _identity(settings, [each.mark for each in inputs])
    done = output.begin(identity, settings.resume)
    progress.was_complete = done < 0
    if progress.was_complete:
        return
    sources = Inputs(inputs, settings.columns, settings.fetching)
    progress.skipped, tasks = sources.tasks_after(done * settings.part_rows)
    answers = _answers(settings, sources, output.folder, progress.skipped, tasks)
    rows = _counted(answers, progress, on_row)
    with closing(answers):
        if settings.duplicates == "keep":
            output.write(rows, done)
        else:
            with Duplicates(output.folder / DUPLICATES, progress.skipped, settings.part_rows) as duplicates:
                output.write(_without_duplicates(settings, duplicates, rows, progress), done)
    output.finish(identity, progress.skipped + progress.pages)


def _answers(
    settings: Settings, sources: Inputs, folder: Path, skipped: int, tasks: Iterator[Task]
) -> Generator[Answer]:
    """The answers to the tasks, with what other pages of each site say if the settings ask for it."""
    workers, seconds, own = settings.workers, settings.page_seconds, folder / STORE
    known = () if settings.sites is None else (settings.sites,)
    paths = known if settings.by_site == "no" else (own, *known)
    spec = RowSpec(settings.method, settings.row_fields, settings.options, paths)
    makers, learners = row_pool(spec, workers, seconds), marks_pool(settings.grouping, workers, seconds)
    if settings.by_site == "look back":
        return answers_with_look_back(sources, SiteStore.new(own, settings.grouping), skipped, learners, makers)
    if settings.by_site == "two passes":
        with SiteStore.create(own, settings.grouping) as store:
            learn_sites(sources, store, learners)
    return ordered_answers(sources, tasks, makers)


def _without_duplicates(
    settings: Settings, duplicates: Duplicates, rows: Iterator[Row], progress: Progress
) -> Iterator[Row | None]:
    """The rows with the ids of those that they duplicate, or with None in place of each duplicate."""
    for row in rows:
        first = duplicates.first_like(row["id"], row["fingerprint"])
        progress.duplicates += first is not None
        if settings.duplicates == "drop":
            yield None if first is not None else _with_columns(row, settings.written_fields)
        else:
            yield _with_columns({**row, COLUMN: first}, settings.written_fields)


def _with_columns(row: Row, fields: Sequence[str]) -> Row:
    return {name: row[name] for name in row_names(fields)}


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
        "columns": [settings.columns.html, settings.columns.url, settings.columns.id, settings.columns.kind],
        "duplicates": settings.duplicates,
        "by site": [settings.by_site, settings.grouping, _mark_of(settings.sites)],
        **dict(settings.same_on_resume),
    }


def _mark_of(sites: Path | None) -> str | None:
    """A hash of a file of sites."""
    if sites is None:
        return None
    try:
        with sites.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DataError(f"cannot read the sites in {sites}: {error.strerror or error}") from error
