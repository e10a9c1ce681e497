"""Finds ranges of a text in the page: bytes, element, anchor and text fragment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from maintext.blocks.records import Block, Span
from maintext.decode import GivenBytes
from maintext.document.layout import Layout
from maintext.document.source_places import SourcePlaces, nearest_anchor, paths_of, smallest_row
from maintext.document.text_fragments import PageWords, linked
from maintext.document.text_places import SegmentPlace, TextPlaces, visible_places
from maintext.document.text_records import Citation
from maintext.support.cached_property import cached_property
from maintext.table import Ints, PageTable


class FoundPage(NamedTuple):
    """The page that a text comes from."""

    table: PageTable
    """As it was read: the text of segments may have been changed since."""
    places: TextPlaces
    given: GivenBytes | None
    """The bytes of the page, if they are not those of the table."""


@dataclass(frozen=True, eq=False)
class Locator:
    """Finds ranges of one text. Without the page, as in a document from a pickle, whole blocks are found."""

    text: str
    url: str
    blocks: Sequence[Block]
    layout: Layout
    page: FoundPage | None = None

    def citations(self, ranges: Sequence[Span]) -> list[Citation]:
        """Where each range of the text is."""
        spans = self._given([self._span(start, stop) for start, stop in ranges])
        return [self._citation(start, stop, span) for (start, stop), span in zip(ranges, spans, strict=True)]

    def _citation(self, start: int, stop: int, span: Span | None) -> Citation:
        path = xpath = anchor = ""
        ends = self._ends(start, stop)
        if ends and self.page:
            table = self.page.table
            path, xpath = paths_of(table, smallest_row(table, ends[0].segment, ends[1].segment))
            anchor = nearest_anchor(table, self._named_rows, int(table.segment_owner[ends[0].segment]))
            fragment = self._words.fragment(self._offset(ends[0]), self._offset(ends[1]) + 1)
        else:
            fragment = self._words.fragment(start, stop)
        link = linked(self.url, fragment)
        return Citation(self.text[start:stop], start, stop, span, path, xpath, anchor, fragment, link)

    def _ends(self, start: int, stop: int) -> tuple[SegmentPlace, SegmentPlace] | None:
        """The first and the last character of a range in the page."""
        if self.page is None:
            return None
        first, last = self.page.places.first_at(start), self.page.places.last_before(stop)
        return (first, last) if first and last and first <= last else None

    def _span(self, start: int, stop: int) -> Span | None:
        """The bytes of a range, in the table's source if there is a page, else those of the blocks around it."""
        ends = self._ends(start, stop)
        if ends and self._source:
            return self._source.range_of(*ends)
        if self.page is not None:
            return None
        first = max(0, int(np.searchsorted(self._starts, start, side="right")) - 1)
        spans = [block.span for block in self.blocks[first : int(np.searchsorted(self._starts, stop))] if block.span]
        return (min(span[0] for span in spans), max(span[1] for span in spans)) if spans else None

    def _given(self, spans: list[Span | None]) -> list[Span | None]:
        """Spans in the bytes of the page as it was given."""
        return given_spans(spans, self.page.table.source, self.page.given) if self.page and self.page.given else spans

    def _offset(self, place: SegmentPlace) -> int:
        """Where a character is in the text of the table."""
        table = self.page.table if self.page else None
        if table is None:
            return 0
        first, last = np.searchsorted(self._visible, table.segment_offset[[place.segment, place.segment + 1]]).tolist()
        return int(self._visible[min(first + place.number, max(first, last - 1))])

    @cached_property
    def _source(self) -> SourcePlaces | None:
        return SourcePlaces(self.page.table) if self.page else None

    @cached_property
    def _visible(self) -> Ints:
        return visible_places(self.page.table.text if self.page else self.text)

    @cached_property
    def _words(self) -> PageWords:
        return PageWords.of_table(self.page.table) if self.page else PageWords.of_text(self.text)

    @cached_property
    def _named_rows(self) -> Ints:
        table = self.page.table if self.page else None
        return np.flatnonzero(table.id_stop > table.id_start) if table is not None else np.empty(0, np.int64)

    @cached_property
    def _starts(self) -> Ints:
        return np.array(self.layout.starts, dtype=np.int64)


def given_spans(spans: Sequence[Span | None], source: bytes, given: GivenBytes) -> list[Span | None]:
    """Spans in the bytes of a page as it was given, from spans in its UTF-8."""
    flat = np.array([place for span in spans if span for place in span], dtype=np.int64)
    places = iter(given.offsets(source, flat).tolist())
    return [(next(places), next(places)) if span else None for span in spans]
