"""The methods that the papers are compared with, on small pages, every value worked out by hand."""

import math
from typing import Any

import numpy as np
import pytest

import maintext
from maintext import CompositeDensity, LineBlocks, MaxSubsequence, TableBlocks, TagRatio, TokenModel, TreeCharacters
from maintext.algorithms.naive_bayes import shipped_model
from maintext.algorithms.quantities import best_of_subtree, moved_to_texts, tags_before_segments, tokens_of_segments
from maintext.algorithms.text_lines import TextLines
from maintext.algorithms.token_model import SCALE, SLOTS, PageTokens, check_of, slot_of
from maintext.document.plain_text import as_text
from maintext.read import read
from maintext.selection import Method
from maintext.table import tags

# Characters: menu 8, all in links; heading 12; paragraphs 33 and 41; foot 18.
FERRY = """<html><body>
<div id="menu"><a href="/">Home</a> <a href="/news">News</a></div>
<div id="story"><h1>Ferry returns</h1>
<p>The old ferry is back, and it runs daily.</p>
<p>It carries forty people; tickets cost two coins.</p></div>
<div id="foot">Harbour Office, 2024</div>
</body></html>"""
HEADING, FIRST, SECOND, FOOT = (
    "Ferry returns",
    "The old ferry is back, and it runs daily.",
    "It carries forty people; tickets cost two coins.",
    "Harbour Office, 2024",
)


def values(page: str, method: Method, path_end: str) -> dict[str, float]:
    (found,) = [row.values for row in maintext.explain(page, method).rows() if row.path.endswith(path_end)]
    return dict(found)


def lines(page: str, method: Method) -> list[str]:
    table = read(page)
    return as_text(table, method.select(table)).split("\n")


class TestCompositeDensity:
    def test_counts(self) -> None:
        """The body has three divs, two links, a heading and two paragraphs below it."""
        body = values(FERRY, CompositeDensity(), "body")
        assert (body["C"], body["T"], body["LC"], body["LT"]) == (112, 8, 8, 2)
        menu = values(FERRY, CompositeDensity(), "div#menu")
        assert (menu["C"], menu["T"], menu["LC"], menu["LT"]) == (8, 2, 8, 2)

    def test_the_density_of_an_element(self) -> None:
        """The story: C 86, T 3, no links, so LC and LT count as 1 and C - LC is 86; r is 8 / 112."""
        base = math.log(math.log(86 * 1 / 86 + 8 / 112 * 86 + math.e))
        assert values(FERRY, CompositeDensity(), "div#story")["CTD"] == pytest.approx(86 / 3 * math.log(86 * 3) / base)

    def test_an_element_of_links_has_no_density(self) -> None:
        """The menu: C * T / (LC * LT) is 1, whose logarithm is 0."""
        assert values(FERRY, CompositeDensity(), "div#menu")["CTD"] == 0

    def test_the_density_sum_adds_children_and_own_texts(self) -> None:
        page = "<body><div id=x>abcde<p>fg</p>hij</div><a>kl</a></body>"
        r = 2 / 12
        own = sum(size * math.log(size) / math.log(math.log(r * size + math.e)) for size in (5, 3))
        child = 2 * math.log(2) / math.log(math.log(2 / 2 + r * 2 + math.e))
        assert values(page, CompositeDensity(), "div#x")["score"] == pytest.approx(own + child)

    def test_elements_below_the_threshold_are_left_out(self) -> None:
        """The story has the largest sum. The body, on the way to it, is the threshold; the menu is below it."""
        assert values(FERRY, CompositeDensity(), "body")["CTD"] > 0
        assert lines(FERRY, CompositeDensity()) == [HEADING, FIRST, SECOND, FOOT]

    def test_a_page_without_links_has_a_text(self) -> None:
        """LC of the body counts as 1: r is 1 / 40."""
        page = f"<body><div id=x><p>{'a' * 20}</p><p>{'b' * 20}</p></div></body>"
        base = math.log(math.log(20 / 20 + 20 / 40 + math.e))
        assert values(page, CompositeDensity(), "p:nth-of-type(1)")["CTD"] == pytest.approx(20 * math.log(20) / base)
        assert lines(page, CompositeDensity()) == ["a" * 20, "b" * 20]

    def test_the_plain_density_is_characters_per_tag(self) -> None:
        assert values(FERRY, CompositeDensity(density="plain"), "div#story")["CTD"] == pytest.approx(86 / 3)

    def test_the_best_of_a_subtree_is_the_first_of_equal_ones(self) -> None:
        """Rows: html, head, body, div, p, p, div."""
        table = read("<body><div><p>a</p><p>b</p></div><div>c</div></body>")
        value = np.array([0, 0, 1, 2, 5, 5, 5], dtype=np.float64)
        assert best_of_subtree(table, value).tolist() == [4, 1, 4, 4, 4, 5, 6]
        assert best_of_subtree(table, np.ones(7)).tolist() == [0, 1, 2, 3, 4, 5, 6]


class TestMaxSubsequence:
    def test_words_and_tags_of_each_text(self) -> None:
        """Before Home: body, div, a. Before the heading: /a, /div, div, h1. Before a paragraph: the end tag and p."""
        counts = {"a:nth-of-type(1)": (1, 3), "a:nth-of-type(2)": (1, 2), "h1": (2, 4), "p:nth-of-type(1)": (11, 2)}
        for path, expected in counts.items():
            found = values(FERRY, MaxSubsequence(), path)
            assert (found["words"], found["tags"]) == expected, path
        assert values(FERRY, MaxSubsequence(marks=False), "p:nth-of-type(1)")["words"] == 9

    def test_the_best_run(self) -> None:
        """First paragraph 11, the tags between -6.5, second 10: 14.5. The heading adds 2 - 6.5, the foot 4 - 9.75."""
        found = maintext.extract(FERRY, method="max-subsequence")
        assert found.text.split("\n") == [FIRST, SECOND]
        assert found.score == 14.5

    def test_cheaper_tags_make_longer_runs(self) -> None:
        """With tags at -0.9 the heading adds 2 - 1.8 and the foot 4 - 2.7, but the menu 1 + 1 - 1.8 - 3.6."""
        assert lines(FERRY, MaxSubsequence(tag=-0.9)) == [HEADING, FIRST, SECOND, FOOT]

    def test_white_space_between_tags_makes_no_difference(self) -> None:
        for method in (MaxSubsequence(), TagRatio(), LineBlocks()):
            assert maintext.explain(FERRY, method).score == maintext.explain(FERRY.replace("\n", ""), method).score

    def test_each_wide_character_is_a_word(self) -> None:
        table = read("<body><p>青岚江 2018, ab</p><p>\U00020000\U0001f600</p></body>")
        assert tokens_of_segments(table, marks=False).tolist() == [5, 1]
        assert tokens_of_segments(table, marks=True).tolist() == [6, 2]

    def test_only_tags_in_the_markup_count(self) -> None:
        """Both p have no end tag; the tags after the last text are the last number."""
        table = read("<body><p>a<p>b<br>c</body>")
        everything = np.ones(len(table), dtype=bool)
        assert tags_before_segments(table, everything).tolist() == [2, 1, 1, 1]

    def test_tags_move_to_the_next_text(self) -> None:
        is_text = np.array([True, False, True, False])
        assert moved_to_texts(np.array([1, 2, 3, 4, 5]), is_text).tolist() == [1, 0, 5, 0]

    @pytest.mark.parametrize("scores", [{"word": 0.0}, {"tag": 0.5}, {"word": -1.0}])
    def test_scores_that_choose_all_or_nothing_are_refused(self, scores: dict[str, Any]) -> None:
        with pytest.raises(maintext.OptionError, match="word must be above 0 and tag at most 0"):
            MaxSubsequence(**scores)

    def test_a_page_of_signs_has_no_words(self) -> None:
        found = maintext.extract("<body><p>* * *</p></body>", method=MaxSubsequence(marks=False))
        assert (found.text, found.reason) == ("", "the page has no words")


def token_model(page: str = "", known: dict[int, int] | None = None) -> TokenModel:
    """Odds of 3 to 1 for text in p and 1 to 3 in a, and odds for the trigrams that begin with some tokens of a page."""
    check, odds = np.zeros(SLOTS, dtype=np.uint16), np.zeros(SLOTS, dtype=np.int8)
    for token, log_odds in (known or {}).items():
        trigram = PageTokens.of(read(page)).trigram[token : token + 1]
        check[slot_of(trigram)], odds[slot_of(trigram)] = check_of(trigram), SCALE * log_odds
    return TokenModel(0.0, {"p": math.log(3), "a": -math.log(3)}, check, odds, {"made": 1})


class TestTrainedMaxSubsequence:
    PAGE = "<body><a>Home</a><p>Rain in <b>May</b></p></body>"
    # Tokens: body a Home /a p Rain in b May /b /p /body

    def test_the_tokens_of_a_page(self) -> None:
        table = read(self.PAGE)
        tokens = PageTokens.of(table)
        names = [tags.NAMES[code] for code in tokens.around.tolist()]
        assert names == ["html", "body", "a", "a", "body", "p", "p", "p", "b", "b", "p", "body"]
        assert tokens.segment.tolist() == [0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3]
        assert np.flatnonzero(tokens.is_tag).tolist() == [0, 1, 3, 4, 7, 9, 10, 11]

    def test_equal_trigrams_have_equal_hashes(self) -> None:
        """Case does not matter, and all numbers are alike; a start tag is not an end tag."""
        first, second, third = (
            PageTokens.of(read(f"<body><p>{text}</p></body>")).trigram[2:].tolist()
            for text in ("Rain 17 fell", "rain 2018 FELL", "rain fell 17")
        )
        assert first == second
        assert first[0] != third[0]
        assert len(set(first)) == len(first)

    def test_the_element_decides_where_the_trigram_is_unknown(self) -> None:
        """p: 0.75 - 0.5. a: 0.25 - 0.5. Others: 0.5 - 0.5."""
        scores = token_model().scores(PageTokens.of(read(self.PAGE)))
        assert scores == pytest.approx([0, 0, -0.25, -0.25, 0, 0.25, 0.25, 0.25, 0, 0, 0.25, 0])

    def test_a_known_trigram_adds_its_odds(self) -> None:
        """Home /a p: -ln 3 + 2."""
        scores = token_model(self.PAGE, {2: 2}).scores(PageTokens.of(read(self.PAGE)))
        assert scores[2] == pytest.approx(1 / (1 + math.exp(math.log(3) - 2)) - 0.5)

    def test_the_best_run_of_trained_scores(self) -> None:
        """Rain in: 0.5. The tag of b adds 0.25, May 0. Home would cost 0.25 and its end tag 0.25."""
        found = maintext.extract(self.PAGE, method=MaxSubsequence(model=token_model()))
        assert found.text == "Rain in May"
        assert found.score == pytest.approx(0.75)

    def test_no_run_is_better_than_nothing(self) -> None:
        found = maintext.extract("<body><a>Home</a></body>", method=MaxSubsequence(model=token_model()))
        assert (found.text, found.reason) == ("", "no run of words is likely to be main text")


class TestLineBlocks:
    PAGE = (
        "<body><div><p>abc</p></div><div><div><div>"
        f"<p>{'a' * 40}</p><p>{'b' * 50}</p><p>{'c' * 10}</p></div></div></div><div><div><p>def</p></div></div></body>"
    )

    def test_lines_are_numbered_by_the_tags_of_blocks(self) -> None:
        """Html, body, div and p make the first text line 4. Between abc and a: /p /div div div div p."""
        found = TextLines.of(read(self.PAGE), "shown")
        assert np.flatnonzero(found.characters).tolist() == [4, 10, 12, 14, 21]
        assert found.characters[[4, 10, 12, 14, 21]].tolist() == [3, 40, 50, 10, 3]

    def test_a_block_has_three_lines(self) -> None:
        """The block of a has a, an empty line and b."""
        paths = ("div:nth-of-type(1) > p", "p:nth-of-type(1)", "p:nth-of-type(2)", "p:nth-of-type(3)")
        assert [values(self.PAGE, LineBlocks(), path)["B"] for path in paths[1:]] == [90, 60, 10]

    def test_what_lies_between_surge_and_dip_is_kept(self) -> None:
        """The surge is at a, with 90. Lines 15, 16 and 17 are empty: the block of line 15 is the dip."""
        found = maintext.extract(self.PAGE, method="line-blocks")
        assert found.text.split("\n") == ["a" * 40, "b" * 50, "c" * 10]
        assert found.score == pytest.approx(100 / 106)

    def test_a_surge_must_be_above_the_threshold(self) -> None:
        found = maintext.extract(self.PAGE, method=LineBlocks(threshold=90))
        assert found.text == ""
        assert found.reason == "no block of 3 lines has more than 90 characters and goes on after that"

    def test_a_surge_that_ends_at_once_is_not_text(self) -> None:
        """A single line after which the page ends."""
        page = f"<body>{'a' * 100}</body>"
        assert maintext.extract(page, method=LineBlocks(lines="source")).text == ""

    def test_source_lines_are_those_of_the_markup(self) -> None:
        table = read("<body><p>ab\ncd</p><p>ef</p>\n\n<p>g</p></body>")
        found = TextLines.of(table, "source")
        assert found.characters.tolist() == [2, 4, 0, 1]
        assert found.tags().tolist() == [2, 3, 0, 3]

    def test_a_text_on_several_lines_is_kept_if_half_of_it_is(self) -> None:
        found = TextLines.of(read("<body><p>ab\ncd</p><p>ef</p></body>"), "source")
        assert found.keep(np.array([True, False])).tolist() == [True, False]
        assert found.keep(np.array([False, True])).tolist() == [True, True]

    def test_a_block_without_lines_is_refused(self) -> None:
        with pytest.raises(maintext.OptionError, match="block must be 1 or more"):
            LineBlocks(block=0)


class TestTagRatio:
    # Lines: menu 8 characters and 5 tags, heading 12 and 4, paragraphs 33 and 2, 41 and 2, foot 18 and 3.
    RATIOS = (1.6, 3.0, 16.5, 20.5, 6.0)
    PATHS = ("a:nth-of-type(1)", "h1", "p:nth-of-type(1)", "p:nth-of-type(2)", "div#foot")

    def column(self, name: str, method: TagRatio) -> list[float]:
        return [values(FERRY, method, path)[name] for path in self.PATHS]

    def test_ratios(self) -> None:
        assert self.column("TR", TagRatio()) == pytest.approx(self.RATIOS)

    def test_the_ratios_of_2008_are_a_moving_average(self) -> None:
        menu, heading, first, second, foot = self.RATIOS
        expected = [menu + heading, menu + heading + first, heading + first + second, first + second + foot]
        found = self.column("score", TagRatio(form="ttr", radius=1))
        assert found == pytest.approx([each / 3 for each in (*expected, second + foot)])

    def test_the_threshold_of_2008_is_the_standard_deviation(self) -> None:
        """The mean is 9.52, the standard deviation 7.575. Smoothed: 1.53, 7.03, 13.33, 14.33, 8.83."""
        assert lines(FERRY, TagRatio(form="ttr", radius=1)) == [FIRST, SECOND, FOOT]
        assert lines(FERRY, TagRatio(form="ttr", radius=1, threshold=1.5)) == [FIRST, SECOND]

    def test_the_derivative_looks_at_three_lines(self) -> None:
        """Without smoothing. Menu: (1.6 + 3 + 16.5) / 3 - 1.6. Foot: 6 / 3 - 6, without its sign."""
        expected = [16.3 / 3, 31 / 3, 6.5 / 3, 35 / 3, 4]
        assert self.column("G", TagRatio(radius=0)) == pytest.approx(expected)

    def test_lines_around_the_origin_are_not_content(self) -> None:
        """Without smoothing.

        Centres at (10.25, 5.83) and (20.5, 11.67), then at (8.5, 5.5), the mean of heading, first paragraph and foot,
        and at the second paragraph. The menu (1.6, 5.43) is at 5.66 from the origin and at 6.9 from the nearest centre.
        """
        assert lines(FERRY, TagRatio(radius=0)) == [HEADING, FIRST, SECOND, FOOT]

    def test_smoothing_has_the_weights_of_a_normal_distribution(self) -> None:
        near = math.exp(-1 / 2)
        expected = (near * 1.6 + 3 + near * 16.5) / (1 + 2 * near)
        assert values(FERRY, TagRatio(radius=1), "h1")["score"] == pytest.approx(expected)

    def test_a_radius_below_zero_is_refused(self) -> None:
        with pytest.raises(maintext.OptionError, match="radius must be 0 to 1000"):
            TagRatio(radius=-1)


class TestTreeCharacters:
    def test_shares(self) -> None:
        """Without its links the body has 104 characters, the story 86 of them."""
        story = values(FERRY, TreeCharacters(), "div#story")
        assert (story["N"], story["share"]) == (86, 86 / 104)
        assert values(FERRY, TreeCharacters(links=True), "div#story")["share"] == 86 / 112

    def test_the_search_ends_where_the_text_spreads(self) -> None:
        """The second paragraph has 41 / 86 = 0.477 of the story."""
        assert lines(FERRY, TreeCharacters()) == [HEADING, FIRST, SECOND]
        assert lines(FERRY, TreeCharacters(share=0.47)) == [SECOND]
        assert lines(FERRY, TreeCharacters(share=0.9))[0] == "Home News"

    def test_the_first_of_equal_children_is_taken(self) -> None:
        page = "<body><div>abc</div><div>def</div></body>"
        assert maintext.extract(page, method=TreeCharacters(share=0.5)).text == "abc"

    def test_links_are_not_text(self) -> None:
        found = maintext.extract("<body><a href=x>Home</a></body>", method="tree-characters")
        assert (found.text, found.reason) == ("", "the page has no text outside links")

    @pytest.mark.parametrize("share", [0.0, 1.5, -1.0])
    def test_a_share_beyond_its_range_is_refused(self, share: float) -> None:
        with pytest.raises(maintext.OptionError, match="share must be above 0 and at most 1"):
            TreeCharacters(share=share)


class TestTableBlocks:
    # The text of the outer table: 4 characters in links, then 44. The inner table: 102, no links. The body: 3.
    PAGE = (
        "<body><table id=outer><tr><td><a href=x>Home</a></td></tr>"
        f"<tr><td><p>{'a' * 44}.</p><div>"
        f"<table id=inner><tr><td><div>{'b' * 50},</div>{'c' * 50}.</td></tr></table>"
        "</div></td></tr></table>end</body>"
    )

    def test_only_tables_and_the_body_make_blocks(self) -> None:
        found = [row.path.split(" > ")[-1] for row in maintext.explain(self.PAGE, "table-blocks").rows()]
        assert found == ["body", "table#outer", "table#inner"]

    def test_features(self) -> None:
        """The outer table has 45 characters outside links, 4 in links, one mark and one paragraph."""
        outer = values(self.PAGE, TableBlocks(), "table#outer")
        assert (outer["unlinktextsum"], outer["link"], outer["punc"], outer["psum"]) == (45, 4 / 49, 1 / 4, 1)
        inner = values(self.PAGE, TableBlocks(), "table#inner")
        assert (inner["unlinktextsum"], inner["link"], inner["punc"], inner["psum"]) == (102, 0, math.inf, 0)

    def test_the_probability_is_the_product_of_the_frequencies_of_the_bins(self) -> None:
        """The inner table is in the top bins of length and punctuation, and in the lowest of links and paragraphs."""
        model = shipped_model("table_blocks")
        counts = (
            model.theme["unlinktextsum"][5],
            model.theme["link"][0],
            model.theme["punc"][2],
            model.theme["psum"][0],
        )
        share = model.theme_blocks / (model.theme_blocks + model.other_blocks)
        for count, bins in zip(counts, (6, 4, 3, 3), strict=True):
            share *= (count + 1) / (model.theme_blocks + bins)
        assert values(self.PAGE, TableBlocks(), "table#inner")["p(c1)"] == pytest.approx(share)

    def test_the_shipped_model_was_trained_on_tables(self) -> None:
        assert shipped_model("table_blocks").block_tags == ("table",)
        assert shipped_model("table_blocks") is not shipped_model()
