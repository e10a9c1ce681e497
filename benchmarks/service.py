"""Measure the HTTP service under load, next to the same service around trafilatura, in one run.

    python benchmarks/service.py wcxb-dev.jsonl.xz --pages 60 --requests 2000 --clients 16

Clients on this machine send each page to ``/extract`` again and again. All answers must arrive; the only other status
that may occur is 503, which is counted. Memory (Linux) is that of the workers, the service and the clients together,
after a quarter of the requests and at the end: it must not grow in between.
"""

import argparse
import asyncio
import itertools
import os
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvicorn
from speed import sample

from maintext.serve import ServeOptions, create_app
from maintext.serve.page_tasks import PageTask, task_runner
from maintext.serve.workers import Workers

Runner = Callable[[int], Callable[[PageTask], Any]]


def trafilatura_runner(_worker_bytes: int) -> Callable[[PageTask], dict[str, Any]]:
    """The work of a worker of the other service: text and metadata by trafilatura, as JSON."""
    import trafilatura  # noqa: PLC0415

    def answer(task: PageTask) -> dict[str, Any]:
        text = trafilatura.extract(task.page, output_format="json", with_metadata=True)
        return {"text": text or ""}

    return answer


@contextmanager
def service(runner: Runner, workers: int) -> Iterator[str]:
    """Run a service in a thread and yield its address."""
    import threading  # noqa: PLC0415

    options = ServeOptions(workers=workers, waiting=256)
    app = create_app(options)
    app.state.workers.close()
    app.state.workers = Workers(options, runner)
    server = uvicorn.Server(uvicorn.Config(app, "127.0.0.1", 0, log_level="critical"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        app.state.workers.close()


def memory() -> int:
    """The resident megabytes of this process and all that it started; 0 on systems without ``/proc``."""
    sizes: dict[int, int] = {}
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/status"):
        try:
            found = dict(re.findall(r"^(PPid|VmRSS):\s+(\d+)", path.read_text(), re.MULTILINE))
        except OSError:
            continue  # it has ended
        process = int(path.parent.name)
        parents[process], sizes[process] = int(found.get("PPid", 0)), int(found.get("VmRSS", 0))
    ours, new = {os.getpid()}, {os.getpid()}
    while new:
        new = {process for process, parent in parents.items() if parent in new}
        ours |= new
    return sum(sizes.get(process, 0) for process in ours) // 1024


class Load(NamedTuple):
    """What happened under load."""

    seconds: float
    times: list[float]
    """Of each answer, in seconds."""
    statuses: Counter[int]
    early: int
    """Megabytes after a quarter of the requests."""
    late: int
    """Megabytes at the end."""


async def load(address: str, pages: list[bytes], requests: int, clients: int) -> Load:
    """Send the requests, as many at a time as there are clients."""
    waiting = itertools.islice(itertools.cycle(pages), requests)
    times: list[float] = []
    statuses: Counter[int] = Counter()
    early = 0

    async def send(client: httpx.AsyncClient) -> None:
        nonlocal early
        for page in waiting:
            begin = time.perf_counter()
            response = await client.post("/extract", content=page, headers={"content-type": "text/html"})
            times.append(time.perf_counter() - begin)
            statuses[response.status_code] += 1
            if len(times) == requests // 4:
                early = memory()

    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        await asyncio.gather(*(client.post("/extract", content=page) for page in pages[:4]))
        begin = time.perf_counter()
        await asyncio.gather(*(send(client) for _ in range(clients)))
        return Load(time.perf_counter() - begin, times, statuses, early, memory())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="labelled pages, see maintext.data")
    parser.add_argument("--pages", type=int, default=60, help="number of pages (60)")
    parser.add_argument("--requests", type=int, default=2000, help="number of requests (2000)")
    parser.add_argument("--clients", type=int, default=16, help="requests at the same time (16)")
    parser.add_argument("--workers", type=int, default=2, help="processes that extract (2)")
    arguments = parser.parse_args()
    pages = sample(arguments.data, arguments.pages, seed=1)
    print("| service | requests per second | p50 ms | p99 ms | answers | 503 | other | MB early | MB at the end |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    runners: dict[str, tuple[Runner, int]] = {
        "maintext": (task_runner, arguments.requests),
        "trafilatura": (trafilatura_runner, max(arguments.pages, arguments.requests // 20)),
    }
    for name, (runner, requests) in runners.items():
        with service(runner, arguments.workers) as address:
            seen = asyncio.run(load(address, pages, requests, arguments.clients))
        cuts, statuses = statistics.quantiles(seen.times, n=100), seen.statuses
        other = statuses.total() - statuses[200] - statuses[503]
        figures = f"{requests / seen.seconds:.0f} | {1e3 * cuts[49]:.0f} | {1e3 * cuts[98]:.0f}"
        counts = f"{statuses[200]} | {statuses[503]} | {other}"
        print(f"| {name} | {figures} | {counts} | {seen.early} | {seen.late} |", flush=True)


if __name__ == "__main__":
    main()
