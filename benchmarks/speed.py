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
from collections.abc import Callable, Iterable
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

import maintext
from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.method import MAX_BLOCKS
from maintext.algorithms.learned.model import shipped_model
from maintext.data import LabelledPage, read_pages
from maintext.decode import as_utf8
from maintext.document.plain_text import text_of
from maintext.document.repeats import without_repeats
from maintext.evaluate.peers import extractor_of, version_of
from maintext.read import read

BARE_PARSE = "bare parse (selectolax)"
PEERS = "trafilatura,resiliparse,turbohtml,readability-lxml,gne"


def some_of(pages: Iterable[LabelledPage], count: int, seed: int) -> list[LabelledPage]:
    """A sample of the pages, the same ones for the same seed."""
    shuffled = list(pages)
    random.Random(seed).shuffle(shuffled)
    return shuffled[:count]


def in_bytes(page: LabelledPage) -> bytes:
    """The page without its labels."""
    return page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "replace")


def sample(path: Path, count: int, seed: int) -> list[bytes]:
    """Some pages of a data file, as bytes."""
    return [in_bytes(page) for page in some_of(read_pages(path, print), count, seed)]


def timed(
    systems: dict[str, Callable[[bytes], object]],
    pages: list[bytes],
    passes: int,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Mean milliseconds per page of each system. Each page's best of several passes counts, failures too."""
    best = {name: [float("inf")] * len(pages) for name in systems}
    for _ in range(passes):
        for name, run in systems.items():
            for number, page in enumerate(pages):
                begin = clock()
                try:
                    run(page)
                except Exception as error:
                    if best[name][number] == float("inf"):
                        print(f"{name} failed on a page: {type(error).__name__}")
                best[name][number] = min(best[name][number], clock() - begin)
    return {name: 1e3 * sum(times) / len(times) for name, times in best.items()}


def stages(pages: list[bytes], passes: int) -> dict[str, float]:
    """Milliseconds per page of each stage of the default method; ``engine`` is all of the learned method."""
    model, engine = shipped_model(), Engine()
    total = dict.fromkeys(("decode", "read", "engine", "render"), 0.0)
    for page in pages:
        best = dict.fromkeys(total, float("inf"))
        for _ in range(passes):
            clock = [time.perf_counter()]
            text = as_utf8(page)
            clock.append(time.perf_counter())
            table = read(text)
            clock.append(time.perf_counter())
            answer = engine.run(table, model, 1.0, MAX_BLOCKS)
            clock.append(time.perf_counter())
            if len(answer.keep):
                text_of(table, without_repeats(table, answer.keep))
            clock.append(time.perf_counter())
            for stage, begin, end in zip(best, clock[:-1], clock[1:], strict=True):
                best[stage] = min(best[stage], end - begin)
        for stage, seconds in best.items():
            total[stage] += seconds
    return {stage: 1e3 * seconds / len(pages) for stage, seconds in total.items()}


def steps(pages: list[bytes], passes: int) -> dict[str, float]:
    """Milliseconds per page of the single steps of the engine, each as Python calls it.

    A stage makes its features, so that the trees alone take what is left without these. The second stage makes those of
    the first again.
    """
    model, engine = shipped_model(), Engine()
    total: dict[str, float] = {}
    for page in pages:
        table = read(as_utf8(page))
        if not 0 < engine.load(table, model.names, model.words) <= MAX_BLOCKS:
            continue
        first = engine.first_stage(model.first)
        kinds = engine.kinds(model.kind, first)
        found = engine.second_stage(model.second, first, kinds)
        calls: dict[str, Callable[[], object]] = {
            "load": lambda table=table: engine.load(table, model.names, model.words),  # type: ignore[misc]
            "first features": engine.first_features,
            "first stage": lambda: engine.first_stage(model.first),
            "kinds": lambda first=first: engine.kinds(model.kind, first),  # type: ignore[misc]
            "second stage": lambda first=first, kinds=kinds: engine.second_stage(model.second, first, kinds),  # type: ignore[misc]
            "choice": lambda found=found, kinds=kinds: engine.choose(found, kinds),  # type: ignore[misc]
            "confidence": lambda found=found, kinds=kinds: engine.confidence(model.confidence, found, kinds),  # type: ignore[misc]
        }
        for name, call in calls.items():
            best = float("inf")
            for _ in range(passes):
                begin = time.perf_counter()
                call()
                best = min(best, time.perf_counter() - begin)
            total[name] = total.get(name, 0.0) + best
    return {name: 1e3 * seconds / len(pages) for name, seconds in total.items()}


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
    systems: dict[str, Callable[[bytes], object]] = {BARE_PARSE: LexborHTMLParser}
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
    bare = milliseconds[BARE_PARSE]
    print(f"| {'system':26} | ms per page | ratio to the bare parse |")
    print(f"|{'-' * 28}|------------:|------------------------:|")
    for name, value in milliseconds.items():
        print(f"| {name:26} | {value:11.2f} | {value / bare:23.2f} |")
    parts = stages(pages, arguments.passes)
    whole = sum(parts.values())
    shares = ", ".join(f"{stage} {value:.2f} ms ({value / whole:.0%})" for stage, value in parts.items())
    print(f"\nmaintext learned by stage: {shares}")
    singly = ", ".join(f"{name} {value:.3f} ms" for name, value in steps(pages, arguments.passes).items())
    print(f"steps of the engine: {singly}")


if __name__ == "__main__":
    main()
