"""The page's description of itself."""

from maintext.metadata._collect import letters, linked_texts
from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact


def choose_description(candidates: Candidates) -> Fact | None:
    """The first description with letters: of meta elements, linked data or microdata."""
    for _, content in candidates.meta.get("description", ()):
        if letters(content):
            return Fact(content, "meta")
    for text in linked_texts(candidates.main, "description"):
        if letters(text):
            return Fact(text, "json-ld")
    for item in candidates.items:
        if item.name == "description" and letters(item.value):
            return Fact(item.value, "microdata")
    return None
