"""Summarize a set of labelled pages in numbers, to look at before measuring on it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final
from urllib.parse import urlsplit

from maintext.data import language_of, read_pages
from maintext.data.labelled_page import LabelledPage
from maintext.decode import decode

DECODED: Final = "decoded"
"""The encoding of a page that is stored as characters: its original encoding is unknown."""

UNKNOWN: Final = "unknown"
"""The type of a page without a type label."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a set. Counts by name start with the most common; sizes are in bytes and characters."""

    pages: int
    with_text: int
    bad_rows: int
    sites: int
    languages: dict[str, int]
    types: dict[str, int]
    encodings: dict[str, int]
    mean_page_bytes: float
    largest_page_bytes: int
    mean_text_characters: float
    """The mean over pages with a text."""
    with_title: int
    with_author: int
    with_date: int
    with_snippets: int

    def to_dict(self) -> dict[str, Any]:
        """Return all figures by name, ready for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Facts:
    """The figures of one page; the pages themselves may not fit into memory."""

    language: str
    type: str
    encoding: str
    site: str
    size: int
    characters: int
    has_title: bool
    has_author: bool
    has_date: bool
    has_snippets: bool


def summarize(path: str | Path, on_bad_row: Callable[[str], None]) -> Summary:
    """Read a set page by page and count; bad rows are counted and reported."""
    bad_rows = 0

    def count_bad_row(complaint: str) -> None:
        nonlocal bad_rows
        bad_rows += 1
        on_bad_row(complaint)

    facts = [_facts(page) for page in read_pages(path, count_bad_row)]
    return _summary(facts, bad_rows)


def _summary(facts: Sequence[_Facts], bad_rows: int) -> Summary:
    texts = [page.characters for page in facts if page.characters]
    return Summary(
        pages=len(facts),
        with_text=len(texts),
        bad_rows=bad_rows,
        sites=len({page.site for page in facts if page.site}),
        languages=_counts(page.language for page in facts),
        types=_counts(page.type for page in facts),
        encodings=_counts(page.encoding for page in facts),
        mean_page_bytes=fmean(page.size for page in facts) if facts else 0.0,
        largest_page_bytes=max((page.size for page in facts), default=0),
        mean_text_characters=fmean(texts) if texts else 0.0,
        with_title=sum(page.has_title for page in facts),
        with_author=sum(page.has_author for page in facts),
        with_date=sum(page.has_date for page in facts),
        with_snippets=sum(page.has_snippets for page in facts),
    )


def _facts(page: LabelledPage) -> _Facts:
    raw = page.html if isinstance(page.html, bytes) else page.html.encode("utf-8", "surrogatepass")
    return _Facts(
        language=language_of(page),
        type=page.type or UNKNOWN,
        encoding=decode(raw).encoding if raw is page.html else DECODED,
        site=_host(page.url),
        size=len(raw),
        characters=len(page.text.strip()),
        has_title=bool(page.title),
        has_author=bool(page.author),
        has_date=bool(page.date),
        has_snippets=bool(page.required or page.forbidden),
    )


def _host(url: str) -> str:
    """Return the host of a URL, or an empty string: labels are written by people, so the URL may be invalid."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _counts(names: Iterable[str]) -> dict[str, int]:
    """Count the names, the most common first; ties are sorted by name, so the order never changes."""
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))
