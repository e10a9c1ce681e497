"""Damaged and hostile model files by the thousand: each is refused with one line, or answers pages like any other.

    cd tests && python -m fuzz.models --count 100000

A model is a case if loading it raises anything but ``ModelError``, if its message has more than one line, or if a page
gets an answer that cannot be. A crash ends the process; the number that was printed last says where. ``--seed`` makes
other models, and ``--first N --count 1`` makes one again.
"""

import argparse
import io
import json
import math
import random
import struct
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

import maintext
from maintext import Learned, LearnedModel, ModelError, NaiveBayes, NaiveBayesModel
from maintext.algorithms.learned.forest import Forest
from maintext.algorithms.learned.model import shipped_model
from maintext.algorithms.learned.vocabulary import Vocabulary
from maintext.algorithms.naive_bayes import shipped_model as shipped_bayes

Arrays: TypeAlias = dict[str, NDArray[Any]]

PAGES: Final = (
    "".join(f"<div class='post item'><p id=p{n}>Paragraph {n} has words, and more. </p></div>" for n in range(60)),
    "<nav class=menu><a href=1>Home</a></nav><main><h1>Word</h1><table><tr><td>a<td>b<tr><td>c</table></main>",
    "<article class='entry content'><h2>Title</h2><p>The text of the article, in 2024.</p></article><footer>c</footer>",
)
_TREES: Final = 14
_WORDS: Final = 40
_ODD: Final = (
    0,
    1,
    -1,
    2,
    7,
    15,
    16,
    17,
    127,
    128,
    255,
    256,
    32767,
    -32768,
    65535,
    2**31 - 1,
    -(2**31),
    10**6,
    -(10**6),
)
_ODD_FLOATS: Final = (0.0, -0.0, 1e6, -1e6, 1e30, 3.4e38, -3.4e38, 1e-45, math.inf, -math.inf, math.nan)
_TYPES: Final = (
    "<i4",
    "<i8",
    ">i4",
    "<u4",
    "<f4",
    "<f8",
    "<f2",
    "|u1",
    "<i2",
    "|b1",
    "|O",
    "<U4",
    "|V8",
    "<c8",
    "<M8[s]",
)
_SHAPES: Final = (
    "()",
    "(0,)",
    "(1,)",
    "(-1,)",
    "(1000000000000,)",
    "(2, 3)",
    "(999999999,)",
    "(3, 7)",
    "(4, 4, 4)",
    "x",
)


@lru_cache(maxsize=1)
def small_model() -> LearnedModel:
    """The shipped model with few trees and words, so that thousands of copies of it load quickly."""
    model = shipped_model()
    return LearnedModel(
        names=_first_words(model.names),
        words=_first_words(model.words),
        first=_first_trees(model.first),
        kind=_first_trees(model.kind),
        second=_first_trees(model.second),
        confidence=_first_trees(model.confidence),
        trained_on=model.trained_on,
    )


def _first_trees(forest: Forest) -> Forest:
    nodes, leaves = int(forest.node_start[_TREES]), int(forest.leaf_start[_TREES])
    return replace(
        forest,
        node_start=forest.node_start[: _TREES + 1],
        leaf_start=forest.leaf_start[:_TREES],
        value=forest.value[:leaves],
        **{name: getattr(forest, name)[:nodes] for name in ("feature", "threshold", "left_leaves", "mean")},
    )


def _first_words(words: Vocabulary) -> Vocabulary:
    return Vocabulary(words.words[:_WORDS], words.weight[:_WORDS], words.kinds[:_WORDS])


@lru_cache(maxsize=1)
def _parts() -> dict[str, bytes]:
    """The files in the archive of the small model."""
    with zipfile.ZipFile(io.BytesIO(small_model().to_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@lru_cache(maxsize=1)
def _arrays() -> Arrays:
    with np.load(io.BytesIO(small_model().to_bytes())) as arrays:
        return dict(arrays)


def archived(parts: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of some files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part, compression)
    return content.getvalue()


def saved(arrays: Arrays) -> bytes:
    """An ``.npz`` file of some arrays, as NumPy writes it."""
    content = io.BytesIO()
    np.savez(content, **arrays)  # type: ignore[arg-type]  # no array is called allow_pickle
    return content.getvalue()


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Bytes with some of them changed, left out, repeated or cut off."""
    body = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at = chance.randrange(len(body) + 1)
        size = chance.choice((1, 2, 4, 30))
        way = chance.randrange(6)
        if way <= 2:
            body[at : at + 1] = bytes([chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))])
        elif way == 3:
            del body[at : at + size]
        elif way == 4:
            body[at:at] = body[:size]
        elif chance.random() < 0.2:
            del body[at:]
    return bytes(body)


def _damaged_archive(chance: random.Random) -> bytes:
    content = archived(_parts(), chance.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED)))
    tail = 46 * 40
    if chance.random() < 0.5:  # the directory, where most of the archive's numbers are
        return content[:-tail] + damaged(content[-tail:], chance)
    return damaged(content, chance)


def _damaged_part(chance: random.Random) -> bytes:
    parts = dict(_parts())
    name = chance.choice(list(parts))
    head = 128 if chance.random() < 0.5 else len(parts[name])
    parts[name] = damaged(parts[name][:head], chance) + parts[name][head:]
    return archived(parts)


def _other_header(chance: random.Random) -> bytes:
    parts = dict(_parts())
    name = chance.choice(list(parts))
    kind, shape, order = chance.choice(_TYPES), chance.choice(_SHAPES), chance.choice(("False", "True", "None"))
    header = f"{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}, }}\n".encode()
    length = chance.choice((len(header), 0, 65535, len(header) + 8))
    version = chance.choice((b"\1\0", b"\2\0", b"\3\0", b"\xff\0"))
    size = struct.pack("<H" if version == b"\1\0" else "<L", length)
    parts[name] = b"\x93NUMPY" + version + size + header + parts[name][128:]
    return archived(parts)


def _other_numbers(chance: random.Random) -> bytes:
    arrays = dict(_arrays())
    for _ in range(chance.choice((1, 1, 3))):
        name = chance.choice([name for name in arrays if name != "header" and not name.endswith(" words")])
        column = arrays[name] = arrays[name].copy()
        flat = column.reshape(-1)
        for _ in range(chance.choice((1, 1, 5))):
            at = chance.randrange(len(flat))
            if column.dtype.kind == "f":
                with np.errstate(over="ignore"):
                    flat[at] = np.float64(chance.choice(_ODD_FLOATS))
            elif chance.random() < 0.5:
                flat[at] = flat[chance.randrange(len(flat))]
            else:
                flat[at] = np.int64(chance.choice(_ODD)).astype(column.dtype)
    return saved(arrays)


def _other_shape(chance: random.Random) -> bytes:
    arrays = dict(_arrays())
    name = chance.choice(list(arrays))
    column = arrays[name]
    ways: tuple[Callable[[], NDArray[Any]], ...] = (
        lambda: column[: chance.randrange(len(column))],
        lambda: np.concatenate([column, column[: chance.randrange(1, 9)]]),
        lambda: column.astype(chance.choice(["i8", "u1", "f8", "f4", "i2", "S3", "?"])),
        lambda: column.reshape(1, -1),
        column[::-1].copy,
        lambda: np.asfortranarray(column),
        lambda: column[:0],
    )
    arrays[name] = chance.choice(ways)()
    return saved(arrays)


def _other_trees(chance: random.Random) -> bytes:
    """Trees that were added, cut or bent, with columns that still fit together in some way."""
    arrays = dict(_arrays())
    forest = chance.choice(("first", "kind", "second", "confidence"))
    starts, leaves = arrays[f"{forest} node_start"], arrays[f"{forest} leaf_start"]
    value, left = arrays[f"{forest} value"], arrays[f"{forest} left_leaves"].copy()
    way = chance.randrange(5)
    if way == 0:  # more trees without nodes, whose leaves lie anywhere
        more = chance.randrange(1, 5)
        starts = np.concatenate([starts, np.full(more, starts[-1] + chance.choice((0, 0, -1, 1)))])
        leaves = np.concatenate([leaves, [chance.choice((-1, -5, len(value), len(value) - 1, 2**30))] * more])
        value = np.concatenate([value, value[: chance.choice((0, more))]])
    elif way == 1:  # sets of leaves that are not those of a tree
        for _ in range(chance.choice((1, 3))):
            left[chance.randrange(len(left))] = chance.choice(
                (0, 1, 2, 3, 0x7FFF, 0xFFFF, 0x8000, chance.getrandbits(16))
            )
    elif way == 2:  # two trees that swap a node
        at = chance.randrange(1, len(starts) - 1)
        starts = starts.copy()
        starts[at] += chance.choice((-1, 1, -20, 20))
    elif way == 3:
        leaves = leaves.copy()
        leaves[chance.randrange(len(leaves))] += chance.choice((-1, 1, -(2**31), 2**30))
    else:
        starts = -starts if chance.random() < 0.5 else starts[::-1]
    arrays |= {
        f"{forest} node_start": starts.astype(np.int32),
        f"{forest} leaf_start": leaves.astype(np.int32),
        f"{forest} value": value,
        f"{forest} left_leaves": left,
    }
    return saved(arrays)


def _other_description(chance: random.Random) -> bytes:
    arrays = dict(_arrays())
    header = json.loads(arrays["header"].tobytes())
    name = chance.choice(list(header))
    odd: Any = chance.choice(
        (None, 0, -1, 10**6, 10**400, "x", [], {}, math.nan, math.inf, True, ["a"], {"first": 10**6})
    )
    inner = header[name]
    if isinstance(inner, dict) and chance.random() < 0.7:
        inner[chance.choice(list(inner) or ["x"])] = odd
    else:
        header[name] = odd
    if chance.random() < 0.1:
        del header[name]
    text = json.dumps(header)
    if chance.random() < 0.1:
        text = "[" * 50_000 + text
    arrays["header"] = np.frombuffer(text.encode(), dtype=np.uint8)
    return saved(arrays)


def _other_words(chance: random.Random) -> bytes:
    arrays = dict(_arrays())
    name = chance.choice(("names", "words"))
    words = arrays[f"{name} words"].tobytes().split(b"\n")
    ways: tuple[Callable[[], list[bytes]], ...] = (
        lambda: [words[0]] * len(words),
        lambda: [b""] * len(words),
        lambda: [word * 3000 for word in words],
        lambda: [damaged(word, chance) for word in words],
        lambda: [*words, b"more"],
        lambda: words[:-1],
        lambda: [word + "\u2028é\U0001f600".encode() for word in words],
    )
    arrays[f"{name} words"] = np.frombuffer(b"\n".join(chance.choice(ways)()), dtype=np.uint8)
    return saved(arrays)


def _other_entries(chance: random.Random) -> bytes:
    parts = dict(_parts())
    name = chance.choice(list(parts))
    way = chance.randrange(5)
    if way == 0:
        del parts[name]
    elif way == 1:
        parts |= {f"unknown {number}.npy": bytes(100_000) for number in range(chance.choice((1, 300)))}
    elif way == 2:
        parts[name] = parts[name] + bytes(chance.choice((1, 10_000_000)))
    elif way == 3:
        parts[name.removesuffix(".npy")] = parts[chance.choice(list(parts))]
    else:
        parts[name] = b""
    return archived(parts)


_WAYS: Final = (
    _damaged_archive, _damaged_archive, _damaged_part, _other_header, _other_numbers, _other_numbers, _other_shape,
    _other_trees, _other_trees, _other_description, _other_words, _other_entries,
)  # fmt: skip


def model_of(seed: int, number: int) -> bytes:
    """The model file with that number."""
    chance = random.Random(f"{seed} {number}")
    return chance.choice(_WAYS)(chance)


def bayes_of(seed: int, number: int) -> bytes:
    """The file of a naive-bayes model with that number."""
    chance = random.Random(f"{seed} {number} bayes")
    content = shipped_bayes().to_json()
    text = json.dumps(content)
    if chance.random() < 0.5:
        return damaged(text.encode(), chance)
    odd = chance.choice(("null", "-1", "0", "1e999", "NaN", "true", '"9"', "9" * 400, "9" * 5000, "[]", "{}", "1.5"))
    numbers = [at for at in range(1, len(text)) if text[at].isdigit() and not text[at - 1].isalnum()]
    at = chance.choice(numbers)
    stop = next(end for end in range(at, len(text)) if not text[end].isdigit())
    return (text[:at] + odd + text[stop:]).encode()


def verdict(content: bytes, folder: Path, load: Callable[[Path], Any]) -> tuple[bool, str]:
    """Whether a model file is accepted, and what is wrong with that; "" if nothing is."""
    path = folder / "model"
    path.write_bytes(content)
    try:
        method = load(path)
    except ModelError as error:
        is_good = "\n" not in str(error) and str(path) in str(error) and len(str(error)) < 600
        return False, "" if is_good else f"the message is {str(error)!r}"
    except Exception as error:
        return False, f"loading raises {type(error).__name__}: {error}"
    try:
        return True, next((wrong for page in PAGES if (wrong := _wrong_answer(method, page))), "")
    except Exception as error:
        return True, f"a page raises {type(error).__name__}: {error}"


def learned_from(path: Path) -> Learned:
    """The learned method with the model of a file."""
    return Learned(model=LearnedModel.load(path), comments=True)


def bayes_from(path: Path) -> NaiveBayes:
    """Naive Bayes with the model of a file."""
    return NaiveBayes(model=NaiveBayesModel.load(path))


def _wrong_answer(method: Learned | NaiveBayes, page: str) -> str:
    found = maintext.extract(page, method=method)
    for name in ("score", "confidence", "article_probability"):
        value = getattr(found, name, None)
        if value is not None and not 0 <= value <= 1:
            return f"{name} is {value}"
    if not found.text and not found.reason:
        return "neither text nor reason"
    if isinstance(method, Learned):
        maintext.explain(page, method=method)
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000, help="how many models of each kind (20,000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first model (0)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other models (1)")
    arguments = parser.parse_args()
    began = time.monotonic()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        for number in range(arguments.first, arguments.first + arguments.count):
            for kind, make, load in (("learned", model_of, learned_from), ("naive-bayes", bayes_of, bayes_from)):
                accepted, wrong = verdict(make(arguments.seed, number), Path(name), load)
                counts[f"{kind} {'accepted' if accepted else 'refused'}"] += 1
                if wrong:
                    counts["cases"] += 1
                    print(f"{kind} {number}: {wrong}", flush=True)
            if number % 1000 == 999:
                print(f"{number + 1:,} {dict(counts)} {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    print(dict(counts), file=sys.stderr)
    return 1 if counts["cases"] else 0


if __name__ == "__main__":
    sys.exit(main())
