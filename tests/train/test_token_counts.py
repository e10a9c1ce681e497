"""Training of max-subsequence, every count worked out by hand."""

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from helpers.commands import Ran
from helpers.made_pages import PAGES, token_model

import maintext
from maintext.algorithms.token_model import SCALE, PageTokens, TokenModel, check_of, slot_of
from maintext.data import LabelledPage
from maintext.errors import DataError, ModelError
from maintext.read import read
from maintext.train.token_counts import cross_validate_tokens, label_segments, train_max_subsequence

PAGE = "<body><p>Good text here now</p><div>menu</div></body>"
LABEL = "Good text here now"
# Tokens: body p Good text here now /p div menu /div /body. The four words are main text, the other seven are not.


def pages(count: int) -> list[tuple[str, LabelledPage]]:
    return [
        ("set", LabelledPage(str(number), PAGE, LABEL, f"https://site{number}.example/")) for number in range(count)
    ]


def test_the_run_with_most_marked_words_is_main_text() -> None:
    """Words for and against by line: -1, +4, -2, +5, -7."""
    page = (
        "<p>menu</p><p>one two three four</p><p>an advert</p><p>five six seven eight nine</p>"
        "<p>and now the foot of the page</p>"
    )
    marked = label_segments(read(page), "one two three four five six seven eight nine")
    assert marked.tolist() == [False, True, True, True, False]


def test_a_page_without_marked_words_has_no_main_text() -> None:
    assert not label_segments(read(PAGE), "other words that are not there").any()


def test_the_odds_are_those_of_the_counts() -> None:
    """In p: four words, and outside the text its end tag. In div: menu and the end tag. In body: p, div and its end."""
    model = train_max_subsequence(pages(1))
    prior = math.log(4 / 7)
    assert model.prior == pytest.approx(prior, abs=1e-4)
    assert model.tag_odds["p"] == pytest.approx(math.log(5 / 2) - prior, abs=1e-4)
    assert model.tag_odds["div"] == pytest.approx(math.log(1 / 3) - prior, abs=1e-4)
    assert model.tag_odds["body"] == pytest.approx(math.log(1 / 4) - prior, abs=1e-4)
    assert model.trained_on == {"set": 1}


def test_trigrams_of_four_sites_are_known() -> None:
    trigrams = PageTokens.of(read(PAGE)).trigram
    assert not train_max_subsequence(pages(3)).odds.any()
    model = train_max_subsequence(pages(4))
    slots = slot_of(trigrams)
    assert (model.check[slots] == check_of(trigrams)).all()
    prior = math.log(4 / 7)
    assert model.odds[slots[2]] == round(SCALE * (math.log(5) - prior))
    assert model.odds[slots[8]] == round(SCALE * (math.log(1 / 5) - prior))


def test_pages_without_a_text_are_skipped_and_nothing_is_learned_from_none() -> None:
    with pytest.raises(DataError, match="nothing to learn from"):
        train_max_subsequence([("set", LabelledPage("1", PAGE, " "))])


def test_a_model_comes_back_from_its_file(tmp_path: Path) -> None:
    model = token_model()
    path = tmp_path / "model.npz"
    path.write_bytes(model.to_bytes())
    back = TokenModel.load(path)
    assert back.to_bytes() == model.to_bytes() == train_max_subsequence(PAGES).to_bytes()
    tokens = PageTokens.of(read(PAGE))
    assert np.array_equal(back.scores(tokens), model.scores(tokens))


@pytest.mark.parametrize("damage", ["text", "cut", "changed", "slots"])
def test_a_damaged_model_is_one_error(tmp_path: Path, damage: str) -> None:
    content = token_model().to_bytes()
    path = tmp_path / "model.npz"
    if damage == "slots":
        model = token_model()
        content = TokenModel(model.prior, model.tag_odds, model.check[:-1], model.odds, {}).to_bytes()
    middle = len(content) // 2
    changed = content[:middle] + bytes(200) + content[middle + 200 :]
    path.write_bytes({"text": b"no model", "cut": content[:middle], "changed": changed, "slots": content}[damage])
    with pytest.raises(ModelError, match="is not a max-subsequence model of this version"):
        TokenModel.load(path)


def test_cross_validation_has_one_score_per_page() -> None:
    """All pages are alike, and each is answered by a model of other sites."""
    assert cross_validate_tokens(pages(16), 2) == {"set": [1.0] * 16}


def test_the_command_trains_and_the_model_can_be_used(tmp_path: Path, run_here: Callable[..., Ran]) -> None:
    data, model, page = tmp_path / "made.jsonl", tmp_path / "made.npz", tmp_path / "page.html"
    rows = [{"id": each.id, "url": each.url, "html": each.html, "text": each.text} for _, each in PAGES]
    data.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    ran = run_here("train", "max-subsequence", str(data), "-o", str(model))
    assert (ran.code, ran.out) == (0, "")
    assert "72 pages" in ran.err
    page.write_text(str(PAGES[1][1].html), encoding="utf-8")
    found = run_here(str(page), "--method", "max-subsequence", "--model", str(model))
    expected = maintext.extract(PAGES[1][1].html, method=maintext.MaxSubsequence(model=token_model())).text
    assert found.out == expected + "\n"
    checked = run_here("train", "max-subsequence", str(data), "--cross-validate", "2")
    assert checked.out.splitlines()[0].split() == ["set", "pages", "F1"]


def test_a_model_of_another_method_is_refused(tmp_path: Path, run_here: Callable[..., Ran]) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(token_model().to_bytes())
    ran = run_here("examples/blog.html", "--model", str(path))
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert "is not a learned model" in ran.err
