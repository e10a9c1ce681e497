"""How much memory an extractor adds to a process, next to other extractors.

    python benchmarks/added_memory.py wcxb-dev.jsonl.xz --pages 50

Each system runs in a process of its own, which first reads the pages. What counts is the peak of the resident memory
after all pages over the peak before the system is loaded: code, models and lists of words, and what the largest page
needs. For our methods this includes numpy. The adapters of the peers have loaded it before, which is in their favour.
``benchmarks/memory.py`` measures what a single page needs.
"""

import argparse
import contextlib
import importlib
import logging
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from maintext.support.peak_memory import peak_mb

_PROCESS = "--process"


def added_mb(kind: str, name: str, pages: Sequence[bytes]) -> float | None:
    """The megabytes that a system adds, or None if it cannot run or the machine does not tell."""
    command = [sys.executable, __file__, _PROCESS, kind, name]
    done = subprocess.run(command, input=pickle.dumps(list(pages)), capture_output=True, check=False)
    return (float(done.stdout.split()[-1]) or None) if done.returncode == 0 else None


def _load(kind: str, name: str) -> Callable[[bytes], object]:
    if kind == "peer":
        adapters = importlib.import_module("maintext.evaluate.peers")
        extractor: Callable[[bytes], object] = adapters.extractor_of(name)
        return extractor
    maintext = importlib.import_module("maintext")
    method = importlib.import_module("maintext.algorithms").method_named(name)
    return lambda page: maintext.extract(page, method=method).text


def _measured(kind: str, name: str) -> float:
    """In the process of its own: load the system and run it on the pages of standard input."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    pages = pickle.load(sys.stdin.buffer)
    if kind == "peer":
        importlib.import_module("maintext.evaluate.peers")
    before = peak_mb()
    run = _load(kind, name)
    for page in pages:
        with contextlib.suppress(Exception):  # failures are counted where the accuracy is measured
            run(page)
    return peak_mb() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path, help="labelled pages, see maintext.data")
    parser.add_argument("--pages", type=int, default=50, help="how many pages of each set (50)")
    arguments = parser.parse_args()

    from speed import sample  # noqa: PLC0415

    from maintext.evaluate.peers import peers  # noqa: PLC0415
    from maintext.evaluate.systems import installed_peers, methods_of_ours  # noqa: PLC0415

    pages = [page for path in arguments.data for page in sample(path, arguments.pages, 1)]
    print("| system | MB |\n|---|--:|")
    for system in (*methods_of_ours(), *installed_peers(peers(), lambda name: print(f"| {name} | not installed |"))):
        added = added_mb(system.kind, system.name, pages)
        print(f"| {system.name} | {'–' if added is None else f'{added:.1f}'} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == [_PROCESS]:
        print(f"\n{_measured(*sys.argv[2:])}")
    else:
        main()
