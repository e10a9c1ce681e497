"""How long each method takes on a page, next to the bare parse and to other extractors, all in one run.

    python benchmarks/speed.py wcxb-dev.jsonl.xz news-dev.jsonl.xz --pages 75

What counts is the ratio to the bare parse: machines differ, and other work on them disturbs. Each system's time for a
page is the best of several passes over the sample, taken turn by turn. The bare parse is that of selectolax, which the
extra "peers" installs.
"""

import argparse
import random
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from selectolax.lexbor import LexborHTMLParser

import maintext
from maintext.algorithms.learned.answer import judged
from maintext.algorithms.learned.columns import FIRST, SHARED
from maintext.algorithms.learned.evidence import Matrix, evidence_of, fill_vocabulary
from maintext.algorithms.learned.forest import Coarse, Forest, coarse, in_eights
from maintext.algorithms.learned.kind import FAINT, kind_features
from maintext.algorithms.learned.method import MOST_BLOCKS
from maintext.algorithms.learned.model import LearnedModel, shipped_model
from maintext.algorithms.learned.reading import STEPS, fill_context, first_stage
from maintext.compiled import compiled
from maintext.data import read_pages
from maintext.decode import as_utf8
from maintext.document.plain_text import text_of
from maintext.document.repeats import without_repeats
from maintext.evaluate.peers import extractor_of, version_of
from maintext.read import read
from maintext.table import Mask

Walk = tuple[Callable[[], object], Callable[[], object]]
"""A call with some trees, and the same with none."""
LOOPS = "maintext.algorithms.learned.loops"
PEERS = "trafilatura,resiliparse,turbohtml,readability-lxml,gne"


def sample(path: Path, count: int, seed: int) -> list[bytes]:
    """Some pages of a data file, as bytes, the same ones for the same seed."""
    pages = [page.html for page in read_pages(path, print)]
    random.Random(seed).shuffle(pages)
    return [page if isinstance(page, bytes) else page.encode("utf-8", "replace") for page in pages[:count]]


def timed(systems: dict[str, Callable[[bytes], object]], pages: list[bytes], passes: int) -> dict[str, float]:
    """Mean milliseconds a page of each system, each page's best of several passes; failures count as they take."""
    best = {name: [float("inf")] * len(pages) for name in systems}
    for _ in range(passes):
        for name, run in systems.items():
            for number, page in enumerate(pages):
                begin = time.perf_counter()
                try:
                    run(page)
                except Exception as error:
                    if best[name][number] == float("inf"):
                        print(f"{name} failed on a page: {type(error).__name__}")
                best[name][number] = min(best[name][number], time.perf_counter() - begin)
    return {name: 1e3 * sum(times) / len(times) for name, times in best.items()}


def stages(pages: list[bytes], passes: int) -> dict[str, float]:
    """Milliseconds a page that each stage of the default method takes.

    Features, model and choice are one go of machine code; the time of the model is that of its forests alone, less what
    it takes Python to call them.
    """
    model = shipped_model()
    total = dict.fromkeys(("decode", "read", "features and choice", "model", "render"), 0.0)
    for page in pages:
        best = dict.fromkeys(("decode", "read", "features and choice", "model", "calls", "render"), float("inf"))
        forests = walks(model, page)
        for _ in range(passes):
            clock = [time.perf_counter()]
            text = as_utf8(page)
            clock.append(time.perf_counter())
            table = read(text)
            clock.append(time.perf_counter())
            answer = judged(model, table, MOST_BLOCKS, 1.0)
            clock.append(time.perf_counter())
            for walk, _ in forests:
                walk()
            clock.append(time.perf_counter())
            for _, call in forests:
                call()
            clock.append(time.perf_counter())
            if len(answer.keep):
                text_of(table, without_repeats(table, answer.keep))
            clock.append(time.perf_counter())
            for stage, begin, end in zip(best, clock[:-1], clock[1:], strict=True):
                best[stage] = min(best[stage], end - begin)
        best["model"] -= best.pop("calls")
        best["features and choice"] -= best["model"]
        for stage, seconds in best.items():
            total[stage] += seconds
    return {stage: 1e3 * seconds / len(pages) for stage, seconds in total.items()}


def walks(model: LearnedModel, page: bytes) -> list[Walk]:
    """A page's way through the forests, each with the blocks that it is asked about."""
    evidence = evidence_of(read(as_utf8(page)))
    if not len(evidence.blocks):
        return []
    said = fill_vocabulary(evidence, model.names, model.words)
    features = evidence.features[: len(FIRST)]
    going, begun = np.ones(len(evidence.blocks), dtype=bool), 0
    forests: list[Walk] = []
    columns = _coarse_in_eights(features)
    for trees, least in STEPS:
        forests.append(_walk(model.first, columns, going, begun, trees))
        going &= model.first.raw(features, trees)[0] >= least
        begun = trees
    forests.append(_walk(model.first, columns, going, begun, len(model.first.leaf_start)))
    first = first_stage(model.first, features)
    kinds = kind_features(evidence, said, first)
    one_by_one: Any = compiled(f"{LOOPS}.walk", "add_leaves_of_one")
    sums, kind = np.zeros(model.kind.outputs, dtype=np.float32), coarse(kinds[:, 0])
    trees_of: Any = compiled(f"{LOOPS}.walk", "Trees")
    forests.append((partial(one_by_one, trees_of(model.kind), kind, sums), lambda: None))
    fill_context(evidence, first, model.kind.probabilities(kinds)[:, 0])
    columns = _coarse_in_eights(evidence.features)
    forests.append(_walk(model.second, columns, first >= FAINT, 0, len(model.second.leaf_start)))
    return forests


def _coarse_in_eights(features: Matrix) -> Coarse:
    columns = np.zeros((len(features), in_eights(features.shape[1])), dtype=np.int16)
    columns[:, : features.shape[1]] = coarse(features)
    return columns


def _walk(forest: Forest, columns: Coarse, going: Mask, begin: int, end: int) -> Walk:
    """Some trees for the eights of cases of which one goes on."""
    cases = columns.shape[1]
    eights = np.append(going, np.zeros(cases - len(going), dtype=bool)).reshape(-1, 8).any(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], eights, [False]])))
    runs = (8 * edges).reshape(-1, 2).astype(np.intc)
    walk: Any = compiled(f"{LOOPS}.judge", "walk")
    trees_of: Any = compiled(f"{LOOPS}.walk", "Trees")
    given = (columns, runs, np.zeros((forest.outputs, cases), dtype=np.float32))
    trees = trees_of(forest, SHARED)
    return partial(walk, trees, begin, end, *given), partial(walk, trees, begin, begin, *given)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="labelled pages, see maintext.data")
    parser.add_argument("--pages", type=int, default=150, help="how many pages of each file (150)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--passes", type=int, default=5, help="how many passes, of which the best counts (5)")
    parser.add_argument("--peers", default=PEERS, help=f"other extractors, those that are installed ({PEERS})")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")

    pages = [page for path in arguments.data for page in sample(path, arguments.pages, arguments.seed)]
    systems: dict[str, Callable[[bytes], object]] = {"bare parse (selectolax)": LexborHTMLParser}
    systems["decode"] = as_utf8
    systems["page table"] = lambda page: read(as_utf8(page))
    for name in maintext.methods():
        systems[f"maintext {name}"] = lambda page, name=name: maintext.extract(page, method=name).text  # type: ignore[misc]
    for name in filter(None, arguments.peers.split(",")):
        if version_of(name) is not None:
            systems[name] = extractor_of(name)
    size = sum(map(len, pages)) / len(pages) / 1e3
    names = ", ".join(path.name for path in arguments.data)
    print(f"{names}: {len(pages)} pages of {size:.0f} kB on average, best of {arguments.passes} passes\n")
    milliseconds = timed(systems, pages, arguments.passes)
    bare = milliseconds["bare parse (selectolax)"]
    print(
        f"| {'system':26} | ms a page | ratio to the bare parse |\n|{'-' * 28}|----------:|------------------------:|"
    )
    for name, value in milliseconds.items():
        print(f"| {name:26} | {value:9.2f} | {value / bare:23.2f} |")
    parts = stages(pages, arguments.passes)
    whole = sum(parts.values())
    shares = ", ".join(f"{stage} {value:.2f} ms ({value / whole:.0%})" for stage, value in parts.items())
    print(f"\nmaintext learned by stage: {shares}")


if __name__ == "__main__":
    main()
