r"""LaTeX in the text of a page that a script of the page would typeset.

Scripts look for ``\(x\)``, ``\[x\]``, ``$$x$$`` and ``\begin{align}`` and, where the page tells them to, for ``$x$``.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any, Final

from maintext.blocks.records import Math, Style, Text

_DOLLARS: Final = re.compile(
    rb"inlineMath\W{1,8}\[\s{0,20}\[\s{0,20}['\"]\$['\"]|left['\"]?\s{0,5}:\s{0,5}['\"]\$['\"]|"
    rb"inlineMath[^;]{0,200}?\[\s{0,20}['\"]\$['\"]"
)
_ENVIRONMENT: Final = re.compile(r"\\begin\{([a-zA-Z]{1,20}\*?)\}")
_ENVIRONMENT_END: Final = re.compile(r"\\end\{[a-zA-Z]{1,20}\*?\}")
_MAX_LENGTH: Final = 4_000
"""Characters of a formula."""
_MIN_PER_INLINE: Final = 6
_MIN_PER_DISPLAYED: Final = 24
"""Characters of a text for each formula in it, above which the rest is left as it is: real formulas need more."""


@dataclass(frozen=True, slots=True)
class Displayed:
    """A formula that is shown on a line of its own, while the lines around it are collected."""

    latex: str


@dataclass(frozen=True, slots=True)
class Delimiters:
    """The signs between which the scripts of a page find formulas."""

    has_dollars: bool

    def with_formulas(self, inlines: list[Any]) -> list[Any]:
        """The inline records, with the LaTeX in plain text turned into formulas."""
        found: list[Any] = []
        for inline in inlines:
            if isinstance(inline, Text) and inline.style is Style.PLAIN and not inline.href:
                found += self._pieces(inline.text)
            else:
                found.append(inline)
        return found

    def _pieces(self, text: str) -> list[Any]:
        """A text as texts and formulas."""
        found: list[Any] = []
        written = at = 0
        ends = _Ends(text)
        left = {False: len(text) // _MIN_PER_INLINE + 2, True: len(text) // _MIN_PER_DISPLAYED + 2}
        while (at := self._next_mark(text, at)) >= 0:
            begin, end, is_displayed = self._pair_at(text, at)
            if not left[is_displayed]:
                break
            stop = ends.next(end, at + len(begin))
            if stop < 0 or not _is_formula(text, begin, at, stop):
                at += len(begin)
                continue
            if at > written:
                found.append(Text(text[written:at]))
            is_environment = begin.startswith("\\begin")
            latex = tidy(text[at : stop + len(end)] if is_environment else text[at + len(begin) : stop])
            found.append(Displayed(latex) if is_displayed else Math(latex))
            left[is_displayed] -= 1
            written = at = stop + len(end)
        if written < len(text):
            found.append(Text(text[written:]))
        return found

    def _next_mark(self, text: str, at: int) -> int:
        while at < len(text):
            if text[at] == "$" or (text[at] == "\\" and text[at + 1 : at + 2] in ("(", "[", "b", "$")):
                return at
            at += 1
        return -1

    def _pair_at(self, text: str, at: int) -> tuple[str, str, bool]:
        """The delimiter at an offset, the one that ends it, and whether the formula is displayed between lines."""
        if text.startswith("$$", at):
            return "$$", "$$", True
        if text[at] == "$":
            return ("$", "$", False) if self.has_dollars else ("$", "", False)
        if text.startswith("\\(", at):
            return "\\(", "\\)", False
        if text.startswith("\\[", at):
            return "\\[", "\\]", True
        named = _ENVIRONMENT.match(text, at)
        return (named[0], f"\\end{{{named[1]}}}", True) if named else ("\\$", "", False)


class _Ends:
    """Where the delimiters of a text are that end a formula; nothing is read twice."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[str, int] = {}
        self._environments: dict[str, list[int]] | None = None

    def next(self, end: str, start: int) -> int:
        """The offset of the next delimiter ``end``, -1 without one. Later calls have later starts."""
        if not end:
            return -1
        if end.startswith("\\end"):
            return self._end_of_environment(end, start)
        known = self._known.get(end)
        if known is None or 0 <= known < start:
            known = self._known[end] = self._text.find(end, start)
        return known

    def _end_of_environment(self, end: str, start: int) -> int:
        """The same for environments. All are found at once, for there may be thousands of names."""
        if self._environments is None:
            self._environments = {}
            for found in _ENVIRONMENT_END.finditer(self._text):
                self._environments.setdefault(found[0], []).append(found.start())
        offsets = self._environments.get(end, [])
        place = bisect_left(offsets, start)
        return offsets[place] if place < len(offsets) else -1


def _is_formula(text: str, begin: str, at: int, stop: int) -> bool:
    """Whether a text between two delimiters is a formula; between two dollar signs it may be a price."""
    start = at + len(begin)
    if stop - start > _MAX_LENGTH or not text[start:stop].strip():
        return False
    has_blank_end = text[start].isspace() or text[stop - 1].isspace()
    return begin != "$" or (not has_blank_end and not text[stop + 1 : stop + 2].isdigit())


def looks_for_dollars(source: bytes) -> bool:
    """Whether a page tells its scripts to look for formulas between single dollar signs."""
    return _DOLLARS.search(source) is not None


_WRAPPED: Final = re.compile(r"\{\\(?:displaystyle|textstyle)\s*(.*)\}|\\(?:displaystyle|textstyle)\s+(.*)", re.DOTALL)


def tidy(latex: str) -> str:
    """LaTeX on one line, without the command around it that only sets the size."""
    latex = " ".join(latex.split())
    wrapped = _WRAPPED.fullmatch(latex)
    return (wrapped[1] or wrapped[2] or "").strip() if wrapped else latex
