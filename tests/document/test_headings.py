"""The headline is where the options say, and sections have their headings, whatever the method selected."""

from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from helpers.heading_rules import broken_rules
from helpers.pages import PAGES, ROOT

import maintext
from maintext.blocks import Block, Break, Code, Heading, Paragraph, Text
from maintext.document.headings import mend_headings, with_headline
from maintext.read import read

WORDS = "It rained all day in Harwick, and nobody minded much, for there was enough to read and to do. "
TITLE = "Rain in May and in June"
HEAD = f"<title>{TITLE} - Site</title>"
TEXT = f"<p>{WORDS * 3}</p><p>{WORDS * 4}</p>"
SELECTED = f"{HEAD}<body><div><h1>Rain in <i>May</i> and in June</h1>{TEXT}</div></body>"
NOT_SELECTED = f"{HEAD}<body><header><h1>{TITLE}</h1></header><div>{TEXT}</div></body>"


ALL_PAGES = [*PAGES.values(), *sorted((ROOT / "tests" / "golden").glob("inline/*.html")),
             *sorted((ROOT / "tests" / "golden").glob("kinds/*/*.html"))]  # fmt: skip


@pytest.mark.parametrize("path", ALL_PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_our_pages_keep_the_rules(path: Path) -> None:
    for method in ("learned", "p-value"):
        assert broken_rules(maintext.extract(path.read_bytes(), method=method)) == []


class TestHeadline:
    @pytest.mark.parametrize("page", [SELECTED, NOT_SELECTED])
    @pytest.mark.parametrize(
        ("where", "in_text", "in_formats"),
        [("formats", False, True), ("everywhere", True, True), ("nowhere", False, False)],
    )
    def test_it_is_where_the_option_says(
        self, page: str, where: Literal["formats", "everywhere", "nowhere"], in_text: bool, in_formats: bool
    ) -> None:
        doc = maintext.extract(page, method="p-value", options=maintext.Options(headline=where))
        assert doc.text.split("\n")[0].startswith("Rain in May" if in_text else "It rained")
        assert doc.text.count(TITLE) == in_text
        assert doc.markdown.startswith("# Rain in") == in_formats
        assert (doc.html.count("<h1>"), doc.xml.count("<head>"), doc.markdown.count("# Rain")) == (in_formats,) * 3
        assert ("heading" in [block["type"] for block in doc.to_dict()["blocks"]]) == in_formats

    def test_the_headline_of_the_page_keeps_its_markup(self) -> None:
        assert maintext.extract(SELECTED, method="p-value").markdown.startswith("# Rain in *May* and in June\n")

    @pytest.mark.parametrize("favor", ["precision", "balanced", "recall"])
    def test_it_does_not_depend_on_what_is_favored(self, favor: Literal["precision", "balanced", "recall"]) -> None:
        for page in (SELECTED, NOT_SELECTED):
            doc = maintext.extract(page, favor=favor)
            assert doc.text.startswith("It rained")
            assert doc.markdown.startswith("# Rain in")

    def test_a_section_whose_text_is_hidden_loses_its_heading(self) -> None:
        section = "<h2>Not shown</h2><p style='display:none'>Nobody sees this sentence on the page at all.</p>"
        page = f"{HEAD}<body><div><h1>{TITLE}</h1>{TEXT}{section}<h2>Shown</h2>{TEXT}</div></body>"
        markdown = maintext.extract(page, method="p-value").markdown
        assert "## Shown" in markdown
        assert "Not shown" not in markdown

    def test_a_page_with_nothing_but_a_headline_keeps_it(self) -> None:
        assert maintext.extract(f"<h1>{TITLE}</h1>", method="p-value").text == TITLE

    def test_an_empty_document_gets_no_headline(self) -> None:
        assert maintext.extract(f"<title>{TITLE}</title>").markdown == ""


class TestWithHeadline:
    def test_other_headings_of_the_first_level_move_down(self) -> None:
        blocks: tuple[Block, ...] = (Heading(1, (Text("A"),)), Heading(2, (Text("B"),)), Heading(6, (Text("C"),)))
        assert with_headline(blocks, "", "T") == (
            Heading(1, (Text("T"),)), Heading(2, (Text("A"),)), Heading(3, (Text("B"),)), Heading(6, (Text("C"),)),
        )  # fmt: skip

    def test_headings_above_it_are_paragraphs(self) -> None:
        blocks: tuple[Block, ...] = (Heading(2, (Text("2 May"),)), Heading(3, (Text("T"),)), Heading(4, (Text("A"),)))
        assert with_headline(blocks, "T", "") == (
            Paragraph((Text("2 May"),)), Heading(1, (Text("T"),)), Heading(4, (Text("A"),)),
        )  # fmt: skip

    def test_a_line_with_the_title_becomes_the_heading(self) -> None:
        blocks: tuple[Block, ...] = (Paragraph((Text("2 May"),)), Paragraph((Text("The"), Break(), Text("title"))))
        assert with_headline(blocks, "", "The title")[1] == Heading(1, (Text("The"), Break(), Text("title")))

    def test_without_a_title_nothing_changes(self) -> None:
        blocks: tuple[Block, ...] = (Code("x"), Heading(3, (Text("B"),)))
        assert with_headline(blocks, "", "") == blocks


def kept(html: str, selected: str) -> list[str]:
    """The texts that are kept after mending, if those in ``selected``, split at blanks, were selected."""
    table = read(f"<body>{html}</body>")
    texts = [table.segment_text(each) for each in range(len(table.segment_owner))]
    keep = np.array([text in selected.split() for text in texts])
    return [text for text, is_kept in zip(texts, mend_headings(table, keep).keep, strict=True) if is_kept]


LONG = "x" * 100


class TestSections:
    def test_a_selected_section_has_its_heading(self) -> None:
        assert kept("<h2>A</h2><p>a</p><h2>B</h2><p>b</p>", "a b") == ["A", "a", "B", "b"]

    def test_a_heading_of_another_section_is_not_added(self) -> None:
        assert kept("<h2>A</h2><p>a</p><div><h2>B</h2></div><p>b</p><h3>C</h3><p>c</p>", "b") == ["b"]

    def test_the_headline_is_not_added(self) -> None:
        assert kept("<h1>A</h1><p>a</p>", "a") == ["a"]

    @pytest.mark.parametrize(
        ("html", "selected", "rest"),
        [
            (f"<p>{LONG}</p><h2>A</h2><p>a</p>", f"{LONG} A", [LONG]),
            (f"<p>{LONG}</p><h2>A</h2><p>a</p><h2>B</h2><p>b</p>", f"{LONG} A B b", [LONG, "B", "b"]),
            (f"<p>{LONG}</p><h2>A</h2><p>a</p><h3>B</h3><p>b</p>", f"{LONG} A B b", [LONG, "A", "B", "b"]),
            ("<p>x</p><h2>A</h2><p>a</p><h2>B</h2><p>b</p>", "x A B b", ["x", "A", "B", "b"]),
            (f"<p>{LONG}</p><h2>A</h2><h2>B</h2><h2>C</h2>", f"{LONG} A B C", [LONG, "A", "B", "C"]),
            (f"<p>{LONG}</p><h2>A</h2><h2>B</h2><p>b</p>", f"{LONG} A B b", [LONG, "A", "B", "b"]),
        ],
        ids=["at the end", "before another", "before a smaller one", "little text", "a list of headings", "no text"],
    )
    def test_a_heading_does_not_stay_alone(self, html: str, selected: str, rest: list[str]) -> None:
        assert kept(html, selected) == rest
