"""What the learned method makes of a page: its parts worked out by hand, its promises on pages in many languages."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.learned_parts import floats, kinds, loaded
from helpers.pages import PAGES
from hypothesis import given
from hypothesis import strategies as st
from reference.forest_walk import leaf_sums, probability

import maintext
from maintext import Learned, LearnedModel, ModelError
from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.engine import Floats, has_main_text
from maintext.algorithms.learned.features import FIRST, KINDS, SECOND
from maintext.algorithms.learned.forest import Forest, rounded
from maintext.algorithms.learned.method import MAX_BLOCKS, answer_of
from maintext.algorithms.learned.model import shipped_model
from maintext.read import page_table

ARTICLE = "The old mill by the river was sold on Monday, and nobody in the village knows who bought it. "
PARAGRAPHS = "".join(f"<p>{number}. {ARTICLE * 3}</p>" for number in ("One", "Two", "Three", "Four", "Five"))
PAGE = f"""<html lang=en><head><title>The old mill is sold</title><meta property=og:type content="article"></head><body>
<header class=site-header><nav class=main-menu><ul><li><a href=1>Home</a><li><a href=2>News</a><li><a href=3>Sport</a>
<li><a href=4>Weather</a></ul></nav></header>
<main><article class=post><h1 class=entry-title>The old mill is sold</h1><p class=byline>By Ann Lee, 3 May 2026</p>
<div class=entry-content>{PARAGRAPHS}</div></article>
<div id=comments class=comments-area><h2>Comments</h2><ol class=comment-list><li class=comment>
<p>{ARTICLE}I hope they keep
the wheel, said a reader.</p></li></ol></div></main>
<footer class=site-footer>Copyright 2026 The Village Paper. All rights reserved. <a href=5>Privacy policy</a></footer>
</body></html>"""


def chosen(page: Engine, probabilities: Floats, of_page: Floats | None = None) -> list[bool]:
    """Whether each block is taken."""
    found: list[bool] = page.choose(probabilities, kinds() if of_page is None else of_page).chosen.tolist()
    return found


class TestForest:
    forest = Forest(
        features=("length", "links"),
        outputs=1,
        node_start=np.array([0, 1, 3], dtype=np.intc),
        feature=np.array([0, 1, 0], dtype=np.int16),
        threshold=rounded(floats(10, 0.5, 20)),
        left_leaves=np.array([0b1, 0b11, 0b1], dtype=np.uint16),
        mean=floats(0.25, 0.5, 1),
        leaf_start=np.array([0, 2], dtype=np.intc),
        value=floats(-1, 1, 0, 2, -2),
    )
    """Two trees: length <= 10 says -1, else 1; links <= 0.5 and length <= 20 says 0, > 20 says 2, many links -2."""

    def test_every_tree_is_followed_to_its_leaf(self) -> None:
        cases = np.array([[5, 15, 25, 25], [0.1, 0.1, 0.5, 0.6]], dtype=np.float32)
        assert leaf_sums(self.forest, cases)[0].tolist() == [-1, 1, 3, -1]
        assert probability(self.forest, cases)[1] == pytest.approx(1 / (1 + np.exp(-1)))

    def test_a_rounded_number_has_the_sign_the_exponent_and_seven_bits_more_and_is_rounded_down(self) -> None:
        """1 is 127 steps of an exponent above 0, of 128 steps each; between 1 and 2 steps are 1/128."""
        assert rounded(floats(0, 1, 1.007, 1.008, 2)).tolist() == [0, 127 * 128, 127 * 128, 127 * 128 + 1, 128 * 128]
        assert rounded(floats(-1, -1.001)).tolist() == [-127 * 128 - 1, -127 * 128 - 1]

    @given(st.lists(st.floats(width=32, allow_nan=False), min_size=2))
    def test_rounded_numbers_keep_their_order(self, numbers: list[float]) -> None:
        found = rounded(floats(*sorted(numbers)) + 0)
        assert (np.diff(found.astype(np.int64)) >= 0).all()

    def test_contributions_add_up_to_the_way_from_the_roots_to_the_leaves(self) -> None:
        assert self.forest.contributions(floats(25, 0.5)).tolist() == [1 - 0.25 + 2 - 1, 1 - 0.5]
        forest, case = shipped_model().second, floats(*range(len(SECOND)))
        roots = forest.mean[forest.node_start[:-1]].sum()
        assert forest.contributions(case).sum() + roots == pytest.approx(
            leaf_sums(forest, case[:, None])[0, 0], abs=1e-4
        )

    def test_trees_that_lead_outside_are_refused(self) -> None:
        with pytest.raises(ValueError, match="not trees"):
            replace(self.forest, feature=np.array([0, 2, 0], dtype=np.int16))
        with pytest.raises(ValueError, match="not trees"):
            replace(self.forest, leaf_start=np.array([0, 3], dtype=np.intc))
        with pytest.raises(ValueError, match="not trees"):
            replace(self.forest, value=floats(-1, 1, np.nan, 2, -2))


class TestChoice:
    three = "<p>one</p><p>two</p><p>three</p>"

    def test_the_set_with_the_best_expected_f1_is_taken(self) -> None:
        """Of p 0.9, 0.5 and 0.1 on equal lengths: F1 is 1.8/2.5, then 2.8/3.5, then 3/4.5."""
        choice = loaded(self.three).choose(floats(0.5, 0.9, 0.1), kinds())
        assert choice.chosen.tolist() == [True, True, False]
        assert choice.expected_f1 == pytest.approx(2.8 / 3.5)
        assert choice.lowest == pytest.approx(0.5)

    def test_where_nothing_is_certain_more_is_taken_than_above_a_half(self) -> None:
        assert loaded(self.three).choose(floats(0.4, 0.3, 0.25), kinds()).cut == 3

    def test_nothing_is_taken_of_a_hopeless_page(self) -> None:
        choice = loaded(self.three).choose(floats(0.15, 0.1, 0.1), kinds())
        assert (choice.cut, choice.chosen.tolist(), choice.lowest) == (0, [False] * 3, 1)

    def test_blocks_that_stand_or_fall_together_are_left_out_more_readily(self) -> None:
        """Text of 10 words at 0.9 and a list of 30 at 0.45: apart 1.8 * 9/32.5 < 2 * 22.5/62.5, together not."""
        page = loaded("<p>" + "one " * 10 + "</p><p>" + "two " * 30 + "</p>")
        assert page.choose(floats(0.9, 0.45), kinds()).cut == 2
        assert page.choose(floats(0.9, 0.45), kinds(article=1)).cut == 1

    def test_favouring_recall_takes_more_and_precision_less(self) -> None:
        counts = [loaded(self.three).choose(floats(0.9, 0.45, 0.3), kinds(), beta).cut for beta in (0.5, 1, 2)]
        assert counts == sorted(counts)
        assert counts[0] < counts[2]

    def test_a_small_table_is_taken_whole_if_that_is_likely_right(self) -> None:
        cells = "<table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table>"
        text = "<p>" + "word " * 30 + "</p>"
        likely, unlikely = (0.9, 0.9, 0.9, 0.35, 0.35, 0.35, 0.35), (0.9, 0.9, 0.9, 0.1, 0.1, 0.1, 0.1)
        page = loaded(text + cells)
        assert all(chosen(page, floats(*likely)))
        assert chosen(page, floats(*unlikely)) == [True] * 3 + [False] * 4
        in_comments = loaded(f"{text}<div class=comments>{cells}</div>")
        assert chosen(in_comments, floats(*likely)) == [True] + [False] * 6
        around_all = loaded(f"<p>one</p>{cells}")
        assert chosen(around_all, floats(*likely)) == [True] * 3 + [False] * 4

    def test_a_table_with_headers_is_taken_whole_unless_that_is_clearly_wrong(self) -> None:
        """Only its first row is probable enough; the words of the table have 0.33 on average, or 0.27."""
        text = "<p>" + "word " * 30 + "</p>"
        rows = "<tr><td>c<td>d<tr><td>e<td>f</table>"
        doubtful, unlikely = (0.9, 0.6, 0.6, 0.2, 0.2, 0.2, 0.2), (0.9, 0.6, 0.6, 0.1, 0.1, 0.1, 0.1)
        named = loaded(f"{text}<table><tr><th>a<th>b{rows}")
        assert chosen(named, floats(*doubtful)) == [True] * 7
        assert chosen(named, floats(*unlikely)) == [True] * 3 + [False] * 4
        without_names = loaded(f"{text}<table><tr><td>a<td>b{rows}")
        assert chosen(without_names, floats(*doubtful)) == [True] * 3 + [False] * 4

    def test_a_table_row_is_taken_or_left_as_one(self) -> None:
        page = loaded("<table><tr><td>one two three<td>four</table><p>five six</p>")
        assert chosen(page, floats(0.9, 0.1, 0.1)) == [True, True, False]
        assert chosen(page, floats(0.1, 0.9, 0.9)) == [False, False, True]

    @pytest.mark.parametrize(
        ("terms", "chosen"),
        [
            ("<dt>one<dd>two<dt>three<dd>four", [True, True, False, False]),
            ("<dt>one<dt>two<dd><p>three</p><dd>four", [True, True, True, False]),
            ("<dt><a href=/1>one</a><dd>two<dt>three<dd>four", [False, True, False, False]),
            ("<dt>one</dl><dl><dd>two<dt>three<dd>four", [False, True, False, False]),
        ],
    )
    def test_a_definition_is_taken_with_its_terms(self, terms: str, chosen: list[bool]) -> None:
        """A linked term is the title of another page."""
        likely = terms.count("<dt>", 0, terms.index("<dd>"))
        given = [0.9 if number == likely else 0.1 for number in range(4)]
        page = loaded(f"<dl>{terms}</dl>")
        assert page.choose(floats(*given), kinds()).chosen.tolist() == chosen

    def test_a_heading_between_two_blocks_that_are_taken_is_taken(self) -> None:
        page = loaded("<p>one two<h2>three</h2><p>four five<h2>six</h2><footer>seven</footer>")
        assert chosen(page, floats(0.9, 0.1, 0.9, 0.1, 0.1)) == [True, True, True, False, False]

    def test_comments_are_left_out_but_in_a_forum(self) -> None:
        page = loaded("<p>one two three four</p><div class=comment-list><p>five six</p></div>")
        assert chosen(page, floats(0.9, 0.9), kinds(article=1)) == [True, False]
        assert chosen(page, floats(0.9, 0.9), kinds(forum=1)) == [True, True]

    def test_comments_are_left_out_below_a_long_text_even_if_they_are_longer(self) -> None:
        page = loaded(f"<p>{'word ' * 210}</p><div class=comments><p>{'reply ' * 500}</p></div>")
        assert chosen(page, floats(0.9, 0.9), kinds(article=1)) == [True, False]

    def test_a_text_that_stands_in_an_element_called_comment_is_no_comment(self) -> None:
        page = loaded("<p>one</p><div class=comment><p>two three four five</p></div>")
        assert chosen(page, floats(0.9, 0.9), kinds(article=1)) == [True, True]

    def test_a_long_text_is_taken_once(self) -> None:
        page = loaded(f"<p>{ARTICLE * 3}</p><div><p>{ARTICLE * 3}</p></div><p>Yes</p><p>Yes</p>")
        assert chosen(page, floats(0.9, 0.9, 0.9, 0.9)) == [True, False, True, True]

    def test_articles_manuals_and_threads_have_a_main_text(self) -> None:
        assert has_main_text(kinds(article=0.5, forum=0.2, documentation=0.1, product=0.2)) == pytest.approx(0.8)


class TestModel:
    def test_a_model_file_gives_the_same_model_and_the_same_bytes(self, tmp_path: Path) -> None:
        path = tmp_path / "copy.npz"
        content = shipped_model().to_bytes()
        path.write_bytes(content)
        copy = LearnedModel.load(path)
        assert copy.to_bytes() == content
        assert maintext.extract(PAGE, method=Learned(model=copy)) == maintext.extract(PAGE)

    def test_the_shipped_model_is_small_and_knows_its_data(self) -> None:
        assert len(shipped_model().to_bytes()) < 2_000_000
        assert "dragnet-dev" not in shipped_model().trained_on
        assert shipped_model().trained_on["wcxb-dev"] > 1000

    def test_the_model_has_the_features_that_the_code_makes(self) -> None:
        assert (shipped_model().first.features, shipped_model().second.features) == (FIRST, SECOND)
        assert len(set(SECOND)) == len(SECOND)
        engine, model = loaded(PAGE, shipped_model().names, shipped_model().words), shipped_model()
        assert engine.first_stage(model.first).shape == (len(engine.blocks()),)

    @pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"{}", b"\x93NUMPY"])
    def test_a_file_that_is_no_model_is_refused(self, content: bytes, tmp_path: Path) -> None:
        path = tmp_path / "model.npz"
        path.write_bytes(content)
        with pytest.raises(ModelError, match=r"model\.npz"):
            LearnedModel.load(path)

    def test_a_missing_file_is_named(self) -> None:
        with pytest.raises(ModelError, match="cannot read"):
            LearnedModel.load("missing.npz")

    def test_another_kind_of_npz_is_refused(self, tmp_path: Path) -> None:
        np.savez(tmp_path / "other.npz", a=np.ones(3))
        with pytest.raises(ModelError, match="not a learned model"):
            LearnedModel.load(tmp_path / "other.npz")

    def test_a_model_of_other_features_is_refused(self) -> None:
        """Its trees would look at columns that mean something else, or at none."""
        model = shipped_model()
        with pytest.raises(ValueError, match="other features"):
            replace(model, first=replace(model.first, features=(*model.first.features, "one more")))

    def test_a_model_with_words_but_no_weights_is_refused(self, tmp_path: Path) -> None:
        """The loops would look for the weights behind the end."""
        model = shipped_model()
        with pytest.raises(ValueError, match="not one weight"):
            replace(model.words, weight=model.words.weight[:-1])
        with pytest.raises(ValueError, match="not one weight"):
            replace(model.words, kinds=model.words.kinds[:, :-1])
        with np.load(io.BytesIO(model.to_bytes())) as arrays:
            np.savez(tmp_path / "other.npz", **{**arrays, "words weight": arrays["words weight"][:-1]})
        with pytest.raises(ModelError, match="not a learned model"):
            LearnedModel.load(tmp_path / "other.npz")

    def test_a_model_may_know_no_words(self, tmp_path: Path) -> None:
        model = shipped_model()
        none = replace(model.words, words=(), weight=model.words.weight[:0], kinds=model.words.kinds[:0])
        (tmp_path / "wordless.npz").write_bytes(replace(model, words=none).to_bytes())
        copy = LearnedModel.load(tmp_path / "wordless.npz")
        assert copy.words.words == ()
        assert answer_of(copy, page_table("<p>In 2024 nobody knew a word.</p>"), MAX_BLOCKS, 1.0).blocks == 1


class TestMethod:
    def test_the_article_is_taken_and_what_is_around_it_left(self) -> None:
        text = maintext.extract(PAGE).text
        assert text.count("old mill by the river") == 15
        assert "Home" not in text
        assert "Copyright" not in text
        assert "said a reader" not in text

    def test_comments_are_given_on_request(self) -> None:
        assert maintext.extract(PAGE).comments is None
        doc = maintext.extract(PAGE, method=Learned(comments=True))
        assert doc.comments is not None
        assert "said a reader" in doc.comments
        assert "old mill is sold" not in doc.comments

    def test_the_kind_of_page_and_the_confidence_are_probabilities(self) -> None:
        doc = maintext.extract(PAGE)
        assert doc.page_type == "article"
        assert doc.page_type_probability is not None
        assert 0.5 < doc.page_type_probability <= 1
        assert doc.confidence is not None
        assert 0 <= doc.confidence <= 1

    def test_other_methods_do_not_tell_them(self) -> None:
        doc = maintext.extract(PAGE, method="p-value")
        assert (doc.page_type, doc.page_type_probability, doc.confidence, doc.comments) == (None, None, None, None)

    def test_lines_of_one_element_are_decided_one_by_one(self) -> None:
        """A line break parts blocks, so a kept and a dropped line may stand in the same element."""
        table = page_table(f"<div>{ARTICLE * 4}<br>Share<br>{ARTICLE * 4}</div>")
        selection = Learned().select(table)
        assert len(selection.keep) == len(table.segment_owner) == 3

    def test_a_favour_that_does_not_exist_is_refused(self) -> None:
        with pytest.raises(maintext.OptionError, match="precision, balanced, recall"):
            Learned(favor="speed")  # type: ignore[arg-type]

    @pytest.mark.parametrize("page", ["blog", "english-news"])
    def test_the_text_grows_from_precision_to_recall(self, page: str) -> None:
        html = PAGES[page].read_bytes()
        lengths = [
            len(maintext.extract(html, method=Learned(favor=favor)).text)
            for favor in ("precision", "balanced", "recall")
        ]
        assert lengths == sorted(lengths)

    def test_explain_names_the_features_that_moved_a_block(self) -> None:
        rows = list(maintext.explain(PAGE).rows())
        paragraph = next(row for row in rows if row.path.endswith("div > p:nth-of-type(1)"))
        assert paragraph.values["score"] > 0.5
        assert len(paragraph.because.split(", ")) == 5

    def test_a_page_in_noscript_is_read_where_there_is_no_other_text(self) -> None:
        page = f"<body><script>render()</script><noscript><div class=post>{ARTICLE * 8}</div></noscript></body>"
        assert maintext.extract(page).text.count("old mill") == 8
        other = f"<body><p>{ARTICLE * 5}</p><noscript>Please enable JavaScript.</noscript></body>"
        assert "JavaScript" not in maintext.extract(other).text


class TestKnownKind:
    def test_the_caller_knows_better(self) -> None:
        for kind in KINDS:
            doc = maintext.extract(PAGE, kind=kind)
            assert (doc.page_type, doc.page_type_probability) == (kind, 1.0)

    def test_it_changes_what_is_taken(self) -> None:
        """Of a list of teasers all is taken, of an article among them less."""
        page = PAGES["front-page"].read_bytes()
        texts = {kind: maintext.extract(page, kind=kind).text for kind in ("article", "listing")}
        assert len(texts["article"]) < len(texts["listing"])

    def test_the_scores_are_those_of_the_kind(self) -> None:
        """The steps that ``explain`` shows are those that chose the text."""
        plain = maintext.explain(PAGE, method=Learned()).rows()
        told = maintext.explain(PAGE, method=Learned(kind="listing")).rows()
        assert [row.values["score"] for row in plain] != [row.values["score"] for row in told]


def test_the_judge_tells_an_article_from_a_page_of_links() -> None:
    assert maintext.judge(PAGE).has_main_text
    links = "".join(f"<li><a href={number}>Product {number}</a> 9.99</li>" for number in range(60))
    assert not maintext.judge(f"<ul>{links}</ul>").has_main_text
    assert maintext.judge("").probability == 0


def test_a_method_that_cannot_judge_is_refused() -> None:
    with pytest.raises(maintext.OptionError, match="use learned or p-value"):
        maintext.judge(PAGE, "text-density")


def test_the_method_is_the_same_record_with_other_options() -> None:
    assert replace(Learned(), favor="recall") == Learned(favor="recall")


def test_a_page_of_too_many_blocks_is_left_to_the_p_value() -> None:
    page = "<body><div>" + "<p>It rained.</p>" * (MAX_BLOCKS + 1) + "</div></body>"
    doc = maintext.extract(page)
    assert (doc.method, doc.page_type) == ("learned", None)
    assert doc.text == maintext.extract(page, method="p-value").text
