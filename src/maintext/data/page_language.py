"""Determine the language of a labelled page: the declared one, if it fits the script of the text.

Templates are often copied with their ``lang="en"``, so the declaration is believed only if the text is in a script of
that language. Languages that share the Latin script are not guessed.
"""

import re
from dataclasses import dataclass
from typing import Final

from maintext.data.labelled_page import LabelledPage
from maintext.read import page_table

UNDETERMINED: Final = "und"
"""The code of ISO 639 for an unknown language."""

HEAD: Final = 4096
"""Characters that are searched for ``<html lang>``: comments and a long doctype may come first."""

SAMPLE: Final = 20_000
"""Characters of a text that are examined: a few printed pages, which show the script beyond doubt."""

LETTERS_PER_HANZI: Final = 3
"""A Chinese character or kana says as much as about three letters, so a text with Latin code or names stays Chinese."""

KANA_SHARE: Final = 0.05
"""The least share of kana among kana and Han of a Japanese text: prose has about half, Chinese text almost none."""

_HTML_LANGUAGE: Final = re.compile(r"""<html\b[^>]*?\s(?:xml:)?lang\s*=\s*["']?\s*([a-z]{2})(?![a-z])""", re.IGNORECASE)
_NAMED: Final = {
    "arabic": "ar", "chinese": "zh", "danish": "da", "dutch": "nl", "english": "en", "finnish": "fi", "french": "fr",
    "german": "de", "greek": "el", "hebrew": "he", "hindi": "hi", "indonesian": "id", "italian": "it", "japanese": "ja",
    "korean": "ko", "norwegian": "no", "persian": "fa", "polish": "pl", "portuguese": "pt", "russian": "ru",
    "spanish": "es", "swedish": "sv", "thai": "th", "turkish": "tr", "ukrainian": "uk", "vietnamese": "vi",
}  # fmt: skip
"""Languages by their English names. Codes in labels are not believed: some sets have those of countries."""
_RENAMED: Final = {"iw": "he", "in": "id", "ji": "yi"}
"""Codes that ISO 639 has replaced but old pages still use."""


@dataclass(frozen=True, slots=True)
class Script:
    """A script and its languages."""

    letters: re.Pattern[str]
    languages: tuple[str, ...]
    """The languages that a page may declare; the first one is assumed for a page that declares none of them."""
    weight: int = 1


def _script(letters: str, languages: str, weight: int = 1) -> Script:
    return Script(re.compile(f"[{letters}]"), tuple(languages.split()), weight)


_KANA_LETTERS: Final = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff\uff66-\uff6f\uff71-\uff9d"
_KANA: Final = re.compile(f"[{_KANA_LETTERS}]")
_HAN_AND_KANA: Final = _script(
    _KANA_LETTERS + "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
    "zh ja",
    LETTERS_PER_HANZI,
)
_LATIN: Final = _script("A-Za-z\xaa\xba\xc0-\xd6\xd8-\xf6\xf8-\u024f\u1e00-\u1eff", "")
_OTHER_SCRIPTS: Final = (
    _script("\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3", "ko", LETTERS_PER_HANZI),
    _script("\u0400-\u052f", "ru uk bg sr mk be kk ky tg mn tt ba cv ce os uz az tk"),
    _script("\u0620-\u064a\u066e-\u06d3\u06fa-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc", "ar fa ur ps ku ug sd"),
    _script("\u05d0-\u05ea\u05ef-\u05f2", "he yi"),
    _script("\u0370-\u03ff\u1f00-\u1fff", "el"),
    _script("\u0e01-\u0e3a\u0e40-\u0e4e", "th"),
    _script("\u0900-\u0963\u0970-\u097f", "hi mr ne sa"),
)
_ALSO_IN_LATIN: Final = frozenset({"sr", "kk", "ky", "mn", "tt", "uz", "az", "tk", "ku", "ug"})
_NEVER_IN_LATIN: Final = (
    frozenset(language for script in (_HAN_AND_KANA, *_OTHER_SCRIPTS) for language in script.languages) - _ALSO_IN_LATIN
)


def language_of(page: LabelledPage) -> str:
    """Return the language of a page as two letters, or ``und``.

    The label decides if it names a language. Otherwise the script of the marked text decides, or of the visible text if
    none is marked. It identifies Chinese, Japanese and Korean. Other scripts have several languages: ``<html lang>``
    decides if it names one of them, else the most common one is assumed, except for the Latin script.

    >>> language_of(LabelledPage("1", '<html lang="en">', "Дождь шёл весь день."))
    'ru'
    """
    named = _NAMED.get(page.language.lower())
    if named:
        return named
    declared = declared_language(page.html)
    text = (page.text.strip() or page_table(page.html).text)[:SAMPLE]
    script = _script_of(text)
    if script is None:
        return declared or UNDETERMINED
    if script is _LATIN:
        return declared if declared and declared not in _NEVER_IN_LATIN else UNDETERMINED
    if script is _HAN_AND_KANA:
        return "ja" if _count(_KANA, text) >= KANA_SHARE * _count(script.letters, text) else "zh"
    return declared if declared in script.languages else script.languages[0]


def declared_language(html: str | bytes) -> str:
    """Return the language that ``<html lang>`` declares, as two letters, or an empty string.

    Bytes are not decoded for this: the tag is ASCII in all encodings of pages, except for the zeros of UTF-16.
    """
    head = html[:HEAD]
    markup = head.replace(b"\0", b"").decode("latin-1") if isinstance(head, bytes) else head
    found = _HTML_LANGUAGE.search(markup)
    code = found[1].lower() if found else ""
    return _RENAMED.get(code, code)


def _script_of(text: str) -> Script | None:
    """Return the script of most of a text; None for a text without letters of a known script."""
    scripts = (_LATIN, _HAN_AND_KANA, *_OTHER_SCRIPTS)
    counts = [_count(script.letters, text) * script.weight for script in scripts]
    most = max(counts)
    return scripts[counts.index(most)] if most else None


def _count(letters: re.Pattern[str], text: str) -> int:
    return len(letters.findall(text))
