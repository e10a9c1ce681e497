"""Every string that leaves the library can be encoded in UTF-8, whatever surrogates a page has."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

import maintext
from maintext.metadata.linked_data import parsed

WORDS = "It rained all day in Harwick, and nobody minded much, for there was enough to read in the house. " * 3
LONE = "\ud800"
LINKED = json.dumps(
    {
        "@type": "NewsArticle",
        "headline": f"Rain {LONE} in May",
        "description": f"A {LONE} day",
        "author": {"@type": "Person", "name": f"Ann{LONE} Lee"},
        "keywords": [f"rain{LONE}", "\udfffmay"],
        "publisher": {"name": f"The {LONE} Post"},
        "articleBody": f"{WORDS} {LONE} {WORDS}\n" * 5,
        "datePublished": "2020-05-04",
    }
)
LINKED_PAGE = f"<head><script type=application/ld+json>{LINKED}</script></head><body><p>Short.</p>"
BROKEN_PAGE = LINKED_PAGE.replace('"@type": "NewsArticle",', '"@type": "NewsArticle" "x" "y" {')
TEXT_PAGE = (
    f"<head><title>Rain {LONE}</title><meta name=description content='{LONE}'>"
    f"<meta name=author content='Ann{LONE} Lee'></head><body><article><h1>Rain {LONE}</h1><p>{WORDS}{LONE}</p>"
    f"<p>{WORDS} <a href='/{LONE}'>{LONE} x</a> <img src='/{LONE}.png' alt='{LONE}'> &#xd800; &#55296;</p>"
    f"<table><tr><th>{LONE}<th>b<tr><td>c<td>{LONE}</table><pre>{LONE}</pre></article>"
    f"<div class=comments><h2>Comments</h2><p>{WORDS}{LONE}</p></div></body>"
)


def strings(value: Any) -> Iterator[str]:
    """All strings in a value of JSON, with the names."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


@pytest.mark.parametrize("url", [None, "http://e.org/a", f"http://e.org/{LONE}"])
@pytest.mark.parametrize("page", [LINKED_PAGE, BROKEN_PAGE, TEXT_PAGE], ids=["linked", "broken", "text"])
def test_all_parts_of_a_document(page: str, url: str | None) -> None:
    for method, comments in (("learned", True), ("p-value", None)):
        document = maintext.extract(page, url, method, comments=comments)
        for text in strings(document.to_dict()):
            text.encode()
        for form in ("text", "markdown", "html", "json", "xml"):
            assert document.formatted(form).encode()
        repr(document.blocks).encode()
        repr(document.metadata).encode()


@pytest.mark.parametrize("page", [LINKED_PAGE, TEXT_PAGE], ids=["linked", "text"])
def test_explanations_and_comparisons(page: str) -> None:
    explanation = maintext.explain(page, method="p-value")
    assert list(explanation.rows())
    for text in strings(explanation.to_dict()):
        text.encode()
    for found in maintext.compare(page).results:
        for text in strings([found.text, found.paths, found.reason]):
            text.encode()


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r'"\ud83c\udf27"', "🌧"),
        (r'"\uD83C\uDF27 \uD83C"', "🌧 \ufffd"),
        (r'"\udf27\ud83c"', "\ufffd\ufffd"),
        (r'"\\ud800"', r"\ud800"),
        (r'"\\\ud800x"', "\\\ufffdx"),
        (r'"\ud83c\u0041"', "\ufffdA"),
    ],
)
def test_half_a_pair_is_replaced_and_a_whole_pair_kept(written: str, read: str) -> None:
    assert parsed(written) == [read]
