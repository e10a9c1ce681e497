"""A page of Markdown that puts our figures beside the tables of the papers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from maintext.evaluate.published import PAPERS, Claim, Paper, PublishedTable
from maintext.evaluate.report.markdown_page import escaped
from maintext.evaluate.report.result_tables import TRAINED

_INTRODUCTION: Final = """\
# The papers' own tables

For each paper its tables, with our figures for the same method and for the rivals of that paper on our labelled sets.
This page is written by one command:

    {command}

The papers measured on pages of their time, mostly news of a few sites, some of them by people. Our measures are
[definitions](../evaluate.md#measures) that a program can apply to any set, so only the order of magnitude compares. P
and R of two papers have their usual names here. The sites in the tables are those with most pages in `{largest}`. †
marks figures on pages that a model was trained on; they are too high."""
_MOST_SITES: Final = 10


@dataclass(frozen=True, slots=True)
class _Figures:
    """The figures of an evaluation by system, set and group."""

    by_place: Mapping[tuple[str, str, str], Mapping[str, Any]]
    sets: tuple[str, ...]
    systems: tuple[str, ...]
    seen: Mapping[str, Sequence[str]]

    def value(self, system: str, name: str, group: str, measure: str) -> float | None:
        """Return a figure, None if it was not measured."""
        figure = self.by_place.get((system, name, group))
        value = figure["metrics"].get(measure) if figure else None
        return None if value is None else float(value)

    def shown(self, system: str, name: str, group: str, measure: str) -> str:
        """Return a figure as a cell, marked if the system was trained on these pages."""
        value = self.value(system, name, group, measure)
        return "" if value is None else f"{value:.3f}{TRAINED if name in self.seen.get(system, ()) else ''}"

    def pages(self, name: str, group: str) -> int:
        """Return the number of pages of a set or a part of it."""
        return max(
            (figure["pages"] for (_, *place), figure in self.by_place.items() if place == [name, group]), default=0
        )

    def sites(self, name: str) -> list[str]:
        """Return the groups of the sites of a set that have most pages."""
        groups = {group for _, where, group in self.by_place if where == name and group.startswith("site:")}
        return sorted(groups, key=lambda group: (-self.pages(name, group), group))[:_MOST_SITES]


def papers_page(results: Mapping[str, Any]) -> str:
    """Return the page for the results of an evaluation."""
    figures = _Figures(
        {(each["system"], each["set"], each["group"]): each for each in results["figures"]},
        tuple(data["name"] for data in results["sets"]),
        tuple(system["name"] for system in results["systems"]),
        results["trained_on"],
    )
    largest = max(figures.sets, key=lambda name: sum(figures.pages(name, group) for group in figures.sites(name)))
    command = " ".join(str(results["made"].get("command", "")).split())
    parts = [_INTRODUCTION.format(command=command, largest=largest)]
    for paper in PAPERS:
        parts += _paper(paper, figures, largest, results["judge"])
    return "\n\n".join(parts) + "\n"


def _paper(paper: Paper, figures: _Figures, largest: str, judged: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield f"## {paper.title}"
    yield f"Measured on {paper.pages}."
    for table in paper.tables:
        yield f"### {table.title}"
        yield _markdown(table.heads, table.rows, numbers=len(table.heads) - 1)
        if table.methods:
            yield from _ours(table, figures, largest)
    if paper.judges and judged:
        yield from _judges(judged)
    yield "### What holds and what does not"
    claims = [line for claim in paper.claims if (line := _verdict(claim, figures))]
    yield "\n".join(claims + (_judge_verdict(judged) if paper.judges and judged else []))


def _ours(table: PublishedTable, figures: _Figures, largest: str) -> Iterator[str]:
    systems = [system for method in table.methods for system in figures.systems if system.partition(":")[0] == method]
    heads = [f"{system}: {title}" for system in systems for _, title in table.measures]
    places = [(name, "all", name) for name in figures.sets]
    places += [(largest, group, f"{largest}, {group.partition(':')[2]}") for group in figures.sites(largest)]
    rows = []
    for name, group, title in places:
        cells = [figures.shown(system, name, group, key) for system in systems for key, _ in table.measures]
        if any(cells):
            rows.append((escaped(title), str(figures.pages(name, group)), *cells))
    if rows:
        yield " ".join(filter(None, ("Our figures.", table.note)))
        yield _markdown(("set or site", "pages", *heads), rows, numbers=len(heads) + 1)


def _judges(judged: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    rows = [
        (
            escaped(each["set"]),
            escaped(each["judge"]),
            *(str(each[cell]) for cell in ("yes_yes", "no_yes", "yes_no", "no_no")),
            f"{each['accuracy']:.3f}",
        )
        for each in judged
    ]
    heads = ("set", "judge", "yes, and has", "yes, has none", "no, but has", "no, has none", "right")
    yield (
        "Here, with the learned judge beside it. Articles, documentation and forum threads have a main text; listings, "
        "collections,\nproducts, services and home pages have none. Some sets have only pages of one kind."
    )
    yield _markdown(heads, rows, numbers=5)


def _verdict(claim: Claim, figures: _Figures) -> str:
    """Return one line that says on which sets a claim holds; empty if it was not measured."""
    holds: list[str] = []
    fails: list[str] = []
    for name in figures.sets:
        value = figures.value(claim.method, name, "all", claim.measure)
        rival = figures.value(claim.rival, name, "all", claim.measure) if claim.rival else claim.bound
        if value is not None and rival is not None:
            shown = f"{name} ({value:.3f}{f' against {rival:.3f}' if claim.rival else ''})"
            (holds if value > rival or (not claim.rival and value == rival) else fails).append(shown)
    if not holds and not fails:
        return ""
    if not fails:
        return f"- **{claim.words}**: holds on all sets: {', '.join(holds)}."
    if not holds:
        return f"- **{claim.words}**: holds on no set: {', '.join(fails)}."
    return f"- **{claim.words}**: holds on {', '.join(holds)}; not on {', '.join(fails)}."


def _judge_verdict(judged: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return one line per set that has pages of both kinds."""
    claim = (
        "the judge is right on 94.0 % of the pages; P ≥ 0.5 means an article (23 of 23), P < 0.5 most likely none "
        "(55 of 60)"
    )
    lines = []
    for each in judged:
        if each["judge"] == "p-value" and each["no_yes"] + each["no_no"] and each["yes_yes"] + each["yes_no"]:
            said_yes, said_no = each["yes_yes"] + each["no_yes"], each["yes_no"] + each["no_no"]
            lines.append(
                f"- **{claim}**: on {each['set']} it is right on {100 * each['accuracy']:.1f} %; {each['yes_yes']} of "
                f"{said_yes} pages with P ≥ 0.5 have a main text, {each['no_no']} of {said_no} below have none."
            )
    return lines


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: int) -> str:
    """Return a table whose last columns are numbers."""
    rules = ["---"] * (len(heads) - numbers) + ["--:"] * numbers
    return "\n".join(f"| {' | '.join(line)} |" for line in [[escaped(head) for head in heads], rules, *rows])
