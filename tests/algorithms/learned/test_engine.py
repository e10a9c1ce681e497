"""The engine of the learned method: its answers, its steps against its run, and several threads."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest
from helpers.learned_parts import floats, loaded
from helpers.odd_pages import pages
from helpers.pages import PAGES, ROOT
from helpers.write_golden_learned import BETAS, ranges
from hypothesis import given
from reference.forest_walk import leaf_sums, probabilities, probability

import maintext
from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.engine import (
    GIVE_UP_STEPS,
    GIVEN_UP,
    LINKED,
    UNLIKELY,
    Answer,
    Floats,
    Matrix,
    has_main_text,
)
from maintext.algorithms.learned.features import FIRST, KINDS, SECOND
from maintext.algorithms.learned.forest import Forest, rounded
from maintext.algorithms.learned.method import answer_of
from maintext.algorithms.learned.model import LearnedModel, shipped_model
from maintext.read import page_table
from maintext.support.buffer import kept

MAX_BLOCKS: Final = 20_000
ANSWERS: Final[dict[str, Any]] = json.loads((ROOT / "tests/golden/learned/answers.json").read_text(encoding="utf-8"))
"""The answers for the pages of this repository, with chosen blocks as ranges."""


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("beta", BETAS)
def test_pages_of_this_repository_get_the_stored_answers(name: str, beta: float) -> None:
    """Numbers are stored with four decimals; an answer that changes for a good reason is stored again."""
    wanted = ANSWERS[name]
    answer = answer_of(shipped_model(), page_table(PAGES[name].read_bytes()), MAX_BLOCKS, beta)
    chosen = np.frombuffer(answer.block_chosen, dtype=np.uint8) > 0
    assert (answer.blocks, len(answer.keep), answer.kind) == (wanted["blocks"], wanted["segments"], wanted["kind"])
    assert ranges(chosen) == wanted[f"chosen {beta:g}"]
    assert int(answer.keep.sum()) == wanted[f"kept {beta:g}"]
    figures = [answer.score, answer.readable, answer.kind_probability, answer.confidence]
    stored = [wanted[f"score {beta:g}"], wanted[f"readable {beta:g}"], wanted["kind_probability"], wanted["confidence"]]
    assert figures == pytest.approx(stored, abs=1e-4)


def by_steps(html: str | bytes, model: LearnedModel, beta: float) -> Answer:
    """The answer for a page, step by step."""
    engine = Engine()
    if not engine.load(page_table(html), model.names, model.words):
        return Answer(0)
    blocks = engine.blocks()
    first = engine.first_stage(model.first)
    kinds = engine.kinds(model.kind, first)
    found = engine.second_stage(model.second, first, kinds)
    chosen = engine.choose(found, kinds, beta).chosen
    weight = blocks.words * chosen
    is_running = bool((engine.first_features()[FIRST.index("link share")][chosen] < np.float32(LINKED)).any())
    return Answer(
        len(blocks),
        blocks.segments(chosen),
        blocks.row.tobytes(),
        chosen.tobytes(),
        float((found.astype(np.float64) * weight).sum() / weight.sum()) if chosen.any() else 0.0,
        KINDS[int(kinds.argmax())],
        float(kinds.max()),
        has_main_text(kinds) if is_running else 0.0,
        engine.confidence(model.confidence, found, kinds),
    )


def assert_same(html: str | bytes, beta: float) -> None:
    run = Engine().run(page_table(html), shipped_model(), beta, MAX_BLOCKS)
    steps = by_steps(html, shipped_model(), beta)
    assert run.blocks == steps.blocks
    assert run.keep.tolist() == steps.keep.tolist()
    assert run.rows.tolist() == steps.rows.tolist()
    assert run.candidates.tolist() == steps.candidates.tolist()
    assert (run.kind, run.kind_probability, run.confidence) == (steps.kind, steps.kind_probability, steps.confidence)
    assert (run.score, run.readable) == pytest.approx((steps.score, steps.readable), abs=1e-6)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("beta", BETAS)
def test_run_and_steps_agree_on_our_pages(name: str, beta: float) -> None:
    assert_same(PAGES[name].read_bytes(), beta)


@given(pages)
def test_run_and_steps_agree_on_any_page(page: str) -> None:
    assert_same(page, 1.0)


SIZES: Final = [63, 64, 65, 72, 127, 128, 129, 200, 2047, 2048, 2049, 2112, 5000]
"""Features are made for 64 blocks at a time, and the trees get 2,048."""
PROSE: Final = "It rained in the morning, and number {} of the boats was late. Nobody minded."


def long_page(blocks: int) -> str:
    """Paragraphs, headings, links and comments; the main heading comes after the first 64 blocks."""
    kinds = (
        f"<p>{PROSE}</p>",
        "<h2>Part {}</h2>",
        '<li class="menu item"><a href="#">More of {}</a></li>',
        '<div class="comment"><p>I was on boat {}, and it was dry!</p></div>',
    )
    pieces = [kinds[0 if block % 7 < 3 else block % 4].format(block) for block in range(blocks - 1)]
    pieces.insert(min(70, blocks - 1), "<h1>The boats of the town</h1>")
    return "".join(pieces)


@pytest.mark.parametrize("blocks", SIZES)
def test_run_and_steps_agree_where_features_are_made_in_pieces(blocks: int) -> None:
    assert Engine().run(page_table(long_page(blocks)), shipped_model(), 1.0, MAX_BLOCKS).blocks == blocks
    assert_same(long_page(blocks), 1.0)


@pytest.mark.parametrize("blocks", SIZES)
def test_counts_go_on_from_piece_to_piece(blocks: int) -> None:
    """What depends on the blocks before is computed here with NumPy."""
    html = long_page(blocks)
    engine = loaded(html)
    found = dict(zip(FIRST, engine.first_features(), strict=True))
    characters = engine.blocks().characters.astype(np.float32)
    table = page_table(html)
    is_heading = np.array([table.name(row) in {"h1", "h2"} for row in engine.blocks().row.tolist()])
    number = np.arange(blocks)
    last_heading = np.maximum.accumulate(np.where(is_heading, number, -1000))
    is_prose = found["terminals"] * (characters > 60) > 0
    prose = np.where(is_prose, characters * (1 - found["link share"]), 0)
    h1 = min(70, blocks - 1)
    assert found["number"].tolist() == number.tolist()
    assert found["number from end"].tolist() == (blocks - number).tolist()
    assert found["place in text"] == pytest.approx((characters.cumsum() - characters) / characters.sum(), abs=1e-6)
    assert found["after heading"].tolist() == np.minimum(100, number - last_heading).tolist()
    assert found["after h1"].tolist() == (number - h1).tolist()
    assert found["prose before"] == pytest.approx((prose.cumsum() - prose) / max(1, prose.sum()), abs=1e-5)


@pytest.mark.parametrize("blocks", [65, 129, 2049])
def test_context_reaches_beyond_a_piece(blocks: int) -> None:
    draw = np.random.default_rng(blocks)
    first = draw.random(blocks).astype(np.float32) ** 3
    engine = loaded(long_page(blocks))
    kinds = floats(*[1 / len(KINDS)] * len(KINDS))
    found = dict(zip(SECOND, engine.second_features(first, kinds), strict=True))
    characters = engine.blocks().characters
    main = (first * characters).astype(np.float64)
    likely = np.flatnonzero(first > 0.5)
    number = np.arange(blocks)
    before = [min([50, *(here - likely[likely < here]).tolist()]) for here in number]
    after = [min([50, *(likely[likely >= here] - here).tolist()]) for here in number]
    near = [slice(max(0, here - 8), here + 9) for here in number]
    assert found["p"].tolist() == first.tolist()
    assert found["p +1"].tolist() == [*first[1:].tolist(), 0]
    assert found["p -1"].tolist() == [0, *first[:-1].tolist()]
    assert found["main before"] == pytest.approx((main.cumsum() - main) / main.sum(), abs=1e-5)
    assert found["main after"] == pytest.approx(1 - main.cumsum() / main.sum(), abs=1e-5)
    assert found["p within 8"] == pytest.approx([main[part].sum() / characters[part].sum() for part in near], abs=1e-4)
    assert found["after first"].tolist() == np.clip(number - likely[0], -50, 50).tolist()
    assert found["before last"].tolist() == np.clip(likely[-1] - number, -50, 50).tolist()
    assert found["after likely"].tolist() == before
    assert found["before likely"].tolist() == after
    assert found["main characters"] == pytest.approx(np.log1p(main.sum()))


class TestForests:
    """The compiled walk through the trees against NumPy."""

    @staticmethod
    def expected_first(forest: Forest, features: Matrix) -> Floats:
        given_up = np.zeros(features.shape[1], dtype=bool)
        for trees, least in GIVE_UP_STEPS:
            given_up |= leaf_sums(forest, features, trees)[0] < least
        return np.where(given_up, np.float32(GIVEN_UP), probability(forest, features))

    def assert_like_numpy(self, html: str | bytes, model: LearnedModel) -> None:
        engine = loaded(html, model.names, model.words)
        first = engine.first_stage(model.first)
        assert first == pytest.approx(self.expected_first(model.first, engine.first_features()), abs=1e-6)
        kinds = engine.kinds(model.kind, first)
        page = engine.kind_features(first)[:, None]
        assert kinds == pytest.approx(probabilities(model.kind, page)[:, 0], abs=1e-6)
        second = probability(model.second, engine.second_features(first, kinds))
        found = engine.second_stage(model.second, first, kinds)
        assert found == pytest.approx(np.where(first < np.float32(UNLIKELY), first, second), abs=1e-6)
        whole = engine.confidence_features(found, kinds)[:, None]
        expected = float(probability(model.confidence, whole)[0])
        assert engine.confidence(model.confidence, found, kinds) == pytest.approx(expected, abs=1e-6)

    @pytest.mark.parametrize("name", PAGES)
    def test_the_shipped_model(self, name: str) -> None:
        self.assert_like_numpy(PAGES[name].read_bytes(), shipped_model())

    @pytest.mark.parametrize("seed", range(20))
    def test_trees_with_other_thresholds(self, seed: int) -> None:
        draw = np.random.default_rng(seed)

        def shuffled(forest: Forest) -> Forest:
            values = draw.normal(scale=0.3, size=len(forest.value)).astype(np.float32)
            limits = draw.normal(scale=30, size=len(forest.threshold)).astype(np.float32)
            features = draw.integers(len(forest.features), size=len(forest.feature)).astype(np.int16)
            return replace(forest, value=values, threshold=rounded(limits), feature=features)

        model = shipped_model()
        other = replace(model, first=shuffled(model.first), kind=shuffled(model.kind), second=shuffled(model.second))
        self.assert_like_numpy(long_page(150), other)


@pytest.mark.parametrize("blocks", SIZES)
def test_all_vectors_find_the_same_leaves(blocks: int) -> None:
    """On processors with wide vectors: elsewhere both engines are the same."""
    model = shipped_model()
    wide, narrow = Engine(), Engine(narrow=True)
    for engine in (wide, narrow):
        engine.load(page_table(long_page(blocks)), model.names, model.words)
    first = wide.first_stage(model.first)
    assert narrow.first_stage(model.first).tolist() == first.tolist()
    kinds = wide.kinds(model.kind, first)
    second = wide.second_stage(model.second, first, kinds)
    assert narrow.second_stage(model.second, first, kinds).tolist() == second.tolist()


def test_probabilities_that_are_none_are_refused() -> None:
    engine = loaded("<p>one</p><p>two</p>")
    kinds = floats(*[0.0] * len(KINDS))
    for wrong in (floats(0.5), floats(0.5, 1.5), floats(0.5, -0.1), floats(0.5, float("nan"))):
        with pytest.raises(ValueError, match="probabilit"):
            engine.choose(wrong, kinds)
        with pytest.raises(ValueError, match="probabilit"):
            engine.kind_features(wrong)
    with pytest.raises(ValueError, match="probabilities expected"):
        engine.choose(floats(0.5, 0.5), kinds[:-1])


def test_an_engine_forgets_the_page_before() -> None:
    """Its records are those of one page, whatever it loads next."""
    engine = Engine()
    engine.load(page_table(PAGES["blog"].read_bytes()))
    blocks, words = engine.blocks(), engine.found_words()
    kept, keys = blocks.first.tolist(), words.key.tolist()
    engine.load(page_table("<p>one</p>"))
    assert engine.first_features().tolist() == loaded("<p>one</p>").first_features().tolist()
    assert (blocks.first.tolist(), words.key.tolist()) == (kept, keys)


def test_a_page_with_too_many_blocks_goes_no_further() -> None:
    answer = answer_of(shipped_model(), page_table("<p>one<p>two<p>three"), 2, 1.0)
    assert answer.blocks == 3
    assert not len(answer.keep)


@pytest.mark.parametrize(("elements", "is_kept"), [(100, True), (70_000, False)])
def test_the_workspace_of_a_huge_page_is_not_kept(elements: int, is_kept: bool) -> None:
    answer_of(shipped_model(), page_table("<p>one</p>" + "<i></i>" * elements), MAX_BLOCKS, 1.0)
    assert (kept("engine", lambda: None) is not None) == is_kept


def test_threads_that_share_nothing_answer_like_one() -> None:
    contents = [path.read_bytes() for path in PAGES.values()]
    alone = [maintext.extract(page).text for page in contents]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda page: maintext.extract(page).text, contents * 8))
    assert together == alone * 8


def test_the_stored_answers_are_those_of_our_pages() -> None:
    assert sorted(ANSWERS) == sorted(PAGES)
    assert (ROOT / "tests/golden/learned/answers.json").stat().st_size < 20_000
