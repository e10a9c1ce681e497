"""How the work for an output grows with the page, in instructions or else in processor time."""

import ctypes
import gc
import os
import platform
import struct
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import maintext
from helpers.hostile_families import hostile_page
from maintext.algorithms import method_named
from maintext.links.front_page import front_page_links
from maintext.read import page_table

ADDRESS: Final = "http://e.org/news/x"
ALL: Final = maintext.Options(include="body")
_OTHERS: Final = tuple(name for name in maintext.methods() if name not in ("learned", "token-model"))
_SHARED_WORK: Final = ("text", "blocks", "metadata")
"""Parts that are computed before the others are measured, so that each output counts its own work."""
_SYSTEM_CALL: Final = {"x86_64": 298, "aarch64": 241}
_HARDWARE, _INSTRUCTIONS = 0, 1
_USER_ONLY: Final = 1 << 5 | 1 << 6
"""Bits of the attributes: neither the kernel's instructions nor a hypervisor's."""
_ENABLE, _DISABLE, _RESET = 0x2400, 0x2401, 0x2403


class Output(NamedTuple):
    """An output: what is prepared without being counted, and the work that is."""

    prepare: Callable[[bytes], Any]
    work: Callable[[Any], object]


def _document(page: bytes) -> maintext.Document:
    return maintext.extract(page, ADDRESS, comments=True, options=ALL)


def _with_shared_parts(page: bytes) -> maintext.Document:
    document = _document(page)
    for name in _SHARED_WORK:
        getattr(document, name)
    return document


def _part(name: str) -> Output:
    prepare = _document if name in _SHARED_WORK else _with_shared_parts
    return Output(prepare, lambda document: getattr(document, name))


OUTPUTS: Final[dict[str, Output]] = {
    "text": Output(lambda page: page, lambda page: maintext.extract(page, ADDRESS).text),
    "all text": Output(lambda page: page, lambda page: _document(page).text),
    "blocks": _part("blocks"),
    "markdown": _part("markdown"),
    "html": _part("html"),
    "json": _part("json"),
    "tei": _part("xml"),
    "metadata": _part("metadata"),
    "comments": Output(_document, lambda document: (document.comments, document.comment_posts)),
    "posts": _part("posts"),
    "hidden": _part("hidden"),
    "chunks": Output(_with_shared_parts, lambda document: document.chunks(200, 20)),
    "fingerprint": _part("fingerprint"),
    "shown": Output(
        lambda page: page,
        lambda page: maintext.extract(page, ADDRESS, options=maintext.Options(include="body", hidden="drop")).text,
    ),
    "source": _part("source_html"),
    "links": Output(lambda page: page, lambda page: list(front_page_links(page, ADDRESS))),
    "whole": _part("whole"),
    "explain": Output(lambda page: page, lambda page: maintext.explain(page).to_dict()),
    "compare": Output(lambda page: page, lambda page: maintext.compare(page).to_dict()),
    "papers": Output(page_table, lambda table: [method_named(name).select(table) for name in _OTHERS]),
}
"""By name; "papers" are the other methods, one after another, and "shown" is the text without hidden text."""


class Instructions:
    """Counts the instructions of this thread, where Linux allows it."""

    unit = "instructions"
    repeats = 0
    noise = 20e6

    def __init__(self) -> None:
        """Open the counter; ``OSError`` if the machine or its administrator does not allow it."""
        call = _SYSTEM_CALL.get(platform.machine())
        if os.name != "posix" or call is None:
            raise OSError("no counter of instructions on this machine")
        attributes = struct.pack("IIQQQQQ", _HARDWARE, 64, _INSTRUCTIONS, 0, 0, 0, _USER_ONLY).ljust(64, b"\0")
        system = ctypes.CDLL(None, use_errno=True)
        self._file: int = system.syscall(call, ctypes.c_char_p(attributes), 0, -1, -1, 0)
        if self._file < 0:
            raise OSError(ctypes.get_errno(), "the counter of instructions is not available")
        self._control = system.ioctl

    def count(self, work: Callable[[], object]) -> float:
        """The number of instructions that a call takes."""
        self._control(self._file, _RESET, 0)
        self._control(self._file, _ENABLE, 0)
        work()
        self._control(self._file, _DISABLE, 0)
        return float(struct.unpack("Q", os.read(self._file, 8))[0])


class ProcessorTime:
    """Counts the milliseconds that this thread runs, which waiting for a processor does not change."""

    unit = "ms"
    repeats = 3
    noise = 10.0

    def count(self, work: Callable[[], object]) -> float:
        """The processor time that a call takes."""
        begin = time.thread_time()
        work()
        return 1_000 * (time.thread_time() - begin)


def counter() -> Instructions | ProcessorTime:
    """The best counter of this machine."""
    try:
        return Instructions()
    except OSError:
        return ProcessorTime()


COUNTER: Final = counter()
TIMES_LARGER: Final = 4
"""Two doublings: linear work becomes 4 times as much, work that grows with the square 16 times."""
MAX_GROWTH: Final = 8.0
"""Half way between the two."""


class Growth(NamedTuple):
    """The work for one output of a page, and of a page that is four times as large."""

    family: str
    output: str
    small: float
    large: float

    @property
    def factor(self) -> float:
        """How many times as much work the larger page takes. Little work is all noise, so some is added to both."""
        return (self.large + COUNTER.noise) / (self.small + COUNTER.noise)


def growths(family: str, size: int) -> list[Growth]:
    """How the work for each output grows. The outputs share a document; suspects are measured again alone."""
    small, large = (_works(hostile_page(family, factor * size)) for factor in (1, TIMES_LARGER))
    found = [Growth(family, output, small[output], large[output]) for output in OUTPUTS]
    return [each if each.factor <= MAX_GROWTH else growth(family, each.output, size) for each in found]


def growth(family: str, output: str, size: int) -> Growth:
    """How the work for one output grows; the least of a few runs where the counter is not exact."""
    pages = [hostile_page(family, size), hostile_page(family, TIMES_LARGER * size)]
    small, large = (_work(OUTPUTS[output], page) for page in pages)
    found = Growth(family, output, small, large)
    for _ in range(COUNTER.repeats):
        if found.factor <= MAX_GROWTH:
            break
        small = max(small, _work(OUTPUTS[output], pages[0]))
        large = min(large, _work(OUTPUTS[output], pages[1]))
        found = Growth(family, output, small, large)
    return found


def _works(page: bytes) -> dict[str, float]:
    """The work for each output. Those that are parts of a document are counted on one, in their order here."""
    document = _document(page)
    shared = {output for output, (prepare, _) in OUTPUTS.items() if prepare in (_document, _with_shared_parts)}
    return {
        output: _count(each.work, document) if output in shared else _work(each, page)
        for output, each in OUTPUTS.items()
    }


def _work(output: Output, page: bytes) -> float:
    return _count(output.work, output.prepare(page))


def _count(work: Callable[[Any], object], prepared: object) -> float:
    """The work of a call, without the garbage collector: it walks the whole process."""
    gc.disable()
    try:
        return COUNTER.count(lambda: work(prepared))
    finally:
        gc.enable()
