"""How much memory a page needs on its way to the text, as a multiple of its size, by the default method.

    python benchmarks/memory.py wcxb-dev.jsonl.xz news-dev.jsonl.xz

Every page goes through a thread of its own, which has nothing from other pages: all that is allocated counts, also what
a thread keeps for its next page. The second figure is what that next page, the same one again, needs besides.
"""

import argparse
import threading
import tracemalloc
from itertools import pairwise
from pathlib import Path

from speed import sample

import maintext

BOUNDS = (0, 20_000, 50_000, 100_000, 300_000, 1_000_000, 1 << 40)
"""Classes of size, in bytes."""


def peaks(page: bytes) -> list[int]:
    """The most memory in use at one time, for a page that comes first and for the same page again."""
    found = []

    def run() -> None:
        for _ in range(2):
            tracemalloc.start()
            length = len(maintext.extract(page).text)
            found.append(tracemalloc.get_traced_memory()[1] if length >= 0 else 0)
            tracemalloc.stop()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path, help="labelled pages, see maintext.data")
    parser.add_argument("--pages", type=int, default=200, help="how many pages of each set (200)")
    arguments = parser.parse_args()
    pages = [page for path in arguments.data for page in sample(path, arguments.pages, 1)]
    maintext.extract("<p>What is loaded once counts for no page.</p>")
    measured = [(len(page), *peaks(page)) for page in pages]
    print("| kB | pages | times the page | the next page |")
    print("|---|--:|--:|--:|")
    for low, high in (*pairwise(BOUNDS), (0, BOUNDS[-1])):
        chosen = [each for each in measured if low <= each[0] < high]
        size, first, again = (sum(each[column] for each in chosen) for column in range(3))
        name = f"{low // 1000} to {high // 1000}" if high < BOUNDS[-1] else f"from {low // 1000} on" if low else "all"
        if chosen:
            print(f"| {name} | {len(chosen)} | {first / size:.1f} | {again / size:.1f} |")


if __name__ == "__main__":
    main()
