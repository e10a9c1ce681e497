"""The result for one page."""

from maintext.document.document import FORMATS, Document
from maintext.document.hidden_records import HiddenText
from maintext.document.text_records import Chunk, Citation, Fitted, LeftOut
from maintext.document.view import View

__all__ = ["FORMATS", "Chunk", "Citation", "Document", "Fitted", "HiddenText", "LeftOut", "View"]
