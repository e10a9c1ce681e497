"""The facts of a page, each chosen on first access."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
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
_OF_CANDIDATES: Final[Mapping[str, Callable[[Candidates], Fact | None]]] = {
    "description": choose_description,
    "language": choose_language,
    "url": choose_address,
    "image": choose_image,
    "tags": choose_keywords,
}
"""The choosers that need nothing else."""
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
    _chosen: dict[str, Fact | None] = field(default_factory=dict, init=False)
    """The facts that were chosen so far."""

    def fact(self, name: str) -> Fact | None:
        """The fact of one of ``FIELDS``."""
        if name not in self._chosen:
            of_candidates = _OF_CANDIDATES.get(name)
            self._chosen[name] = of_candidates(self.candidates) if of_candidates else _CHOOSERS[name](self)
        return self._chosen[name]

    def all(self) -> Metadata:
        """All facts that are known; those that are found before the time of the call is over."""
        chosen = self._chosen
        with suppress(LimitReached):
            for number, name in enumerate(FIELDS):
                if number % _FACTS_PER_LOOK == 0:
                    check()
                if name not in chosen:  # as in ``fact``, which is not called because calls are what facts cost
                    of_candidates = _OF_CANDIDATES.get(name)
                    chosen[name] = of_candidates(self.candidates) if of_candidates else _CHOOSERS[name](self)
        return Metadata(tuple([(name, fact) for name in FIELDS if (fact := chosen.get(name)) is not None]))

    @cached_property
    def candidates(self) -> Candidates:
        """Everything on the page from which the facts are chosen."""
        return collect(self.table, self.address, self.fetched)

    def _title(self) -> Fact | None:
        """The headline."""
        return choose_title(self.candidates, self._site_names)

    def _author(self) -> Fact | None:
        """The people who wrote it."""
        poster = self.first_poster() if self.first_poster else ""
        return choose_author(self.candidates, self._headline, self._site_names, poster)

    def _date(self) -> Fact | None:
        """The day on which it was published."""
        is_thread = self.judged is not None and self.judged.value == "forum"
        return choose_published(self.candidates, self._headline, lambda: self._visible_dates, is_thread=is_thread)

    def _modified(self) -> Fact | None:
        """The day on which it was last changed."""
        return choose_modified(self.candidates, lambda: self._visible_dates)

    def _site(self) -> Fact | None:
        """The name of the site."""
        return choose_site(self._site_names, self.candidates.title_element, self._shown_title)

    def _page_type(self) -> Fact | None:
        """The kind of page, from the method, else from the page itself."""
        return self.judged or choose_page_type(self.candidates)

    def _paywalled(self) -> Fact | None:
        """Whether the text is only for subscribers."""
        return choose_paywalled(self.candidates, self.has_wall)

    @cached_property
    def _site_names(self) -> SiteNames:
        return SiteNames(self.candidates)

    def _shown_title(self) -> str:
        title = self._chosen.get("title") or self.fact("title")
        return title.value if title else ""

    @cached_property
    def _headline(self) -> Headline | None:
        return find_headline(self.candidates, self._shown_title())

    @cached_property
    def _visible_dates(self) -> tuple[VisibleDate, ...]:
        return visible_dates(self.candidates, self._headline)


_CHOOSERS: Final[Mapping[str, Callable[[Facts], Fact | None]]] = {
    name: getattr(Facts, f"_{name}") for name in FIELDS if name not in _OF_CANDIDATES
}
"""The choosers of the other facts."""
