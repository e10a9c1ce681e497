"""The facts of a document: its title, author, dates and the like."""

from dataclasses import replace
from datetime import datetime
from functools import partial

from maintext.blocks import Gathered
from maintext.blocks.threads import first_poster
from maintext.document.fact_values import EXCERPT_LENGTH, excerpt_of, moment_of
from maintext.document.hidden_records import table_of_facts
from maintext.document.invisible_characters import clean_value, is_suspicious
from maintext.document.parts import part
from maintext.document.subscription_wall import has_wall
from maintext.document.view import View
from maintext.metadata import Fact, Facts, Metadata
from maintext.support.cached_property import cached_property


class StatedFacts:
    """What a page says about itself. Each fact is looked for on first access."""

    text: str
    url: str | None
    _view: View
    _gathered: Gathered

    @part(None)
    def title(self) -> str | None:
        """The headline."""
        return self._value("title")

    @part(None)
    def author(self) -> str | None:
        """The author; several names are joined by commas."""
        return self._value("author")

    @part(None)
    def date(self) -> str | None:
        """The date of publication in ISO 8601, with the time if the page has one. See also ``published``.

        A month if the page does not say the day: ``2018-05``.
        """
        return self._value("date")

    @part(None)
    def published(self) -> datetime | None:
        """When the page was published.

        The time zone is set only if the page has one. A date without a time is midnight, without a time zone. None if
        only the month is known.
        """
        return moment_of(self.date)

    @part(None)
    def modified(self) -> datetime | None:
        """When the page was last modified, like ``published``."""
        return moment_of(self._value("modified"))

    @part(None)
    def language(self) -> str | None:
        """The language, as a tag such as ``en`` or ``zh-CN``."""
        return self._value("language")

    @part(None)
    def site(self) -> str | None:
        """The name of the site."""
        return self._value("site")

    @part(None)
    def description(self) -> str | None:
        """The page's own description of itself."""
        return self._value("description")

    @part(None)
    def image(self) -> str | None:
        """The address of the image that represents the page."""
        return self._value("image")

    @part(None)
    def paywalled(self) -> bool | None:
        """Whether the page says that its text is only for subscribers; None if it does not say."""
        said = self._value("paywalled")
        return None if said is None else said == "true"

    @part("")
    def excerpt(self) -> str:
        """The description or, without one, the beginning of the text: up to 200 characters, cut between words."""
        lines = (line for line in self.text[: 10 * EXCERPT_LENGTH].split("\n") if line != self.title)
        return excerpt_of(self.description or " ".join(lines))

    @part(Metadata(()))
    def metadata(self) -> Metadata:
        """All facts about the page, each with where it was found."""
        metadata, keeps_all = self._facts.all(), self._view.passage.options.hidden == "keep"
        if keeps_all or not is_suspicious("\n".join([fact.value for _, fact in metadata.facts])):
            return metadata
        return Metadata(tuple([(name, _shown_fact(fact)) for name, fact in metadata.facts]))

    def _value(self, field: str) -> str | None:
        """The value of a fact. A document from a pickle has its facts in ``metadata``, and no page."""
        if "metadata" in self.__dict__:
            fact = self.metadata.get(field)
            return fact.value if fact else None
        fact = self._facts.fact(field)
        return (clean_value(fact.value) if self._drops_hidden else fact.value) if fact else None

    @cached_property
    def _facts(self) -> Facts:
        kind, passage = self._view.selection.page_type, self._view.passage
        judged = Fact(kind, "method") if kind else None
        poster = self._first_poster if passage.is_forum else None
        table = self._view.table
        if passage.options.hidden == "drop":
            table = table_of_facts(table, passage.has_dropped)
        shows_wall = partial(has_wall, self._view.table, self._view.selection)
        return Facts(table, self.url or "", self._view.fetched, judged, poster, shows_wall)

    def _first_poster(self) -> str:
        return first_poster(self._gathered.table, self._gathered.keep, self._gathered.posts)

    @property
    def _drops_hidden(self) -> bool:
        return self._view.passage.options.hidden == "drop"


def _shown_fact(fact: Fact) -> Fact:
    """A fact without invisible characters."""
    return replace(fact, value=clean_value(fact.value), values=tuple(map(clean_value, fact.values)))
