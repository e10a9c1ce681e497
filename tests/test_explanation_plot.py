"""Pictures of explanations: every method, and the ones in the documentation."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.commands import Ran
from helpers.pages import PAGES
from helpers.write_pictures import PICTURES, file_of, picture

import maintext

TEXT = "{http://www.w3.org/2000/svg}text"
LINES = ("line-blocks", "tag-ratio")


def texts(svg: str) -> list[str]:
    return ["".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(TEXT)]


@pytest.mark.parametrize("method", maintext.methods())
@pytest.mark.parametrize("page", ["english-news", "chinese-news", "front-page"])
def test_every_method_has_a_picture(method: str, page: str) -> None:
    explanation = maintext.explain(PAGES[page], method)
    found = texts(explanation.to_svg(f"{page}.html"))
    assert found[0] == f"{method}: {page}.html"
    unit = "texts" if method == "max-subsequence" else "lines" if method in LINES else "element"
    assert unit in found[1]
    if explanation.reason:
        assert f"nothing selected: {explanation.reason}"[:60] in found[1]
    assert found[-1] == f"{unit.removesuffix('s')}s in document order"


def test_the_best_element_is_named_with_its_text() -> None:
    """Body, story, heading and two paragraphs have text outside links; the story and all in it are selected."""
    page = (
        "<body><div class='menu top'><a href=/>Home</a></div>"
        "<div id=story><h1>Ferry</h1><p>The old ferry is back.</p><p>It runs daily.</p></div></body>"
    )
    svg = maintext.explain(page, "tree-characters").to_svg()
    found = texts(svg)
    assert found[:2] == ["tree-characters", "5 elements, 4 of them in the selection, score 1"]
    assert any(text.startswith("div#storyFerry The old ferry") for text in found)
    assert "share of the page's characters" in found


def test_parts_of_a_selected_element_that_were_left_out_are_not_selected() -> None:
    """p-value takes the aside out of the story."""
    words = "The old ferry is back, and it runs daily. " * 9
    page = f"<body><div id=story><p>{words}</p><aside><p>Read more</p></aside></div></body>"
    explanation = maintext.explain(page, "p-value")
    assert [row.path.split(" > ")[-1] for row in explanation.selected()] == ["p"]
    assert "4 elements, 1 of them in the selection" in texts(explanation.to_svg())[1]


def test_a_method_of_your_own_has_a_picture() -> None:
    class Longest(maintext.TreeCharacters):
        name = "longest"

    found = texts(maintext.explain(PAGES["blog"], Longest()).to_svg())
    assert found[0] == "longest"
    assert {"score", "N"} <= set(found)


@pytest.mark.parametrize(("page", "method"), PICTURES)
def test_the_pictures_of_the_documentation_are_up_to_date(page: str, method: str) -> None:
    written = file_of(page, method).read_text(encoding="utf-8")
    assert written == picture(page, method), "run python tests/helpers/write_pictures.py"
    assert len(written) < 20_000


def test_the_command_writes_a_picture(tmp_path: Path, run_here: Callable[..., Ran]) -> None:
    file = tmp_path / "plot.svg"
    plain = run_here("explain", str(PAGES["blog"]), "-m", "p-value")
    ran = run_here("explain", str(PAGES["blog"]), "-m", "p-value", "--plot", str(file))
    assert (ran.code, ran.out, ran.err) == (plain.code, plain.out, f"maintext: wrote {file}\n")
    assert file.read_text(encoding="utf-8") == maintext.explain(PAGES["blog"], "p-value").to_svg("blog.html")


@pytest.mark.parametrize("where", ["missing/plot.svg", "."])
def test_a_picture_that_cannot_be_written_is_one_line(tmp_path: Path, run_here: Callable[..., Ran], where: str) -> None:
    ran = run_here("explain", str(PAGES["blog"]), "--plot", str(tmp_path / where))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("maintext: cannot write")
    assert ran.err.count("\n") == 1
