"""The picture for previews of a page."""

from typing import Any

from maintext.metadata.address import first_address
from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact


def choose_image(candidates: Candidates) -> Fact | None:
    """The picture that the page names for social networks and search engines."""
    named = [(content, "meta") for _, content in candidates.meta.get("image", ())]
    if fact := first_address(candidates.base, named):
        return fact
    others: list[tuple[str, str]] = []
    for thing in candidates.main:
        others += [
            (address, "json-ld")
            for name in ("image", "thumbnailUrl")
            if name in thing.item
            for address in _addresses(thing.value(name))
        ]
    others += [(address, "link element") for address in candidates.links.get("image_src", ())]
    others += [(item.link or item.value, "microdata") for item in candidates.items if item.name == "image"]
    return first_address(candidates.base, others) if others else None


def _addresses(value: Any) -> list[str]:
    """Addresses in linked data: strings, or objects with a ``url``, alone or in a list."""
    found: list[str] = []
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, dict):
            found += [each[name] for name in ("url", "contentUrl", "@id") if isinstance(each.get(name), str)]
    return found
