"""What a page says of itself and shows of itself: title, authors, dates and more, each with where it was found.

``docs/metadata.md`` tells the sources and why one is preferred to another. Every field has a chooser of its own; all of
them look at one ``Page``, which finds each kind of signal once, when it is first asked for.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from maintext.metadata import author, date, kind, links, site, title, wording
from maintext.metadata.facts import Fact, Metadata
from maintext.metadata.headline import Place, headline_place
from maintext.metadata.page import Page
from maintext.metadata.shown import Shown, shown_dates
from maintext.metadata.site import SiteNames

__all__ = ["FIELDS", "Fact", "Facts", "Metadata", "Page"]

FIELDS: Final = (
    "title", "author", "date", "modified", "site", "description", "language", "url", "image", "tags",
    "page_type",
)  # fmt: skip
"""The names of the fields, in the order of ``Metadata``."""


@dataclass(frozen=True, eq=False)
class Facts:
    """The facts of a page, each worked out when it is first asked for."""

    page: Page
    judged: Fact | None = None
    """The kind of page, from a method that tells it."""

    @cached_property
    def title(self) -> Fact | None:
        """The headline."""
        return title.title_fact(self.page, self._site_names)

    @cached_property
    def place(self) -> Place | None:
        """Where the headline stands: authors and dates are looked for around it."""
        return headline_place(self.page, self.title.value if self.title else "")

    @cached_property
    def author(self) -> Fact | None:
        """Who wrote it."""
        return author.author_fact(self.page, self.place, self._site_names)

    @cached_property
    def date(self) -> Fact | None:
        """When it was published."""
        return date.date_fact(self.page, lambda: self._shown, at_headline=self.place is not None and self.place.sure)

    @cached_property
    def modified(self) -> Fact | None:
        """When it was last changed."""
        return date.modified_fact(self.page, lambda: self._shown)

    @cached_property
    def _shown(self) -> tuple[Shown, ...]:
        return shown_dates(self.page, self.place)

    @cached_property
    def site(self) -> Fact | None:
        """The name of the site."""
        return site.site_fact(self._site_names)

    @cached_property
    def _site_names(self) -> SiteNames:
        return SiteNames(self.page)

    @cached_property
    def description(self) -> Fact | None:
        """What the page says it is about."""
        return wording.description_fact(self.page)

    @cached_property
    def language(self) -> Fact | None:
        """The language of the page."""
        return wording.language_fact(self.page)

    @cached_property
    def url(self) -> Fact | None:
        """The address that the page gives itself."""
        return links.url_fact(self.page)

    @cached_property
    def image(self) -> Fact | None:
        """The address of the picture that stands for the page."""
        return links.image_fact(self.page)

    @cached_property
    def tags(self) -> Fact | None:
        """Words that the page is filed under."""
        return wording.tags_fact(self.page)

    @cached_property
    def page_type(self) -> Fact | None:
        """The kind of page, as the method judged it, else as the page says it."""
        return self.judged or kind.page_type_fact(self.page)

    def all(self) -> Metadata:
        """All that is known."""
        found = ((field, getattr(self, field)) for field in FIELDS)
        return Metadata(tuple((field, fact) for field, fact in found if fact is not None))
