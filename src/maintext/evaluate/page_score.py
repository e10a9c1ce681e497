"""Run one system on one page: its text, its time and all scores."""

import logging
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from maintext.data import LabelledPage
from maintext.evaluate import metrics, verdicts
from maintext.evaluate.rouge_n import rouge_n
from maintext.evaluate.systems import System
from maintext.support.peak_memory import peak_mb


@dataclass(frozen=True, slots=True)
class PageScore:
    """The result of a system on a page. If it failed, the empty text is scored."""

    text: str
    seconds: float
    """Processor time, which other work on the machine hardly changes."""
    error: str
    peak_mb: float = 0.0
    """The peak memory of the process so far."""
    values: dict[str, float] = field(default_factory=dict)
    """By name: scores from 0 to 1 that are averaged over pages."""
    shingles: metrics.ShingleCounts | None = None
    snippets: metrics.SnippetCounts | None = None


def scorer(system: System) -> Callable[[LabelledPage], PageScore]:
    """Return a function that runs the system on a page and scores it. Each worker calls this once.

    Warnings and log messages of extractors are suppressed.
    """
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    extractors = {False: system.extractor(), True: system.markdown_extractor()}
    extractors[False](b"<html><body><p>The first call loads whatever is loaded lazily.</p></body></html>")

    def score(page: LabelledPage) -> PageScore:
        html = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "replace")
        start = time.process_time()
        try:
            text, error = extractors[page.is_markdown](html), ""
        except Exception as problem:
            text, error = "", f"{type(problem).__name__}: {problem}"[:200]
        seconds = time.process_time() - start
        return replace(scored(page, text, seconds, error), peak_mb=peak_mb())

    return score


def scored(page: LabelledPage, text: str, seconds: float, error: str) -> PageScore:
    """Return all scores of a text against the labels of the page."""
    snippets = None
    if page.required or page.forbidden:
        snippets = metrics.snippet_counts(text, page.required, page.forbidden)
    if not page.text_known:
        return PageScore(text, seconds, error, snippets=snippets)
    shingles = metrics.shingles(text, page.text)
    values = _values(text, page.text)
    if page.is_markdown:
        values["rouge_5"] = rouge_n(text, page.text).f1
    return PageScore(text, seconds, error, values=values, shingles=shingles, snippets=snippets)


def _values(found: str, wanted: str) -> dict[str, float]:
    words = metrics.bag_of_words(found, wanted)
    characters = metrics.lcs(found, wanted)
    grade = verdicts.graded(found, wanted)
    extraction = verdicts.judged_extraction(found, wanted)
    return {
        "bow_precision": words.precision,
        "bow_recall": words.recall,
        "bow_f1": words.f1,
        "lcs_precision": characters.precision,
        "lcs_recall": characters.recall,
        "lcs_f1": characters.f1,
        "rouge_lsum": metrics.rouge_lsum(found, wanted).f1,
        **{each.name.lower(): float(each is grade) for each in verdicts.Grade},
        "good_rate": float(grade is not verdicts.Grade.POOR),
        **{each.name.lower(): float(each is extraction) for each in verdicts.Extraction},
        "accurate_share": float(verdicts.is_accurate(characters.precision, characters.recall, characters.f1)),
    }
