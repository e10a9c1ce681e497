"""Each method on small pages, every value worked out by hand."""

import math
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from itertools import pairwise
from typing import Any

import pytest

import maintext
from maintext import (
    DivDensity,
    LineBlocks,
    LinkDensity,
    NaiveBayes,
    NaiveBayesModel,
    PValue,
    SymbolDensity,
    TextDensity,
)
from maintext.algorithms.naive_bayes import BINS, binned, blocks_of
from maintext.read import read
from maintext.selection import Method, Selection
from maintext.table import PageTable

# T counts: menu "Home News" 8 characters, all in two links; first paragraph 20 characters with 2 marks ("," and "."),
# second 10 with 1 mark; foot "(c) us" 5 characters with 2 marks, no link.
HONG = (
    "<body>"
    '<div id="menu"><a href="/">Home</a><a href="/n">News</a></div>'
    '<div id="main"><p>aaaaaaaaaa, bbbbbbbb.</p><p>ccccccccc.</p></div>'
    '<div id="foot">(c) us</div>'
    "</body>"
)


def table_and_selection(html: str, method: Method) -> tuple[PageTable, Selection]:
    table = read(html)
    return table, method.select(table)


def row_of(table: PageTable, path_end: str) -> int:
    (row,) = [row for row in range(len(table)) if table.path(row).endswith(path_end)]
    return row


def values(html: str, method: Method, path_end: str) -> dict[str, float]:
    table, selection = table_and_selection(html, method)
    row = row_of(table, path_end)
    return {name: column[row].item() for name, column in selection.details.quantities.items()}


# Two divs: #n with one paragraph of 45 characters, #s with three of 30.
SELF = (
    f'<body><div id="n"><p>{"x" * 45}</p></div>'
    f'<div id="s"><p>{"y" * 30}</p><p>{"y" * 30}</p><p>{"y" * 30}</p></div></body>'
)


@pytest.mark.parametrize("beyond", [10**400, -(10**400)])
def test_thresholds_may_be_larger_than_any_quantity(beyond: int) -> None:
    for method in (LinkDensity(ntl=beyond, precise_la=beyond, basic_la=beyond), LineBlocks(threshold=beyond)):
        found = maintext.extract(HONG, method=method)
        assert bool(found.text) != bool(found.reason)


class TestTextDensity:
    def test_quantities_of_each_element(self) -> None:
        """A node is one of its own tags: three in #main, itself and two paragraphs."""
        main = values(HONG, TextDensity(), "div#main")
        assert (main["T"], main["LT"], main["TG"], main["LTG"], main["PNum"]) == (30, 0, 3, 0, 2)
        assert main["TD"] == 10
        menu = values(HONG, TextDensity(), "div#menu")
        assert (menu["T"], menu["LT"], menu["TG"], menu["LTG"], menu["TD"]) == (8, 8, 3, 2, 0)
        body = values(HONG, TextDensity(), "body")
        assert (body["T"], body["LT"], body["TG"], body["LTG"]) == (43, 8, 8, 2)
        assert body["TD"] == 35 / 6
        link = values(HONG, TextDensity(), "a:nth-of-type(1)")
        assert (link["TG"], link["LTG"], link["PNum"], link["TD"]) == (1, 1, 0, 0)
        paragraph = values(HONG, TextDensity(), "p:nth-of-type(1)")
        assert (paragraph["TG"], paragraph["LTG"], paragraph["PNum"], paragraph["TD"]) == (1, 0, 1, 20)

    def test_quantities_below_each_element(self) -> None:
        below = TextDensity(count_self=False)
        main = values(HONG, below, "div#main")
        assert (main["TG"], main["LTG"], main["PNum"], main["TD"]) == (2, 0, 2, 15)
        body = values(HONG, below, "body")
        assert (body["TG"], body["LTG"], body["TD"]) == (7, 2, 35 / 5)
        link = values(HONG, below, "a:nth-of-type(1)")
        assert (link["TG"], link["LTG"], link["TD"]) == (0, 0, 0)

    def test_score_is_equation_2(self) -> None:
        """TD of body, menu, two links, main, two paragraphs, foot: 35/6, 0, 0, 0, 10, 20, 10, 5."""
        densities = [35 / 6, 0, 0, 0, 10, 20, 10, 5]
        mean = sum(densities) / 8
        sd = math.sqrt(sum((density - mean) ** 2 for density in densities) / 8)
        expected = math.log(sd) * 10 * math.log10(2 + 2)
        assert values(HONG, TextDensity(), "div#main")["score"] == pytest.approx(expected)

    def test_a_node_that_counts_itself_needs_more_than_one_paragraph(self) -> None:
        """TD of body, #n, its paragraph, #s, its paragraphs: 135/7, 22.5, 45, 22.5, 30, 30, 30; their SD is 7.891.

        #n and #s have the same TD, 45 / 2 and 90 / 4, so the paragraphs decide: log10(3) against log10(5).
        """
        assert values(SELF, TextDensity(), "div#n")["score"] == pytest.approx(22.18, abs=0.005)
        assert values(SELF, TextDensity(), "div#s")["score"] == pytest.approx(32.49, abs=0.005)
        assert maintext.extract(SELF, method="text-density").text == "\n".join(["y" * 30] * 3)
        assert values(SELF, SymbolDensity(), "div#n")["score"] == pytest.approx(22.18 * math.log(45), abs=0.02)
        assert values(SELF, SymbolDensity(), "div#s")["score"] == pytest.approx(32.49 * math.log(90), abs=0.02)

    def test_without_itself_a_box_around_one_long_paragraph_wins(self) -> None:
        """#n: 45 / 1 * log10(3) = 21.5; #s: 90 / 3 * log10(5) = 21.0."""
        assert maintext.extract(SELF, method=TextDensity(count_self=False)).text == "x" * 45

    @pytest.mark.parametrize("extra", ["<link rel=x href=y>", "<meta name=x content=y>", "<embed src=x>"])
    def test_elements_that_show_nothing_are_not_tags(self, extra: str) -> None:
        """The div and the b are two tags."""
        got = values(f"<body><div>text {extra}<b>x</b></div></body>", TextDensity(), "div")
        assert (got["T"], got["TG"], got["TD"]) == (5, 2, 5 / 2)

    def test_the_element_around_the_paragraphs_wins(self) -> None:
        assert maintext.extract(HONG, method="text-density").text == "aaaaaaaaaa, bbbbbbbb.\nccccccccc."

    def test_a_single_paragraph_wins_if_leaves_compete(self) -> None:
        """The first paragraph has 80 * log10(3) = 38.2, the three together 100 / 4 * log10(5) = 17.5."""
        page = f"<body><div><p>{'a' * 80}</p><p>{'b' * 10}</p><p>{'c' * 10}</p></div></body>"
        assert maintext.extract(page, method=TextDensity(leaves=True)).text == "a" * 80
        assert maintext.extract(page, method="text-density").text.count("\n") == 2

    def test_a_leaf_has_nothing_but_links_below_it(self) -> None:
        """The list item has two links below it and the paragraph a link; the div has a b as well."""
        page = (
            "<body><ul><li>one <a>two</a> <a>three</a></li></ul>"
            "<p>four <a>five</a></p><div>six <a>seven</a> <b>eight</b></div></body>"
        )
        table, selection = table_and_selection(page, TextDensity())
        competing = {table.name(row) for row in range(len(table)) if selection.details.candidates[row]}
        assert competing == {"body", "ul", "div"}

    def test_a_standard_deviation_below_one_does_not_turn_the_order_round(self) -> None:
        page = "<body><div id='a'><p>ab</p><p>cd</p></div><div id='b'><p>e</p></div></body>"
        assert maintext.extract(page, method=TextDensity()).text == "ab\ncd"


class TestSymbolDensity:
    def test_symbol_density_is_equation_4(self) -> None:
        main = values(HONG, SymbolDensity(), "div#main")
        assert (main["Sb"], main["SbD"]) == (3, 30 / 4)

    def test_score_is_equation_5(self) -> None:
        text = values(HONG, TextDensity(), "div#main")["score"]
        symbol = values(HONG, SymbolDensity(), "div#main")["score"]
        assert symbol == pytest.approx(text * math.log(30 / 4))

    def test_more_marks_than_characters_are_no_text(self) -> None:
        assert values("<body><div id='x'><p>...</p></div></body>", SymbolDensity(), "div#x")["score"] == 0


class TestDivDensity:
    def test_quantities_with_links_subtracted(self) -> None:
        page = '<body><div id="x"><p>aaaaaaaaa.</p><p>bbbb<a href="/">cccc</a>.</p></div></body>'
        got = values(page, DivDensity(), "div#x")
        assert (got["NC"], got["NPC"], got["ND"], got["NPD"], got["NP"]) == (19, 4, 3, 2, 2)
        assert got["DT"] == (19 - 4) / (3 + 1 - 1)
        assert got["DP"] == (19 - 4) / (2 + 1)
        assert got["score"] == pytest.approx(5 * math.log10(4) * math.log(5))

    def test_quantities_as_printed(self) -> None:
        page = '<body><div id="x">dddddd<p>aaaaaaaaa.</p><p>bbbb<a href="/">cccc</a>.</p></div></body>'
        got = values(page, DivDensity(reading="printed"), "div#x")
        assert (got["NC"], got["NPC"], got["ND"], got["NPD"], got["NP"]) == (25, 19, 3, 2, 2)
        assert got["DT"] == (25 - 19) / (3 + 1 - 2)
        assert got["DP"] == (25 - 19) / (2 + 1)
        assert got["score"] == pytest.approx(3 * math.log10(4) * math.log(2))

    def test_only_divs_compete(self) -> None:
        page = f"<body><section>{'<p>text in a section.</p>' * 9}</section><div><p>text in a div.</p></div></body>"
        assert maintext.extract(page, method="div-density").text == "text in a div."

    def test_a_page_without_div_is_empty_with_that_reason(self) -> None:
        document = maintext.extract("<body><p>text</p></body>", method="div-density")
        assert document.text == ""
        assert "no div" in document.reason


LINKS = (
    "<body>"
    f'<div id="nav"><ul>{"".join(f"<li><a href=x>link{number}</a></li>" for number in range(4))}</ul></div>'
    '<div id="content">'
    f'<div id="article"><p>{"a" * 90}</p><p>{"b" * 60} <a href=x>{"c" * 10}</a></p></div>'
    f'<div id="note">{"d" * 60}</div>'
    f'<div id="more"><a href=x>{"e" * 30}</a><a href=y>{"f" * 30}</a></div>'
    "</div></body>"
)


class TestLinkDensity:
    def test_quantities(self) -> None:
        """Article: 160 characters, 10 of them in one link; below it two paragraphs and the link."""
        got = values(LINKS, LinkDensity(), "div#article")
        assert (got["NTL"], got["LA"]) == (160, 1)
        assert got["LTD"] == 10 / 160
        assert got["LAD"] == 1 / 3
        assert (got["basic"], got["precise"]) == (1, 0)

    def test_the_search_goes_down_to_precise_nodes(self) -> None:
        """Body: LTD 90/300, LAD 7/19; content: LTD 70/280, LAD 3/8: both basic, not precise. The article is precise."""
        document = maintext.extract(LINKS, method=LinkDensity(precise_lad=0.34))
        assert document.text == "a" * 90 + "\n" + "b" * 60 + " " + "c" * 10 + "\n" + "d" * 60

    def test_a_short_precise_sibling_of_a_taken_node_is_taken(self) -> None:
        """The note has 60 characters: too few to be basic (100), enough to be precise (50)."""
        got = values(LINKS, LinkDensity(precise_lad=0.34), "div#note")
        assert (got["basic"], got["precise"]) == (0, 1)
        table, selection = table_and_selection(LINKS, LinkDensity(precise_lad=0.34))
        assert [table.path(row)[-len("div#article") :].split("#")[-1] for row in selection.rows.tolist()] == [
            "article",
            "note",
        ]

    def test_score_is_the_share_of_text_outside_links(self) -> None:
        """Outside links: 150 in the article, 60 in the note, nothing else; all of it is taken."""
        _, selection = table_and_selection(LINKS, LinkDensity(precise_lad=0.34))
        assert selection.score == pytest.approx((150 + 60) / 210)

    def test_no_basic_node_is_said(self) -> None:
        document = maintext.extract("<body><p>short</p></body>", method="link-density")
        assert "not suitable" in document.reason

    def test_the_printed_condition_on_links_rejects_the_body(self) -> None:
        """The body has 7 links, so with 5 allowed nothing below it is looked at."""
        assert maintext.extract(LINKS, method=LinkDensity(precise_lad=0.34, basic_la=7)).text
        assert not maintext.extract(LINKS, method=LinkDensity(precise_lad=0.34, basic_la=5)).text


def counts(theme: list[list[int]], other: list[list[int]], blocks: tuple[int, int]) -> NaiveBayesModel:
    names = list(BINS)
    return NaiveBayesModel(
        theme=dict(zip(names, theme, strict=True)),
        other=dict(zip(names, other, strict=True)),
        theme_blocks=blocks[0],
        other_blocks=blocks[1],
        trained_on={"by hand": 1},
    )


MODEL = counts(
    theme=[[0, 0, 1, 1, 2, 6], [7, 2, 1, 0], [1, 2, 7], [2, 4, 4]],
    other=[[30, 6, 2, 1, 1, 0], [8, 4, 8, 20], [30, 5, 5], [32, 6, 2]],
    blocks=(10, 40),
)
BLOCKS = (
    "<body>"
    f'<div id="text"><p>{"a" * 100}, b.</p><p>{"c" * 9}.</p></div>'
    "<section>"
    f'<div id="menu"><a href=x>{"d" * 12}</a> ee</div>'
    "</section></body>"
)


class TestNaiveBayes:
    def test_features_of_the_blocks(self) -> None:
        blocks = blocks_of(read(BLOCKS))
        assert blocks.features["unlinktextsum"].tolist() == [113, 2]
        assert blocks.features["link"].tolist() == [0, 12 / 14]
        assert blocks.features["punc"].tolist() == [math.inf, 0]
        assert blocks.features["psum"].tolist() == [2, 0]

    def test_textbook_probabilities(self) -> None:
        """Bins of the first block: 5, 0, 2, 1. Add-one smoothing over 6, 4, 3 and 3 bins, times the prior."""
        got = values(BLOCKS, NaiveBayes(model=MODEL), "div#text")
        theme = (7 / 16) * (8 / 14) * (8 / 13) * (5 / 13) * (10 / 50)
        other = (1 / 46) * (9 / 44) * (6 / 43) * (7 / 43) * (40 / 50)
        assert got["p(c1)"] == pytest.approx(theme)
        assert got["p(c2)"] == pytest.approx(other)
        assert got["score"] == pytest.approx(theme / (theme + other))

    def test_printed_probabilities(self) -> None:
        """Characters and punctuation add up all bins to the block's own; no prior, no smoothing (eq. 14 and 15)."""
        got = values(BLOCKS, NaiveBayes(form="printed", model=MODEL), "div#menu")
        assert got["p(c1)"] == pytest.approx((0 / 10) * (0 / 10) * (1 / 10) * (2 / 10))
        assert got["p(c2)"] == pytest.approx((30 / 40) * (20 / 40) * (30 / 40) * (32 / 40))
        text = values(BLOCKS, NaiveBayes(form="printed", model=MODEL), "div#text")
        assert text["p(c1)"] == pytest.approx(1 * (7 / 10) * 1 * (4 / 10))
        assert text["p(c2)"] == pytest.approx(1 * (8 / 40) * 1 * (6 / 40))

    def test_theme_blocks_are_the_text(self) -> None:
        document = maintext.extract(BLOCKS, method=NaiveBayes(model=MODEL))
        assert document.text == f"{'a' * 100}, b.\n{'c' * 9}."

    def test_sibling_blocks_are_one_block(self) -> None:
        page = "<body><div id='x'>aaaa</div><div id='y'>bbb</div><section><div>c</div></section></body>"
        assert blocks_of(read(page)).features["unlinktextsum"].tolist() == [7, 1]

    def test_a_block_is_without_the_blocks_inside_it(self) -> None:
        page = "<body><div id='outer'>aaaa<section><div>bbb</div></section>cc</div></body>"
        assert blocks_of(read(page)).features["unlinktextsum"].tolist() == [6, 3]

    @pytest.mark.parametrize(
        ("page", "expected"),
        [
            ("<div id=o><div id=a>AAA</div>text<div id=b>BBB</div></div>", [3, 4, 3]),
            ("<div id=a><div id=x>CCC</div>tail</div><div id=b>BBB</div>", [3, 7]),
            ("<div id=o>tt<div id=a>AAA</div>tt<div id=b>BBBBB</div></div>", [4, 3, 5]),
            ("<div id=o>tt<div id=a>AAA</div>ttt</div><div id=p>PPPP</div>", [9, 3]),
            ("<div id=o>tt<div id=a>AAA</div></div><div id=p>PPPP</div>", [2, 3, 4]),
            ("<div id=o><div id=a>AAA</div> \n <div id=b>BBBBB</div></div>", [8]),
        ],
        ids=["text between", "text after", "text around", "return", "no return", "white space between"],
    )
    def test_blocks_follow_the_leaves(self, page: str, expected: list[int]) -> None:
        """An element joins the block of the leaf before it if the two are siblings, whatever came earlier."""
        assert blocks_of(read(f"<body>{page}</body>")).features["unlinktextsum"].tolist() == expected

    def test_other_tags_can_make_blocks(self) -> None:
        page = "<body><section><article>aaaa</article><div>bbb</div></section></body>"
        assert blocks_of(read(page), ("section", "article")).features["unlinktextsum"].tolist() == [4, 3]
        assert blocks_of(read(page), ("p",)).features["unlinktextsum"].tolist() == [7]

    @pytest.mark.parametrize(
        ("feature", "value", "expected"),
        [("unlinktextsum", 19, 0), ("unlinktextsum", 20, 1), ("unlinktextsum", 99, 4), ("unlinktextsum", 100, 5)],
    )
    def test_a_bin_holds_its_lower_bound(self, feature: str, value: int, expected: int) -> None:
        assert binned(blocks_of(read(f"<body><div>{'a' * value}</div></body>")))[feature].tolist() == [expected]


P_PAGE = (
    "<html><head><title>removed</title></head><body>"
    '<div class="menu" id="m"><a href="/">Home</a></div>'
    '<div style="color:red"><p>aaaaaaaaaa bbbbbbbbbb</p><img src="x.png"></div>'
    "<form>removed</form><!-- removed --></body></html>"
)


class TestPValue:
    def test_lengths(self) -> None:
        """The second div without style and image: <div><p></p></div> is 18 characters around 20 of text."""
        got = values(P_PAGE, PValue(), "div:nth-of-type(2)")
        assert (got["l_t"], got["l_s"], got["l_vt"]) == (20, 38, 20)
        assert got["score"] == pytest.approx((20 / 38) * (20 / 20))

    def test_the_menu_has_no_valid_text(self) -> None:
        """<div><a href="/">Home</a></div>: 27 characters of tags and 4 of text, all of it in a link."""
        got = values(P_PAGE, PValue(), "div#m")
        assert (got["l_t"], got["l_s"], got["l_vt"], got["score"]) == (4, 31, 0, 0)

    def test_the_innermost_element_with_all_the_text_wins(self) -> None:
        """The paragraph: 20 / (20 + 7) is more than the div's 20 / 38."""
        table, selection = table_and_selection(P_PAGE, PValue())
        assert table.path(int(selection.rows[0])).endswith("p")
        assert selection.score == pytest.approx(20 / 27)

    @pytest.mark.parametrize(
        ("empty", "l_s"),
        [
            # <div> </div> 11, <p> </p> 7, <br> 4, two b with their i 2 * 14, <span> </span> 13, ten characters
            ("keep", 11 + 7 + 4 + 28 + 13 + 10),
            ("drop", 11 + 7 + 4 + 10),
            ("drop-outside", 11 + 7 + 4 + 28 + 13 + 10),
        ],
    )
    def test_elements_without_text_are_dropped(self, empty: Any, l_s: int) -> None:
        """In a div the later program drops nothing. The first drops all but the br, whose parent has text."""
        page = "<body><div><p>aaaaabbbbb<br><b><i></i></b></p><span> </span><b><i></i></b></div></body>"
        assert values(page, PValue(empty=empty), "div")["l_s"] == l_s

    @pytest.mark.parametrize(
        ("empty", "l_s"),
        [
            # <body> </body> 13, <div> </div> 11, two <p> </p> 14, <ul><br></ul> 13, three characters
            ("keep", 13 + 11 + 14 + 13 + 3),
            ("drop", 13 + 7 + 3),
            ("drop-outside", 13 + 11 + 14 + 3),
        ],
    )
    def test_the_later_program_spares_empty_divs_and_paragraphs(self, empty: Any, l_s: int) -> None:
        """A br goes with the list around it, which has no text."""
        page = "<body><p>abc</p><p></p><div></div><ul><br></ul></body>"
        assert values(page, PValue(empty=empty), "body")["l_s"] == l_s

    def test_tags_count_characters_not_bytes(self) -> None:
        """<p title="中文"></p> has 18 characters."""
        assert values('<body><p title="中文">abc</p></body>', PValue(), "p")["l_s"] == 18 + 3

    def test_an_attribute_in_the_text_is_text(self) -> None:
        """Quoted code that looks like an attribute is not taken off the tags."""
        assert values('<body><p>a class="b" c</p></body>', PValue(), "p")["l_s"] == 7 + 11

    def test_the_judge_uses_the_threshold(self) -> None:
        judgement = maintext.judge(P_PAGE, "p-value")
        assert judgement.probability == pytest.approx(20 / 27)
        assert judgement.has_main_text
        assert not maintext.judge(P_PAGE, "p-value", threshold=0.8).has_main_text


FIGURE_3 = """
<div class="box">
  <h1 class="title">article</h1>
  <div id="content"><p>hello world</p></div>
  <div class="foot"><a>pre</a><a>next</a></div>
</div>
"""


def test_explain_gives_the_papers_quantities_for_the_papers_own_example() -> None:
    """The DOM tree of figure 3 of Hong et al.: article is 7 characters, hello world 10, pre and next 7 in links."""
    rows = {row.path.split(" > ")[-1]: row for row in maintext.explain(FIGURE_3, SymbolDensity(leaves=True)).rows()}
    box, content = rows["div"], rows["div#content"]
    assert (box.values["T"], box.values["LT"], box.values["TG"], box.values["LTG"]) == (24, 7, 7, 2)
    assert box.values["TD"] == 17 / 5
    assert (content.values["T"], content.values["TD"], content.values["PNum"]) == (10, 5, 1)
    assert set(content.values) >= {"T", "LT", "TG", "LTG", "TD", "Sb", "SbD", "PNum", "score"}


def test_explained_rows_are_in_document_order() -> None:
    numbers = [row.row for row in maintext.explain(HONG, "text-density").rows()]
    assert all(one < other for one, other in pairwise(numbers))


@pytest.mark.parametrize("make", [TextDensity, SymbolDensity, DivDensity, LinkDensity, NaiveBayes, PValue])
def test_options_are_frozen_records(make: Callable[[], Method]) -> None:
    method: Any = make()
    with pytest.raises((FrozenInstanceError, TypeError)):
        method.name = "other"
