"""What is true of every output of every page: the checks of the fuzzers."""

import json
import re
from typing import Final
from xml.etree import ElementTree

from helpers.safe_html import assert_safe

import maintext
from maintext.document.document import FORMATS

ADDRESS: Final = "https://e.org/news/x"
OPTIONS: Final = (
    maintext.Options(),
    maintext.Options(hidden="drop"),
    maintext.Options(include="body", headline="everywhere", bylines=True, citations=True, repeats="keep"),
    maintext.Options(links=False, images=False, tables=False, formatting=False, headline="nowhere"),
)
METHODS: Final = ("learned", "learned", "p-value", "text-density")
_TAG: Final = re.compile(rb"<[a-zA-Z/!]")
_CONSTANT: Final = 60_000
"""Bytes for the parts that every document has, and for what the limits of a page spare small pages."""


def check_outputs(page: bytes, choice: int) -> None:
    """Raise if an output of a page raises, is too large, cannot be encoded, is unsafe or not well-formed.

    Args:
        page: the page.
        choice: a number that chooses the method, the options and whether comments are found.
    """
    method = METHODS[choice % len(METHODS)]
    comments = choice % 3 == 0 if method == "learned" else None
    options = OPTIONS[choice // len(METHODS) % len(OPTIONS)]
    document = maintext.extract(page, ADDRESS, method, comments=comments, options=options)
    room = 20 * len(page) + 400 * len(_TAG.findall(page)) + _CONSTANT
    for form in FORMATS:
        size = len(document.formatted(form).encode())
        assert size <= room, f"{form} has {size:,} bytes, {len(page):,} bytes of the page allow {room:,}"
    assert bool(document.text) != bool(document.reason), (document.text, document.reason)
    assert_safe(document.html)
    ElementTree.fromstring(document.xml)
    assert list(json.loads(document.json)) == list(document.to_dict())
    assert len(document.excerpt) <= 200
    for each in document.hidden:
        each.text.encode()
