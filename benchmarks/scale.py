"""Measure whole crawls: ``maintext batch`` with one process and with two, its memory, other extractors, Ray and Spark.

Usage: ``python benchmarks/scale.py ../shared/data/*-dev.jsonl.xz`` (extras ``batch``, ``engines`` and ``peers``).

A WARC file is made from the pages in a temporary folder, over and over until it is long enough. Other extractors go
through the same reader, the same workers and the same writer, so only the extraction differs. What counts is the time
that all processes of a run spend on a processor: it hardly depends on what else the machine does, as the time on the
clock does. Engines take long to start; that is measured with a file of one page and taken off. Prints the tables of
docs/crawls.md.
"""

from __future__ import annotations

import argparse
import gzip
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from maintext.batch.fields import DEFAULT_FIELDS
from maintext.batch.inputs import inputs_at
from maintext.batch.ordering import ordered_answers
from maintext.batch.record import Boundary, Columns, Record
from maintext.batch.rows import Answer, Row, answered, lost_answer
from maintext.batch.tasks import Inputs
from maintext.batch.writers import ParquetWriter
from maintext.data import read_pages
from maintext.evaluate.peers import extractor_of
from maintext.fetch.options import FetchOptions
from maintext.parallel.pool import WorkerPool

ENGINES = Path(__file__).parents[1] / "examples" / "engines"
CRAWL_PAGES = 2_500_000_000
"""About what a month of Common Crawl has."""


@dataclass(frozen=True)
class Measured:
    """What a run took."""

    name: str
    workers: int
    pages: int
    seconds: float
    processor: float
    """Seconds on a processor, of all processes together."""
    memory: tuple[float, float] = (0.0, 0.0)
    """Megabytes of all processes: the most in the second quarter of the run, and in the last."""

    @property
    def rate(self) -> float:
        return self.pages / self.processor


@dataclass
class Watch:
    """What the processes of a run are seen to use."""

    processor: dict[int, float] = field(default_factory=dict)
    memory: list[tuple[float, float]] = field(default_factory=list)

    def look(self, pid: int, at: float) -> None:
        resident = 0.0
        for each in family(pid):
            try:
                fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            self.processor[each] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            resident += int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        self.memory.append((at, resident))

    def most(self, start: float, stop: float) -> float:
        return max((memory for at, memory in self.memory if start <= at < stop), default=0.0)


def write_warc(path: Path, pages: list[bytes], count: int) -> None:
    with path.open("wb") as file:
        for number, page in enumerate(islice(cycle(pages), count)):
            block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
            lines = [
                "WARC/1.0",
                "WARC-Type: response",
                f"WARC-Record-ID: <urn:page:{number}>",
                f"WARC-Target-URI: https://example.org/{number}",
                "WARC-Date: 2024-05-06T07:08:09Z",
                "Content-Type: application/http; msgtype=response",
                f"Content-Length: {len(block)}",
            ]
            record = "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"
            file.write(gzip.compress(record, compresslevel=1))


def measure(name: str, workers: int, pages: int, words: list[str]) -> Measured:
    """Run a command on as many cores as it has workers, and look at all its processes meanwhile."""
    cores = os.sched_getaffinity(0)
    watch = Watch()
    with tempfile.TemporaryFile() as errors:
        os.sched_setaffinity(0, set(sorted(cores)[:workers]))
        begin = time.monotonic()
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=errors)
        os.sched_setaffinity(0, cores)
        while process.poll() is None:
            watch.look(process.pid, time.monotonic() - begin)
            time.sleep(0.2)
        errors.seek(0)
        if process.returncode:
            raise SystemExit(f"{name} failed: {errors.read().decode()[-2000:]}")
    seconds = time.monotonic() - begin
    memory = watch.most(seconds / 4, seconds / 2), watch.most(3 * seconds / 4, seconds)
    found = Measured(name, workers, pages, seconds, sum(watch.processor.values()), memory)
    print(found, file=sys.stderr, flush=True)
    return found


def family(pid: int) -> Iterator[int]:
    """A process and all that it started."""
    yield pid
    try:
        children = [each for task in Path(f"/proc/{pid}/task").iterdir() for each in _children(task)]
    except OSError:
        return
    for child in children:
        yield from family(child)


def _children(task: Path) -> list[int]:
    try:
        return [int(each) for each in (task / "children").read_text().split()]
    except OSError:
        return []


def batch(path: Path, pages: int, workers: int, method: str, fields: tuple[str, ...] = ("text",)) -> Measured:
    name = f"batch, {method}, {'text only' if fields == ('text',) else 'usual fields'}"
    out = path.with_name(f"{path.stem}-{method}-{workers}-{len(fields)}.parquet")
    words = [sys.executable, "-m", "maintext", "batch", str(path), "-o", str(out), "--fields", ",".join(fields)]
    return measure(name, workers, pages, [*words, "--workers", str(workers), "-m", method])


def peer_maker(name: str) -> Callable[[Record | Boundary], Answer | Boundary]:
    ask = extractor_of(name)

    def row(record: Record) -> Row:
        try:
            text = ask(record.html) if isinstance(record.html, bytes) else ""
        except Exception:
            text = ""
        return {"id": record.id, "url": record.url, "text": text, "error": None}

    return partial(answered, row)


def through_peer(name: str, path: Path, out: Path, workers: int) -> None:
    """What ``maintext batch`` does, with another extractor."""
    pool = WorkerPool(peer_maker, (name,), workers, 60, on_lost=partial(lost_answer, ("text",)))
    inputs = Inputs(inputs_at([path]), Columns(), FetchOptions())
    writer = ParquetWriter(out, ("text",))
    _, tasks = inputs.tasks_after(0)
    rows = (answer.row for answer in ordered_answers(inputs, tasks, pool))
    while group := list(islice(rows, 500)):
        writer.write(group)
    writer.close()


def peer(name: str, path: Path, pages: int, workers: int) -> Measured:
    out = path.with_name(f"{name}.parquet")
    words = [sys.executable, __file__, "--through", name, str(path), str(out), str(workers)]
    return measure(name, workers, pages, words)


def engine(name: str, parts: list[Path], single: Path, pages: int) -> Measured:
    """An engine with two workers, without the time that it takes to start."""
    folder = single.parent
    script = [sys.executable, str(ENGINES / f"with_{name}.py")]
    start = measure(name, 2, 1, [*script, str(folder / f"{name}-start"), str(single)])
    whole = measure(name, 2, pages, [*script, str(folder / name), *map(str, parts)])
    seconds, processor = whole.seconds - start.seconds, whole.processor - start.processor
    return Measured(name.capitalize(), 2, pages, seconds, max(processor, 1e-9), whole.memory)


def table(measured: list[Measured], base: Measured, price: float) -> str:
    lines = [
        "| run | processes | pages | seconds | processor seconds | pages a processor second | ratio |"
        f" core-hours a crawl | at {price} a core-hour | MB in the 2nd and 4th quarter |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for run in measured:
        hours = CRAWL_PAGES / run.rate / 3600
        cells = (
            run.name,
            run.workers,
            f"{run.pages:,}",
            f"{run.seconds:.1f}",
            f"{run.processor:.1f}",
            f"{run.rate:.1f}",
            f"{run.rate / base.rate:.2f}",
            f"{hours:,.0f}",
            f"{hours * price:,.0f}",
            f"{run.memory[0]:.0f}, {run.memory[1]:.0f}",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def main() -> None:
    if sys.argv[1:2] == ["--through"]:
        name, path, out, workers = sys.argv[2:]
        through_peer(name, Path(path), Path(out), int(workers))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, default=20_000, help="of the long WARC file; 0: none")
    parser.add_argument("--long-method", default="learned", help="the method for the long file")
    parser.add_argument("--short", type=int, default=2_000, help="pages for all other runs")
    parser.add_argument("--price", type=float, default=0.04, help="of a core-hour")
    parser.add_argument("--without", default="", help="leave these runs out: ray, spark, trafilatura, resiliparse")
    arguments = parser.parse_args()
    pages = [_bytes(page.html) for path in arguments.data for page in read_pages(path, lambda _: None)]
    print(f"{len(pages)} pages, {sum(map(len, pages)) / len(pages) / 1e3:.0f} kB on average", file=sys.stderr)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        long, short, single = (folder / f"{each}.warc.gz" for each in ("long", "short", "single"))
        write_warc(long, pages, arguments.pages)
        step = max(len(pages) // arguments.short, 1)
        write_warc(short, pages[::step], arguments.short)
        write_warc(single, pages, 1)
        parts = [folder / f"part-{number}.warc.gz" for number in range(4)]
        for number, part in enumerate(parts):
            write_warc(part, pages[::step][number :: len(parts)], arguments.short // len(parts))

        base = batch(short, arguments.short, 1, "learned")
        runs = [base, batch(short, arguments.short, 2, "learned")]
        runs += [batch(short, arguments.short, 2, "learned", DEFAULT_FIELDS)]
        runs += [batch(short, arguments.short, 2, "p-value")]
        for each in ("trafilatura", "resiliparse"):
            if each not in arguments.without:
                runs.append(peer(each, short, arguments.short, 2))
        for each in ("ray", "spark"):
            if each not in arguments.without:
                runs.append(engine(each, parts, single, arguments.short // len(parts) * len(parts)))
        if arguments.pages:
            runs.append(batch(long, arguments.pages, 2, arguments.long_method))
        print(table(runs, base, arguments.price))
        times = base.seconds / runs[1].seconds
        print(f"\nTwo processes on two cores were {times:.2f} times as fast as one on one, by the clock.")


def _bytes(page: str | bytes) -> bytes:
    return page if isinstance(page, bytes) else page.encode("utf-8", "replace")


if __name__ == "__main__":
    main()
