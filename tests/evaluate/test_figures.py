"""The page of figures: what it shows, its plots, and that the one in the documentation is true."""

import re
import sys
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("selectolax")

import added_memory
import figures
import speed

import maintext
from maintext.data import LabelledPage, read_pages
from maintext.evaluate.metrics import bag_of_words
from maintext.evaluate.report import plots
from maintext.evaluate.run import DataSet
from maintext.evaluate.systems import methods_of_ours

DOCS = Path(__file__).parents[2] / "docs" / "research"
SVG = "{http://www.w3.org/2000/svg}"
PAGE = "<body><nav><a href='/'>Home</a></nav><article><p>It rained all day in Harwick.</p></article></body>"


def results(**f1: float) -> dict[str, Any]:
    figure = {"set": "one", "group": "all", "pages": 4, "failures": 0, "ms": 1.0}
    return {
        "made": {"versions": {"learned": "9.9", "peer": "1.5"}},
        "sets": [{"name": "one", "pages": 4, "bad_rows": 0, "types": {}, "languages": {"en": 4}}],
        "systems": [{"name": name, "kind": "method" if name == "learned" else "peer"} for name in f1],
        "figures": [{**figure, "system": name, "metrics": {"bow_f1": value}} for name, value in f1.items()],
    }


def measured(**memory: float | None) -> figures.Measured:
    times = {speed.BARE_PARSE: 0.5, "learned": 1.0, "peer": 25.0}
    return figures.Measured(results(learned=0.75, peer=0.5), times, memory, 12.0, 3, ("absent",))


def cells(page: str, name: str) -> list[str]:
    """The cells of the row of a system."""
    line = next(line for line in page.splitlines() if re.match(rf"\| {re.escape(name)}( \\\*)? \|", line))
    return [cell.strip(" *\\") for cell in line.strip("| ").split("|")]


def test_the_page_has_accuracy_speed_and_memory_of_every_system() -> None:
    page = figures.page(measured(learned=31.0, peer=2.5), "python figures.py")
    assert cells(page, "learned") == ["learned", "0.750", "2.0", "31.0", "0"]
    assert cells(page, "peer") == ["peer", "0.500", "50.0", "2.5", "0"]
    assert "$ python figures.py\n" in page
    assert "The bare parse took 0.50 ms per page." in page
    assert f"Versions: maintext {maintext.__version__}, peer 1.5." in page
    assert "Not installed, so not measured: absent." in page


def test_the_page_shows_just_the_plots_that_are_written(tmp_path: Path) -> None:
    figures.write(measured(learned=31.0, peer=2.5), tmp_path, "command")
    shown = re.findall(r"\]\((figures/[^)]+)\)", (tmp_path / "figures.md").read_text("utf-8"))
    assert len(shown) == 4
    assert {tmp_path / name for name in shown} == set((tmp_path / "figures").iterdir())


def test_where_the_machine_does_not_tell_its_memory_there_is_no_plot_of_it() -> None:
    unknown = measured(learned=None, peer=None)
    assert "memory" not in figures.drawn(unknown)
    page = figures.page(unknown, "command")
    assert "memory.svg" not in page
    assert cells(page, "peer")[3] == "–"


def test_the_note_about_our_own_pages_leads_to_the_results_from_any_folder(tmp_path: Path) -> None:
    for folder in (DOCS, tmp_path):
        links = re.findall(r"\]\(([^)]+)\)", figures.own_pages_note(folder))
        assert [(folder / link).resolve() for link in links] == [DOCS / "results.md", DOCS / "speed.md"]


def test_a_plot_alone_is_a_picture_in_both_colour_schemes() -> None:
    tree = ElementTree.fromstring(plots.alone(plots.bars([plots.Bar("a & b", 0.5, True)], "title", 300)))
    assert tree.tag == f"{SVG}svg"
    assert tree.get("viewBox") == "-12 -12 324 45"
    style = tree.findtext(f"{SVG}style") or ""
    assert "prefers-color-scheme: dark" in style
    used = set(re.findall(r"var\((--[\w-]+)\)", ElementTree.tostring(tree, "unicode")))
    light, dark = (set(re.findall(r"(--[\w-]+):", part)) for part in style.split("@media"))
    assert "--ground" in used
    assert used <= light & dark
    with pytest.raises(ValueError, match="not one of our plots"):
        plots.alone("<svg></svg>")


def test_the_largest_of_the_costs_fills_the_width_of_its_plot() -> None:
    drawn = plots.bars([plots.Bar("a", 40.0, True), plots.Bar("b", 10.0, False)], "title", 300, 40.0, "{:.0f}x".format)
    tracks, fills = ([float(width) for width in re.findall(rf'class="{kind}".*? width="([\d.]+)"', drawn)]
                     for kind in ("track", "fill"))  # fmt: skip
    assert fills == [tracks[0], pytest.approx(tracks[1] / 4, abs=0.1)]
    assert ">40x<" in drawn


def test_the_axis_of_speed_says_what_it_counts() -> None:
    drawn = figures.drawn(measured(learned=1.0))["accuracy-speed"]
    assert "times the bare parse of the same pages, logarithmic" in drawn
    assert "peer: F1 0.500, 50 times the bare parse" in drawn
    assert "milliseconds" not in drawn


def test_the_plots_of_accuracy_mark_systems_that_were_trained_on_the_pages() -> None:
    trained = replace(
        measured(learned=1.0), results={**results(learned=0.75, peer=0.5), "trained_on": {"learned": ["one"]}}
    )
    marked = {name: "learned†<" in plot for name, plot in figures.drawn(trained).items()}
    assert marked == {"accuracy-speed": True, "accuracy": True, "speed": False, "memory": False}


def test_the_best_pass_counts_and_the_clock_is_the_one_given() -> None:
    ticks = iter([0.0, 0.004, 1.0, 1.002])
    assert speed.timed({"a": len}, [b"page"], 2, lambda: next(ticks)) == {"a": pytest.approx(2.0)}


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    pages = [LabelledPage(str(number), PAGE, "") for number in range(50)]
    assert speed.some_of(pages, 10, 1) == speed.some_of(pages, 10, 1)
    assert speed.some_of(pages, 10, 1) != speed.some_of(pages, 10, 2)
    assert len(speed.some_of(pages, 100, 1)) == 50
    assert speed.in_bytes(pages[0]) == PAGE.encode()


def test_the_memory_of_a_system_is_what_it_adds() -> None:
    added = added_memory.added_mb("method", "learned", [PAGE.encode()])
    assert added is None if sys.platform != "linux" else added is not None and 5 < added < 200


@pytest.mark.parametrize("kind", ["method", "peer"])
def test_a_system_that_cannot_run_has_no_memory(kind: str) -> None:
    assert added_memory.added_mb(kind, "no-such-system", [PAGE.encode()]) is None


def test_the_documentation_has_a_row_for_each_of_our_methods() -> None:
    page = (DOCS / "figures.md").read_text("utf-8")
    for system in methods_of_ours():
        assert len(cells(page, system.name)) == 7


@pytest.mark.parametrize(("column", "name"), [*enumerate(figures.OURS, 2)])
def test_the_documentation_has_the_accuracy_of_today(column: int, name: str) -> None:
    """If this fails, the default method has changed: run ``./dev figures --out docs/research --passes 20``."""
    pages = read_pages(figures.OURS[name], print)
    now = fmean(bag_of_words(maintext.extract(page.html).text, page.text).f1 for page in pages)
    assert cells((DOCS / "figures.md").read_text("utf-8"), "learned")[column] == f"{now:.3f}"


@pytest.mark.slow
def test_all_is_measured_on_pages(tmp_path: Path) -> None:
    pages = tuple(LabelledPage(str(number), PAGE, "It rained all day in Harwick.") for number in range(3))
    found = figures.measure([DataSet("rain", pages)], methods_of_ours(("learned", "p-value")), ("absent",), 1)
    figures.write(found, tmp_path, "command")
    page = (tmp_path / "figures.md").read_text("utf-8")
    assert cells(page, "p-value")[:2] == ["p-value", "1.000"]
    assert (found.ratio("learned") or 0) > 0
    assert found.missing == ("absent",)
