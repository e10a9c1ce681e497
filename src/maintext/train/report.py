"""What a cross-validation found, for people: F1 by set and type, how far the confidence can be trusted."""

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from maintext.algorithms.learned.engine import HAS_MAIN_TEXT
from maintext.support.text_table import aligned
from maintext.train.learned import GOOD, Tested
from maintext.train.reliability import Bin

HEADING: Final = "## Cross-validation of the learned method"
_SECTION: Final = re.compile(rf"^{re.escape(HEADING)}\n.*?(?=^## |\Z)", re.DOTALL | re.MULTILINE)
IN_PARTS: Final = (
    "The pages are split by registered domain into {} parts: every page is answered by a model that has not seen any "
    "page of its domain."
)
IN_ONE_FIT: Final = (
    "The pages are split by registered domain into {} parts: every page is answered by forests that have seen no page "
    "of its domain, all of them from one training. Sets that were not trained on are answered by the model itself."
)
"""How pages are answered, by both ways of the command."""
PLOT: Final = "reliability.svg"
"""The name of the plot, next to the page that shows it."""
_EDGES: Final = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
_SURE: Final = 0.9

Rows = list[list[str]]


class Score(NamedTuple):
    """A cross-validated F1 and the number of pages it is the mean of."""

    pages: int
    f1: float


@dataclass(frozen=True, slots=True)
class Report:
    """The tables of a cross-validation."""

    scores: Rows
    bins: tuple[Bin, ...]
    sure: str
    judged: str

    @classmethod
    def of(cls, tested: Sequence[Tested], trained: Collection[str]) -> "Report":
        """Sum up; sets that were not trained on count for their own rows only."""
        known = [page for page in tested if page.dataset in trained]
        return cls(_scores(tested, trained), _bins(known), _sure(known), _judged(known))

    def as_text(self) -> str:
        """For a terminal."""
        return "\n\n".join(
            [
                aligned(self.scores, numbers={1, 2, 3}),
                aligned(_reliability(self.bins), numbers={1, 2, 3}),
                self.sure,
                self.judged,
            ]
        )

    def as_markdown(self, how: str) -> str:
        """A section of a page; ``how`` says how the pages were answered."""
        return "\n".join(
            [
                HEADING,
                "",
                how,
                "Written by `maintext train learned`; see [Training](../train.md) for the whole command.",
                "",
                *_markdown(self.scores),
                "",
                f"The confidence is the probability that a page's F1 is {GOOD} or more. How well it is calibrated:",
                "",
                f"![confidence against the share of good answers]({PLOT})",
                "",
                *_markdown(_reliability(self.bins)),
                "",
                self.sure,
                "",
                self.judged,
                "",
            ]
        )


def with_section(path: Path, section: str) -> str:
    """The content of a page with its section of the cross-validation replaced, or added at the end."""
    page = path.read_text(encoding="utf-8") if path.exists() else ""
    if _SECTION.search(page):
        return _SECTION.sub(lambda _: section + "\n", page).rstrip("\n") + "\n"
    return f"{page.rstrip()}\n\n{section}" if page else section


def sections_of(path: Path) -> str:
    """The section of the cross-validation and everything after it; empty if the page has none."""
    page = path.read_text(encoding="utf-8") if path.exists() else ""
    found = _SECTION.search(page)
    return page[found.start() :].rstrip() + "\n" if found else ""


def scores_in(path: Path) -> dict[tuple[str, str], Score]:
    """The cross-validated scores in a page, by set and type of page; the type is empty for a whole set."""
    found = _SECTION.search(path.read_text(encoding="utf-8")) if path.exists() else None
    table = found[0].partition("\n| set |")[2].partition("\n\n")[0] if found else ""
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\d\.\d+) \|", table, re.MULTILINE)
    return {
        (name, kind): Score(int(pages), float(f1))
        for where, pages, f1 in rows
        for name, _, kind in [where.partition(", ")]
    }


def _scores(tested: Sequence[Tested], trained: Collection[str]) -> Rows:
    groups: dict[tuple[str, str], list[Tested]] = defaultdict(list)
    for page in tested:
        groups[page.dataset, ""].append(page)
        if page.page.type:
            groups[page.dataset, page.page.type].append(page)
    rows = [["set", "pages", "F1", "snippet F1"]]
    types = {dataset: {kind for where, kind in groups if where == dataset} for dataset, _ in groups}
    for (dataset, kind), pages in groups.items():
        if kind and len(types[dataset]) == len({"", kind}):
            continue
        name = f"{dataset}, {kind}" if kind else dataset if dataset in trained else f"{dataset} (not trained on)"
        has_text = any(page.page.text.strip() for page in pages)
        snippets = _snippet_f1(pages)
        rows.append([name, str(len(pages)), f"{fmean(page.f1 for page in pages):.3f}" if has_text else "", snippets])
    return rows


def _snippet_f1(pages: Sequence[Tested]) -> str:
    found = missed = wrong = 0
    for page in pages:
        text = " ".join(page.text.split())
        required = [" ".join(snippet.split()) in text for snippet in page.page.required]
        found += sum(required)
        missed += len(required) - sum(required)
        wrong += sum(" ".join(snippet.split()) in text for snippet in page.page.forbidden)
    return f"{2 * found / (2 * found + missed + wrong):.3f}" if found + missed + wrong else ""


def _bins(tested: Sequence[Tested]) -> tuple[Bin, ...]:
    bins = []
    for low, high in pairwise(_EDGES):
        pages = [page for page in tested if low <= page.confidence and (page.confidence < high or high == 1)]
        if pages:
            good = fmean(page.f1 >= GOOD for page in pages)
            bins.append(Bin(low, high, len(pages), fmean(page.confidence for page in pages), good))
    return tuple(bins)


def _reliability(bins: Sequence[Bin]) -> Rows:
    head = ["confidence", "pages", "mean confidence", f"share with F1 of {GOOD} or more"]
    rows = [
        [f"{each.low} to {each.high}", str(each.pages), f"{each.confidence:.3f}", f"{each.good:.3f}"] for each in bins
    ]
    return [head, *rows]


def _sure(tested: Sequence[Tested]) -> str:
    pages = [page for page in tested if page.confidence >= _SURE]
    if not pages:
        return f"No page has a confidence of {_SURE} or more."
    good = fmean(page.f1 >= GOOD for page in pages)
    return (
        f"Of {len(pages)} pages with a confidence of {_SURE} or more, {100 * good:.1f} % have an F1 of {GOOD} or more."
    )


def _judged(tested: Sequence[Tested]) -> str:
    typed = [page for page in tested if page.page.type]
    if not typed:
        return "No page has a type: the kinds of page could not be checked."
    kinds = fmean(page.kind == page.page.type for page in typed)
    judged = fmean((page.has_main_text >= 0.5) == (page.page.type in HAS_MAIN_TEXT) for page in typed)
    return (
        f"The kind of page is right on {100 * kinds:.1f} % of {len(typed)} pages, whether the page has a main text "
        f"on {100 * judged:.1f} %."
    )


def _markdown(rows: Rows) -> list[str]:
    head, *body = rows
    lines = ["| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 1)]
    return lines + ["| " + " | ".join(row) + " |" for row in body]
