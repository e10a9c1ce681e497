"""CSS selectors on the page table, compared with another implementation, and in options."""

import pytest
from selectolax.lexbor import LexborHTMLParser

import maintext
from maintext.document.selectors import matching
from maintext.errors import OptionError
from maintext.read import read

PAGE = """<body id=top class="a b"><div class="a x"><p class=lead lang=en-GB>One <a href="/1.html">1</a></p>
<p>Two</p><x-y>Three</x-y></div>
<ul><li>1<li class="b">2<li>3<li>4<li>5</ul><div><div class=b>
<p>Four</p></div><h2>H</h2><p data-n="">Five</p><p>Six</p></div></body>"""


@pytest.mark.parametrize(
    "selector",
    [
        "p", "*", "div p", "div > p", "h2 + p", "h2 ~ p", ".b", "div.b", "#top", "body#top.a", "[lang]", "[lang=en-GB]",
        "[lang|=en]", "[class~=b]", "[href^='/']", "[href$=html]", "[href*='1.']", "[data-n]", "li:nth-child(2n+1)",
        "li:nth-child(odd)", "li:nth-child(-n+2)", "li:nth-last-child(2)", "li:first-child", "li:last-child",
        "p:nth-of-type(2)", "p:first-of-type", "p:last-of-type", "p:only-of-type", "li:not(.b)", "x-y", "p, li",
        "div > div > p, ul > .b", "div div", "a:only-child", "[data-n='']", ":is(h2, li)", "div:not(:first-of-type)",
    ],
)  # fmt: skip
def test_rows_are_those_of_another_implementation(selector: str) -> None:
    table = read(PAGE)
    found = [(table.name(row), table.text_of(row)) for row in matching(table, selector).nonzero()[0].tolist()]
    others = LexborHTMLParser(PAGE).css(selector)
    assert found == [(node.tag, " ".join(node.text().split())) for node in others]


def test_included_elements_replace_what_the_method_selects() -> None:
    document = maintext.extract(PAGE, options=maintext.Options(include="ul, h2", exclude="li.b"))
    assert document.text == "1\n3\n4\n5\nH"
    assert "<h2>H</h2>" in document.source_html
    assert "## H" in document.markdown


def test_excluded_elements_are_left_out_of_what_the_method_selects() -> None:
    page = (
        "<div><p>"
        + "It rained all day, and nobody minded. " * 5
        + "</p><p class=ad>"
        + "Buy our umbrellas today! " * 5
        + "</p></div>"
    )
    assert "umbrellas" in maintext.extract(page, method="p-value").text
    assert "umbrellas" not in maintext.extract(page, method="p-value", options=maintext.Options(exclude=".ad")).text


def test_an_include_without_a_match_is_a_reason() -> None:
    document = maintext.extract(PAGE, options=maintext.Options(include="article"))
    assert not document
    assert document.reason == "no element of the page matches 'article'"


@pytest.mark.parametrize(
    "selector", ["p[", "a:hover", "p::before", ":has(p)", "li:nth-child(x)", "(" * 3000, "p:foo(1)"]
)
def test_other_selectors_are_refused(selector: str) -> None:
    with pytest.raises(OptionError):
        maintext.extract(PAGE, options=maintext.Options(include=selector))
