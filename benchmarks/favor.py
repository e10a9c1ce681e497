"""What the dial from precision to recall does: mean precision, recall and F1 of the words for several settings.

    python benchmarks/favor.py dragnet-dev.jsonl.xz

Use pages that the model was not trained on. ``favor`` sets beta: how many times as much recall counts as precision.
"""

import argparse
from pathlib import Path
from statistics import fmean

from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.method import BETAS, MAX_BLOCKS
from maintext.algorithms.learned.model import shipped_model
from maintext.data import read_pages
from maintext.document.plain_text import text_of
from maintext.read import page_table
from maintext.words import overlap

SETTINGS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="labelled pages, see maintext.data")
    arguments = parser.parse_args()
    engine = Engine()
    scores: dict[float, list[tuple[float, float, float]]] = {beta: [] for beta in SETTINGS}
    for page in read_pages(arguments.data, print):
        table = page_table(page.html)
        for beta, found in scores.items():
            keep = engine.run(table, shipped_model(), beta, MAX_BLOCKS).keep
            found.append(overlap(text_of(table, keep) if len(keep) else "", page.text))
    names = {beta: name for name, beta in BETAS.items()}
    print("| beta | `favor` | precision | recall | F1 |\n|--:|---|--:|--:|--:|")
    for beta, found in scores.items():
        values = " | ".join(f"{fmean(score[number] for score in found):.3f}" for number in range(3))
        print(f"| {beta:g} | {names.get(beta, '')} | {values} |")


if __name__ == "__main__":
    main()
