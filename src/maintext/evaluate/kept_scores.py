"""Scores of other extractors in a folder, so that each version is measured only once.

All peers take most of an hour on the development sets, and they do not change when our methods do. Our own methods are
never kept: their version says nothing of a change in a clone.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from maintext.data import LabelledPage
from maintext.errors import DataError
from maintext.evaluate.metrics import ShingleCounts, SnippetCounts
from maintext.evaluate.page_score import PageScore
from maintext.evaluate.systems import System

_FORMAT: Final = 1
"""The number of the layout, and of the measures: raised when scores of an earlier version would be wrong."""


@dataclass(frozen=True, slots=True)
class KeptScores:
    """A folder with one file per peer and set."""

    folder: Path

    def scores(self, system: System, name: str, pages: Sequence[LabelledPage]) -> list[PageScore] | None:
        """The scores of a peer on the pages of a set; None if they are not known."""
        rows = self._read(self._path(system, name, pages, "scores")) if system.kind == "peer" else None
        return None if rows is None else [_score(row) for row in rows]

    def keep_scores(
        self, system: System, name: str, pages: Sequence[LabelledPage], scores: Sequence[PageScore]
    ) -> None:
        """Keep the scores of a peer on the pages of a set."""
        if system.kind == "peer":
            self._write(self._path(system, name, pages, "scores"), [asdict(score) for score in scores])

    def metadata(self, system: System, name: str, pages: Sequence[LabelledPage]) -> list[dict[str, Any]] | None:
        """The figures of a peer's metadata on a set: one or none. None instead of a list if they are not known."""
        return self._read(self._path(system, name, pages, "metadata")) if system.kind == "peer" else None

    def keep_metadata(
        self, system: System, name: str, pages: Sequence[LabelledPage], figures: list[dict[str, Any]]
    ) -> None:
        """Keep the figures of a peer's metadata on a set."""
        if system.kind == "peer":
            self._write(self._path(system, name, pages, "metadata"), figures)

    def has(self, system: System, name: str, pages: Sequence[LabelledPage]) -> bool:
        """Whether the scores of a peer on the pages of a set are known."""
        return system.kind == "peer" and self._path(system, name, pages, "scores").exists()

    def _path(self, system: System, name: str, pages: Sequence[LabelledPage], what: str) -> Path:
        version = hashlib.blake2b(repr((_FORMAT, system.version, _digest(tuple(pages)))).encode(), digest_size=8)
        return self.folder / f"{system.name}-{name}-{what}-{version.hexdigest()}.json.gz"

    @staticmethod
    def _read(path: Path) -> list[dict[str, Any]] | None:
        """The rows of a file; None if there is none, or if it is damaged."""
        try:
            rows: list[dict[str, Any]] = json.loads(gzip.decompress(path.read_bytes()))
        except (OSError, EOFError, ValueError, zlib.error):
            return None
        return rows

    def _write(self, path: Path, rows: list[dict[str, Any]]) -> None:
        """Write a file under another name first, so that an interruption leaves no half of it."""
        part = path.with_suffix(".part")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(gzip.compress(json.dumps(rows).encode("utf-8", "backslashreplace"), 6, mtime=0))
            part.replace(path)
        except OSError as error:
            raise DataError(f"cannot keep scores in {self.folder}: {error.strerror}") from None


@lru_cache(maxsize=32)
def _digest(pages: tuple[LabelledPage, ...]) -> bytes:
    """A digest of the pages and their labels."""
    digest = hashlib.blake2b(digest_size=16)
    for page in pages:
        html = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "surrogatepass")
        labels = repr(replace(page, html=str(len(html)))).encode("utf-8", "backslashreplace")
        digest.update(html + labels)
    return digest.digest()


def _score(row: dict[str, Any]) -> PageScore:
    shingles, snippets = row.pop("shingles"), row.pop("snippets")
    return PageScore(
        **row,
        shingles=None if shingles is None else ShingleCounts(**shingles),
        snippets=None if snippets is None else SnippetCounts(**snippets),
    )
