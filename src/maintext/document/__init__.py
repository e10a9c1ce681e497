"""The answer to a page."""

from maintext.document.document import FORMATS, Document, View

__all__ = ["FORMATS", "Document", "View"]
