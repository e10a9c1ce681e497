"""The formats of a document. All are made from its blocks."""

from maintext.formats._markdown import to_markdown
from maintext.formats.html import to_html
from maintext.formats.json import to_line, to_records
from maintext.formats.tei import to_tei

__all__ = ["to_html", "to_line", "to_markdown", "to_records", "to_tei"]
