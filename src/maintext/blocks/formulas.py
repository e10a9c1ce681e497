"""Formulas as LaTeX: from the source that typesetting scripts leave in the page, else from MathML.

KaTeX, MathJax and wikis have each formula several times: for display, for screen readers, and as source. One element
contains all of them, and that element is the formula.
"""

import re
from typing import Final

import numpy as np

from maintext.blocks.records import Inline, Math, Style, Text
from maintext.table import PageTable, tags

_TYPESETTERS: Final = re.compile(rb"katex|mathjax|mjx|mwe-math|math-container", re.IGNORECASE)
_MATH: Final = tags.code_of("math")
_TEX: Final = frozenset({"application/x-tex", "latex", "tex", "text/x-tex", "application/x-latex"})
_SCRIPT: Final = "math/tex"
_DEEPEST: Final = 60
_SCRIPTS: Final = (b"MathJax", b"mathjax", b"katex", b"KaTeX")
_DELIMITERS: Final = (b"\\(", b"\\[", b"$$")
_DELIMITED: Final = re.compile(r"\\\((.+?)\\\)|\\\[(.+?)\\\]|\$\$(.+?)\$\$")
_WRAPPED: Final = re.compile(r"\{\\(?:displaystyle|textstyle)\s*(.*)\}|\\(?:displaystyle|textstyle)\s+(.*)", re.DOTALL)
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


def script_formulas(table: PageTable, scripts: list[int]) -> list[int]:
    """The rows among ``scripts`` that contain a formula for MathJax."""
    return [row for row in scripts if table.attribute(row, "type").lower().startswith(_SCRIPT)]


def source_segments(table: PageTable, row: int) -> tuple[int, int]:
    """The range of segments that are the text of a formula: its LaTeX if the page has it, else its MathML."""
    math = int(np.argmax(table.tag[row : table.end[row]] == _MATH)) + row
    annotation = _annotation(table, math)
    chosen = math if annotation < 0 else annotation
    return int(table.segment_start[chosen]), int(table.segment_stop[chosen])


def latex_of(table: PageTable, row: int) -> str:
    """The LaTeX of a formula."""
    if table.tag[row] == tags.code_of("script"):
        return _tidy(table.inner_markup(row))
    math = int(np.argmax(table.tag[row : table.end[row]] == _MATH)) + row
    annotation = _annotation(table, math)
    if annotation >= 0:
        return _tidy(table.text_of(annotation))
    return _tidy(table.attributes(math).get("alttext", "")) or _tidy(_converted(table, math))


def is_typeset_by_script(table: PageTable, start: int, stop: int) -> bool:
    """Whether the text between two offsets has LaTeX that a script of the page turns into formulas."""
    text = table.encoded
    if text.find(b"\\", start, stop) < 0 and text.find(b"$", start, stop) < 0:
        return False
    has_delimiters = any(text.find(mark, start, stop) >= 0 for mark in _DELIMITERS)
    return has_delimiters and any(name in table.source for name in _SCRIPTS)


def with_formulas(inlines: list[Inline]) -> list[Inline]:
    """The inline records, with LaTeX between the delimiters of MathJax turned into formulas."""
    found: list[Inline] = []
    for inline in inlines:
        if not isinstance(inline, Text) or inline.style is not Style.PLAIN or inline.href:
            found.append(inline)
            continue
        pieces = _DELIMITED.split(inline.text)
        for number, piece in enumerate(pieces):
            if number % 4 == 0 and piece:
                found.append(Text(piece))
            elif number % 4 and piece:
                found.append(Math(_tidy(piece)))
    return found


def _annotation(table: PageTable, math: int) -> int:
    """The row of the annotation with the LaTeX source, -1 without one."""
    for row in range(math + 1, int(table.end[math])):
        is_annotation = table.tag[row] == tags.OTHER and table.characters[row] and table.name(row) == "annotation"
        if is_annotation and table.attributes(row).get("encoding", "").strip().lower() in _TEX:
            return row
    return -1


def _tidy(latex: str) -> str:
    latex = " ".join(latex.split())
    wrapped = _WRAPPED.fullmatch(latex)
    return (wrapped[1] or wrapped[2] or "").strip() if wrapped else latex


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
    latex = ""
    for part in filter(None, parts):
        latex += " " + part if re.search(r"\\[a-zA-Z]+$", latex) and part[0].isalnum() else part
    return latex


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
