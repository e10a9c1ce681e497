"""The quotation marks of languages, as browsers put them around ``q``: outer pair, then inner pair."""

from typing import Final

import numpy as np

from maintext.table import PageTable, tags

_ENGLISH: Final = "“”‘’"
_MARKS: Final = {
    "de": "„“‚‘", "cs": "„“‚‘", "sk": "„“‚‘", "sl": "„“‚‘", "bg": "„“‚‘", "is": "„“‚‘", "lt": "„“‚‘", "et": "„“‚‘",
    "pl": "„”«»", "hu": "„”»«", "ro": "„”«»", "hr": "„”‚’", "sr": "„“‘’", "nl": "“”‘’",
    "fr": "«»“”", "es": "«»“”", "it": "«»“”", "pt": "“”‘’", "ca": "«»“”", "gl": "«»“”",
    "ru": "«»„“", "uk": "«»„“", "be": "«»„“", "el": "«»“”", "hy": "«»“”", "fa": "«»‹›", "ar": "”“’‘",
    "nb": "«»‘’", "no": "«»‘’", "nn": "«»‘’", "da": "“”‘’", "sv": "””’’", "fi": "””’’", "he": "””’’",
    "ja": "「」『』", "zh": "“”‘’", "zh-tw": "「」『』", "zh-hk": "「」『』", "zh-hant": "「」『』", "ko": "“”‘’",
}  # fmt: skip
_HTML: Final = tags.code_of("html")


def marks_of_language(language: str) -> str:
    """The four marks of a language, given by its tag; empty if it is not known."""
    tag = language.strip().lower().replace("_", "-")
    return _MARKS.get(tag) or _MARKS.get(tag.partition("-")[0], _ENGLISH if tag.startswith("en") else "")


def marks_of(table: PageTable) -> str:
    """The four marks of the page's language, those of English if the page does not say its language."""
    root = int(np.argmax(table.tag == _HTML))
    return marks_of_language(table.attribute(root, "lang") or table.attribute(root, "xml:lang")) or _ENGLISH
