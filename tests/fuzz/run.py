"""Odd pages by the million through the compiled reader and the default method, next to two parsers.

    pip install '.[fuzz]' && cd tests && python -m fuzz.run --count 100000

A page is a case if anything raises, takes longer than ``--seconds`` or ends the process, or if the reader has other
elements, parents, attributes or text than both parsers, but for what docs/development/reader.md lists. Cases are made
small and printed, and the exit code is 1 if there was one. ``--seed`` makes other pages, ``--first`` goes on where a
run ended, and ``--first N --count 1`` makes one page again.
"""

import argparse
import multiprocessing
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import zip_longest
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import Synchronized
from typing import Final, NamedTuple, TypeAlias

from reference import dom

import maintext
from fuzz.pages import page_of
from fuzz.trees import first_opinion, our_tree, second_opinion
from maintext.read import read_once

Check: TypeAlias = Callable[[bytes], str | None]

READ_BY_DOM: Final = 20
EXTRACTED: Final = 10
WRITTEN: Final = 50
"""Of so many pages one goes by way of the parser's tree into a table, through the default method, to Markdown."""
BATCH: Final = 10_000
MOST_CASES: Final = 20
"""So many cases end a run."""
_FORMATTING_TAG: Final = re.compile(
    rb"""<(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)((?:[\s/](?:"[^"]*"|'[^']*'|[^>"'])*)?)>""",
    re.IGNORECASE,
)
_BOTH_STRAY: Final = re.compile(rb"<template.*<frameset|<input[^>]*type[^>]*type", re.IGNORECASE | re.DOTALL)
"""Where both parsers may stray from the standard: a frameset behind a template, the second type of an input."""


class Case(NamedTuple):
    """A page and what is wrong with it."""

    number: int
    page: bytes
    fault: str


def difference(page: bytes) -> str | None:
    """What the compiled reader has otherwise than both parsers; None if it agrees with one of them."""
    valid = page.decode("utf-8", "replace").encode()
    ours = our_tree(read_once(valid))
    if ours == first_opinion(valid):
        return None
    second = second_opinion(valid)
    if ours == second or _is_known(valid):
        return None
    place, pair = next((place, pair) for place, pair in enumerate(zip_longest(ours, second)) if pair[0] != pair[1])
    return f"element {place} is {pair[0]}, should be {pair[1]}"


def _is_known(page: bytes) -> bool:
    """Whether a page may differ for a reason that docs/development/reader.md gives.

    Of formatting elements that are alike three stay open. Ours are alike if their tags are, byte by byte.
    """
    ways = Counter(name.lower() for name, _ in set(_FORMATTING_TAG.findall(page)))
    return max(ways.values(), default=0) > 1 or _BOTH_STRAY.search(page) is not None


def is_read(page: bytes) -> str | None:
    """The table of the bytes as they are, UTF-8 or not, is whole."""
    table = read_once(page)
    if table.encoded.decode() != table.text or int(table.segment_offset[-1]) != len(table.text):
        return "the offsets are not those of the text"
    if int(table.characters.sum()) != int(table.segment_characters.sum()):
        return "characters are lost between segments and rows"
    return None


def is_read_by_dom(page: bytes) -> str | None:
    """The other reader can read it too."""
    dom.read(page.decode("utf-8", "replace").encode())
    return None


def is_extracted(page: bytes) -> str | None:
    found = maintext.extract(page)
    return None if bool(found.text) != bool(found.reason) else "neither text nor reason, or both"


def is_written(page: bytes) -> str | None:
    found = maintext.extract(page)
    return None if bool(found.markdown) >= bool(found.text) else "a text without Markdown"


def checks_of(number: int) -> Iterator[Check]:
    """What a page is put through, by its number."""
    yield difference
    yield is_read
    for check, share in ((is_read_by_dom, READ_BY_DOM), (is_extracted, EXTRACTED), (is_written, WRITTEN)):
        if number % share == 0:
            yield check


def fault_of(check: Check, page: bytes) -> str | None:
    """What a check has against a page, an exception told like any other fault."""
    try:
        found = check(page)
    except Exception as error:
        return f"{check.__name__}: {type(error).__name__}: {error}"
    return found and f"{check.__name__}: {found}"


def smallest(page: bytes, is_case: Callable[[bytes], bool]) -> bytes:
    """The page with everything left out that the case does not need, by ever smaller pieces."""
    size = len(page) // 2
    while size:
        start = 0
        while start < len(page):
            shorter = page[:start] + page[start + size :]
            if is_case(shorter):
                page = shorter
            else:
                start += size
        size //= 2
    return page


def work(seed: int, numbers: range, seconds: float, at: "Synchronized[int]", found: Connection) -> None:
    """Go through some pages, noting which one is at hand; a page that takes too long ends the process."""
    for number in numbers:
        at.value = number
        page = page_of(seed, number)
        if check := first_against(number, page, seconds):
            small = smallest(page, lambda shorter, check=check: fault_of(check, shorter) is not None)  # type: ignore[misc]
            found.send(Case(number, small, fault_of(check, small) or "not again"))
    at.value = numbers.stop


def first_against(number: int, page: bytes, seconds: float) -> Check | None:
    """The first check that has something against a page; none of them may take longer than so many seconds."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    found = next((check for check in checks_of(number) if fault_of(check, page)), None)
    signal.setitimer(signal.ITIMER_REAL, 0)
    return found


def exit_code(number: int, page: bytes, seconds: float) -> int | None:
    """How a process ends that has to do with nothing but this page."""
    process = multiprocessing.Process(target=first_against, args=(number, page, seconds))
    process.start()
    process.join()
    return process.exitcode


def run(seed: int, numbers: range, seconds: float) -> Iterator[Case]:
    """The cases among some pages; the pages are worked on in another process, which may come to its end."""
    at = multiprocessing.Value("q", numbers.start)
    while at.value < numbers.stop:
        found, told = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.Process(target=work, args=(seed, range(at.value, numbers.stop), seconds, at, told))
        process.start()
        told.close()
        with suppress(EOFError):
            while True:
                yield found.recv()
        process.join()
        if process.exitcode:
            yield _end(at.value, page_of(seed, at.value), process.exitcode, seconds)
            at.value += 1


def _end(number: int, page: bytes, code: int, seconds: float) -> Case:
    """The page that ended a process; one that takes too long is not tried again and again to make it smaller."""
    if code == -signal.SIGALRM:
        return Case(number, page, "took too long")
    small = smallest(page, lambda shorter: exit_code(number, shorter, seconds) == code)
    return Case(number, small, f"ended the process ({code})")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000, help="how many pages (20,000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first page (0)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other pages (1)")
    parser.add_argument("--seconds", type=float, default=10.0, help="what a page may take (10)")
    arguments = parser.parse_args()
    stop = arguments.first + arguments.count
    cases = 0
    began = time.monotonic()
    for first in range(arguments.first, stop, BATCH):
        numbers = range(first, min(stop, first + BATCH))
        for case in run(arguments.seed, numbers, arguments.seconds):
            cases += 1
            print(f"page {case.number}: {case.fault}\n    {case.page!r}", flush=True)
        print(f"{numbers.stop:,} pages, {cases} cases, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        if cases >= MOST_CASES:
            break
    return 1 if cases else 0


if __name__ == "__main__":
    sys.exit(main())
