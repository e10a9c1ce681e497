"""Training the learned method: labels worked out by hand, folds by site, and a whole training on pages made here."""

import importlib
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.made_pages import PAGES, made_page
from reference.forest_walk import probability

import maintext
from maintext import DataError, Learned, LearnedModel
from maintext.algorithms.learned.features import KINDS
from maintext.algorithms.learned.forest import rounded
from maintext.data import LabelledPage
from maintext.train.block_labels import marked_shares
from maintext.train.boosting import Lesson, Settings, fit_forest
from maintext.train.copies import Weights
from maintext.train.examples import SAMPLE_SIZE, examples_of
from maintext.train.learned import cross_validate_learned, fit_learned, train_learned
from maintext.train.reliability import Bin, reliability_plot
from maintext.train.report import HEADING, Report, sections_of, with_section
from maintext.train.word_counts import NAME_SITES, vocabularies_of

try:
    importlib.import_module("lightgbm")
except OSError as error:
    pytest.skip(f"LightGBM needs a library that this machine does not have: {error}", allow_module_level=True)


class TestLabels:
    def test_a_share_is_that_of_the_words_in_the_persons_text(self) -> None:
        shares, words = marked_shares(
            ["Home News", "It rained all day", "It stopped now"], "It rained all day. It stopped"
        )
        assert shares.tolist() == pytest.approx([0, 1, 2 / 3])
        assert words.tolist() == [2, 4, 3]

    def test_a_word_of_the_persons_text_is_used_once(self) -> None:
        shares, _ = marked_shares(["Reply", "I agree. Reply soon", "Reply"], "I agree. Reply soon")
        assert shares.tolist() == [0, 1, 0]

    def test_every_cjk_character_is_a_word(self) -> None:
        shares, words = marked_shares(["昨天下雨"], "昨天下")
        assert (shares.tolist(), words.tolist()) == ([0.75], [4])

    def test_nothing_is_marked_without_a_text(self) -> None:
        assert marked_shares(["a b", ""], "")[0].tolist() == [0, 0]


class TestExamples:
    def test_a_long_page_is_sampled_and_the_sample_stands_for_all(self) -> None:
        html = "".join(f"<p>paragraph {number} of a long page</p>" for number in range(1000))
        example = next(examples_of([("made", LabelledPage("1", html, "paragraph"), Weights())], 5))
        assert SAMPLE_SIZE / 2 < len(example.sample) < 2 * SAMPLE_SIZE
        assert example.sample_weight.sum() == pytest.approx(example.weight.sum(), rel=0.5)

    def test_the_same_page_gives_the_same_sample(self) -> None:
        first, second = (next(examples_of([(*PAGES[1], Weights())], 5)) for _ in range(2))
        assert first.sample.tolist() == second.sample.tolist()

    def test_words_of_few_sites_are_left_out(self) -> None:
        examples = list(examples_of([(*page, Weights()) for page in PAGES], 5))
        names, _ = vocabularies_of(examples)
        assert {"menu", "content", "sidebar", "footer"} <= set(names.words)
        place = dict(zip(names.words, names.weight.tolist(), strict=False))
        assert place["content"] > 0 > place["footer"]
        few = [example for example in examples if int(example.site[4:].split(".")[0]) < NAME_SITES - 1]
        assert not vocabularies_of(few)[0].weight.any()

    def test_words_that_most_pages_have_come_first(self) -> None:
        """Only lists have cards; equals stand in the order of the alphabet."""
        names, _ = vocabularies_of(list(examples_of([(*page, Weights()) for page in PAGES], 5)))
        assert names.words == ("content", "footer", "menu", "sidebar", "cards")


def test_a_forest_says_what_the_library_says() -> None:
    lightgbm = pytest.importorskip("lightgbm")
    draw = np.random.default_rng(0)
    rows = draw.normal(size=(500, 4)).astype(np.float32)
    labels = (rows[:, 0] + rows[:, 1] > 0).astype(np.float64)
    settings = Settings(trees=20, leaves=7, learning_rate=0.1, min_rows=5, smoothing=1)
    forest = fit_forest(Lesson(("a", "b", "c", "d"), rows, labels, np.ones(500)), settings)
    parameters = {
        "objective": "cross_entropy", "verbose": -1, "seed": 1, "deterministic": True, "force_row_wise": True,
        "max_bin": 63, "use_missing": False, "feature_fraction": 0.25, "learning_rate": 0.1, "num_leaves": 7,
        "max_depth": 8, "min_data_in_leaf": 5, "lambda_l2": 1,
    }  # fmt: skip
    seen = rounded(rows).astype(np.float32)
    data = lightgbm.Dataset(seen, labels, weight=np.ones(500), params={"max_bin": 63, "verbose": -1})
    expected = lightgbm.train(parameters, data, 20).predict(seen)
    assert probability(forest, np.ascontiguousarray(rows.T)) == pytest.approx(expected, abs=1e-6)


@pytest.fixture(scope="module")
def trained() -> LearnedModel:
    return train_learned(PAGES)


@pytest.mark.slow
class TestTraining:
    @pytest.mark.slow
    def test_the_same_pages_give_the_same_file(self, trained: LearnedModel) -> None:
        assert train_learned(PAGES).to_bytes() == trained.to_bytes()

    def test_a_page_of_a_new_site_comes_out_right(self, trained: LearnedModel) -> None:
        _, page = made_page(1000)
        doc = maintext.extract(page.html, method=Learned(model=trained))
        assert doc.text == page.text
        assert doc.page_type == "article"

    def test_pages_without_a_type_or_of_one_site_are_too_little(self) -> None:
        with pytest.raises(DataError, match="several sites"):
            train_learned(PAGES[:12:12])
        untyped = [(dataset, LabelledPage(page.id, page.html, page.text, page.url)) for dataset, page in PAGES]
        with pytest.raises(DataError, match="a type"):
            train_learned(untyped)

    def test_the_plot_of_the_confidence_has_a_dot_a_bin(self) -> None:
        """A bin on the line is as far from the left as from below; one with a quarter of the pages is half as wide."""
        plot = ElementTree.fromstring(reliability_plot([Bin(0, 0.5, 25, 0.3, 0.4), Bin(0.5, 1, 100, 0.75, 0.75)]))
        few, many = plot.iter("{http://www.w3.org/2000/svg}circle")
        assert float(many.attrib["cx"]) == 360 - float(many.attrib["cy"])
        assert float(few.attrib["r"]) == float(many.attrib["r"]) / 2
        assert float(few.attrib["cy"]) < 360 - float(few.attrib["cx"])

    @pytest.mark.slow
    def test_a_training_answers_every_page_once_by_other_folds(self) -> None:
        empty = ("made", LabelledPage("empty", "<p> </p>", "A text that the page does not show."))
        unseen = [("other", page) for _, page in PAGES[:3]]
        fitted = fit_learned([*PAGES, empty, *unseen], trained={"made"}.__contains__)
        assert [answer.dataset for answer in fitted.answers] == ["made"] * (len(PAGES) + 1) + ["other"] * 3
        assert [answer.page.id for answer in fitted.answers] == [page.id for _, page in (*PAGES, empty, *unseen)]
        assert fitted.answers[len(PAGES)].f1 == 0
        assert np.mean([answer.f1 for answer in fitted.answers]) > 0.9
        assert all(0 <= answer.confidence <= 1 for answer in fitted.answers)
        assert fitted.model.trained_on == {"made": len(PAGES)}

    @pytest.mark.slow
    def test_cross_validation_answers_every_page_once(self) -> None:
        unseen = [("other", page) for _, page in PAGES[:3]]
        tested = list(cross_validate_learned([*PAGES, *unseen], 3, trained={"made"}.__contains__))
        assert sorted(page.page.id for page in tested if page.dataset == "made") == sorted(page.id for _, page in PAGES)
        assert sum(page.dataset == "other" for page in tested) == 3
        assert np.mean([page.f1 for page in tested]) > 0.9
        assert {page.kind for page in tested} <= set(KINDS)
        report = Report.of(tested, {"made"})
        assert "other (not trained on)" in report.as_text()
        assert "made, article" in report.as_text()


def test_a_section_is_added_to_a_page_and_then_replaced(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    assert sections_of(page) == ""
    page.write_text("# Results\n\ntext\n\n## Last\n\nend\n")
    page.write_text(with_section(page, f"{HEADING}\n\nold\n"))
    page.write_text(with_section(page, f"{HEADING}\n\nnew\n"))
    assert page.read_text() == f"# Results\n\ntext\n\n## Last\n\nend\n\n{HEADING}\n\nnew\n"
    assert sections_of(page) == f"{HEADING}\n\nnew\n"


def test_what_stands_behind_the_section_is_kept(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    page.write_text(f"# Results\n\n{HEADING}\n\nold\n\n## How fast\n\nfast\n")
    page.write_text(with_section(page, f"{HEADING}\n\nnew\n"))
    assert sections_of(page) == f"{HEADING}\n\nnew\n\n## How fast\n\nfast\n"
