"""Freeze what maintext answers on labelled pages, and compare with it after a change that should change nothing.

    python benchmarks/frozen.py ../shared/data/*.jsonl.xz --write /tmp/frozen.json
    python benchmarks/frozen.py ../shared/data/*.jsonl.xz --compare /tmp/frozen.json

One short hash per page and answer. Scores, probabilities and confidences are rounded to four decimals.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import maintext
from maintext.data import read_pages

DECIMALS: Final = 4
SHOWN: Final = 10
"""Differences printed per data set."""
Answers = dict[str, str]


def answers_of(html: str | bytes, url: str | None) -> Answers:
    """What the default method, the metadata and the judge say of a page, and the text of each other method."""
    doc = maintext.extract(html, url)
    answers: dict[str, object] = {
        "text": doc.text,
        "markdown": doc.markdown,
        "html": doc.html,
        "source": [doc.source, doc.source_html],
        "metadata": doc.metadata.to_dict(),
        "kind": doc.page_type,
        "score": _rounded(doc.score),
        "confidence": _rounded(doc.confidence),
        "reason": doc.reason,
        "comments": repr(doc.comments),
        "judge": _rounded(maintext.judge(html).probability),
    }
    for method in maintext.methods():
        if method != doc.method:
            other = maintext.extract(html, url, method)
            answers[method] = [other.text, _rounded(other.score)]
    return {name: _hash(answer) for name, answer in answers.items()}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)


def _hash(answer: object) -> str:
    text = json.dumps(answer, ensure_ascii=True, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _one(page: tuple[str, str | bytes, str | None]) -> tuple[str, Answers]:
    name, html, url = page
    return name, answers_of(html, url)


def freeze(path: Path, workers: int) -> dict[str, Answers]:
    """The answers for all pages of a data file by the page's id."""

    def pages() -> Iterator[tuple[str, str | bytes, str | None]]:
        for number, page in enumerate(read_pages(path, print)):
            yield f"{number} {page.id}", page.html, page.url

    with get_context("spawn").Pool(workers) as pool:
        return dict(pool.imap(_one, pages(), chunksize=8))


def compare(name: str, before: dict[str, Answers], after: dict[str, Answers]) -> int:
    """Print how the answers for a data set differ; returns the number of pages that do."""
    changed = {
        page: [part for part in before[page] if after.get(page, {}).get(part) != before[page][part]] for page in before
    }
    changed = {page: parts for page, parts in changed.items() if parts}
    counts = Counter(part for parts in changed.values() for part in parts)
    summary = ", ".join(f"{part} {count}" for part, count in counts.most_common())
    print(f"{name}: {len(before)} pages, {len(changed)} differ" + (f" ({summary})" if summary else ""))
    for page, parts in list(changed.items())[:SHOWN]:
        print(f"    {page}: {', '.join(parts)}")
    return len(changed) + abs(len(after) - len(before))


def main() -> int:
    """Write or compare the answers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="labelled pages, see docs/evaluate.md")
    parser.add_argument("--workers", type=int, default=2)
    goal = parser.add_mutually_exclusive_group(required=True)
    goal.add_argument("--write", type=Path, metavar="FILE", help="freeze the answers in a file")
    goal.add_argument("--compare", type=Path, metavar="FILE", help="compare the answers with those of a file")
    arguments = parser.parse_args()

    frozen = json.loads(arguments.compare.read_text()) if arguments.compare else {}
    different = 0
    answers = {}
    for path in arguments.data:
        answers[path.name] = freeze(path, arguments.workers)
        if arguments.compare:
            different += compare(path.name, frozen.get(path.name, {}), answers[path.name])
    if arguments.write:
        arguments.write.write_text(json.dumps(answers, indent=0, sort_keys=True))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
