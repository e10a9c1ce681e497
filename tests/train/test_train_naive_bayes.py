"""Training: which blocks are main text, and counts that were worked out by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

import maintext
from maintext import DataError, ModelError, NaiveBayesModel, OptionError
from maintext.algorithms.naive_bayes import BINS, FORMAT, binned, blocks_of
from maintext.data import LabelledPage
from maintext.read import page_table
from maintext.train import naive_bayes
from maintext.train.folds import fold_of, site_of
from maintext.train.marked_text import MarkedText
from maintext.train.naive_bayes import label_blocks, train_naive_bayes

ARTICLE = "It rained, all day. Nobody minded, as there was enough to read and enough to eat in the old house."
PAGE = f"""<body>
<div id=menu><a href=1>Home</a> <a href=2>News</a></div>
<section><div id=text><p>{ARTICLE}</p><p>It <a href=3>stopped</a>.</p></div></section>
<table><tr><td>cell one</td><td>cell two</td></tr></table>
</body>"""
"""Four blocks: the menu, the text, and the two cells, which are siblings, as one; so three in fact."""


@pytest.mark.parametrize(
    ("marked", "text", "expected"),
    [
        ("one two three four five", "two three four five", True),
        ("one two three four five", "two three four six", False),
        ("one two three four five", "One, TWO! three; four", True),
        ("one two three four five", "three four", True),
        ("one two three four five", "four three", False),
        ("one two three four five", "thre", False),
        ("one two three four five", "", False),
        ("one two three four five", "…!", False),
        ("", "one two three four", False),
        ("a b c d e", "a b c d x y", False),
        ("a b c d e f", "a b c d e x y", True),
        ("昨天下午下雨", "天下午下", True),
        ("昨天下午下雨", "天下", True),
        ("昨天下午下雨", "雨下", False),
    ],
)
def test_a_text_is_marked_if_half_of_its_runs_are(marked: str, text: str, expected: bool) -> None:
    """``a b c d e x y`` has four runs of four words, two of which stand in ``a b c d e f``."""
    assert MarkedText(marked).contains(text) is expected


def test_the_blocks_of_a_page_have_the_features_that_one_counts_by_hand() -> None:
    table = page_table(PAGE)
    blocks = blocks_of(table)
    assert len(blocks) == 3
    article = len("".join(ARTICLE.split()))
    assert blocks.features["unlinktextsum"].tolist() == [0, article + len("It."), len("celloneCelltwo")]
    assert blocks.features["link"].tolist() == [1, len("stopped") / (article + len("Itstopped.")), 0]
    assert blocks.features["punc"].tolist() == [0, 5 / len("stopped"), 0]
    assert blocks.features["psum"].tolist() == [0, 2, 0]
    assert {name: column.tolist() for name, column in binned(blocks).items()} == {
        "unlinktextsum": [0, 4, 0],
        "link": [3, 0, 0],
        "punc": [0, 2, 0],
        "psum": [0, 1, 0],
    }
    assert label_blocks(table, blocks, ARTICLE).tolist() == [False, True, False]


def test_training_counts_the_bins_of_both_kinds() -> None:
    model = train_naive_bayes([("set", LabelledPage("1", PAGE, ARTICLE))])
    assert (model.theme_blocks, model.other_blocks, model.trained_on) == (1, 2, {"set": 1})
    assert model.theme == {
        "unlinktextsum": [0, 0, 0, 0, 1, 0],
        "link": [1, 0, 0, 0],
        "punc": [0, 0, 1],
        "psum": [0, 1, 0],
    }
    assert model.other == {
        "unlinktextsum": [2, 0, 0, 0, 0, 0],
        "link": [1, 0, 0, 1],
        "punc": [2, 0, 0],
        "psum": [2, 0, 0],
    }


def test_pages_add_up_and_pages_without_a_text_teach_nothing() -> None:
    page, silent = LabelledPage("1", PAGE, ARTICLE), LabelledPage("2", PAGE, "  ")
    model = train_naive_bayes([("a", page), ("b", silent), ("b", page), ("b", page)])
    assert (model.theme_blocks, model.other_blocks, model.trained_on) == (3, 6, {"a": 1, "b": 2})
    assert all(sum(counts) == 3 for counts in model.theme.values())
    assert all(sum(counts) == 6 for counts in model.other.values())


@pytest.mark.parametrize("text", ["", "something that stands nowhere on this page at all"])
def test_pages_with_one_kind_of_block_are_an_error(text: str) -> None:
    with pytest.raises(DataError, match="nothing to learn"):
        train_naive_bayes([("set", LabelledPage("1", PAGE, text))])


def test_no_pages_are_an_error() -> None:
    with pytest.raises(DataError, match="nothing to learn"):
        train_naive_bayes([])


def test_a_model_decides_by_the_product_that_one_computes_by_hand() -> None:
    """Textbook form: the prior times (count + 1) / (blocks + bins) of each feature."""
    model = train_naive_bayes([("set", LabelledPage("1", PAGE, ARTICLE))])
    explanation = maintext.explain(PAGE, maintext.NaiveBayes(model=model))
    scores = {row.path.split(" > ")[-1]: row.values["score"] for row in explanation.rows()}
    theme = 1 / 3 * (2 / 7) * (2 / 5) * (2 / 4) * (2 / 4)
    other = 2 / 3 * (1 / 8) * (2 / 6) * (1 / 5) * (1 / 5)
    assert scores["div#text"] == pytest.approx(theme / (theme + other))
    theme = 1 / 3 * (1 / 7) * (1 / 5) * (1 / 4) * (1 / 4)
    other = 2 / 3 * (3 / 8) * (2 / 6) * (3 / 5) * (3 / 5)
    assert scores["div#menu"] == pytest.approx(theme / (theme + other))
    assert maintext.extract(PAGE, method=maintext.NaiveBayes(model=model)).text == f"{ARTICLE}\nIt stopped."


def test_a_model_comes_back_from_its_file(tmp_path: Path) -> None:
    model = train_naive_bayes([("set", LabelledPage("1", PAGE, ARTICLE))])
    path = tmp_path / "model.json"
    path.write_text(json.dumps(model.to_json()), encoding="utf-8")
    back = NaiveBayesModel.load(path)
    assert back.to_json() == model.to_json()
    assert back.to_json()["format"] == FORMAT
    assert list(back.to_json()["features"]) == list(BINS)


def test_a_model_remembers_the_tags_of_its_blocks() -> None:
    """With ``table`` alone the menu and the text are one block of the body, and the two cells one of the table."""
    text = ARTICLE + " Home News It stopped."
    model = train_naive_bayes([("set", LabelledPage("1", PAGE, text))], ("table",))
    assert model.block_tags == ("table",)
    assert (model.theme_blocks, model.other_blocks) == (1, 1)
    back = NaiveBayesModel.from_json(model.to_json(), "here")
    method = maintext.NaiveBayes(model=back)
    nodes = [row.path for row in maintext.explain(PAGE, method).rows()]
    assert nodes == ["html > body", "html > body > table"]
    other_tags = maintext.NaiveBayes(model=back, block_tags=("td",))
    assert len(list(maintext.explain(PAGE, other_tags).rows())) == 3


def test_a_model_file_without_tags_has_the_papers(tmp_path: Path) -> None:
    content = train_naive_bayes([("set", LabelledPage("1", PAGE, ARTICLE))]).to_json()
    del content["block_tags"]
    assert NaiveBayesModel.from_json(content, "here").block_tags == ("table", "td", "tr", "div")
    for wrong in ([], ["nonsense"], "div", 5, [5]):
        with pytest.raises(ModelError, match="here"):
            NaiveBayesModel.from_json({**content, "block_tags": wrong}, "here")


@pytest.mark.parametrize("block_tags", [(), ("no-such-element",), ["div"], "div", (5,)])
def test_tags_that_make_no_blocks_are_an_error(block_tags: Any) -> None:
    with pytest.raises(OptionError, match="block_tags must be"):
        maintext.NaiveBayes(block_tags=block_tags)


def test_the_shipped_model_is_complete() -> None:
    path = Path(maintext.__file__).parent / "algorithms/models/naive_bayes.json"
    model = NaiveBayesModel.load(path)
    for name in BINS:
        assert sum(model.theme[name]) == model.theme_blocks
        assert sum(model.other[name]) == model.other_blocks


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "other"}', "null", "\x00"])
def test_a_file_that_is_no_model_is_an_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "model.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match=r"model\.json"):
        NaiveBayesModel.load(path)


def test_a_missing_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot read"):
        NaiveBayesModel.load(tmp_path / "missing.json")


class TestFolds:
    def test_pages_of_a_site_are_in_one_fold(self) -> None:
        """With and without www, whatever the path."""
        pages = [
            LabelledPage(id=str(number), html="", text="", url=f"https://{www}news.example/{number}")
            for number, www in enumerate(["", "www.", "", "www."])
        ]
        assert len({fold_of(page, 5) for page in pages}) == 1
        assert site_of(pages[1]) == "news.example"

    def test_pages_without_a_url_are_sites_of_their_own(self) -> None:
        folds = {fold_of(LabelledPage(id=str(number), html="", text=""), 5) for number in range(50)}
        assert folds == {0, 1, 2, 3, 4}

    def test_no_page_is_extracted_by_a_model_that_has_seen_its_site(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each model is fitted on the pages of the other folds only."""
        text = "Some words of a text, and more."
        html = f"<body><div><p>{text}</p></div><div><section><div>Menu</div></section></div></body>"
        pages = [LabelledPage(str(number), html, text, url=f"https://s{number}.example/") for number in range(12)]
        fitted: list[int] = []
        fit = naive_bayes._model

        def counting_fit(counts: list[Any], *rest: Any) -> NaiveBayesModel:
            fitted.append(len(counts))
            return fit(counts, *rest)

        monkeypatch.setattr(naive_bayes, "_model", counting_fit)
        scores = naive_bayes.cross_validate([("set", page) for page in pages], 3)
        sizes = [sum(fold_of(page, 3) == fold for page in pages) for fold in range(3)]
        assert fitted == [12 - size for size in sizes]
        assert len(scores["set"]) == 12
