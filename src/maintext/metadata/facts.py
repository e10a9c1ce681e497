"""What is known of a page: a value, and the signal it came from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fact:
    """A value, and where on the page it was found."""

    value: str
    source: str
    """``json-ld``, ``microdata``, ``meta``, ``heading``, ``title element``, ``link element``, ``html element``,
    ``byline``, ``time element``, ``visible text``, ``script`` or ``url``; ``method`` for what a method judged."""
    values: tuple[str, ...] = ()
    """The single names of several authors, or the single tags, which ``value`` has in a row."""

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; the single values only where there are any."""
        record: dict[str, Any] = {"value": self.value, "source": self.source}
        return {**record, "values": list(self.values)} if self.values else record


@dataclass(frozen=True, slots=True)
class Metadata(Mapping[str, Fact]):
    """The facts by the name of the field; what is not known is not in it."""

    facts: tuple[tuple[str, Fact], ...]

    def __getitem__(self, field: str) -> Fact:
        """The fact of a field."""
        for name, fact in self.facts:
            if name == field:
                return fact
        raise KeyError(field)

    def __iter__(self) -> Iterator[str]:
        """The fields that are known, in a fixed order."""
        return (name for name, _ in self.facts)

    def __len__(self) -> int:
        """How many fields are known."""
        return len(self.facts)

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Ready for JSON."""
        return {name: fact.to_dict() for name, fact in self.facts}
