"""Run systems on sets of pages and return the figures of the report as plain data."""

import platform
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import chain, combinations, islice
from typing import Any, Final, Self

from maintext.data import LabelledPage
from maintext.data.page_language import language_of
from maintext.evaluate import metrics, verdicts
from maintext.evaluate.kept_scores import KeptScores
from maintext.evaluate.metadata_answers import OURS, extractors, known_fields
from maintext.evaluate.metadata_scores import metadata_figures
from maintext.evaluate.page_score import PageScore, scored, scorer
from maintext.evaluate.significance import paired_bootstrap
from maintext.evaluate.systems import System, library_versions
from maintext.evaluate.trained_pages import trained_on
from maintext.extraction import JUDGES, judge
from maintext.parallel.pool import Failed, UnusableError, WorkerPool
from maintext.selection import Method
from maintext.train.folds import site_of

PAGE_SECONDS: Final = 60.0
"""The time limit for one page; a system that takes longer has failed on it."""
PAGES_OF_A_SITE: Final = 5
"""A site with this many pages in a set has figures of its own."""
WORST_PAGES: Final = 10
"""How many pages per system are shown with their texts."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """The pages of a set, and the number of its bad rows."""

    name: str
    pages: tuple[LabelledPage, ...]
    bad_rows: int = 0

    def with_known_texts(self) -> Self:
        """Return the set with pages that say whether their text is known.

        Where no page of a set has a text, as in sets of snippets or types, the texts are unknown. In all other sets an
        empty text is a label: nothing of the page is wanted.
        """
        if any(page.text for page in self.pages):
            return self
        return replace(self, pages=tuple(replace(page, text_known=False) for page in self.pages))


@dataclass(frozen=True, slots=True)
class Setting:
    """The settings of a run."""

    workers: int = 2
    command: str = ""
    on_page: Callable[[str, int, int], None] = field(default=lambda system, done, total: None)
    """Called with the system, the number of finished pages and the number of all pages."""
    kept: KeptScores | None = None
    """Where scores of peers are looked up, and kept."""


def evaluate(sets: Sequence[DataSet], systems: Sequence[System], setting: Setting) -> dict[str, Any]:
    """Run all systems on all pages. If interrupted, return the figures of the finished systems."""
    sets = [data.with_known_texts() for data in sets]
    pages = [(data.name, page) for data in sets for page in data.pages]
    languages = [language_of(page) for _, page in pages]
    scores: dict[str, list[PageScore]] = {}
    earlier = [system.name for system in systems if _is_kept(system, sets, setting.kept)]
    for system in systems:
        try:
            scores[system.name] = _scores(system, sets, setting)
        except UnusableError as error:
            print(f"maintext: {system.name} cannot be used and is skipped: {error}", file=sys.stderr)
        except KeyboardInterrupt:
            print(f"maintext: interrupted; {system.name} and all later systems are skipped", file=sys.stderr)
            break
    finished = [system for system in systems if system.name in scores]
    return {
        "made": {**_made(finished, setting), "kept": earlier},
        "sets": [_described(data, languages, pages) for data in sets],
        "systems": [{"name": system.name, "kind": system.kind} for system in finished],
        "figures": [
            figure for system in finished for figure in _figures(system.name, pages, languages, scores[system.name])
        ],
        "memory": [
            {"system": system.name, "peak_mb": max((score.peak_mb for score in scores[system.name]), default=0.0)}
            for system in finished
        ],
        "pages": [
            {
                "system": system.name,
                "set": name,
                "id": page.id,
                "url": page.url,
                "type": page.type,
                "language": language,
                "f1": score.values.get("bow_f1"),
            }
            for system in finished
            for (name, page), language, score in zip(pages, languages, scores[system.name], strict=True)
        ],
        "worst": [worst for system in finished for worst in _worst(system.name, pages, scores[system.name])],
        "pairs": _pairs(sets, pages, scores),
        "trained_on": trained_on([system.name for system in finished], [data.name for data in sets]),
        "metadata": _metadata(sets, finished, setting),
        "judge": [
            table
            for data in sets
            for name, method in _judges(finished).items()
            if (table := _judged(data, name, method)) is not None
        ],
    }


def _is_kept(system: System, sets: Sequence[DataSet], kept: KeptScores | None) -> bool:
    """Whether a system was measured on all pages before."""
    return kept is not None and all(kept.has(system, data.name, data.pages) for data in sets)


def _metadata(sets: Sequence[DataSet], systems: list[System], setting: Setting) -> list[dict[str, Any]]:
    """Measure title, authors and date: once for all our methods, and for each peer that finds them."""
    if not any(known_fields(page) for data in sets for page in data.pages):
        return []
    named = {OURS if system.kind == "method" else system.name: system for system in systems}
    found: list[dict[str, Any]] = []
    for name, system in named.items():
        try:
            if name in extractors():
                found.extend(_metadata_of(name, system, sets, setting))
        except UnusableError as error:
            print(f"maintext: {name} cannot be measured on metadata and is skipped: {error}", file=sys.stderr)
        except KeyboardInterrupt:
            print(f"maintext: interrupted; the metadata of {name} and all later systems is skipped", file=sys.stderr)
            break
    return found


def _metadata_of(name: str, system: System, sets: Sequence[DataSet], setting: Setting) -> Iterable[dict[str, Any]]:
    """The figures of a system's metadata on each set, kept ones where there are some."""
    folder = setting.kept
    kept = {data.name: folder.metadata(system, data.name, data.pages) if folder else None for data in sets}
    pages = [(data.name, data.pages) for data in sets if kept[data.name] is None]
    measured = list(metadata_figures(name, pages, setting.workers, PAGE_SECONDS)) if pages else []
    for data in sets:
        figures = kept[data.name]
        if figures is None:
            figures = [figure for figure in measured if figure["set"] == data.name]
            if folder:
                folder.keep_metadata(system, data.name, data.pages, figures)
        yield from figures


def _scores(system: System, sets: Sequence[DataSet], setting: Setting) -> list[PageScore]:
    """The scores of a system on the pages of all sets, kept ones where there are some."""
    folder = setting.kept
    kept = {data.name: folder.scores(system, data.name, data.pages) if folder else None for data in sets}
    pages = [page for data in sets if kept[data.name] is None for page in data.pages]
    measured = iter(_measured(system, pages, setting))
    scores: list[PageScore] = []
    for data in sets:
        found = kept[data.name]
        if found is None:
            found = list(islice(measured, len(data.pages)))
            if folder:
                folder.keep_scores(system, data.name, data.pages, found)
        scores += found
    return scores


def _measured(system: System, pages: list[LabelledPage], setting: Setting) -> Iterable[PageScore]:
    pool = WorkerPool(scorer, (system,), setting.workers, PAGE_SECONDS)
    for done, (page, answer) in enumerate(pool.answers(pages), 1):
        failed = isinstance(answer, Failed)
        yield scored(page, "", PAGE_SECONDS, answer.error) if failed else answer
        setting.on_page(system.name, done, len(pages))


def _figures(
    system: str, pages: list[tuple[str, LabelledPage]], languages: list[str], scores: list[PageScore]
) -> list[dict[str, Any]]:
    """Return the means of a system for each set, and for each type of page, language and larger site in it."""
    groups: dict[tuple[str, str], list[PageScore]] = defaultdict(list)
    sizes = Counter((name, site_of(page)) for name, page in pages)
    for (name, page), language, score in zip(pages, languages, scores, strict=True):
        groups[name, "all"].append(score)
        if page.type:
            groups[name, f"type:{page.type}"].append(score)
        groups[name, f"language:{language}"].append(score)
        if sizes[name, site_of(page)] >= PAGES_OF_A_SITE:
            groups[name, f"site:{site_of(page)}"].append(score)
    return [
        {
            "system": system,
            "set": name,
            "group": group,
            "pages": len(members),
            "failures": sum(bool(score.error) for score in members),
            "ms": 1e3 * sum(score.seconds for score in members) / len(members),
            "metrics": _means(members),
        }
        for (name, group), members in groups.items()
    ]


def _means(scores: list[PageScore]) -> dict[str, float]:
    means: dict[str, float] = {}
    with_text = [score.values for score in scores if score.values]
    if with_text:
        for name in dict.fromkeys(chain.from_iterable(with_text)):
            known = [values[name] for values in with_text if name in values]
            means[name] = sum(known) / len(known)
    if shingles := [score.shingles for score in scores if score.shingles is not None]:
        pooled = metrics.shingle_score(shingles)
        means |= {
            "shingle_precision": pooled.precision,
            "shingle_recall": pooled.recall,
            "shingle_f1": pooled.f1,
            "shingle_f1_plus_minus": pooled.f1_plus_minus,
            "shingle_accuracy": pooled.accuracy,
        }
    if snippets := [score.snippets for score in scores if score.snippets is not None]:
        found = metrics.snippet_score(snippets)
        means |= {"with_rate": found.with_rate, "without_rate": found.without_rate, "snippet_f1": found.f1}
    return means


def _worst(system: str, pages: list[tuple[str, LabelledPage]], scores: list[PageScore]) -> Iterable[dict[str, Any]]:
    scored_pages = [(score.values["bow_f1"], number) for number, score in enumerate(scores) if score.values]
    for f1, number in sorted(scored_pages)[:WORST_PAGES]:
        name, page = pages[number]
        yield {
            "system": system,
            "set": name,
            "id": page.id,
            "url": page.url,
            "type": page.type,
            "f1": f1,
            "found": scores[number].text,
            "wanted": page.text,
        }


def _pairs(
    sets: Sequence[DataSet], pages: list[tuple[str, LabelledPage]], scores: dict[str, list[PageScore]]
) -> list[dict[str, Any]]:
    """Return for each pair of systems and each set the difference of their means, and its significance."""
    pairs = []
    for data in sets:
        here = [number for number, (name, _) in enumerate(pages) if name == data.name]
        for a, b in combinations(scores, 2):
            both = [(scores[a][n].values, scores[b][n].values) for n in here if scores[a][n].values]
            if both:
                one, other = [x["bow_f1"] for x, _ in both], [y["bow_f1"] for _, y in both]
                difference = paired_bootstrap(one, other)
                pairs.append(
                    {
                        "set": data.name,
                        "a": a,
                        "b": b,
                        "difference": difference.mean,
                        "low": difference.low,
                        "high": difference.high,
                        "p": difference.p,
                    }
                )
    return pairs


def _judges(systems: list[System]) -> dict[str, str | Method]:
    """Return the judges by name: the methods that can judge, and those of the systems that have options."""
    with_options = {each.name: each.method for each in systems if each.method and each.method.name in JUDGES}
    return {**{name: name for name in JUDGES}, **with_options}


def _judged(data: DataSet, judge_name: str, method: str | Method) -> dict[str, Any] | None:
    """Count how often a judge is right about whether a page has a main text; the type of page is the label."""
    table = verdicts.JudgeTable()
    for page in data.pages:
        has_text = verdicts.page_has_main_text(page.type)
        if has_text is not None:
            table = table.with_page(has_text, judge(page.html, method).has_main_text)
    if not table.pages:
        return None
    return {
        "set": data.name,
        "judge": judge_name,
        "yes_yes": table.yes_yes,
        "yes_no": table.yes_no,
        "no_yes": table.no_yes,
        "no_no": table.no_no,
        "accuracy": table.accuracy,
    }


def _described(data: DataSet, languages: list[str], pages: list[tuple[str, LabelledPage]]) -> dict[str, Any]:
    here = [language for language, (name, _) in zip(languages, pages, strict=True) if name == data.name]
    return {
        "name": data.name,
        "pages": len(data.pages),
        "bad_rows": data.bad_rows,
        "types": dict(Counter(page.type for page in data.pages if page.type).most_common()),
        "languages": dict(Counter(here).most_common()),
    }


def _made(systems: list[System], setting: Setting) -> dict[str, Any]:
    return {
        "date": datetime.now(tz=UTC).date().isoformat(),
        "command": setting.command,
        "machine": f"{platform.system()} {platform.machine()}, {setting.workers} processes",
        "python": platform.python_version(),
        "versions": {**{system.name: system.version for system in systems}, **library_versions()},
    }
