"""Families of hostile pages that grow: each is a way to make some step work on the same bytes again and again."""

from collections.abc import Callable
from typing import Final

from helpers.script_payloads import WORDS
from helpers.swelling_pages import FAMILIES as SWELLING
from maintext.table import tags

Make = Callable[[int], str]
_ARTICLE: Final = '"@type":"NewsArticle","headline":"The ferry is back"'


def _linked(data: str) -> str:
    return f"<script type=application/ld+json>{data}</script><p>x"


def _style(rules: str) -> str:
    return f"<style>{rules}</style><p class=a>x"


def _numbered(form: str) -> Make:
    return lambda n: "".join(form.replace("#", str(number)) for number in range(n))


MARKDOWN: Final[dict[str, Make]] = {
    "hyphens": lambda n: "<p>" + "-" * n + "x",
    "equals signs": lambda n: "<p>" + "=" * n + "x",
    "hash signs": lambda n: "<p>" + "#" * n,
    "colons": lambda n: "<p>|" + ":" * n + "x",
    "delimiters of tables": lambda n: "<p>" + "|:-" * n + " more text",
    "blanks in delimiters": lambda n: "<p>|" + "\u3000-" * n + "x",
    "digits": lambda n: "<p>" + "1" * n,
    "backticks": lambda n: "<p>" + "`" * n,
    "runs of backticks": lambda n: "<p><code>a" + "` `` " * n + "</code>",
    "brackets": lambda n: "<p>" + "[" * n,
    "backslashes": lambda n: "<p>" + "\\" * n,
    "underscores": lambda n: "<p>" + "a_" * n,
    "ampersands": lambda n: "<p>" + "&a&#1" * n,
    "half references": lambda n: "<p>" + "&" + "a" * n,
    "references in addresses": lambda n: "<p>" + "<a href='/?" + "&a" * 600 + "'>x</a> " * (n // 200),
    "exclamation marks": lambda n: "<p>" + "!" * n + "<a href=/x>y</a>",
    "punctuation in emphasis": lambda n: "<p>a<b>" + "." * n + "</b>b",
    "many emphases": lambda n: "<p>" + "<b>a</b><i>b</i>" * n,
    "blanks in links": lambda n: "<p><a href=/x>" + "&nbsp;" * n + "</a>",
    "line breaks": lambda n: "<p>" + "-<br>" * n,
    "footnote labels": lambda n: "<p>" + "<sup><a href=#a id=b>1</a></sup>" * n,
}
FORMULAS: Final[dict[str, Make]] = {
    "open formulas": lambda n: "<script src=MathJax.js></script><p>" + "\\(" * n,
    "open displayed formulas": lambda n: "<script src=MathJax.js></script><p>" + "\\[" * n,
    "empty formulas": lambda n: "<script src=MathJax.js></script><p>" + "\\(\\)" * n,
    "long formulas": lambda n: "<script src=MathJax.js></script><p>" + "\\(" * n + "\\)",
    "environments": _numbered("MathJax \\begin{a#}"),
    "environments of many names": lambda n: "<p>MathJax " + "".join(f"\\begin{{{_name(i)}}}" for i in range(n)),
    "environments that end": lambda n: (
        "<p>MathJax "
        + "".join(f"\\begin{{{_name(i)}}}" for i in range(n))
        + "".join(f"\\end{{{_name(i)}}}" for i in range(n))
    ),
    "dollars": lambda n: "<script>MathJax inlineMath: [['$','$']]</script><p>" + "$ " * n,
    "double dollars": lambda n: "<script src=MathJax.js></script><p>" + "$$a" * n,
    "digits of a number": lambda n: "<p>x <math><mn>" + "1" * n + "</mn></math>",
    "letters of a name": lambda n: "<p>x <math><mi>" + "é" * n + "</mi></math>",
    "commands of a name": lambda n: "<p>x <math><mi>" + "α" * n + "</mi></math>",
    "many names": lambda n: "<p>x <math>" + "<mi>x</mi>" * n + "</math>",
    "nested names": lambda n: "<p>x <math>" + "<mi>" * n + "x</math>",
    "nested formulas": lambda n: "<p>x " + "<math>" * n + "x",
    "nested rows": lambda n: "<p>x <math>" + "<mrow>" * n + "x</math>",
    "nested roots": lambda n: "<p>x <math>" + "<msqrt><mi>x</mi>" * n + "</math>",
    "many formulas": lambda n: "<p>x " + "<math><mi>x</mi></math>" * n,
    "formulas of typesetters": lambda n: "<span class=katex>" * n + "<p>x <math><mi>x</mi></math>",
    "annotations": lambda n: "<p>x <math>" + "<annotation encoding=x>y</annotation>" * n + "</math>",
    "sizes in formulas": lambda n: "<p><script type=math/tex>" + "{\\displaystyle " * n + "</script>",
}
MARKUP: Final[dict[str, Make]] = {
    "unclosed tags": lambda n: "<p>" + "<b" * n,
    "lone angle brackets": lambda n: "<p>" + "< " * n,
    "end tags": lambda n: "<p>x" + "</b>" * n,
    "end tags of open elements": lambda n: "<div>" * (n // 2) + "</p>" * (n // 2),
    "unclosed comments": lambda n: "<p>x" + "<!--" * n,
    "short comments": lambda n: "<p>x" + "<!-->" * n,
    "unclosed attributes": lambda n: "<p>" + "<a b='" * n,
    "unclosed scripts": lambda n: "<p>x<script>" + "<!--<script>" * n,
    "unclosed titles": lambda n: "<p>x" + "<title>" * n,
    "unclosed text areas": lambda n: "<p>x" + "<textarea>" * n,
    "processing instructions": lambda n: "<p>x" + "<?a" * n,
    "character data": lambda n: "<p>x<svg>" + "<![CDATA[" * n,
    "null characters": lambda n: "<p>x" + "\0" * n,
    "entities": lambda n: "<p>" + "&amp;&lt;&nbsp;&notin" * n,
    "long entity": lambda n: "<p>&" + "a" * n + ";",
    "long numeric reference": lambda n: "<p>&#" + "1" * n + ";",
    "many attributes": _numbered("<p a#=1>x"),
    "attributes of one tag": lambda n: "<p " + " ".join(f"a{i}=1" for i in range(n)) + ">x",
    "one attribute again": lambda n: "<p " + "a=1 " * n + ">x",
    "long attribute": lambda n: "<p title='" + "a" * n + "'>x",
    "long class": lambda n: "<p class='" + "a " * n + "'>x",
    "many classes": lambda n: "<p class='" + " ".join(f"c{i}" for i in range(n)) + "'>x",
    "long identifier": lambda n: "<p id='" + "a" * n + "'>x",
    "long identifier of a container": lambda n: "<div id=" + "a" * 40 * n + ">" + "<p>It rained." * n,
    "unclosed formatting": lambda n: "<p>" + "<b><i><p>x" * n,
    "formatting with attributes": _numbered("<b id=#><p>x"),
    "links in links": lambda n: "<a href=/x><b>" * n + "x",
    "nobr in tables": lambda n: "<table><tr><td>" + "<nobr>x<table>" * n,
    "text in tables": lambda n: "<table>" + "x<tr>" * n,
    "nested tables": lambda n: "<table><tr><td>" * n + "x",
    "rows of a table": lambda n: "<table>" + "<tr><td>a<td>b" * n,
    "cells of a row": lambda n: "<table><tr><th>a<th>b<tr>" + "<td>a" * n,
    "spanning cells": lambda n: "<table>" + "<tr><td colspan=1000 rowspan=1000>a<td>b" * n,
    "nested lists": lambda n: "<ul><li>" * n + "x",
    "items of nested lists": lambda n: "<ul><li>x" * n,
    "nested quotes": lambda n: "<blockquote><p>x" * n,
    "nested definitions": lambda n: "<dl><dt>a<dd>b" * n,
    "nested figures": lambda n: "<figure><img src=a.png><figcaption>b" * n,
    "figures of many images": lambda n: "<figure>" + "<img src=a.png>" * n + "<figcaption>b</figure>",
    "images in pictures": lambda n: "<p>x<picture>" + "<source srcset=','>" * n + "<img>" * n,
    "nested details": lambda n: "<details><summary>a</summary>b" * n,
    "nested noscript": lambda n: "<noscript>" * n + "x",
    "many noscript": lambda n: "<noscript>more words than scripts have</noscript>" * n,
    "images in noscript": lambda n: "<p>x<noscript>" + "<!--<img " * n + "</noscript>",
    "nested posts": lambda n: "<div class=comment><a class=author href=/u>Ann</a><p>It rained." * n,
    "many posts": lambda n: (
        "<div class=post id=p1><a class=author href=/u/a>Ann</a><time>2024-05-01</time><p>It rained.</p></div>" * n
    ),
    "posts that answer each other": _numbered(
        "<div class=comment id=c#><a class=author href=/u/#>Ann #</a> replied to <a href=#c0>Ben</a><p>It rained."
        "</p></div>"
    ),
    "nested articles": lambda n: "<article><h2>a</h2><p>b" * n,
    "headings": lambda n: "<h1>a</h1>" * n,
    "abbreviations": lambda n: "<p>" + "<abbr title='World Trade'>WT</abbr> " * n,
    "ruby": lambda n: "<p>" + "<ruby>漢<rt>a</ruby>" * n,
    "embeds": lambda n: "<p>x" + "<iframe src=//e.org/video></iframe>" * n,
    "lines of code": lambda n: "<pre>" + "\n1" * n + "</pre>",
    "lines of numbered code": lambda n: "<table><tr><td class=gutter><pre>" + "1\n" * n + "<td><pre>" + "a\n" * n,
    "numbers of code": lambda n: "<div class=linenos>" + "1 |" * n + "x</div><pre>x</pre>",
    "spans of code": lambda n: "<pre>" + "<span>a</span>" * n,
    "copies of a text": lambda n: f"<p>{WORDS}</p>" * n,
    "copies for screens": lambda n: "<div class=mobile><p>It rained all day.</p></div>" * n,
    "blanks": lambda n: "<p>x" + " \n" * n + "y",
    "no-break spaces": lambda n: "<p>x" + "&nbsp;" * n + "y",
    "long word": lambda n: "<p>" + "a" * n,
    "long number": lambda n: "<p>" + "2024" * n,
    "wide characters": lambda n: "<p>" + "天" * n,
    "combining marks": lambda n: "<p>a" + "\u0301" * n,
    "invisible characters": lambda n: "<p>a" + "\u200b\u2060\U000e0041" * n,
    "directions": lambda n: "<p>a" + "\u202e\u2066" * n,
    "callouts": lambda n: "<div class='admonition note'><p class=admonition-title>Note<p>x</div>" * n,
    "long class of a callout": lambda n: "<div class='" + "callout-" * n + "'><p>x</div>",
    "aligned cells": lambda n: "<table><tr><td style='text-align" + " " * n + "x'>a<td>b<tr><td>c<td>d</table>",
    "hidden style of a frame": lambda n: "<p>x<iframe src=//e.org/video style='" + "display " * n + "'></iframe>",
    "templates": lambda n: "<template>" * n + "x",
    "selects": lambda n: "<select><option>a" * n,
    "svg": lambda n: "<svg><desc>" * n + "x",
    "frames": lambda n: "<frameset>" * n,
    "forms": lambda n: "<form><p>x" * n,
    "base": lambda n: "<base href=/a>" * n + "<p><a href=b>x</a>",
    "long base": lambda n: "<base href='/" + "a/" * n + "'><p><a href=b>x</a>",
    "dots in addresses": lambda n: "<p><a href='/" + "../" * n + "'>x</a>",
    "schemes of addresses": lambda n: "<p><a href='" + "a+" * n + "'>x</a>",
    "percents in addresses": lambda n: "<p><a href='http://e.org/" + "%25" * n + "'>x</a>",
    "references in an address": lambda n: "<p><a href='http://e.org/" + "&amp;" * n + "'>x</a>",
    "set of commas": lambda n: "<p>x <img srcset='" + "," * n + "'> y",
    "set of blanks": lambda n: "<p>x <img srcset='" + " " * n + "'> y",
    "set of blanks after an address": lambda n: "<p>x <img srcset='a" + " " * n + "b'> y",
    "set of sizes": lambda n: "<p>x <img srcset='a " + "1" * n + "'> y",
    "set of addresses": lambda n: "<p>x <img srcset='" + "a.png 1x, " * n + "'> y",
    "lazy address": lambda n: "<p>x <img data-src='" + "a" * n + "'> y",
    "spacers": lambda n: "<p>x <img src='" + "/spacer" * n + "'> y",
}
STYLES: Final[dict[str, Make]] = {
    "style rules": _numbered(".c#{display:none}"),
    "nested style rules": lambda n: "@media print{" * n,
    "unclosed style comments": lambda n: "/*" * n,
    "style of braces": lambda n: "{" * n,
    "style of semicolons": lambda n: "a{" + ";" * n,
    "long selector": lambda n: "a" + ".b" * n + "{display:none}",
    "many selectors": lambda n: ",".join(f".c{i}" for i in range(n)) + "{display:none}",
    "descendants": lambda n: "div " * n + "{display:none}",
    "escapes in selectors": lambda n: "." + "\\" * n + "{display:none}",
    "media features": lambda n: "@media " + "(min-width: " * n + "{a{display:none}}",
    "style strings": lambda n: 'a{content:"' * n,
    "style variables": lambda n: "".join(f".a{{--v{i}:var(--v{i + 1})}}" for i in range(n)) + ".a{display:var(--v0)}",
    "one class in many rules": lambda n: ".a{color:red}" * n + ".a{display:none}",
}
HIDDEN: Final[dict[str, Make]] = {
    "hidden elements": lambda n: "<div hidden>It rained.</div><p>x" * n,
    "nested hidden elements": lambda n: "<div hidden>It rained." * n,
    "hidden by class": lambda n: _style(".a{display:none}" + "</style>" + "<p class=a>It rained.<p>x" * n),
    "hidden by many classes": lambda n: (
        _style("".join(f".c{i}{{display:none}}" for i in range(n))) + "".join(f"<p class=c{i}>x" for i in range(n))
    ),
    "hidden by style": lambda n: "<p style='" + "display:none;" * n + "'>x<p>y",
    "long style": lambda n: "<p style='" + "color:red;" * n + "'>x<p>y",
    "lengths": lambda n: "<p style='text-indent:" + "1" * n + "'>x<p>y",
    "colours": lambda n: "<p style='color:rgb(" + "1," * n + "'>x<p>y",
    "shifts": lambda n: "<p style='transform:" + "translate(" * n + "'>x<p>y",
    "labels in a cell": lambda n: "<table><tr><td>" + "<span class=sr-only>a</span>" * n + "<td>1</table>",
    "labels of numbers": lambda n: "<p>" + "<span class=sr-only>votes</span> 1 " * n,
    "openable panels": _numbered("<button aria-controls=p#>a</button><div id=p# hidden>It rained.</div><p>x"),
}
FACTS: Final[dict[str, Make]] = {
    "broken linked data of lines": lambda n: _linked("{" + _ARTICLE + "\n" * n),
    "broken linked data of blanks": lambda n: _linked("{" + _ARTICLE + "," + " " * n + "x"),
    "broken linked data of pairs": lambda n: _linked("{" + '"a":"b",' * n + "x"),
    "broken linked data of authors": lambda n: _linked("{" + '"author":{"a":"b",' * n + "x"),
    "broken linked data of quotes": lambda n: _linked('{"a":' + '"' * n),
    "broken linked data of backslashes": lambda n: _linked('{"headline":"' + "\\" * n),
    "broken linked data of comments": lambda n: _linked("{" + "/*" * n),
    "broken linked data of slashes": lambda n: _linked("{" + "\n //" * n),
    "broken linked data of commas": lambda n: _linked("{" + "," * n),
    "broken linked data of commas and blanks": lambda n: _linked("[" + ", " * n),
    "objects in a row": lambda n: _linked("{}" * n),
    "nested linked data": lambda n: _linked('{"a":' * n + "1" + "}" * n),
    "nested lists of linked data": lambda n: _linked("[" * n + "]" * n),
    "graph": lambda n: _linked('{"@graph":[' + ",".join(f'{{{_ARTICLE},"@id":"{i}"}}' for i in range(n)) + "]}"),
    "linked data that refers": lambda n: _linked(
        '{"@graph":[' + ",".join(f'{{"@id":"{i}","author":{{"@id":"{i + 1}"}},{_ARTICLE}}}' for i in range(n)) + "]}"
    ),
    "many scripts of linked data": lambda n: f"<script type=application/ld+json>{{{_ARTICLE}}}</script>" * n + "<p>x",
    "linked article": lambda n: _linked("{" + _ARTICLE + ',"articleBody":"' + "It rained. " * n + '"}'),
    "linked article of markup": lambda n: _linked("{" + _ARTICLE + ',"articleBody":"' + "<p>It rained." * n + '"}'),
    "wrapped linked data": lambda n: _linked("//" + " " * n + "x"),
    "end of wrapped linked data": lambda n: _linked("{}" + "//" * n + "; " * n + "x"),
    "half surrogates": lambda n: _linked("{" + '"headline":"' + "\\ud800" * n + '"}'),
    "microdata": lambda n: "<div itemscope itemtype=http://schema.org/Article><span itemprop=name>x</span>" * n,
    "meta elements": lambda n: "<meta name=author content='Ann Smith'>" * n + "<p>x",
    "meta elements of many names": _numbered("<meta name=n# content=x>"),
    "meta of dates": lambda n: "<meta name='" + "date" * n + "' content=x><p>x",
    "meta of keywords": lambda n: "<meta name=keywords content='" + "a," * n + "'><p>x",
    "long title": lambda n: "<title>" + "a" * n + "</title><p>x",
    "title of separators": lambda n: "<title>" + " | " * n + "</title><p>x",
    "title of blanks": lambda n: "<title>a" + "\u3000" * n + "b</title><h1>a</h1><p>x",
    "title of hyphens": lambda n: "<title>天" + "-" * n + "b</title><p>x",
    "language": lambda n: "<html lang='" + "aa-" * n + "'><p>x",
    "bylines": lambda n: "<h1>The ferry is back</h1>" + "<p class=byline>By Ann Smith" * n,
    "long byline": lambda n: "<h1>The ferry is back</h1><p class=byline>By " + "Ann " * n,
    "byline of verbs": lambda n: "<h1>The ferry is back</h1><p class=byline>" + "written posted " * n,
    "byline of commas": lambda n: "<h1>The ferry is back</h1><p class=byline>By Ann Smith" + ", a" * n,
    "byline of blanks": lambda n: "<h1>The ferry is back</h1><p class=byline>By Ann" + "&nbsp;" * n + "Smith",
    "bylines of verbs": lambda n: "<h1>The ferry is back</h1>" + f"<p class=byline>{'text ' * 29}" * (n // 100),
    "authors of verbs": lambda n: "<h1>The ferry is back</h1>" + f"<p class=author>{'text ' * 58}" * (n // 100),
    "authors of offices": lambda n: (
        f"<meta name=author content={'報導' * 60}x><h1>天天天</h1>" + f"<p class=author>{'報導' * 60}x" * (n // 100)
    ),
    "author of verbs": lambda n: f"<meta name=author content='{'text ' * 58}'><p>" + "x" * n,
    "linked author of verbs": lambda n: _linked(f'{{{_ARTICLE},"author":"{"text " * 58}"}}') + "x" * n,
    "authors": lambda n: "<h1>The ferry is back</h1>" + "<a rel=author href=/a>Ann Smith</a> " * n,
    "authors in scripts": lambda n: "<script>" + '"author":{"name":' * n + "</script><p>x",
    "dates": lambda n: "<h1>The ferry is back</h1>" + "<p>2024-05-01" * n,
    "dates of one line": lambda n: "<h1>The ferry is back</h1><p>" + "1 May 2024 " * n,
    "times": lambda n: "<h1>The ferry is back</h1>" + "<time datetime=2024-05-01>x</time>" * n,
    "slashed dates": lambda n: "<h1>The ferry is back</h1><p>" + "1/2/" * n,
    "months": lambda n: "<h1>The ferry is back</h1><p>" + "May " * n,
    "digits near the headline": lambda n: "<h1>The ferry is back</h1><p>" + "20" * n,
    "dates in scripts": lambda n: "<script>" + '"datePublished":' * n + "</script><p>x",
    "variables in scripts": lambda n: "<script>" + "var ct = " * n + "</script><p>x",
    "blanks after var": lambda n: "<script>" + "var" + " " * n + "</script><p>x",
    "script data": lambda n: "<script>window.__INITIAL_STATE__=" + '{"a":' * n + "</script>",
    "script data of quotes": lambda n: "<script id=__NEXT_DATA__ type=application/json>" + "'" * n + "</script>",
    "script data of strings": lambda n: (
        '<script id=__NEXT_DATA__ type=application/json>{"body":"' + f'{WORDS}","b":"' * n + '"}</script>'
    ),
    "script data of backslashes": lambda n: "<script>self.__next_f.push([1,\"" + "\\" * n + '"])</script>',
    "chunks of script data": lambda n: '<script>self.__next_f.push([1,"1:T3e8,' + WORDS + '"])</script>' * n,
    "script data of tags": lambda n: (
        '<script id=__NEXT_DATA__ type=application/json>{"body":"' + WORDS * 9 + "<a" * n + '"}</script>'
    ),
    "loading": lambda n: "<p>" + "Loading..." * n,
    "list of links": _numbered("<li><a href=/news/2024/05/#-the-ferry-is-back>The ferry is back, for the # time</a>"),
    "links in headings": lambda n: "<h2>" + "<a href=/x>y</a>" * n,
}  # fmt: skip


def _name(number: int) -> str:
    """A name of letters."""
    letters = ""
    while number >= 0:
        letters, number = chr(97 + number % 26) + letters, number // 26 - 1
    return letters


def _as_style(make: Make) -> Make:
    return lambda n: _style(make(n))


def _nested(name: str) -> Make:
    return lambda n: f"<{name}>" * n + "x"


def _beside(name: str) -> Make:
    return lambda n: f"<{name}>x</{name}>" * n


GROUPS: Final[dict[str, dict[str, Make]]] = {
    "Markdown": MARKDOWN,
    "formulas": FORMULAS,
    "markup": MARKUP,
    "styles": {name: _as_style(make) for name, make in STYLES.items()},
    "hidden text": HIDDEN,
    "facts": FACTS,
    "large output": {f"large output: {name}": make for name, make in SWELLING.items()},
    "nested elements": {f"nested <{name}>": _nested(name) for name in tags.NAMES if name},
    "many elements": {f"many <{name}>": _beside(name) for name in tags.NAMES if name},
}
"""Families by what they attack."""
FAMILIES: Final = {name: make for group in GROUPS.values() for name, make in group.items()}
"""By name: a function from a size to a page; a page of twice the size has about twice the bytes."""


def hostile_page(name: str, size: int) -> bytes:
    """A page of a family with about ``size`` bytes."""
    make = FAMILIES[name]
    unit = max(1.0, (len(make(2_000).encode()) - len(make(1_000).encode())) / 1_000)
    return f"<body><article><p>{WORDS * 3}</p>{make(int(size / unit))}</article>".encode()
