"""Pages whose output would be many times as large as they are, if a format repeated or padded something."""

from collections.abc import Callable
from typing import Final

from helpers.script_payloads import WORDS

_STYLES: Final = "<b><i><s><ins><mark><kbd><sub>"
_LONG: Final = "http://e.org/" + "a" * 1_900


def _nested(opening: str, depth: int, inner: str) -> str:
    return opening * depth + inner


FAMILIES: Final[dict[str, Callable[[int], str]]] = {
    "wide row and many rows": lambda n: "<table><tr>" + "<td>x" * n + "<tr><td>x<td>y" * n + "</table>",
    "wide head and many rows": lambda n: "<table><tr>" + "<th>x" * n + "<tr><td>x<td>y" * n + "</table>",
    "cells over 1000 columns": lambda n: "<table><tr><th>a<th>b" + "<tr><td colspan=1000>x<td>y" * n + "</table>",
    "a row of cells over 1000 columns": lambda n: "<table><tr>" + "<th colspan=1000>x" * n + "<tr><td>y</table>",
    "cells over 1000 rows": lambda n: "<table><tr>" + "<td rowspan=1000>x" * 99 + "<tr><td>x<td>y" * n + "</table>",
    "cells over all": lambda n: "<table><tr><th>a<th>b" + "<tr><td colspan=99 rowspan=9>x<td>y" * n + "</table>",
    "many small tables": lambda n: "<table><tr><th colspan=1000>x<th>y<tr><td>x<td>y</table>" * n,
    "nested lists": lambda n: _nested("<ul><li>", 400, "<p>x" * n),
    "items in nested lists": lambda n: _STYLES + _nested("<ol start=99999999><li>", 400, "<li>x" * n),
    "nested quotes": lambda n: _nested("<blockquote>", 400, "<p>x" * n),
    "nested definitions": lambda n: _nested("<dl><dt>a<dd>", 400, "<p>x" * n),
    "empty lines of code in quotes": lambda n: _nested("<blockquote>", 30, "<p>x<pre>a" + "\n" * n + "b</pre>"),
    "lines of code in lists": lambda n: _nested("<ol><li value=99999999>", 30, "<p>x<pre>a" + "\nb" * n + "</pre>"),
    "many blocks of code in lists": lambda n: _nested("<ol><li value=9999999>", 30, "<p>x" + "<pre>a\nb</pre>" * n),
    "long base": lambda n: f"<base href='http://e.org/{'a' * 9_000}/'>" + "<p><a href=x>y</a> " * n,
    "fairly long base": lambda n: f"<base href='http://e.org/{'a' * 1_900}/'>" + "<p><a href=x>y</a> " * n,
    "fairly long base of images": lambda n: f"<base href='http://e.org/{'a' * 1_900}/'>" + "<p>x <img src=x>" * n,
    "one address around many runs": lambda n: f"<a href='{_LONG}'>" + "x<b>y</b>" * n,
    "one address around many images": lambda n: f"<a href='{_LONG}'>" + "x<img src=x>" * n,
    "one address around many lines": lambda n: f"<a href='{_LONG}'>" + "<p>x" * n,
    "quotes in addresses": lambda n: f"<a href='http://e.org/{chr(34) * 1_900}'>" + "x<b>y</b>" * n,
    "a very long address": lambda n: f"<p><a href='http://e.org/{'&' * 10 * n}'>x</a>",
    "styles around many runs": lambda n: "<p>" + _STYLES + "x<code>y</code>" * n,
    "signs": lambda n: "<p>" + "&lt;&amp;\"'*_`[]{}~\\" * n,
    "ampersands": lambda n: "<p>" + "& &lt;" * n,
    "control characters": lambda n: "<p>x " + "\x01" * n,
    "control characters in the title": lambda n: f"<title>x {chr(1) * n}</title><p>x",
    "control characters in facts": lambda n: (
        f"<meta property=og:title content='x {chr(1) * n}'><meta name=description content='x {chr(1) * n}'><p>x"
    ),
    "wide blanks": lambda n: "<p>" + "x\u3000" * n,
    "formulas": lambda n: "<p>MathJax " + "\\(x\\)y" * n,
    "displayed formulas": lambda n: _nested("<ul><li>", 20, "<p>MathJax " + "\\[x\\]y" * n),
    "displayed formulas in lines": lambda n: _nested("<ul><li>", 20, "MathJax " + "<p>\\[x\\]y\\[x\\]y\\[x\\]y" * n),
    "asterisks in formulas": lambda n: "<p>MathJax \\(" + "*<" * n + "\\)",
    "formulas between dollars": lambda n: "<p>MathJax inlineMath: [['$', '$']] " + "$x$y" * n,
    "mathematics": lambda n: "<p>x <math>" + "<mi>α</mi><mo>≤</mo>" * n + "</math>",
    "rules": lambda n: "<p>x<hr>" * n,
    "breaks": lambda n: _nested("<blockquote>", 30, "<p>" + "x<br>" * n),
    "images": lambda n: "<p>x" + "<img src=//a/b alt='\"'>" * n,
    "keywords": lambda n: _article("keywords", n),
    "authors": lambda n: _article("author", n),
    "footnotes": lambda n: (
        "".join(f"<p>x<a href=#n{i} id=r{i}>[{i}]</a>" for i in range(n))
        + "".join(f"<p id=n{i}>x<a href=#r{i}>^</a>" for i in range(n))
    ),
}


def _article(name: str, count: int) -> str:
    """Linked data with a list of names."""
    names = ",".join(f'"Ann B{number}"' for number in range(count))
    thing = f'{{"@type":"Article","headline":"x","{name}":[{names}]}}'
    return f"<script type=application/ld+json>{thing}</script><p>x"


def swelling_page(name: str, size: int) -> str:
    """A page of a family, with some text before it."""
    return f"<body><article><p>{WORDS * 3}</p>{FAMILIES[name](size)}</article></body>"
