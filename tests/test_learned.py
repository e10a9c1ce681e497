"""The learned method: its parts on small inputs worked out by hand, its promises on pages in many languages."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from conftest import PAGES

import maintext
from maintext import Learned, LearnedModel, ModelError
from maintext.algorithms.learned.blocks import blocks_of
from maintext.algorithms.learned.choice import best_choice, expected_f1, whole_choice
from maintext.algorithms.learned.evidence import evidence_of
from maintext.algorithms.learned.forest import MISSING, Forest, matrix
from maintext.algorithms.learned.kind import KINDS
from maintext.algorithms.learned.method import MOST_BLOCKS
from maintext.algorithms.learned.model import shipped_model
from maintext.algorithms.learned.reading import read_with
from maintext.algorithms.learned.wording import Vocabulary, Wording, vocabulary_features, wording_of
from maintext.extraction import page_table
from maintext.table import PageTable

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


class TestBlocks:
    def test_a_block_ends_at_tags_of_blocks_and_cells_only(self) -> None:
        table = page_table("<p>one <b>two</b> three<p>four<table><tr><td>five<td>six</table>seven<br>eight")
        texts = [" ".join(text.split()) for text in blocks_of(table).texts(table)]
        assert texts == ["one two three", "four", "five", "six", "seven", "eight"]

    def test_white_space_between_two_texts_of_a_block_belongs_to_it(self) -> None:
        table = page_table("<pre><i>a</i>\n<i>b</i></pre>\n<p>c</p>")
        blocks = blocks_of(table)
        kept = table.segment_owner[blocks.of_segment == 0]
        assert len(kept) == 3
        assert blocks.characters.tolist() == [2, 1]

    def test_elements_around_a_block_hold_more_and_more_text(self) -> None:
        table = page_table("<body><main><div><div><p>one</p></div></div><p>two</p></main><p>three</p>")
        blocks = blocks_of(table)
        sizes = table.subtree(table.characters)[blocks.around[:, 0]]
        assert sizes.tolist() == [3, 6, 11, 11, 11, 11]

    def test_a_page_without_text_has_no_blocks(self) -> None:
        assert len(blocks_of(page_table("<p> <b></b>"))) == 0


def worded(table: PageTable) -> Wording:
    blocks = blocks_of(table)
    return wording_of(table, blocks, blocks.texts(table))


class TestWording:
    def test_names_are_split_into_words_in_lower_case(self) -> None:
        table = page_table('<div class="postContent main_text" id=POST-2>x</div>')
        assert tuple(worded(table).names) == ("content", "main", "post", "text", "post")

    def test_an_attribute_is_looked_for_in_tags_only(self) -> None:
        table = page_table('<p>He wrote class="menu" on it</p><script>x = \' class="menu"\'</script>')
        assert tuple(worded(table).names) == ()

    def test_weights_of_names_add_up_along_the_path(self) -> None:
        table = page_table("<div class=good><p class=bad>one</p><p>two</p></div><p>three</p>")
        blocks = blocks_of(table)
        names = Vocabulary(("bad", "good"), np.array([-2.0, 3.0, 0.0]), np.zeros((len(KINDS), 3)))
        none = Vocabulary((), np.zeros(1), np.zeros((len(KINDS), 1)))
        features = vocabulary_features(table, blocks, wording_of(table, blocks, blocks.texts(table)), names, none)
        assert features["names"].tolist() == [1, 3, 0]
        assert features["bad names"].tolist() == [-2, 0, 0]
        assert features["good names"].tolist() == [3, 3, 0]

    def test_words_that_the_title_has_too_are_counted(self) -> None:
        table = page_table("<title>Storm over Lisbon</title><p>A storm hit Lisbon</p><p>Buy shoes</p>")
        agreement = worded(table).agreement
        assert agreement["title words"].tolist() == [0.5, 0]

    def test_hidden_elements_are_found(self) -> None:
        table = page_table("<p hidden>a<p style='color:red; display:none'>b<p aria-hidden=true>c<p>d")
        rows = worded(table).hidden
        assert [table.text_of(row) for row in rows.tolist()] == ["a", "b", "c"]


class TestForest:
    forest = Forest(
        features=("length", "links"),
        outputs=1,
        roots=np.array([0, 3], dtype=np.int32),
        feature=np.array([0, 0, 0, 1, 0, 0, 0, 0], dtype=np.int16),
        threshold=np.array([10.0, 0, 0, 0.5, 20.0, 0, 0, 0]),
        left=np.array([1, 1, 2, 4, 5, 5, 6, 7], dtype=np.int32),
        right=np.array([2, 1, 2, 7, 6, 5, 6, 7], dtype=np.int32),
        value=np.array([0.25, -1, 1, 0.5, 1, 0, 2, -2], dtype=np.float32),
        depth=2,
    )
    """Two trees: length <= 10 says -1, else 1; links <= 0.5 and length <= 20 says 0, > 20 says 2, many links -2."""

    def test_every_tree_is_followed_to_its_leaf(self) -> None:
        rows = np.array([[5, 0.1], [15, 0.1], [25, 0.5], [25, 0.6]])
        assert self.forest.raw(rows)[:, 0].tolist() == [-1, 1, 3, -1]
        assert self.forest.probability(rows)[1] == pytest.approx(1 / (1 + np.exp(-1)))

    def test_without_a_compiler_the_leaves_are_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        forest = shipped_model().kind
        rows = np.random.default_rng(0).normal(scale=50, size=(40, len(forest.features)))
        compiled = forest.raw(rows)
        monkeypatch.setattr("maintext.algorithms.learned.forest.compiled", lambda module, function: None)
        assert forest.raw(rows) == pytest.approx(compiled, abs=1e-6)

    def test_contributions_add_up_to_the_way_from_the_roots_to_the_leaves(self) -> None:
        rows = np.array([[25, 0.5]])
        moved = self.forest.contributions(rows)[0]
        assert moved.tolist() == [1 - 0.25 + 2 - 1, 1 - 0.5]

    def test_a_missing_value_is_far_below_all_others(self) -> None:
        assert matrix({"a": np.array([np.nan, 1])}).tolist() == [[MISSING], [1]]


class TestChoice:
    def test_the_set_with_the_best_expected_f1_is_taken(self) -> None:
        """Of p 0.9, 0.5 and 0.1 on equal lengths: F1 is 1.8/2.5, then 2.8/3.5, then 3/4.5."""
        probability, words = np.array([0.5, 0.9, 0.1]), np.ones(3)
        chosen = best_choice(probability, words)
        assert chosen.tolist() == [True, True, False]
        assert expected_f1(probability, words, chosen) == pytest.approx(2.8 / 3.5)

    def test_where_nothing_is_certain_more_is_taken_than_above_a_half(self) -> None:
        assert best_choice(np.array([0.4, 0.3, 0.25]), np.ones(3)).all()

    def test_nothing_is_taken_of_a_hopeless_page(self) -> None:
        assert not best_choice(np.array([0.15, 0.1]), np.ones(2)).any()
        assert not best_choice(np.zeros(0), np.zeros(0)).any()

    def test_favouring_recall_takes_more_and_precision_less(self) -> None:
        probability, words = np.array([0.9, 0.45, 0.3]), np.ones(3)
        counts = [int(best_choice(probability, words, beta).sum()) for beta in (0.5, 1, 2)]
        assert counts == sorted(counts)
        assert counts[0] < counts[2]

    def test_a_table_row_is_taken_or_left_as_one(self) -> None:
        evidence = evidence_of(page_table("<table><tr><td>one two three<td>four</table><p>five six</p>"))
        assert whole_choice(evidence, np.array([0.9, 0.1, 0.1]), False).tolist() == [True, True, False]
        assert whole_choice(evidence, np.array([0.1, 0.9, 0.9]), False).tolist() == [False, False, True]

    def test_a_heading_between_two_blocks_that_are_taken_is_taken(self) -> None:
        evidence = evidence_of(page_table("<p>one two<h2>three</h2><p>four five<h2>six</h2><footer>seven</footer>"))
        assert whole_choice(evidence, np.array([0.9, 0.1, 0.9, 0.1, 0.1]), False).tolist() == [
            True,
            True,
            True,
            False,
            False,
        ]

    def test_comments_are_left_out_but_in_a_forum(self) -> None:
        evidence = evidence_of(page_table("<p>one two three four</p><div class=comment-list><p>five six</p></div>"))
        assert whole_choice(evidence, np.array([0.9, 0.9]), is_forum=False).tolist() == [True, False]
        assert whole_choice(evidence, np.array([0.9, 0.9]), is_forum=True).tolist() == [True, True]

    def test_a_text_that_stands_in_an_element_called_comment_is_no_comment(self) -> None:
        evidence = evidence_of(page_table("<p>one</p><div class=comment><p>two three four five</p></div>"))
        assert whole_choice(evidence, np.array([0.9, 0.9]), is_forum=False).tolist() == [True, True]


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
        model, evidence = shipped_model(), evidence_of(page_table(PAGE))
        assert read_with(model, evidence).rows.shape[1] == len(model.second.features)

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
    page = "<body><div>" + "<p>It rained.</p>" * (MOST_BLOCKS + 1) + "</div></body>"
    doc = maintext.extract(page)
    assert (doc.method, doc.page_type) == ("learned", None)
    assert doc.text == maintext.extract(page, method="p-value").text
