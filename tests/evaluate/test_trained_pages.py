"""Figures on pages that a method was trained on are marked, and cross-validated ones are added."""

from pathlib import Path
from typing import Any

import pytest

from maintext.algorithms.learned.model import shipped_model
from maintext.evaluate.paper_claims import results_page
from maintext.evaluate.report.results_view import View
from maintext.evaluate.trained_pages import trained_on, with_cross_validation
from maintext.train.report import HEADING, Score, scores_in

SECTION = f"""# Results

{HEADING}

| set | pages | F1 | snippet F1 |
|---|--:|--:|--:|
| seen | 4 | 0.700 | 0.891 |
| seen, forum | 2 | 0.600 |  |
| new (not trained on) | 3 | 0.810 |  |
| snippets | 9 |  | 0.933 |

| confidence | pages | mean confidence | share with F1 of 0.9 or more |
|---|--:|--:|--:|
| 0.0 to 0.2 | 209 | 0.129 | 0.129 |

## How fast

| system | ms | ratio |
|---|--:|--:|
| bare | 5 | 1.00 |
"""
SCORES = {("seen", ""): Score(4, 0.7), ("seen", "forum"): Score(2, 0.6)}


def figure(system: str, name: str, group: str, pages: int, f1: float) -> dict[str, Any]:
    return {
        **{"system": system, "set": name, "group": group, "pages": pages, "failures": 0, "ms": 1.0},
        "metrics": {"bow_precision": f1, "bow_recall": f1, "bow_f1": f1},
    }


def results() -> dict[str, Any]:
    """The learned method and a peer, on a set that the method was trained on and on a new one."""
    return {
        "made": {},
        "sets": [{"name": "seen", "pages": 4}, {"name": "new", "pages": 3}],
        "systems": [{"name": "learned", "kind": "method"}, {"name": "peer", "kind": "peer"}],
        "trained_on": {"learned": ["seen"]},
        "figures": [
            figure("learned", "seen", "all", 4, 0.9),
            figure("learned", "seen", "type:article", 2, 0.95),
            figure("learned", "seen", "type:forum", 2, 0.85),
            figure("learned", "seen", "language:en", 4, 0.9),
            figure("learned", "new", "all", 3, 0.8),
            figure("peer", "seen", "all", 4, 0.75),
            figure("peer", "seen", "type:article", 2, 0.8),
            figure("peer", "seen", "type:forum", 2, 0.7),
            figure("peer", "seen", "language:en", 4, 0.75),
            figure("peer", "new", "all", 3, 0.5),
        ],
    }


def rows_of(page: str, heading: str) -> list[list[str]]:
    """The body of the first table below a heading."""
    lines = page.partition(f"{heading}\n")[2].split("\n")
    first = next(place for place, line in enumerate(lines) if line.startswith("|"))
    table = [line for line in lines[first:] if line.startswith("|")][: lines[first:].index("")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def test_the_sets_of_a_model_come_from_the_model() -> None:
    known = next(iter(shipped_model().trained_on))
    assert trained_on(["learned", "p-value"], [known, "mine"]) == {"learned": [known]}
    assert trained_on(["learned"], ["mine"]) == {}


def test_scores_are_read_from_the_section_alone(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    assert scores_in(page) == {}
    page.write_text(SECTION, encoding="utf-8")
    assert scores_in(page) == {
        ("seen", ""): Score(4, 0.7),
        ("seen", "forum"): Score(2, 0.6),
        ("new (not trained on)", ""): Score(3, 0.81),
    }


def test_figures_on_pages_of_the_training_are_marked_and_never_the_best() -> None:
    page = results_page(results())
    learned, peer = rows_of(page, "## Leaderboard")
    assert learned[:4] == ["learned \\*", "0.850\N{DAGGER}", "0.900\N{DAGGER}", "**0.800**"]
    assert peer[:4] == ["peer", "**0.625**", "**0.750**", "0.500"]
    assert "- learned: seen\n" in page
    assert page.index("- learned: seen") < page.index("## Sets")


def test_the_cross_validated_row_comes_first_with_its_own_figures() -> None:
    page = results_page(with_cross_validation(results(), SCORES))
    validated, peer = (rows_of(page, "## Leaderboard")[place] for place in (0, 2))
    assert validated[:4] == ["learned, cross-validated \\*", "**0.750**", "0.700", "**0.800**"]
    assert peer[:4] == ["peer", "0.625", "**0.750**", "0.500"]
    assert [row[0] for row in rows_of(page, "## Leaderboard")][1] == "learned \\*"


def test_a_method_is_ranked_on_a_set_by_its_cross_validated_figure() -> None:
    view = View.of(with_cross_validation(results(), SCORES))
    assert [name for name, _ in view.ranked_on("seen")] == ["peer", "learned, cross-validated", "learned"]


def test_types_of_page_have_the_cross_validated_figure_where_there_is_one() -> None:
    page = results_page(with_cross_validation(results(), SCORES))
    rows = {row[0]: row[1:] for row in rows_of(page, "### By type of page")}
    assert rows["learned, cross-validated \\*"] == ["\N{EN DASH}", "0.600"]
    assert rows["learned \\*"] == ["0.950\N{DAGGER}", "0.850\N{DAGGER}"]


def test_languages_were_not_cross_validated() -> None:
    page = results_page(with_cross_validation(results(), SCORES))
    assert {row[0] for row in rows_of(page, "### By language")} == {"learned \\*", "peer"}


def test_measures_that_were_not_cross_validated_have_no_such_row() -> None:
    page = results_page(with_cross_validation(results(), SCORES))
    words = page.partition("## seen\n")[2].partition("### Words\n")[2].partition("## new\n")[0]
    assert "learned \\*" in words
    assert "cross-validated" not in words


@pytest.mark.parametrize("scores", [{}, {("seen", ""): Score(5, 0.7)}], ids=["none", "of other pages"])
def test_nothing_is_added_without_scores_of_the_same_pages(scores: dict[tuple[str, str], Score]) -> None:
    assert with_cross_validation(results(), scores) == results()
