"""Write one page of figures: accuracy, speed and memory of our methods and of all other extractors that are installed.

    python benchmarks/figures.py                                      # our own pages, a few minutes
    python benchmarks/figures.py wcxb-dev.jsonl.xz --pages 50         # a sample of any labelled pages

The folder of --out gets figures.md and, in figures/, the plots, which follow the reader's light or dark scheme. Needs
the extras: pip install 'maintext[evaluate,peers]'. The page in the documentation is written by
./dev figures --out docs/research --passes 20.
"""

import argparse
import logging
import os
import platform
import shlex
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from added_memory import added_mb
from selectolax.lexbor import LexborHTMLParser
from speed import BARE_PARSE, in_bytes, some_of, timed

from maintext.data import read_pages
from maintext.evaluate.peers import peers
from maintext.evaluate.report import plots
from maintext.evaluate.report import result_tables as tables
from maintext.evaluate.report.markdown_page import escaped, table_lines, trained_note
from maintext.evaluate.report.results_view import View
from maintext.evaluate.run import DataSet, Setting, evaluate
from maintext.evaluate.systems import System, installed_peers, methods_of_ours

ROOT: Final = Path(__file__).parents[1]
OURS: Final = {"examples": ROOT / "examples", "languages": ROOT / "tests" / "golden" / "pages"}
"""Labelled pages that are in the repository."""
RATIO: Final = plots.Axis("times the bare parse of the same pages", "times the bare parse")
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Measured:
    """All figures of one run."""

    results: dict[str, Any]
    """Accuracy, as ``maintext evaluate`` returns it."""
    milliseconds: dict[str, float]
    """Mean time per page by system, and of the bare parse."""
    megabytes: dict[str, float | None]
    """Memory that a system adds to a process."""
    kilobytes: float
    """Mean size of a page."""
    passes: int
    missing: tuple[str, ...] = ()
    """Peers that are not installed."""

    def ratio(self, system: str) -> float | None:
        """The time of a system as a multiple of the bare parse."""
        milliseconds = self.milliseconds.get(system)
        return None if milliseconds is None else milliseconds / self.milliseconds[BARE_PARSE]


def read_set(name: str, path: Path, count: int) -> DataSet:
    """A sample of the pages at a path."""
    bad_rows: list[str] = []
    pages = some_of(read_pages(path, bad_rows.append), count, SEED)
    for complaint in bad_rows:
        print(f"left out: {complaint}", file=sys.stderr)
    if not pages:
        sys.exit(f"{path} has no page that could be used")
    return DataSet(name, tuple(pages), len(bad_rows))


def measure(sets: Sequence[DataSet], systems: Sequence[System], missing: tuple[str, ...], passes: int) -> Measured:
    """Measure everything on the same pages.

    Processor time is what counts for speed: on a busy machine, the slower a system, the more often it has to wait.
    """
    _say(f"accuracy of {len(systems)} systems")
    results = evaluate(sets, systems, Setting(workers=os.cpu_count() or 1))
    usable = {each["name"] for each in results["systems"]}
    systems = [system for system in systems if system.name in usable]
    pages = [in_bytes(page) for data in sets for page in data.pages]
    _say("memory")
    megabytes = {system.name: added_mb(system.kind, system.name, pages) for system in systems}
    _say("speed")
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    runs: dict[str, Callable[[bytes], object]] = {BARE_PARSE: LexborHTMLParser}
    runs |= {system.name: system.extractor() for system in systems}
    size = sum(map(len, pages)) / len(pages) / 1e3
    milliseconds = timed(runs, pages, passes, time.process_time)
    return Measured(results, milliseconds, megabytes, size, passes, missing)


def drawn(measured: Measured) -> dict[str, str]:
    """The plots by name, as files of their own; without those of which nothing was measured."""
    view = View.of(measured.results)
    means = {system: mean for system in view.ranked() if (mean := view.mean(system)) is not None}
    ratios = {system: ratio for system in means if (ratio := measured.ratio(system)) is not None}
    memory = {system: value for system in means if (value := measured.megabytes.get(system)) is not None}
    points = [
        plots.Point(_marked(view, system), ratio, means[system], system in view.ours)
        for system, ratio in ratios.items()
    ]
    found = {
        "accuracy-speed": plots.scatter(points, plots.PAGE, RATIO),
        "accuracy": _bars(view, means, "Mean F1", _marked),
        "speed": _bars(view, _lowest_first(ratios), "Times the bare parse"),
        "memory": _bars(view, _lowest_first(memory), "Megabytes added to a process"),
    }
    return {name: plots.alone(plot) for name, plot in found.items() if plot}


def page(measured: Measured, command: str, note: str = "") -> str:
    """The page in Markdown; its plots are in the folder ``figures`` beside it."""
    return "\n\n".join(_parts(measured, command, note)) + "\n"


def write(measured: Measured, folder: Path, command: str, note: str = "") -> None:
    """Write the page and its plots."""
    (folder / "figures").mkdir(parents=True, exist_ok=True)
    for name, plot in drawn(measured).items():
        (folder / "figures" / f"{name}.svg").write_text(plot, encoding="utf-8")
    (folder / "figures.md").write_text(page(measured, command, note), encoding="utf-8")


def own_pages_note(folder: Path) -> str:
    """What the accuracy on our own pages is worth, with links that lead from a folder."""
    names = ("results.md", "speed.md")
    results, speed = (os.path.relpath(ROOT / "docs" / "research" / name, folder) for name in names)
    return (
        "These are our own pages: the examples, and news in many languages and encodings. We wrote the pages and "
        "marked their texts, and our tests require that the default method gets the articles right. So the accuracy "
        "below does not show who is better on other pages: for that see "
        f"[Results]({Path(results).as_posix()}). The pages are also smaller than most of the web, so what every call "
        f"costs weighs more than in [Speed]({Path(speed).as_posix()}).\n\n"
        "One of the examples is a front page without a main text: a system that returns anything for it scores 0 "
        "there. Every peer runs with its defaults, jusText with the stop words of English, so it finds little in other "
        "languages. newspaper4k needs more packages for some languages than our extra installs, and fails on those "
        "pages."
    )


def _parts(measured: Measured, command: str, note: str) -> Iterator[str]:
    view, plotted = View.of(measured.results), drawn(measured)
    yield "# Figures"
    yield (
        "Accuracy, speed and memory of our methods (\\*) and of other extractors on the same pages, in one run. One "
        "command measures all of it and writes this page. The first two lines install what it needs:"
    )
    yield f"```console\n$ python3 -m venv .venv\n$ .venv/bin/pip install -e '.[evaluate,peers]'\n$ {command}\n```"
    yield "It also takes labelled pages of your own, in all layouts that `maintext evaluate` reads."
    if note:
        yield note
    yield from trained_note(view)
    if listed := tables.sets(view):
        yield table_lines(listed)
        yield f"A page has {measured.kilobytes:.0f} kB on average."
    yield "## All figures"
    yield (
        "F1 of the words, mean over pages. Speed is the processor time from the bytes of a page to its text, as a "
        "multiple of the time in which selectolax parses the page and does nothing else; milliseconds depend more on "
        "the machine. MB is the memory that a system adds to a process. Bold is the best of a column."
    )
    yield table_lines(_table(measured, view))
    if "accuracy-speed" in plotted:
        yield "## Accuracy against speed"
        yield "Higher is more accurate, further left is faster. The axis of F1 does not begin at 0. Blue: our methods."
        yield "![Mean F1 against time of all systems](figures/accuracy-speed.svg)"
    yield from _plotted(plotted, "accuracy", "Accuracy", "Mean F1; over the sets, if there are several.")
    yield from _plotted(
        plotted,
        "speed",
        "Speed",
        f"Times the bare parse; less is better. One thread; the best of {measured.passes} passes counts for each page.",
    )
    yield from _plotted(
        plotted,
        "memory",
        "Memory",
        "Megabytes that a system adds to a Python process, after all pages; less is better: code, models, lists of "
        "words, and what the largest page needs. numpy counts for our methods; the peers run where it is already "
        "loaded, which is in their favour.",
    )
    yield "## How it was measured"
    yield from _circumstances(measured)


def _table(measured: Measured, view: View) -> tables.Table:
    systems = view.ranked()
    return tables.with_columns(
        tables.accuracy(view),
        ("times the bare parse", tables.costs([measured.ratio(system) for system in systems])),
        ("MB", tables.costs([measured.megabytes.get(system) for system in systems])),
        ("failures", tables.failures(view)),
    )


def _plotted(plotted: dict[str, str], name: str, title: str, note: str) -> Iterator[str]:
    if name in plotted:
        yield f"## {title}"
        yield note
        yield f"![{title} of all systems](figures/{name}.svg)"


def _circumstances(measured: Measured) -> Iterator[str]:
    made = measured.results["made"]
    bare = measured.milliseconds[BARE_PARSE]
    yield (
        f"{platform.python_implementation()} {platform.python_version()} on {escaped(platform.system())} "
        f"{escaped(platform.machine())}. The bare parse took {bare:.2f} ms per page."
    )
    versions = ", ".join(f"{escaped(name)} {escaped(version)}" for name, version in _versions(made["versions"]))
    yield f"Versions: {versions}."
    if measured.missing:
        yield f"Not installed, so not measured: {', '.join(map(escaped, measured.missing))}."


def _versions(versions: dict[str, str]) -> list[tuple[str, str]]:
    """All our methods have one version, so they are named once."""
    ours = {system.name: system.version for system in methods_of_ours()}
    others = {name: version for name, version in versions.items() if name not in ours}
    return sorted({"maintext": next(iter(ours.values())), **others}.items())


def _marked(view: View, system: str) -> str:
    """The name of a system, with a dagger if it was trained on some of the pages, as in the table."""
    return f"{system}{tables.TRAINED}" if any(view.was_trained_on(system, name) for name in view.sets) else system


def _plain(_view: View, system: str) -> str:
    return system


def _bars(view: View, values: dict[str, float], title: str, named: Callable[[View, str], str] = _plain) -> str:
    if not values:
        return ""
    bars = [plots.Bar(named(view, system), value, system in view.ours) for system, value in values.items()]
    if max(values.values()) <= 1:
        return plots.bars(bars, title, plots.PAGE)
    return plots.bars(bars, title, plots.PAGE, max(values.values()), tables.short)


def _lowest_first(values: dict[str, float]) -> dict[str, float]:
    return dict(sorted(values.items(), key=lambda each: each[1]))


def _say(what: str) -> None:
    print(f"measuring: {what}", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="*", help="labelled pages, see maintext.data (our own pages)")
    parser.add_argument(
        "--out", type=Path, default=Path("build/figures"), help="the folder to write to (build/figures)"
    )
    parser.add_argument("--pages", type=int, default=50, help="how many pages of each set at most (50)")
    parser.add_argument("--passes", type=int, default=5, help="how many passes, of which the best counts (5)")
    arguments = parser.parse_args()
    missing: list[str] = []
    systems = [*methods_of_ours(), *installed_peers(peers(), missing.append)]
    named = {path.name.split(".")[0]: path for path in arguments.data} or OURS
    sets = [read_set(name, path, arguments.pages) for name, path in named.items()]
    measured = measure(sets, systems, tuple(missing), arguments.passes)
    command = shlex.join([".venv/bin/python", "benchmarks/figures.py", *sys.argv[1:]])
    write(measured, arguments.out, command, "" if arguments.data else own_pages_note(arguments.out))
    print(f"wrote {arguments.out / 'figures.md'}")


if __name__ == "__main__":
    main()
