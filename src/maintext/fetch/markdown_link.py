"""Find the Markdown version of a page that it links to itself."""

from urllib.parse import urljoin

from maintext.fetch.response import Fetched
from maintext.metadata import base_address
from maintext.options import MAX_ADDRESS
from maintext.read import page_table
from maintext.read.served_markdown import MarkdownPage


def markdown_link(page: Fetched) -> str | None:
    """The address of ``<link rel=alternate type=text/markdown>``; None if the page has none or is Markdown itself."""
    if isinstance(page.body, MarkdownPage) or b"text/markdown" not in page.body.lower():
        return None
    table = page_table(page.body, page.charset)
    for row in table.has_tag(frozenset({"link"})).nonzero()[0].tolist():
        attributes = table.attributes(row)
        is_alternate = "alternate" in attributes.get("rel", "").lower().split()
        if is_alternate and attributes.get("type", "").strip().lower() == "text/markdown":
            try:
                address = urljoin(base_address(table, page.url), attributes.get("href", "").strip())
            except ValueError:
                continue
            return address if len(address) <= MAX_ADDRESS else None
    return None
