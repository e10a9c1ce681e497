"""The page with the tables of the papers, from figures that were made up."""

from typing import Any

import pytest

from maintext.algorithms import METHODS
from maintext.data import LabelledPage
from maintext.evaluate.page_score import scored
from maintext.evaluate.papers_page import papers_page
from maintext.evaluate.published import PAPERS


def figure(system: str, name: str, pages: int, group: str = "all", **metrics: float) -> dict[str, Any]:
    return {"system": system, "set": name, "group": group, "pages": pages, "metrics": metrics}


def results(*figures: dict[str, Any], judge: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {
        "made": {"command": "maintext evaluate x"},
        "sets": [{"name": name} for name in dict.fromkeys(each["set"] for each in figures)],
        "systems": [{"name": name} for name in dict.fromkeys(each["system"] for each in figures)],
        "trained_on": {"naive-bayes": ["seen"]},
        "figures": list(figures),
        "judge": judge or [],
    }


def section(page: str, title: str) -> str:
    """The part of the page about one paper."""
    return page.split(f"## {title}", 1)[1].split("\n## ", 1)[0]


def test_figures_of_a_set_and_its_sites_are_beside_the_papers() -> None:
    page = papers_page(
        results(
            figure("link-density", "new", 20, correct=0.95),
            figure("link-density", "new", 5, "site:b.example", correct=0.4),
            figure("link-density", "new", 9, "site:a.example", correct=1.0),
            figure("link-density:mine", "new", 20, correct=0.96),
        )
    )
    part = section(page, "Gunasundari")
    assert "| 21cn | 0.96 |" in part
    assert part.index("| new | 20 | 0.950 | 0.960 |") < part.index("| new, a.example | 9 | 1.000 |  |")
    assert part.index("a.example") < part.index("b.example")
    assert "- **94.4 % of the pages are correct**: holds on all sets: new (0.950)." in part
    assert "    maintext evaluate x" in page


def test_a_claim_about_two_methods_is_checked_on_each_set() -> None:
    """A tie is not better, and what was not measured is not mentioned."""
    page = papers_page(
        results(
            figure("naive-bayes", "seen", 4, excellent=0.2, good_rate=0.5),
            figure("table-blocks", "seen", 4, excellent=0.1, good_rate=0.5),
        )
    )
    part = section(page, "Wang")
    assert "| seen | 4 | 0.200† | 0.500† | 0.100 | 0.500 |" in part
    assert "more excellent pages than table alone**: holds on all sets: seen (0.200 against 0.100)." in part
    assert "more good pages than table alone**: holds on no set: seen (0.500 against 0.500)." in part
    assert "precision of text-density" not in page


def test_the_judge_is_checked_where_pages_of_both_kinds_are() -> None:
    cells = {"yes_yes": 3, "yes_no": 1, "no_yes": 2, "no_no": 4, "accuracy": 0.7}
    one_kind = {"yes_yes": 3, "yes_no": 1, "no_yes": 0, "no_no": 0, "accuracy": 0.75}
    judge = [{"set": "both", "judge": "p-value", **cells}, {"set": "one", "judge": "p-value", **one_kind}]
    part = section(papers_page(results(figure("p-value", "both", 10, bow_f1=0.5), judge=judge)), "Lv")
    assert "| both | p-value | 3 | 2 | 1 | 4 | 0.700 |" in part
    assert "on both it is right on 70.0 %; 3 of 5 pages with P ≥ 0.5 have a main text, 4 of 5 below have none." in part
    assert "on one it is right" not in part


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.title)
def test_tables_are_complete_and_measures_exist(paper: Any) -> None:
    measured = scored(LabelledPage("1", "", "text"), "text", 0.1, "").values
    for table in paper.tables:
        assert all(len(row) == len(table.heads) for row in table.rows)
        assert all(key in measured for key, _ in table.measures)
    for claim in paper.claims:
        assert claim.measure in measured
        assert claim.method in METHODS
        assert (claim.bound is None) == bool(claim.rival)
