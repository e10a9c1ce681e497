"""How many pages two threads read in the time in which one reads one: the lock of the interpreter is mostly released.

    python benchmarks/threads.py wcxb-dev.jsonl.xz --pages 150

The same pages go through one thread and through several, turn by turn; the best turn of each counts.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from speed import sample

import maintext


def text_of(page: bytes) -> str:
    return maintext.extract(page).text


def seconds(pages: list[bytes], threads: int) -> float:
    """The time that so many threads take for all pages."""
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(text_of, pages[: 2 * threads]))
        begin = time.perf_counter()
        list(pool.map(text_of, pages, chunksize=8))
        return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="labelled pages, see maintext.data")
    parser.add_argument("--pages", type=int, default=150, help="how many pages (150)")
    parser.add_argument("--threads", type=int, default=2, help="how many threads (2)")
    parser.add_argument("--turns", type=int, default=9, help="how many turns (9)")
    arguments = parser.parse_args()
    pages = sample(arguments.data, arguments.pages, 1)
    best = dict.fromkeys((1, arguments.threads), float("inf"))
    for _ in range(arguments.turns):
        for threads in best:
            best[threads] = min(best[threads], seconds(pages, threads))
    for threads, time_taken in best.items():
        print(
            f"{threads} thread(s): {len(pages) / time_taken:.0f} pages a second, {best[1] / time_taken:.2f} times one"
        )


if __name__ == "__main__":
    main()
