"""The result for one page."""

from maintext.document.document import FORMATS, Document, View

__all__ = ["FORMATS", "Document", "View"]
