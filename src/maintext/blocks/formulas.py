"""Formulas as LaTeX: from the source that typesetting scripts leave in the page, else from MathML.

KaTeX, MathJax and wikis have each formula several times: for display, for screen readers, and as source. One element
contains all of them, and that element is the formula.
"""

import re
from collections.abc import Iterator
from enum import Enum
from string import ascii_letters
from typing import Any, Final

import numpy as np

from maintext.blocks.latex_text import Displayed, tidy
from maintext.blocks.records import Break, Math, Text
from maintext.table import Mask, PageTable, tags

_TYPESETTERS: Final = re.compile(rb"katex|mathjax|mjx|mwe-math|math-container", re.IGNORECASE)
_MATH: Final = tags.code_of("math")
_TEX: Final = frozenset({"application/x-tex", "latex", "tex", "text/x-tex", "application/x-latex"})
_DEEPEST: Final = 60
_DISPLAYED: Final = re.compile(rb"katex-display|mathjax_display|mjx-display|math-display|display=\"true", re.IGNORECASE)
_SYMBOLS: Final = {
    "×": r"\times", "÷": r"\div", "±": r"\pm", "∓": r"\mp", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx",
    "∞": r"\infty", "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∂": r"\partial", "∇": r"\nabla", "√": r"\surd",
    "→": r"\to", "←": r"\leftarrow", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "∈": r"\in", "∉": r"\notin",
    "⊂": r"\subset", "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap", "∅": r"\emptyset", "∀": r"\forall", "∃": r"\exists",
    "¬": r"\neg", "∧": r"\wedge", "∨": r"\vee", "⋅": r"\cdot", "·": r"\cdot", "…": r"\dots", "⋯": r"\cdots", "−": "-",
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "ϵ": r"\epsilon", "ζ": r"\zeta",
    "η": r"\eta", "θ": r"\theta", "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "ν": r"\nu", "ξ": r"\xi",
    "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "υ": r"\upsilon", "φ": r"\varphi", "ϕ": r"\phi",
    "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda",
    "Ξ": r"\Xi", "Π": r"\Pi", "Σ": r"\Sigma", "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega", "ℝ": r"\mathbb{R}",
    "ℕ": r"\mathbb{N}", "ℤ": r"\mathbb{Z}", "ℚ": r"\mathbb{Q}", "ℂ": r"\mathbb{C}", "ℏ": r"\hbar", "∘": r"\circ",
    "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "_": r"\_", "\u2061": "", "\u2062": "", "\u2063": "",
}  # fmt: skip
_TWO_PARTS: Final = {
    "mfrac": r"\frac{%s}{%s}", "msup": "%s^{%s}", "msub": "%s_{%s}", "munder": r"\underset{%s}{%s}",
    "mover": r"\overset{%s}{%s}", "mroot": r"\sqrt[%s]{%s}",
}  # fmt: skip
_SWAPPED: Final = frozenset({"munder", "mover", "mroot"})
_LIMITS: Final = (r"\sum", r"\prod", r"\int", r"\lim", "lim", "max", "min", r"\bigcup", r"\bigcap")
_NAMES: Final = frozenset("sin cos tan log ln exp lim max min sup inf det arg deg gcd sinh cosh tanh".split())


class _Tail(Enum):
    """What LaTeX ends with: a command, a backslash that letters would make one, or anything else."""

    TEXT = 0
    BACKSLASH = 1
    COMMAND = 2


def formula_rows(table: PageTable) -> list[int]:
    """The rows of the formulas: for each the outermost element that contains nothing else."""
    rows: list[int] = []
    for row in np.flatnonzero(table.tag == _MATH).tolist():
        outermost = row
        around = int(table.parent[row])
        for _ in range(4):
            if around < 0 or not _TYPESETTERS.search(
                table.source, int(table.open_start[around]), int(table.open_end[around])
            ):
                break
            outermost, around = around, int(table.parent[around])
        if not rows or outermost >= table.end[rows[-1]]:
            rows.append(outermost)
    return rows


def source_segments(table: PageTable, row: int) -> tuple[int, int]:
    """The range of segments that are the text of a formula: its LaTeX if the page has it, else its MathML."""
    math = int(np.argmax(table.tag[row : table.end[row]] == _MATH)) + row
    annotation = _annotation(table, math)
    chosen = math if annotation < 0 else annotation
    return int(table.segment_start[chosen]), int(table.segment_stop[chosen])


def typeset_segments(table: PageTable, keep: Mask) -> Iterator[int]:
    """The segments around the source of each formula, which are not selected: what a browser shows instead of it."""
    for row in formula_rows(table):
        own = table.segments_of(row)
        if keep[own.start : own.stop].any():
            first, last = source_segments(table, row)
            yield from (each for each in own if not (first <= each < last or keep.item(each)))


def latex_of(table: PageTable, row: int) -> str:
    """The LaTeX of a formula."""
    if table.tag[row] == tags.code_of("script"):
        return tidy(table.inner_markup(row))
    math = int(np.argmax(table.tag[row : table.end[row]] == _MATH)) + row
    annotation = _annotation(table, math)
    if annotation >= 0:
        return tidy(table.text_of(annotation))
    return tidy(table.attributes(math).get("alttext", "")) or tidy(_converted(table, math))


def is_displayed(table: PageTable, row: int) -> bool:
    """Whether a formula is shown on a line of its own."""
    if table.tag[row] == tags.code_of("script"):
        return "mode=display" in table.attribute(row, "type").replace(" ", "").lower()
    math = int(np.argmax(table.tag[row : table.end[row]] == _MATH)) + row
    around = max(int(table.parent[row]), 0)
    start = table.source[int(table.open_start[around]) : int(table.open_end[around])]
    return table.attribute(math, "display").strip().lower() == "block" or _DISPLAYED.search(start) is not None


def in_line(inlines: list[Any]) -> list[Any]:
    """The inline records with displayed formulas as formulas in the line, for places that have no blocks."""
    return [Math(inline.latex) if type(inline) is Displayed else inline for inline in inlines]


def split_at_displayed(inlines: list[Any]) -> list[list[Any]]:
    """The inline records of a paragraph in parts; each displayed formula is a part of its own."""
    parts: list[list[Any]] = [[]]
    for inline in inlines:
        if type(inline) is Displayed:
            parts += [[inline], []]
        else:
            parts[-1].append(inline)
    return [part for part in map(_without_blank_ends, parts) if part]


def _without_blank_ends(part: list[Any]) -> list[Any]:
    """The records without line breaks and blanks at the ends."""
    start, stop = 0, len(part)
    while start < stop and _is_blank(part[start]):
        start += 1
    while stop > start and _is_blank(part[stop - 1]):
        stop -= 1
    part = part[start:stop]
    if part and isinstance(part[0], Text):
        part[0] = Text(part[0].text.lstrip(), part[0].style, part[0].href)
    if part and isinstance(part[-1], Text):
        part[-1] = Text(part[-1].text.rstrip(), part[-1].style, part[-1].href)
    return part


def _is_blank(inline: Any) -> bool:
    return isinstance(inline, Break) or (isinstance(inline, Text) and not inline.text.strip())


def _annotation(table: PageTable, math: int) -> int:
    """The row of the annotation with the LaTeX source, -1 without one."""
    for row in range(math + 1, int(table.end[math])):
        is_annotation = table.tag[row] == tags.OTHER and table.characters[row] and table.name(row) == "annotation"
        if is_annotation and table.attributes(row).get("encoding", "").strip().lower() in _TEX:
            return row
    return -1


def _converted(table: PageTable, row: int, depth: int = 0) -> str:
    """MathML as LaTeX."""
    name = table.name(row)
    inner = _children(table, row)
    if not inner or depth > _DEEPEST:
        return _leaf(name, table.text_of(row))
    parts = [_converted(table, each, depth + 1) for each in inner if not table.name(each).startswith("annotation")]
    if (name in _TWO_PARTS and len(parts) == 2) or (name in ("msubsup", "munderover") and len(parts) == 3):
        return _scripted(name, *parts)
    if name == "msqrt":
        return rf"\sqrt{{{_joined(parts)}}}"
    if name == "mtable":
        return r"\begin{matrix}" + r" \\ ".join(parts) + r"\end{matrix}"
    return " & ".join(parts) if name in ("mtr", "mlabeledtr") else _joined(parts)


def _scripted(name: str, first: str, second: str, third: str = "") -> str:
    if third:
        return f"{_grouped(first)}_{{{second}}}^{{{third}}}"
    if name in ("munder", "mover") and first.startswith(_LIMITS):
        return f"{first}{'_' if name == 'munder' else '^'}{{{second}}}"
    if name in ("msup", "msub"):
        first = _grouped(first)
    return _TWO_PARTS[name] % ((second, first) if name in _SWAPPED else (first, second))


def _grouped(latex: str) -> str:
    """A base in braces, unless it is one character or one command."""
    return latex if len(latex) <= 1 or re.fullmatch(r"\\[a-zA-Z]+", latex) else f"{{{latex}}}"


def _joined(parts: list[str]) -> str:
    """The parts joined, with a blank where a command would run into letters."""
    written: list[str] = []
    state = _Tail.TEXT
    for part in filter(None, parts):
        if state is _Tail.COMMAND and part[0].isalnum():
            written.append(" ")
            state = _Tail.TEXT
        written.append(part)
        state = _tail(part, state)
    return "".join(written)


def _tail(part: str, before: _Tail) -> _Tail:
    """What LaTeX ends with after a part is added to it."""
    start = len(part.rstrip(ascii_letters))
    if start == 0:
        return _Tail.TEXT if before is _Tail.TEXT else _Tail.COMMAND
    if part[start - 1] != "\\":
        return _Tail.TEXT
    return _Tail.COMMAND if start < len(part) else _Tail.BACKSLASH


def _leaf(name: str, text: str) -> str:
    if name == "mtext":
        return rf"\text{{{text}}}" if text else r"\ "
    if name == "mspace":
        return r"\ "
    if text in _NAMES:
        return f"\\{text}"
    if name == "mi" and len(text) > 1 and text.isalpha() and text.isascii():
        return rf"\mathrm{{{text}}}"
    return _joined([_SYMBOLS.get(character, character) for character in text])


def _children(table: PageTable, row: int) -> list[int]:
    children = []
    inner, end = row + 1, int(table.end[row])
    while inner < end:
        children.append(inner)
        inner = int(table.end[inner])
    return children
