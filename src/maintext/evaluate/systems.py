"""The systems that are measured: our methods and other extractors."""

import importlib.metadata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from maintext.algorithms import method_named, methods
from maintext.evaluate.peers import Extractor, extractor_of, markdown_extractor_of, version_of
from maintext.extraction import extract
from maintext.options import Options
from maintext.selection import Method
from maintext.version import __version__


@dataclass(frozen=True, slots=True)
class System:
    """An extractor to measure."""

    name: str
    kind: Literal["method", "peer"]
    version: str
    method: Method | None = None
    """One of our methods, with its options."""

    def extractor(self) -> Extractor:
        """Return the function that extracts the text of a page's bytes."""
        if self.kind == "peer":
            return extractor_of(self.name)
        method = self.method or method_named(self.name)
        return lambda page: extract(page, method=method).text

    def markdown_extractor(self) -> Extractor:
        """Return the function that extracts Markdown, without links and images; text for peers that write none."""
        if self.kind == "peer":
            return markdown_extractor_of(self.name)
        method = self.method or method_named(self.name)
        options = Options(links=False, images=False)
        return lambda page: extract(page, method=method, options=options).markdown


def methods_of_ours(names: tuple[str, ...] | None = None) -> list[System]:
    """Return our methods by name, all of them by default."""
    chosen = names or methods()
    return [System(method_named(name).name, "method", __version__) for name in chosen]


def system_with(name: str, method: Method) -> System:
    """Return a method with its options under a name of its own, which begins with that of the method and a colon."""
    return System(name, "method", __version__, method)


def installed_peers(names: tuple[str, ...], on_missing: Callable[[str], None]) -> list[System]:
    """Return the installed peers; ``on_missing`` is called with the names of the others."""
    found = []
    for name in names:
        version = version_of(name)
        if version is None:
            on_missing(name)
        else:
            found.append(System(name, "peer", version))
    return found


def library_versions() -> dict[str, str]:
    """Return the versions of the libraries that our methods use."""
    return {name: importlib.metadata.version(name) for name in ("numpy",)}
