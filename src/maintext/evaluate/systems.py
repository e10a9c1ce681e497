"""What is measured: our methods and other extractors, under one kind of name."""

import importlib.metadata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import maintext
from maintext.algorithms import method_named
from maintext.evaluate.peers import Extractor, extractor_of, version_of
from maintext.selection import Method


@dataclass(frozen=True, slots=True)
class System:
    """An extractor to measure."""

    name: str
    kind: Literal["method", "peer"]
    version: str
    method: Method | None = None
    """For a method of ours: the method with its options."""

    def extractor(self) -> Extractor:
        """The function from a page's bytes to text."""
        if self.kind == "peer":
            return extractor_of(self.name)
        method = self.method or method_named(self.name)
        return lambda page: maintext.extract(page, method=method).text


def methods_of_ours(names: tuple[str, ...] | None = None) -> list[System]:
    """Our methods by name, all of them by default."""
    chosen = names or maintext.methods()
    return [System(method_named(name).name, "method", maintext.__version__) for name in chosen]


def installed_peers(names: tuple[str, ...], on_missing: Callable[[str], None]) -> list[System]:
    """The peers that are installed; the others are told."""
    found = []
    for name in names:
        version = version_of(name)
        if version is None:
            on_missing(name)
        else:
            found.append(System(name, "peer", version))
    return found


def library_versions() -> dict[str, str]:
    """The versions of what our own methods run on."""
    return {name: importlib.metadata.version(name) for name in ("numpy",)}
