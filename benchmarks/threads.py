"""How many pages two threads read in the time in which one reads one: the lock of the interpreter is mostly released.

    python benchmarks/threads.py wcxb-dev.jsonl.xz

The same pages go through one thread and through several, turn by turn; the best turn of each counts. A turn is long
enough for the last page, which one thread reads while the others have nothing left to do, not to count. How many
processors were in use, on average over the turns, shows what the lock costs; the rest is the machine.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from speed import sample

import maintext


def text_of(page: bytes) -> str:
    return maintext.extract(page).text


def seconds(pages: list[bytes], threads: int) -> tuple[float, float]:
    """The wall time and the processor time that ``threads`` threads take for all pages."""
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(text_of, pages[: 2 * threads]))
        begin, used = time.perf_counter(), time.process_time()
        list(pool.map(text_of, pages))
        return time.perf_counter() - begin, time.process_time() - used


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="labelled pages, see maintext.data")
    parser.add_argument("--pages", type=int, default=900, help="how many pages (900)")
    parser.add_argument("--threads", type=int, default=2, help="how many threads (2)")
    parser.add_argument("--turns", type=int, default=10, help="how many turns (10)")
    arguments = parser.parse_args()
    pages = sample(arguments.data, arguments.pages, 1)
    turns: dict[int, list[tuple[float, float]]] = {1: [], arguments.threads: []}
    for _ in range(arguments.turns):
        for threads, taken in turns.items():
            taken.append(seconds(pages, threads))
    one = min(turns[1])[0]
    for threads, taken in turns.items():
        best = min(taken)[0]
        busy = sum(used for _, used in taken) / sum(passed for passed, _ in taken)
        print(
            f"{threads} thread(s): {len(pages) / best:.0f} pages a second, {one / best:.2f} times one, "
            f"{busy:.2f} processors in use"
        )


if __name__ == "__main__":
    main()
