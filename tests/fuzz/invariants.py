"""What is true of every output of every page: the checks of the fuzzers."""

import json
import pickle
import re
from collections.abc import Callable
from typing import Final
from xml.etree import ElementTree

from helpers.safe_html import assert_safe

import maintext
from maintext.links.front_page import front_page_links

ADDRESS: Final = "https://e.org/news/x"
OPTIONS: Final = (
    maintext.Options(),
    maintext.Options(hidden="drop"),
    maintext.Options(include="body", headline="everywhere", bylines=True, citations=True, repeats="keep"),
    maintext.Options(links=False, images=False, tables=False, formatting=False, headline="nowhere"),
)
METHODS: Final = ("learned", "learned", "p-value", "text-density")
CHOICES: Final = len(METHODS) * len(OPTIONS) * 3
"""How many different pairs of a method and options there are, with and without comments."""
_TAG: Final = re.compile(rb"<[a-zA-Z/!]")
_CONSTANT: Final = 60_000
"""Bytes for the parts that every document has, and for what the limits of a page spare small pages."""
_TOKENS: Final = 40
_OVERLAP: Final = 5


def check_outputs(page: bytes, choice: int, plan: int = 0) -> None:
    """Raise if an output of a page raises, is too large, cannot be encoded, is unsafe or not well-formed.

    Args:
        page: the page.
        choice: a number that chooses the method, the options and whether comments are found.
        plan: a number that chooses from ``PLANS`` the outputs besides the text; 0 for all of them.
    """
    method = METHODS[choice % len(METHODS)]
    comments = choice % 3 == 0 if method == "learned" else None
    options = OPTIONS[choice // len(METHODS) % len(OPTIONS)]
    document = maintext.extract(page, ADDRESS, method, comments=comments, options=options)
    room = 20 * len(page) + 400 * len(_TAG.findall(page)) + _CONSTANT
    _assert_fits("text", document.formatted("text"), room)
    assert bool(document.text) != bool(document.reason), (document.text, document.reason)
    for name in PLANS[plan % len(PLANS)]:
        _CHECKS[name](document, page, room)


def _assert_fits(name: str, output: str, room: int) -> None:
    size = len(output.encode())
    assert size <= room, f"{name} has {size:,} bytes, the page allows {room:,}"


def _check_markdown(document: maintext.Document, _: bytes, room: int) -> None:
    _assert_fits("markdown", document.markdown, room)
    _assert_fits("whole", document.whole or "", room)


def _check_html(document: maintext.Document, _: bytes, room: int) -> None:
    _assert_fits("html", document.html, room)
    assert_safe(document.html)


def _check_xml(document: maintext.Document, _: bytes, room: int) -> None:
    _assert_fits("xml", document.xml, room)
    ElementTree.fromstring(document.xml)


def _check_json(document: maintext.Document, _: bytes, room: int) -> None:
    _assert_fits("json", document.json, room)
    found = json.loads(document.json)
    assert list(found) == list(document.to_dict())
    assert len(found["excerpt"]) <= 200
    for each in document.hidden:
        each.text.encode()


def _check_chunks(document: maintext.Document, page: bytes, _: int) -> None:
    for chunk in document.chunks(_TOKENS, _OVERLAP):
        assert chunk.tokens <= _TOKENS or len(chunk.text.split()) == 1, chunk
        assert chunk.text == document.text[chunk.start : chunk.stop], chunk
        assert chunk.span is None or 0 <= chunk.span[0] <= chunk.span[1] <= len(page), chunk
        json.dumps(chunk.to_dict(), ensure_ascii=False).encode()
    fitted = document.fit(_TOKENS)
    assert fitted.tokens <= _TOKENS or len(fitted.text.split()) == 1, fitted
    fitted.markdown.encode()


def _check_pickle(document: maintext.Document, _: bytes, __: int) -> None:
    assert pickle.loads(pickle.dumps(document)) == document
    int(document.fingerprint or "0", 16)


def _check_links(_: maintext.Document, page: bytes, __: int) -> None:
    for link in front_page_links(page, ADDRESS):
        repr(link).encode()


_Check = Callable[[maintext.Document, bytes, int], None]
_CHECKS: Final[dict[str, _Check]] = {
    "markdown": _check_markdown,
    "html": _check_html,
    "xml": _check_xml,
    "json": _check_json,
    "chunks": _check_chunks,
    "pickle": _check_pickle,
    "links": _check_links,
}
OUTPUTS: Final = tuple(_CHECKS)
PLANS: Final = (
    OUTPUTS,
    *(("markdown",),) * 10,
    *(("html",),) * 8,
    *(("xml",),) * 5,
    *(("json",),) * 4,
    *(("links",),) * 2,
    ("chunks",),
    ("pickle",),
)
"""Which outputs are checked together; slow ones less often, all of them for one page in 32."""
