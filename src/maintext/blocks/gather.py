"""Gather the parts of a page that blocks are made from: the selected text, images, rules, formulas and tables."""

from dataclasses import dataclass
from typing import Final

from maintext.blocks import formulas
from maintext.blocks._build import (
    Inset,
    LinkResolver,
    PictureSource,
    TextCounts,
    data_tables,
    embeds_of,
    insets_of,
    pictures_of,
)
from maintext.blocks.notes import NO_NOTES, Notes
from maintext.blocks.threads import FoundPost, posts_in, without_bylines
from maintext.options import EVERYTHING, Options
from maintext.support.cached_property import cached_property
from maintext.table import Mask, PageTable

_ADDRESSES: Final = 10_000
"""Characters that all addresses of a page may have, in addition to two per byte and 50 per element of the page."""


@dataclass(frozen=True, eq=False)
class Gathered:
    """The selected text of a page, and everything else that belongs to its blocks."""

    table: PageTable
    keep: Mask
    options: Options = EVERYTHING
    base: str = ""
    """The address that links and images are resolved against."""
    is_forum: bool = False
    """Whether the text may consist of posts."""
    notes: Notes = NO_NOTES
    """The footnotes of the selected text."""
    captions: Mask | None = None
    """The segments of captions that were not selected: they are part of the figures, but not of the text."""

    @cached_property
    def posts(self) -> tuple[FoundPost, ...]:
        """The posts of a thread, in page order."""
        return posts_in(self.table, self.keep) if self.is_forum else ()

    @cached_property
    def counts(self) -> TextCounts:
        """How much of each element is selected. Lines with the author and the time of a post are not part of it."""
        return TextCounts(self.table, without_bylines(self.table, self.keep, self.posts) if self.posts else self.keep)

    @cached_property
    def links(self) -> LinkResolver:
        """Resolves the addresses of links and images."""
        return LinkResolver(self.base, _ADDRESSES + 2 * len(self.table.source) + 50 * len(self.table))

    @cached_property
    def tables(self) -> list[int]:
        """The rows of the tables of data."""
        return data_tables(self.counts)

    def pictures(self) -> list[PictureSource]:
        """The images of the main text."""
        return pictures_of(self.counts, self.links, self.formulas) if self.options.images else []

    @cached_property
    def formulas(self) -> list[int]:
        """The rows of the formulas with selected text."""
        if not self.counts.formulas:
            return []
        return [row for row in formulas.formula_rows(self.table) if self._is_written(row)]

    def _is_written(self, row: int) -> bool:
        """Whether some text of an element was selected or is part of a caption."""
        segments = self.table.segments_of(row)
        is_in_caption = self.captions is not None and bool(self.captions[segments.start : segments.stop].any())
        return is_in_caption or self.counts.kept_in(row) > 0

    def insets(self, pictures: list[PictureSource]) -> list[Inset]:
        """The images, and the rules and formulas in scripts between the lines, in page order."""
        if self.counts.first < 0:
            return []
        embeds = embeds_of(self.counts, self.links) if self.options.images else {}
        return insets_of(pictures, self.counts.rules_and_formulas(), embeds)
