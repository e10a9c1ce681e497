"""Model files from strangers: whatever compiled code trusts is checked when a model is loaded."""

import io
import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fuzz.models import saved, small_model
from helpers.learned_parts import floats, kinds, loaded

import maintext
from maintext import Learned, LearnedModel, ModelError
from maintext.algorithms.learned._words import hash_word
from maintext.algorithms.learned.features import KINDS
from maintext.algorithms.learned.vocabulary import MAX_WORDS, Vocabulary

PAGE = "".join(f"<div><p>Paragraph {number} has some words, and a comma.</p></div>" for number in range(60))


def with_arrays(change: Callable[[dict[str, Any]], None], folder: Path) -> Path:
    """A model file whose arrays were changed."""
    with np.load(io.BytesIO(small_model().to_bytes())) as arrays:
        changed = dict(arrays)
    change(changed)
    path = folder / "model.npz"
    path.write_bytes(saved(changed))
    return path


def with_header(change: Callable[[dict[str, Any]], None], folder: Path) -> Path:
    """A model file whose header was changed."""

    def rewrite(arrays: dict[str, Any]) -> None:
        header = json.loads(arrays["header"].tobytes())
        change(header)
        arrays["header"] = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)

    return with_arrays(rewrite, folder)


def refused(path: Path) -> str:
    with pytest.raises(ModelError) as caught:
        LearnedModel.load(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("forest", ["first", "kind", "second", "confidence"])
@pytest.mark.parametrize("outputs", [0, -1, 2, 1_000_000, 10**400, "1", None, [1]])
def test_another_number_of_outputs_is_refused(forest: str, outputs: Any, tmp_path: Path) -> None:
    """The trees add to the output of their number; one beyond the last would be written outside of the array."""
    path = with_header(lambda header: header["outputs"].update({forest: outputs}), tmp_path)
    assert "'outputs'" in refused(path)


@pytest.mark.parametrize("forest", ["first", "kind", "second", "confidence"])
def test_trees_without_nodes_cannot_have_leaves_elsewhere(forest: str, tmp_path: Path) -> None:
    def add_trees(arrays: dict[str, Any]) -> None:
        starts, leaves = arrays[f"{forest} node_start"], arrays[f"{forest} leaf_start"]
        arrays[f"{forest} node_start"] = np.concatenate([starts, starts[-1:], starts[-1:]])
        arrays[f"{forest} leaf_start"] = np.concatenate([[-2, -1], leaves]).astype(np.int32)

    assert "not trees" in refused(with_arrays(add_trees, tmp_path))


def _changed(name: str, at: int, value: float) -> Callable[[dict[str, Any]], None]:
    def change(arrays: dict[str, Any]) -> None:
        arrays[name] = arrays[name].copy()
        arrays[name].reshape(-1)[at] = value

    return change


@pytest.mark.parametrize(
    ("name", "at", "value"),
    [
        ("first leaf_start", 0, -1),
        ("first leaf_start", -1, 2**31 - 1),
        ("first node_start", 0, 1),
        ("first node_start", 1, -5),
        ("first node_start", -1, 2**31 - 1),
        ("second feature", 0, -1),
        ("second feature", 3, 32767),
        ("kind left_leaves", 0, 0),
        ("kind left_leaves", 0, 0xFFFF),
        ("kind left_leaves", 1, 0b101),
        ("first left_leaves", 14, 0b1),
        ("first value", 0, np.nan),
        ("first value", 0, np.inf),
        ("first value", 0, 1e6),
        ("first mean", 0, np.nan),
        ("words weight", 0, np.nan),
        ("words weight", 0, -np.inf),
        ("names kinds", 3, np.inf),
    ],
)
def test_a_number_that_leads_outside_or_is_none_is_refused(name: str, at: int, value: float, tmp_path: Path) -> None:
    refused(with_arrays(_changed(name, at, value), tmp_path))


def _as_type(name: str, kind: str) -> Callable[[dict[str, Any]], None]:
    return lambda arrays: arrays.update({name: arrays[name].astype(kind)})


@pytest.mark.parametrize(
    "change",
    [
        _as_type("first node_start", "<i8"),
        _as_type("first value", "<f8"),
        _as_type("words kinds", "<f4"),
        _as_type("header", "<u2"),
        lambda arrays: arrays.update({"first value": arrays["first value"][:, None]}),
        lambda arrays: arrays.update({"words kinds": arrays["words kinds"][:, :-1]}),
        lambda arrays: arrays.update({"words words": np.full(3, 255, dtype=np.uint8)}),
        lambda arrays: arrays.update({"header": np.frombuffer(b"[" * 100_000, dtype=np.uint8)}),
        lambda arrays: arrays.update({"header": np.frombuffer(b"[]", dtype=np.uint8)}),
        lambda arrays: arrays.pop("kind mean"),
    ],
)
def test_wrong_types_and_shapes_are_refused_at_loading(
    change: Callable[[dict[str, Any]], None], tmp_path: Path
) -> None:
    refused(with_arrays(change, tmp_path))


@pytest.mark.parametrize(
    ("name", "value"),
    [("format", "maintext learned model, version 2"), ("kinds", list(KINDS[:-1])), ("features", {}), ("features", [])],
)
def test_another_version_is_refused(name: str, value: Any, tmp_path: Path) -> None:
    assert "version 3" in refused(with_header(lambda header: header.update({name: value}), tmp_path))


@pytest.mark.parametrize("value", [None, [], {"a": "1"}, {"a": -1}, {"a": 1.5}])
def test_what_a_model_was_trained_on_is_a_count_by_name(value: Any, tmp_path: Path) -> None:
    refused(with_header(lambda header: header.update(trained_on=value), tmp_path))


def test_a_device_without_end_is_refused() -> None:
    assert "more than 33554432 bytes" in refused(Path("/dev/zero"))


def test_arrays_that_a_model_does_not_have_are_not_read(tmp_path: Path) -> None:
    path = with_arrays(lambda arrays: arrays.update(more=np.zeros(10, dtype=np.uint8)), tmp_path)
    assert maintext.extract(PAGE, method=Learned(model=LearnedModel.load(path))).text


def test_every_byte_of_a_model_may_be_damaged(tmp_path: Path) -> None:
    """Any 400 places of the archive: a wrong byte is noticed, or changes nothing that counts."""
    content = small_model().to_bytes()
    path = tmp_path / "model.npz"
    expected = maintext.extract(PAGE, method=Learned(model=small_model()))
    for at in range(0, len(content), len(content) // 400):
        path.write_bytes(content[:at] + bytes([content[at] ^ 0x41]) + content[at + 1 :])
        try:
            model = LearnedModel.load(path)
        except ModelError:
            continue
        assert maintext.extract(PAGE, method=Learned(model=model)) == expected


class TestForests:
    def test_a_step_refuses_the_forest_of_another_step(self) -> None:
        """Each step reads as many features and writes as many outputs as its own forest has."""
        model, page = small_model(), loaded(PAGE, small_model().names, small_model().words)
        first = page.first_stage(model.first)
        of_page = page.kinds(model.kind, first)
        with pytest.raises(ValueError, match="other features or outputs"):
            page.first_stage(model.second)
        with pytest.raises(ValueError, match="other features or outputs"):
            page.kinds(model.first, first)
        with pytest.raises(ValueError, match="other features or outputs"):
            page.second_stage(model.first, first, of_page)
        with pytest.raises(ValueError, match="other features or outputs"):
            page.confidence(model.kind, first, kinds())

    def test_a_model_is_made_of_forests_that_fit(self) -> None:
        model = small_model()
        with pytest.raises(ValueError, match="other features or outputs"):
            replace(model, first=model.second)
        with pytest.raises(ValueError, match="other features or outputs"):
            replace(model, kind=replace(model.kind, outputs=1))

    def test_columns_of_other_types_are_refused(self) -> None:
        forest = small_model().first
        with pytest.raises(ValueError, match="value has the wrong type"):
            replace(forest, value=forest.value.astype(np.float64))
        with pytest.raises(ValueError, match="feature has the wrong type"):
            replace(forest, feature=forest.feature.tolist())


class TestVocabulary:
    kinds = np.zeros((600, len(KINDS)), dtype=np.float32)

    def test_words_that_were_made_to_collide_are_refused(self) -> None:
        """Looking them up would take time that grows with the square of their number."""
        with pytest.raises(ValueError, match="same hash"):
            Vocabulary(("word",) * 600, np.zeros(600, dtype=np.float32), self.kinds)
        mask = (1 << (3 * 600).bit_length()) - 1
        near: dict[int, str] = {}
        number = 0
        while len(near) < 600:  # one word for each of 600 slots in a row
            place = hash_word(f"w{number}") & mask
            if place < 600:
                near.setdefault(place, f"w{number}")
            number += 1
        with pytest.raises(ValueError, match="similar hashes"):
            Vocabulary(tuple(near.values()), np.zeros(600, dtype=np.float32), self.kinds)

    def test_there_are_not_more_words_than_the_table_can_count(self) -> None:
        size = MAX_WORDS + 1
        words = tuple(str(number) for number in range(size))
        with pytest.raises(ValueError, match="at most"):
            Vocabulary(words, np.zeros(size, dtype=np.float32), np.zeros((size, len(KINDS)), dtype=np.float32))

    def test_weights_are_floats_of_four_bytes(self) -> None:
        with pytest.raises(ValueError, match="wrong type"):
            Vocabulary(("a",), np.zeros(1), self.kinds[:1])  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="not a number below"):
            Vocabulary(("a",), floats(np.nan), np.zeros((1, len(KINDS)), dtype=np.float32))


def test_a_model_that_was_used_can_be_pickled() -> None:
    """Worker processes get their method this way."""
    model = small_model()
    expected = maintext.extract(PAGE, method=Learned(model=model))
    copy = pickle.loads(pickle.dumps(model))
    assert maintext.extract(PAGE, method=Learned(model=copy)) == expected
