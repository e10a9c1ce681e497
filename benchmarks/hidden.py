"""What leaving out hidden text changes: precision and recall with and without it, and how often each sign occurs.

python benchmarks/hidden.py ../shared/data/*-dev.jsonl.xz
python benchmarks/hidden.py --cost ../shared/data/wcxb-dev.jsonl.xz ../shared/data/news-dev.jsonl.xz

The second command counts the instructions that the text of a page takes with and without hidden text, with valgrind.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import maintext
from maintext.data import LabelledPage, read_pages
from maintext.words import overlap

KEEP, DROP = maintext.Options(hidden="keep"), maintext.Options(hidden="drop")
SAMPLE = 50
"""Pages of each set whose instructions are counted, evenly spread."""
PASSES = (1, 3)
"""How often all pages are extracted. The difference is free of what happens once: imports and loading the model."""
STEADY = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
"""Without these the counts of two runs differ by more than a percent."""
COUNTED = """
import sys, maintext
from pathlib import Path
folder, mode, passes = sys.argv[1:]
options = maintext.Options(hidden=mode)
pages = [path.read_bytes() for path in sorted(Path(folder).iterdir())]
for _ in range(int(passes)):
    for page in pages:
        maintext.extract(page, options=options).text
"""


def scores(page: LabelledPage, text: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of the words; for pages with snippets the wanted and unwanted ones that were found."""
    if page.text:
        return overlap(text, page.text)
    line = " ".join(text.split())
    wanted = sum(" ".join(snippet.split()) in line for snippet in page.required)
    return float(wanted), float(sum(" ".join(snippet.split()) in line for snippet in page.forbidden)), 0.0


def instructions(folder: str, mode: str) -> float:
    """The instructions that the text of one page takes, on average."""
    counts = []
    for passes in PASSES:
        command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        command += [sys.executable, "-c", COUNTED, folder, mode, str(passes)]
        answer = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **STEADY})
        found = re.search(r"I\s+refs:\s+([\d,]+)", answer.stderr)
        assert found, answer.stderr
        counts.append(int(found[1].replace(",", "")))
    return (counts[1] - counts[0]) / (PASSES[1] - PASSES[0]) / len(list(Path(folder).iterdir()))


def print_cost(paths: Sequence[Path]) -> None:
    """Print the instructions per page with and without hidden text, and their ratio."""
    with TemporaryDirectory() as folder:
        for path in paths:
            pages = [page.html for page in read_pages(path, print)]
            for number, page in enumerate(pages[:: max(len(pages) // SAMPLE, 1)]):
                file = Path(folder) / f"{path.name}-{number}.html"
                file.write_bytes(page if isinstance(page, bytes) else page.encode("utf-8", "replace"))
        keep, drop = instructions(folder, "keep"), instructions(folder, "drop")
        print(f"instructions per page: keep {keep:,.0f}, drop {drop:,.0f}, ratio {drop / keep:.3f}")


def main() -> None:
    """Print one row of a table per set, or the cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="labelled pages, see docs/evaluate.md")
    parser.add_argument("--cost", action="store_true", help="count instructions instead")
    arguments = parser.parse_args()
    if arguments.cost:
        print_cost(arguments.data)
    else:
        print_scores(arguments.data)


def print_scores(paths: Sequence[Path]) -> None:
    """Print one row of a table per set."""
    print(
        "| set | pages | keep: P, R, F1 | drop: P, R, F1 | pages with hidden text | signs |\n|---|--:|--:|--:|--:|---|"
    )
    for path in paths:
        keeps: list[tuple[float, float, float]] = []
        drops: list[tuple[float, float, float]] = []
        signs, pages, has_text = Counter[str](), 0, False
        for page in read_pages(path, print):
            if not page.text and not page.required:
                continue
            drop = maintext.extract(page.html, options=DROP)
            found = [each.sign for each in drop.hidden if each.selected]
            keep = maintext.extract(page.html, options=KEEP) if found else drop
            keeps.append(scores(page, keep.text))
            drops.append(scores(page, drop.text))
            has_text |= bool(page.text)
            signs.update(found)
            pages += bool(found)
        if not keeps:
            continue
        shown = " | ".join(
            ", ".join(f"{fmean(part):.4f}" if has_text else f"{sum(part):.0f}" for part in zip(*side, strict=True))
            for side in (keeps, drops)
        )
        counted = ", ".join(f"{sign} {count}" for sign, count in signs.most_common())
        print(f"| {path.name.split('.')[0]} | {len(keeps)} | {shown} | {pages} | {counted} |", flush=True)


if __name__ == "__main__":
    main()
