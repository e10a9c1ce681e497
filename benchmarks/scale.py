"""Measure whole crawls: ``maintext batch`` on one core and on two, its memory, other extractors, Ray and Spark.

Usage: ``python benchmarks/scale.py ../shared/data/*-dev.jsonl.xz`` (extras ``batch``, ``engines`` and ``peers``).

A WARC file is made from the pages in a temporary folder, over and over until it is long enough. Other extractors go
through the same reader, the same workers and the same writer, so only the extraction differs. Engines take seconds to
start; that is measured with a file of one page and taken off. Prints the tables of docs/scale.md.
"""

from __future__ import annotations

import argparse
import gzip
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from maintext.batch.inputs import all_records, inputs_at
from maintext.batch.record import Columns, Record
from maintext.batch.writers import ParquetWriter
from maintext.data import read_pages
from maintext.evaluate.peers import extractor_of
from maintext.many import bundle_weight
from maintext.workers import Crew, Failed

ENGINES = Path(__file__).parents[1] / "examples" / "engines"
CRAWL_PAGES = 2_500_000_000
"""About what a month of Common Crawl has."""


@dataclass
class Measured:
    """What a run took."""

    name: str
    workers: int
    pages: int
    seconds: float
    memory: tuple[float, float] = (0.0, 0.0)
    """Megabytes of all processes: the most in the second quarter of the run, and in the last."""

    @property
    def rate(self) -> float:
        return self.pages / self.seconds


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
            file.write(gzip.compress(record, compresslevel=6))


def measure(name: str, workers: int, pages: int, words: list[str], cores: int) -> Measured:
    """Run a command on so many cores, and look at the memory of all its processes meanwhile."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(sorted(before)[:cores]))
    begin = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    os.sched_setaffinity(0, before)
    samples: list[tuple[float, float]] = []
    watcher = threading.Thread(target=watch, args=(process, samples, begin))
    watcher.start()
    _, errors = process.communicate()
    watcher.join()
    if process.returncode:
        raise SystemExit(f"{name} failed: {errors.decode()[-2000:]}")
    seconds = time.monotonic() - begin
    second = max((memory for at, memory in samples if 0.25 <= at / seconds < 0.5), default=0.0)
    last = max((memory for at, memory in samples if at / seconds >= 0.75), default=0.0)
    return Measured(name, workers, pages, seconds, (second, last))


def watch(process: subprocess.Popen[bytes], samples: list[tuple[float, float]], begin: float) -> None:
    while process.poll() is None:
        samples.append((time.monotonic() - begin, sum(map(resident, family(process.pid)))))
        time.sleep(0.5)


def family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        children += [c for t in Path(f"/proc/{pid}/task").iterdir() for c in (t / "children").read_text().split()]
    except OSError:
        return
    for child in set(children):
        yield from family(int(child))


def resident(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, IndexError):
        return 0.0


def batch(path: Path, pages: int, workers: int, method: str) -> Measured:
    name = f"batch, {method}"
    out = path.with_name(f"{path.stem}-{method}-{workers}.parquet")
    words = [sys.executable, "-m", "maintext", "batch", str(path), "-o", str(out), "--fields", "text"]
    words += ["--workers", str(workers), "-m", method]
    return measure(name, workers, pages, words, workers)


def peer_maker(name: str) -> Callable[[Record], str]:
    ask = extractor_of(name)

    def text(record: Record) -> str:
        try:
            return ask(record.html) if isinstance(record.html, bytes) else ""
        except Exception:
            return ""

    return text


def through_peer(name: str, path: Path, out: Path, workers: int) -> None:
    """What ``maintext batch`` does, with another extractor."""
    crew = Crew(peer_maker, (name,), workers, 60, lambda record: bundle_weight(len(record.html or b"")))
    writer = ParquetWriter(out, ("text",))
    rows: list[dict[str, Any]] = []
    for record, answer in crew.answers(all_records(inputs_at([path]), Columns())):
        failed = isinstance(answer, Failed)
        rows.append({"id": record.id, "url": record.url, "text": None if failed else answer, "error": None})
        if len(rows) == 500:
            writer.write(rows)
            rows = []
    writer.write(rows)
    writer.close()


def peer(name: str, path: Path, pages: int, workers: int) -> Measured:
    out = path.with_name(f"{name}.parquet")
    words = [sys.executable, __file__, "--through", name, str(path), str(out), str(workers)]
    return measure(name, workers, pages, words, workers)


def engine(name: str, parts: list[Path], single: Path, pages: int) -> Measured:
    """An engine with two workers, without the time that it takes to start."""
    folder = single.parent
    script = [sys.executable, str(ENGINES / f"with_{name}.py")]
    start = measure(name, 2, 1, [*script, str(folder / f"{name}-start"), str(single)], 2).seconds
    whole = measure(name, 2, pages, [*script, str(folder / name), *map(str, parts)], 2)
    print(f"{name}: {start:.1f} s to start, {whole.seconds:.1f} s with {pages} pages", file=sys.stderr)
    return Measured(name.capitalize(), 2, pages, max(whole.seconds - start, 1e-9), whole.memory)


def table(measured: list[Measured], base: Measured, price: float) -> str:
    lines = [
        "| run | processes | pages | seconds | pages/s | pages/s a core | ratio | core-hours a crawl | at "
        f"{price} a core-hour | MB in 2nd, 4th quarter |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for run in measured:
        a_core = run.rate / run.workers
        hours = CRAWL_PAGES / a_core / 3600
        ratio = a_core / (base.rate / base.workers)
        memory = f"{run.memory[0]:.0f}, {run.memory[1]:.0f}"
        lines.append(
            f"| {run.name} | {run.workers} | {run.pages:,} | {run.seconds:.1f} | {run.rate:.1f} | {a_core:.1f} | "
            f"{ratio:.2f} | {hours:,.0f} | {hours * price:,.0f} | {memory} |"
        )
    return "\n".join(lines)


def main() -> None:
    if sys.argv[1:2] == ["--through"]:
        name, path, out, workers = sys.argv[2:]
        through_peer(name, Path(path), Path(out), int(workers))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, default=20_000, help="of the WARC that batch has to do")
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
        runs += [batch(short, arguments.short, 2, "p-value")]
        for each in ("trafilatura", "resiliparse"):
            if each not in arguments.without:
                runs.append(peer(each, short, arguments.short, 2))
        for each in ("ray", "spark"):
            if each not in arguments.without:
                runs.append(engine(each, parts, single, arguments.short // len(parts) * len(parts)))
        runs.append(batch(long, arguments.pages, 2, "learned"))
        print(table(runs, base, arguments.price))


def _bytes(page: str | bytes) -> bytes:
    return page if isinstance(page, bytes) else page.encode("utf-8", "replace")


if __name__ == "__main__":
    main()
