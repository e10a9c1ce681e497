"""The parts of a document: computed on first access, within the limits of its options."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Final, TypeVar

from maintext.options import NO_LIMITS, Limits
from maintext.support.budget import LIMITS, LimitReached, limited
from maintext.support.cached_property import Part, cached_property

Extracted = TypeVar("Extracted", bound=Any)
_HITS: Final = "_hits"


class _Part(cached_property[Part]):
    """A part that is empty, or what there is so far, if a limit is reached."""

    def __init__(self, make: Callable[[Any], Part], empty: Part) -> None:
        """Take the function that computes the part, and its value if a limit is reached before there is anything."""

        @wraps(make)
        def made(document: Any) -> Part:
            try:
                with within_limits_of(document):
                    return make(document)
            except LimitReached:
                return empty

        super().__init__(made)


def part(empty: Any) -> Callable[[Callable[[Any], Part]], _Part[Part]]:
    """Make a method a part of a document.

    Args:
        empty: the value if a limit is reached before there is anything.
    """
    return lambda make: _Part(make, empty)


def with_limits_hit(document: Extracted, hits: set[str]) -> Extracted:
    """The document with the limits that were reached when it was extracted; if it is empty, they are the reason."""
    if document.reason:
        names = " and ".join(name for name in LIMITS if name in hits)
        document = replace(document, reason=f"no text was found within the limit of {names}")
    document.__dict__[_HITS] = hits
    return document


def within_limits_of(document: Any) -> limited:
    """Keeps the limits of a document in a ``with`` block. ``LimitReached`` may leave the block."""
    limits = limits_of(document) or NO_LIMITS
    return limited(limits.seconds, limits.output, document.__dict__.setdefault(_HITS, set()))


def limits_of(document: Any) -> Limits | None:
    """The limits of a document; None for one from an old pickle, which has no page any more."""
    view = document.__dict__.get("_view")
    limits: Limits | None = document.__dict__.get("_limits") if view is None else view.passage.options.limits
    return limits


def limits_hit(document: Any) -> tuple[str, ...]:
    """The limits that the parts of a document have reached so far, in the order of ``LIMITS``."""
    hits = document.__dict__.get(_HITS, ())
    return tuple(name for name in LIMITS if name in hits)
