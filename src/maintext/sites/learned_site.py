"""A sample of the pages of one site, small enough to keep and exact for the pages in it.

A page is kept as the marks of its blocks (see ``_page_marks.pyx``). Of many pages, those with the lowest keys are kept,
where a key is a hash of the page: a sample that is random, but the same one in whatever order the pages come. So sites
can be merged in any order, and a page that is learnt twice counts once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.recurrence import Recurrence
from maintext.errors import DataError, OptionError, check_type, shown_value
from maintext.read import page_table
from maintext.read.given_page import GivenPage
from maintext.sites._page_marks import Mark, MarkTable, PageMarks, counts_on_other_pages
from maintext.support.array_archive import ArrayKind, archive_of, packed_text, read_arrays
from maintext.support.bounded_file import content_within
from maintext.support.cached_property import cached_property
from maintext.table import PageTable

Marks = NDArray[np.uint32]

FORMAT: Final = "maintext site, version 1"
MAX_PAGES: Final = 100
"""More pages tell little more, see docs/sites.md."""
MAX_BLOCKS: Final = 80_000
"""Of all pages together: 960,000 bytes."""
MAX_PAGE_BLOCKS: Final = 2_000
"""The first blocks of a page. One page in a hundred has more."""
MIN_FIT: Final = 0.3
"""A page of which the site knows the shape of fewer blocks than this does not fit."""
_ALL: Final = (1 << 64) - 1
_MOST_BYTES: Final = 1 << 21
_ARRAYS: Final = {
    "header": ArrayKind("|u1", 1_000),
    "keys": ArrayKind("<u8", MAX_PAGES),
    "limit": ArrayKind("<u8", 1),
    "start": ArrayKind("<i4", MAX_PAGES + 1),
    "marks": ArrayKind("<u4", MAX_BLOCKS, len(Mark)),
}


class _Index(NamedTuple):
    """On how many pages each mark is."""

    texts: MarkTable
    shapes: MarkTable
    links: MarkTable


@dataclass(frozen=True, eq=False)
class Site:
    """What some pages of one site have in common. Make one with ``maintext.learn_site``.

    ``a | b`` is the site of the pages of both.
    """

    keys: NDArray[np.uint64]
    """The key of each page, in ascending order."""
    start: NDArray[np.intc]
    """Where the marks of each page begin, and where those of the last one end."""
    marks: Marks = field(repr=False)
    """Three marks per block: of its text, its shape and its link."""
    limit: int = _ALL
    """Pages with this key or a higher one were left out, because there are too many pages."""

    def __len__(self) -> int:
        """The number of pages that are kept."""
        return len(self.keys)

    def __or__(self, other: "Site") -> "Site":
        """The site of the pages of both; a page that both have counts once."""
        if not isinstance(other, Site):
            return NotImplemented
        builder = SiteBuilder()
        for site in (self, other):
            builder.add_site(site)
        return builder.site()

    def __eq__(self, other: object) -> bool:
        """Whether both know the same of the same pages."""
        return isinstance(other, Site) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        """Equal sites have the same pages."""
        return hash((self.keys.tobytes(), self.limit))

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the pages, not the index."""
        return {name: value for name, value in self.__dict__.items() if name != "_index"}

    def __repr__(self) -> str:
        """One line: the number of pages and blocks."""
        more = "" if self.limit == _ALL else ", and more that were left out"
        return f"<Site of {len(self)} pages with {len(self.marks)} blocks{more}>"

    def pages(self) -> Mapping[int, Marks]:
        """The marks of each page, by its key."""
        spans = pairwise(self.start.tolist())
        return {key: self.marks[first:last] for key, (first, last) in zip(self.keys.tolist(), spans, strict=True)}

    def recurrence(self, table: PageTable) -> Recurrence:
        """What the pages of the site say of a page; if it is one of them, what the others say."""
        return self.recurrence_of(PageMarks(table))

    def recurrence_of(self, page: PageMarks) -> Recurrence:
        """What the pages of the site say of a page whose marks are known."""
        is_known = self._has(page.key())
        counts = counts_on_other_pages(page, *self._index, is_known)
        return Recurrence(len(self) - is_known, page.of_segment, counts)

    def fits(self, page: GivenPage, charset: str | None = None) -> bool:
        """Whether a page looks like the pages of the site. If not, the site has been redesigned: learn it again.

        True if the site has no other pages, and for a page without text.
        """
        recurrence = self.recurrence(page_table(page, charset))
        if not recurrence.pages or not recurrence.counts.shape[1]:
            return True
        return bool(np.mean(recurrence.shape_pages > 0) >= MIN_FIT)

    def save(self, path: str | Path) -> None:
        """Write the site to a file.

        Raises:
            DataError: the file cannot be written.
        """
        check_type("the path", path, str | Path)
        try:
            Path(path).write_bytes(self.to_bytes())
        except (OSError, ValueError) as error:
            raise DataError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from error

    @classmethod
    def load(cls, path: str | Path) -> "Site":
        """Read a site from a file, which may come from a stranger.

        Raises:
            DataError: the file cannot be read, is damaged, or is not a site.
        """
        try:
            return cls.from_bytes(content_within(path, _MOST_BYTES))
        except OSError as error:
            raise DataError(f"cannot read the site {path}: {error.strerror or error}") from error
        except ValueError as error:
            raise DataError(f"{path} is not a site that this version can use: {error}") from error

    def to_bytes(self) -> bytes:
        """The content of a file, the same bytes for the same site."""
        return archive_of(
            {
                "header": packed_text(FORMAT),
                "keys": self.keys,
                "limit": np.array([self.limit], dtype=np.uint64),
                "start": self.start,
                "marks": self.marks,
            }
        )

    @classmethod
    def from_bytes(cls, content: bytes) -> "Site":
        """The site of a file.

        Raises:
            ValueError: the content is damaged or is not a site. The message says why.
        """
        check_type("content", content, bytes)
        found = read_arrays(content, _ARRAYS)
        keys, start, marks = found["keys"], found["start"].astype(np.intc), found["marks"]
        if found["header"].tobytes() != FORMAT.encode():
            raise ValueError(f"{FORMAT!r} expected, and its header has something else")
        if len(start) != len(keys) + 1 or start[0] != 0 or start[-1] != len(marks) or (np.diff(start) <= 0).any():
            raise ValueError("its pages do not fit its blocks")
        if len(found["limit"]) != 1 or (keys[1:] <= keys[:-1]).any() or (keys >= found["limit"][0]).any():
            raise ValueError("its pages are not in order")
        return cls(keys, start, marks, int(found["limit"][0]))

    def _has(self, key: int) -> bool:
        at = int(np.searchsorted(self.keys, np.uint64(key)))
        return at < len(self.keys) and int(self.keys[at]) == key

    @cached_property
    def _index(self) -> _Index:
        page = np.repeat(np.arange(len(self), dtype=np.uint64), np.diff(self.start))
        texts, text_pages = _pages_of(self.marks[:, Mark.TEXT], page)
        shapes, shape_pages = _pages_of(self.marks[:, Mark.SHAPE], page)
        links, link_pages = _pages_of(self.marks[:, Mark.LINK], page)
        recurs = text_pages[np.searchsorted(texts, self.marks[:, Mark.TEXT])] > 1
        shape = np.searchsorted(shapes, self.marks[:, Mark.SHAPE])
        blocks = np.bincount(shape, minlength=len(shapes))
        recurring = np.bincount(shape, weights=recurs, minlength=len(shapes))
        return _Index(
            MarkTable(texts, text_pages[:, None].astype(np.intc)),
            MarkTable(shapes, np.stack([shape_pages, blocks, recurring], axis=1).astype(np.intc)),
            MarkTable(links, link_pages[:, None].astype(np.intc)),
        )


def _pages_of(marks: Marks, page: NDArray[np.uint64]) -> tuple[Marks, NDArray[np.int64]]:
    """The different marks in ascending order, and the number of pages that have each."""
    pairs = np.unique(marks.astype(np.uint64) << np.uint64(32) | page)
    found, pages = np.unique((pairs >> np.uint64(32)).astype(np.uint32), return_counts=True)
    return found, pages.astype(np.int64)


class SiteBuilder:
    """Collects pages of a site, and forgets those that would be too many."""

    def __init__(self) -> None:
        """Begin without pages."""
        self._pages: dict[int, Marks] = {}
        self._limit = _ALL
        self._blocks = 0

    def add(self, table: PageTable) -> None:
        """Add a page; one without text changes nothing."""
        page = PageMarks(table)
        self.add_marks(page.key(), page.marks)

    def add_marks(self, key: int, marks: Marks) -> None:
        """Add the marks of a page."""
        if key < self._limit and key not in self._pages and len(marks):
            self._pages[key] = marks[:MAX_PAGE_BLOCKS]
            self._blocks += len(self._pages[key])
            if len(self._pages) > 2 * MAX_PAGES or self._blocks > 2 * MAX_BLOCKS:
                self._forget()

    def add_site(self, site: Site) -> None:
        """Add the pages of a site."""
        self._limit = min(self._limit, site.limit)
        for key, marks in site.pages().items():
            self.add_marks(key, marks)

    def site(self) -> Site:
        """The site of all pages so far."""
        self._forget()
        keys = sorted(self._pages)
        sizes = [len(self._pages[key]) for key in keys]
        marks = [self._pages[key] for key in keys] or [np.zeros((0, len(Mark)), dtype=np.uint32)]
        return Site(
            np.array(keys, dtype=np.uint64),
            np.cumsum([0, *sizes], dtype=np.intc),
            np.ascontiguousarray(np.concatenate(marks)),
            self._limit,
        )

    def _forget(self) -> None:
        """Keep the pages with the lowest keys, as many as there may be."""
        kept: dict[int, Marks] = {}
        blocks = 0
        for key in sorted(self._pages):
            blocks += len(self._pages[key])
            if len(kept) == MAX_PAGES or blocks > MAX_BLOCKS:
                self._limit = min(self._limit, key)
            if key >= self._limit:
                break
            kept[key] = self._pages[key]
        self._pages, self._blocks = kept, sum(map(len, kept.values()))


def learn_site(pages: Iterable[GivenPage | tuple[GivenPage, str | None]]) -> Site:
    """Learn what pages of one site have in common, for ``maintext.extract(page, site=site)``.

    Three pages are enough to begin with. Whatever the number of pages, the site has at most one megabyte.

    Args:
        pages: each as for ``extract``, or as ``(page, url)``; all of one site. The page to extract may be one of them:
            it never counts for itself.

    Raises:
        PageError: a file cannot be read, or a page is too large.
    """
    if isinstance(pages, str | bytes) or not isinstance(pages, Iterable):
        raise OptionError(f"pages must be several pages, such as a list of them, not {shown_value(pages)}")
    builder = SiteBuilder()
    for page in pages:
        builder.add(page_table(_content(page)))
    return builder.site()


def _content(page: Any) -> GivenPage:
    content: GivenPage = page[0] if isinstance(page, tuple) and len(page) == 2 else page
    return content
