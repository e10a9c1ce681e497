"""The language of a page."""

import re
from typing import Final

from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact
from maintext.metadata.text_language import KNOWN, OF_ONE_SCRIPT, SAME, language_of_text

_TAG: Final = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")
_SAMPLE: Final = 3_000
"""Characters of the page's text that are looked at, from its middle: menus come first."""


def choose_language(candidates: Candidates) -> Fact | None:
    """The language as a tag such as ``en`` or ``zh-CN``: the claimed one, unless the text is in another.

    A language that cannot be recognised is believed, unless the text is in a script that only one other language uses.
    If none is claimed, the language that the text is likely to be in is enough.
    """
    text = candidates.text
    start = max(0, len(text) - _SAMPLE) // 2
    sample = text[start : start + _SAMPLE]
    found = language_of_text(sample)
    for claimed, source in candidates.languages:
        tag = claimed.strip().lower().replace("_", "-").split(",")[0].split(".")[0]
        if _TAG.fullmatch(tag):
            primary = tag.partition("-")[0]
            is_other = found not in ("", SAME.get(primary, primary)) and (found, primary) != ("hr", "sr")
            if is_other and (found in OF_ONE_SCRIPT or SAME.get(primary, primary) in KNOWN):
                return Fact(found, "visible text")
            return Fact(_usual_spelling(tag) if "-" in tag else tag, source)
    found = found or language_of_text(sample, surely=False)
    return Fact(found, "visible text") if found else None


def _usual_spelling(tag: str) -> str:
    """A language tag with regions in capitals and scripts with a capital."""
    first, *rest = tag.split("-")
    return "-".join(
        [first, *[part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part for part in rest]]
    )
