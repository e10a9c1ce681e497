"""Whether the page says that its text is only for subscribers."""

from collections.abc import Callable
from typing import Final

from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact

_FREE: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_LOCKED: Final = frozenset({"locked", "metered", "premium", "paid"})


def choose_paywalled(candidates: Candidates, has_wall: Callable[[], bool]) -> Fact | None:
    """``true`` or ``false`` if the linked data or a meta element says so, else ``true`` if the page shows a wall."""
    said: list[bool] = []
    for thing in candidates.linked:
        written = thing.item.get("isAccessibleForFree")
        if (thing.is_main or "cssSelector" in thing.item) and isinstance(written, bool | str):
            free = written if isinstance(written, bool) else _FREE.get(written.rpartition("/")[2].strip().lower())
            said += [] if free is None else [free]
    if said:
        return Fact("true" if False in said else "false", "json-ld")
    for _, content in candidates.meta.get("tier", ()):
        if content.strip():
            return Fact("true" if content.strip().lower() in _LOCKED else "false", "meta")
    return Fact("true", "visible text") if has_wall() else None
