"""Learn the sites of a crawl: workers turn pages into marks, and this process adds them to a store of sites."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from maintext.batch.inputs import inputs_at
from maintext.batch.ordering import ordered_answers
from maintext.batch.output import OWN_DATA
from maintext.batch.record import Boundary, Columns, Record
from maintext.batch.rows import Answer, Row, answered, lost_answer, page_of
from maintext.batch.tasks import Inputs, record_weight
from maintext.errors import MaintextError
from maintext.fetch.options import FetchOptions
from maintext.parallel.pages import one_line_error
from maintext.parallel.pool import Failed, RunningPool, WorkerPool, groups_of, one_per_task
from maintext.read import page_table
from maintext.sites._page_marks import PageMarks
from maintext.sites.learned_site import Site, SiteBuilder
from maintext.sites.site_names import Grouping, site_name
from maintext.sites.store import ALL_RECORDS, SiteStore

STORE: Final = f"{OWN_DATA}sites.sqlite"
"""The name of a run's own store, in the folder of its parts."""
WINDOW: Final = 500
"""With look-back, this many pages are learnt before they are extracted: about fifty megabytes."""
_MARKS: Final = ("site", "key", "marks")


def learn_sites(
    inputs: Inputs, store: SiteStore, learners: WorkerPool, on_record: Callable[[Answer], None] = lambda _: None
) -> None:
    """Add all pages of the inputs to a store, after those that an earlier run added.

    Args:
        inputs: the inputs, which are read from the first record that the store has not seen.
        store: the store.
        learners: a pool from ``marks_pool``.
        on_record: called after each record.
    """
    done = store.records
    if done == ALL_RECORDS:
        return
    count, tasks = inputs.tasks_after(done)
    with closing(ordered_answers(inputs, tasks, learners)) as answers:
        for answer in answers:
            count += 1
            _add(store, answer.row)
            if store.is_full:
                store.commit(count)
            on_record(answer)
    store.commit(ALL_RECORDS)


def learn_more(
    paths: Sequence[Path],
    store: SiteStore,
    learners: WorkerPool,
    fetching: FetchOptions,
    on_record: Callable[[Answer], None] = lambda _: None,
) -> int:
    """Add the pages of some inputs to a store, and return how many sites it has.

    A page that is learnt twice counts once, so a run that was interrupted can simply be repeated.
    """
    inputs = Inputs(inputs_at(paths), Columns(), fetching)
    store.commit(0)
    learn_sites(inputs, store, learners, on_record)
    return sum(1 for _ in store.names())


def learn_one_site(paths: Sequence[Path], fetching: FetchOptions) -> Site:
    """The site of all pages of some inputs, whatever their addresses; pages that cannot be read are left out."""
    builder = SiteBuilder()
    for record in Inputs(inputs_at(paths), Columns(), fetching).records():
        if not record.error:
            with suppress(MaintextError):
                builder.add(page_table(page_of(record), record.charset))
    return builder.site()


def answers_with_look_back(
    inputs: Inputs, store: SiteStore, skip: int, learners: WorkerPool, makers: WorkerPool
) -> Generator[Answer]:
    """Yield the answers to all records but the first ``skip``, each judged by the pages before it and a few after it.

    Records are read once, ``WINDOW`` at a time: their pages are learnt, then extracted. Skipped records are learnt too,
    so that a resumed run has the same answers.

    Args:
        inputs: the inputs.
        store: the run's own store, without any sites.
        skip: how many records have rows already.
        learners: a pool from ``marks_pool``.
        makers: a pool from ``row_pool`` that looks sites up in the store.
    """
    records = inputs.records()
    windows = iter(lambda: list(islice(records, WINDOW)), [])
    with store, closing(RunningPool(learners)) as learning, closing(RunningPool(makers)) as making:
        for number, window in enumerate(windows):
            for answer in _answers(window, learning, learners):
                _add(store, answer.row)
            store.commit(0)
            yield from _answers(window[max(0, skip - number * WINDOW) :], making, makers)


def _answers(records: Sequence[Record], running: RunningPool, pool: WorkerPool) -> Iterator[Answer]:
    """The answers to some records, in order."""
    with closing(running.streams(groups_of(records, record_weight))) as streams:
        for group, answers in streams:
            for record, answer in zip(group, one_per_task(group, answers), strict=True):
                yield pool.on_lost(record, answer.error) if isinstance(answer, Failed) else answer


def marks_pool(grouping: Grouping, workers: int, seconds: float) -> WorkerPool:
    """A pool of workers that return the marks of pages as rows."""
    return WorkerPool(marks_maker, (grouping,), workers, seconds, on_lost=partial(lost_answer, _MARKS))


def marks_maker(grouping: Grouping) -> Callable[[Record | Boundary], Answer | Boundary]:
    """Return a function that answers each item of a task with its marks. Each worker calls this once."""
    return partial(answered, partial(_marks_row, grouping))


def _marks_row(grouping: Grouping, record: Record) -> Row:
    """The marks of a page and the name of its site; an error if it has none."""
    row: dict[str, Any] = {"id": record.id, "url": record.url, "site": site_name(record.url, grouping), "error": None}
    if record.error or not row["site"]:
        return {**row, "error": record.error or "the page has no address"}
    try:
        page = PageMarks(page_table(page_of(record), record.charset))
    except Exception as error:  # whatever a page does, the crawl goes on
        return {**row, "error": one_line_error(error)}
    return {**row, "key": page.key(), "marks": page.marks}


def _add(store: SiteStore, row: Row) -> None:
    if row["error"] is None:
        store.add(row["site"], row["key"], row["marks"])
