"""Measure formats and metadata, compared with the bare parse and with the text alone, and how their time grows.

    python benchmarks/formats.py wcxb-dev.jsonl.xz --pages 60
    python benchmarks/formats.py --growth

Processor time is measured, because other work on the machine disturbs it less.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser
from speed import sample

import maintext
from maintext.document import FORMATS

ADDRESS = "https://example.org/news/1.html"
SECTION = (
    "<h2>Part {0}</h2><p>It rained <b>all day</b> in the harbour of <a href='/{0}'>Harwick</a>, and nobody minded.</p>"
    "<ul><li>one<li>two</ul><table><tr><th>a<th>b<tr><td>{0}<td>2</table><pre>code {0}</pre>"
)
PARTS: dict[str, Callable[[maintext.Document], object]] = {
    "text": lambda document: document.text,
    "text, blocks": lambda document: (document.text, document.blocks),
    "text, markdown": lambda document: (document.text, document.markdown),
    "text, html": lambda document: (document.text, document.html),
    "text, metadata": lambda document: (document.text, document.metadata),
    "text, markdown, metadata": lambda document: (document.text, document.markdown, document.metadata),
}


def speed(data: Path, count: int, passes: int) -> None:
    """Print the time of each part of a document, including the call of ``extract``."""
    pages = sample(data, count, seed=1)
    runs: dict[str, Callable[[bytes], object]] = {"bare parse (selectolax)": LexborHTMLParser}
    for method in (maintext.DEFAULT_METHOD, "p-value"):
        for name, part in PARTS.items():
            runs[f"{method}: {name}"] = lambda page, method=method, part=part: part(  # type: ignore[misc]
                maintext.extract(page, ADDRESS, method)
            )
    best = {name: [float("inf")] * len(pages) for name in runs}
    for _ in range(passes):
        for name, run in runs.items():
            for number, page in enumerate(pages):
                begin = time.process_time()
                run(page)
                best[name][number] = min(best[name][number], time.process_time() - begin)
    bare = sum(best["bare parse (selectolax)"])
    print(f"| {'what':34} | ms per page | ratio to the bare parse |")
    print(f"|{'-' * 36}|------------:|------------------------:|")
    for name, times in best.items():
        print(f"| {name:34} | {1e3 * sum(times) / len(pages):11.2f} | {sum(times) / bare:23.2f} |")


def growth(largest: float) -> None:
    """Print the seconds per format for articles of doubling size."""
    print("| MB | " + " | ".join(FORMATS) + " |\n|--:|" + "--:|" * len(FORMATS))
    size = largest / 8
    while size <= largest:
        page = "".join(SECTION.format(number) for number in range(int(size * 1e6 / len(SECTION))))
        seconds = []
        for form in FORMATS:
            document = maintext.extract(f"<article>{page}</article>", ADDRESS, "p-value")
            begin = time.process_time()
            document.formatted(form)
            seconds.append(time.process_time() - begin)
        print(f"| {len(page) / 1e6:.1f} | " + " | ".join(f"{each:.2f}" for each in seconds) + " |")
        size *= 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?", help="labelled pages, see maintext.data")
    parser.add_argument("--pages", type=int, default=60, help="number of pages (60)")
    parser.add_argument("--passes", type=int, default=3, help="number of passes; the best one counts (3)")
    parser.add_argument("--growth", action="store_true", help="measure articles of doubling size")
    parser.add_argument("--largest", type=float, default=5.0, help="megabytes of the largest article (5)")
    arguments = parser.parse_args()
    if arguments.data:
        speed(arguments.data, arguments.pages, arguments.passes)
    if arguments.growth:
        growth(arguments.largest)


if __name__ == "__main__":
    main()
