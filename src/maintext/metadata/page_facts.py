"""The facts of a page, each chosen on first access."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from maintext.metadata.address import choose_address
from maintext.metadata.author import choose_author
from maintext.metadata.candidates import Candidates, collect
from maintext.metadata.date import choose_modified, choose_published
from maintext.metadata.description import choose_description
from maintext.metadata.facts import Fact, Metadata
from maintext.metadata.headline import Headline, find_headline
from maintext.metadata.image import choose_image
from maintext.metadata.keywords import choose_keywords
from maintext.metadata.language import choose_language
from maintext.metadata.page_type import choose_page_type
from maintext.metadata.paywall import choose_paywalled
from maintext.metadata.site import SiteNames, choose_site
from maintext.metadata.title import choose_title
from maintext.metadata.visible_dates import VisibleDate, visible_dates
from maintext.support.budget import LimitReached, check
from maintext.support.cached_property import cached_property
from maintext.table import PageTable

FIELDS: Final = (
    "title", "author", "date", "modified", "site", "description", "language", "url", "image", "tags",
    "page_type", "paywalled",
)  # fmt: skip
"""The names of the fields, in the order of ``Metadata``."""
_FACTS_PER_LOOK: Final = 5
"""Facts between two looks at the clock."""


@dataclass(frozen=True, eq=False)
class Facts:
    """The facts of a page."""

    table: PageTable
    address: str = ""
    """The address that the page was fetched from."""
    fetched: datetime | None = None
    judged: Fact | None = None
    """The kind of page, from a method that recognises it."""
    first_poster: Callable[[], str] | None = None
    """Finds the author of the first post of a thread; empty if the page has no posts."""
    has_wall: Callable[[], bool] = bool
    """Whether the page shows a wall for subscribers after its text."""

    @cached_property
    def candidates(self) -> Candidates:
        """Everything on the page from which the facts are chosen."""
        return collect(self.table, self.address, self.fetched)

    @cached_property
    def title(self) -> Fact | None:
        """The headline."""
        return choose_title(self.candidates, self._site_names)

    @cached_property
    def author(self) -> Fact | None:
        """The people who wrote it."""
        poster = self.first_poster() if self.first_poster else ""
        return choose_author(self.candidates, self._headline, self._site_names, poster)

    @cached_property
    def date(self) -> Fact | None:
        """The day on which it was published."""
        is_thread = self.judged is not None and self.judged.value == "forum"
        return choose_published(self.candidates, self._headline, lambda: self._visible_dates, is_thread=is_thread)

    @cached_property
    def modified(self) -> Fact | None:
        """The day on which it was last changed."""
        return choose_modified(self.candidates, lambda: self._visible_dates)

    @cached_property
    def site(self) -> Fact | None:
        """The name of the site."""
        return choose_site(self._site_names)

    @cached_property
    def description(self) -> Fact | None:
        """What the page says it is about."""
        return choose_description(self.candidates)

    @cached_property
    def language(self) -> Fact | None:
        """The language of the page."""
        return choose_language(self.candidates)

    @cached_property
    def url(self) -> Fact | None:
        """The canonical address."""
        return choose_address(self.candidates)

    @cached_property
    def image(self) -> Fact | None:
        """The address of the picture for previews of the page."""
        return choose_image(self.candidates)

    @cached_property
    def tags(self) -> Fact | None:
        """The words that the page is filed under."""
        return choose_keywords(self.candidates)

    @cached_property
    def page_type(self) -> Fact | None:
        """The kind of page, from the method, else from the page itself."""
        return self.judged or choose_page_type(self.candidates)

    @cached_property
    def paywalled(self) -> Fact | None:
        """Whether the text is only for subscribers."""
        return choose_paywalled(self.candidates, self.has_wall)

    @cached_property
    def _site_names(self) -> SiteNames:
        return SiteNames(self.candidates)

    @cached_property
    def _headline(self) -> Headline | None:
        return find_headline(self.candidates, self.title.value if self.title else "")

    @cached_property
    def _visible_dates(self) -> tuple[VisibleDate, ...]:
        return visible_dates(self.candidates, self._headline)

    def all(self) -> Metadata:
        """All facts that are known; those that are found before the time of the call is over."""
        found: list[tuple[str, Fact | None]] = []
        with suppress(LimitReached):
            for number, field in enumerate(FIELDS):
                if number % _FACTS_PER_LOOK == 0:
                    check()
                found.append((field, getattr(self, field)))
        return Metadata(tuple([(field, fact) for field, fact in found if fact is not None]))
