"""How accurate each method is on labelled pages: bag-of-words F1, averaged over the pages of a set.

    python benchmarks/accuracy.py wcxb-dev.jsonl.xz news-dev.jsonl.xz
    python benchmarks/accuracy.py ../shared/data/*.jsonl.xz --every 5 --floors tests/floors.json

With --floors the exit code is 1 if a figure is below the one pinned in that file. Pages without a text are left out.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import islice
from multiprocessing import Pool
from pathlib import Path

import maintext
from maintext import render
from maintext.data import LabelledPage, read_pages
from maintext.extract import page_table
from maintext.methods import method_named
from maintext.words import overlap


def page_scores(page: LabelledPage) -> list[float]:
    """The F1 of each method on one page."""
    table = page_table(page.html)
    texts = (render.as_text(table, method_named(name).select(table)) for name in maintext.methods())
    return [overlap(text, page.text)[2] for text in texts]


def measure(path: Path, every: int) -> tuple[int, dict[str, float]]:
    """The number of pages used and the mean F1 of each method."""
    pages: Iterator[LabelledPage] = islice(read_pages(path, print), 0, None, every)
    with Pool() as pool:
        scores = list(pool.imap(page_scores, (page for page in pages if page.text), chunksize=8))
    means = [sum(column) / len(scores) for column in zip(*scores, strict=True)]
    return len(scores), dict(zip(maintext.methods(), means, strict=True))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=1, help="use every n-th page (1)")
    parser.add_argument("--floors", type=Path, help="a JSON file of pinned figures, {set: {method: F1}}")
    arguments = parser.parse_args()
    floors = json.loads(arguments.floors.read_text()) if arguments.floors else {}
    below = 0
    print("| set | pages | " + " | ".join(maintext.methods()) + " |")
    print("|---|--:|" + "--:|" * len(maintext.methods()))
    for path in arguments.data:
        name = path.name.split(".")[0]
        if floors and name not in floors:
            continue
        count, means = measure(path, arguments.every)
        print(f"| {name} | {count} | " + " | ".join(f"{mean:.3f}" for mean in means.values()) + " |", flush=True)
        for method, floor in floors.get(name, {}).items():
            if means[method] < floor:
                print(f"{name}, {method}: {means[method]:.4f} is below the floor {floor}", file=sys.stderr)
                below += 1
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
