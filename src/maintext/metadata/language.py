"""The language of a page."""

import re
from typing import Final

from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact

_TAG: Final = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")
_SCRIPTS: Final = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
)
"""Scripts that are used by one language on the web; Japanese comes before Chinese, whose characters it uses too."""
_SAMPLE: Final = 2_000
_SHARE: Final = 0.1
"""The share of the text that must be in a script for the page to be in its language."""


def choose_language(candidates: Candidates) -> Fact | None:
    """The language as a tag such as ``en`` or ``zh-CN``: the one that the page claims, else that of its script."""
    for claimed, source in candidates.languages:
        tag = claimed.strip().lower().replace("_", "-").split(",")[0].split(".")[0]
        if _TAG.fullmatch(tag):
            return Fact(_usual_spelling(tag), source)
    sample = candidates.text[:_SAMPLE]
    visible = len("".join(sample.split()))
    for tag, script in _SCRIPTS:
        if len(script.findall(sample)) > _SHARE * visible:
            return Fact(tag, "visible text")
    return None


def _usual_spelling(tag: str) -> str:
    """A language tag with regions in capitals and scripts with a capital."""
    if "-" not in tag:
        return tag
    first, *rest = tag.split("-")
    return "-".join(
        [first, *[part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part for part in rest]]
    )
