"""Pages that reach new code: a fuzzer that is guided by coverage, over all outputs.

    pip install '.[fuzz,test]' && cd tests && python -m fuzz.coverage --runs 100000

atheris changes pages at random and keeps those that reach new lines of the Python modules. Compiled units are not
instrumented: what their Python callers do with the answers guides the search. A page that breaks one of the checks of
``fuzz.invariants`` ends the run, and is written to a file whose name the last lines say. The first byte of an input
chooses the method and the options, the second the outputs that are checked: a page goes through its text and one
other, one page in 32 through all. ``--corpus`` keeps the pages that were found, so that a later run goes on.
"""

import argparse
import gc
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Final

import atheris

with atheris.instrument_imports(include=["maintext"]):
    from fuzz.invariants import CHOICES, PLANS, check_outputs

from helpers.hostile_families import FAMILIES, hostile_page

from fuzz.pages import ATTRIBUTES, COMMENTS, NAMES, OUR_PAGES, PHRASES, REFERENCES, TEXTS, page_of

HEADER: Final = 2
"""The bytes of an input before the page."""
MAX_PAGE: Final = 1_500
"""Bytes of a page; more would only be slower."""
SEEDS: Final = 400
MAX_INSERTED: Final = 3
COLLECTED: Final = 50_000
"""Python looks for cycles after this number of new objects. With its default that takes a tenth of the time."""


def run_one(data: bytes) -> None:
    """Check the outputs of one input."""
    if len(data) >= HEADER:
        check_outputs(data[HEADER:], data[0] % CHOICES, data[1])


def mutated(data: bytes, max_size: int, seed: int) -> bytes:
    """An input with pieces of markup put in, changed as atheris would, or with other outputs."""
    random = Random(seed)
    way = random.random()
    if way < 0.5:
        return bytes(atheris.Mutate(data, max_size))
    changed = bytearray(data.ljust(HEADER, b"\0"))
    if way < 0.6:
        changed[:HEADER] = random.randbytes(HEADER)
    for _ in range(random.randrange(1, MAX_INSERTED + 1)):
        place = random.randrange(HEADER, len(changed) + 1)
        if random.random() < 0.2:
            del changed[place : place + random.randrange(1, 60)]
        else:
            changed[place:place] = random.choice(_PIECES)
    return bytes(changed[:max_size])


def write_seeds(folder: Path) -> None:
    """Write the pages to begin with: our own, odd ones, and the smallest of each hostile family."""
    pages = [*OUR_PAGES, *(page_of(0, number) for number in range(SEEDS))]
    pages += [hostile_page(name, 500) for name in FAMILIES]
    for number, page in enumerate(pages):
        header = bytes([number % CHOICES, number // CHOICES % len(PLANS)])
        (folder / f"seed-{number}").write_bytes(header + page[:MAX_PAGE])


_PIECES: Final = [
    piece.encode("utf-8", "replace")
    for piece in (*(f"<{name}>" for name in NAMES), *ATTRIBUTES, *COMMENTS, *PHRASES, *REFERENCES, *TEXTS)
]


def main() -> None:
    """Run the fuzzer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100_000, help="how many pages (100000)")
    parser.add_argument("--seconds", type=int, default=0, help="stop after this time (never)")
    parser.add_argument("--seed", type=int, default=1, help="other pages (1)")
    parser.add_argument("--corpus", type=Path, help="a folder for pages that reached new code")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        corpus = arguments.corpus or Path(temporary)
        corpus.mkdir(parents=True, exist_ok=True)
        if not any(corpus.iterdir()):
            write_seeds(corpus)
        settings = (f"-runs={arguments.runs}", f"-max_total_time={arguments.seconds}", f"-seed={arguments.seed}")
        limits = (f"-max_len={MAX_PAGE + HEADER}", "-timeout=30", "-rss_limit_mb=4096", "-print_final_stats=1")
        atheris.Setup([sys.argv[0], str(corpus), *settings, *limits], run_one, custom_mutator=mutated)
        gc.freeze()
        gc.set_threshold(COLLECTED)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
