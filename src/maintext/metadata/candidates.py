"""Everything on a page from which its facts are chosen, collected in one pass over each kind of signal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import urljoin, urlsplit

from maintext.metadata._collect import (
    Lines,
    RowIndex,
    collect_headings,
    collect_lines,
    collect_meta,
    collect_rows,
    folded,
    linked_texts,
)
from maintext.metadata.linked_data import Thing, collect_linked_data
from maintext.metadata.microdata import Item, collect_microdata
from maintext.table import PageTable, tags
from maintext.table.references import in_text

_NAMES_OF_FACT: Final = {
    "title": "og:title twitter:title",
    "other title": "citation_title dc.title dcterms.title title",
    "author": (
        "citation_author author article:author_name parsely-author sailthru.author byl dc.creator dcterms.creator "
        "article:author dc.contributor creator og:article:author og:author bt:author rbauthors mediator_author"
    ),
    "label 1": "twitter:label1",
    "label 2": "twitter:label2",
    "data 1": "twitter:data1",
    "data 2": "twitter:data2",
    "published": (
        "article:published_time article:published og:published_time og:article:published_time datepublished "
        "publication_date publish_date publish-date publishdate pubdate pub_date parsely-pub-date sailthru.date "
        "cxenseparse:recs:publishtime bt:pubdate citation_publication_date citation_online_date citation_date "
        "dc.date.issued dcterms.issued dc.issued dc.date.created dcterms.created dc.created originalpublicationdate "
        "article_date_original weibo:article:create_at rnews:datepublished displaydate release_date "
        "article.published video:release_date published-date published_date"
    ),
    "some date": "dc.date dcterms.date date created created_at creation_date",
    "modified": (
        "article:modified_time og:updated_time article:modified og:modified_time datemodified last-modified lastmod "
        "revised dcterms.modified dc.date.modified dc.modified modified updated_time"
    ),
    "site": "og:site_name application-name apple-mobile-web-app-title dc.publisher dcterms.publisher",
    "description": "og:description description twitter:description dc.description dcterms.description",
    "language": "og:locale content-language language dc.language dcterms.language",
    "address": "og:url twitter:url",
    "image": "og:image og:image:secure_url og:image:url twitter:image twitter:image:src thumbnail",
    "tags": "article:tag",
    "news tags": "news_keywords sailthru.tags parsely-tags",
    "keywords": "keywords dc.subject dcterms.subject",
    "type": "og:type",
    "tier": "article:content_tier content_tier content-tier",
}
META_NAMES: Final = {
    _name: (_fact, _rank) for _fact, _names in _NAMES_OF_FACT.items() for _rank, _name in enumerate(_names.split())
}
"""Fact and rank of each known name of a meta element; a lower rank is better."""
MetaPairs: TypeAlias = tuple[tuple[str, str], ...]
"""Names and contents of meta elements."""

_BASE: Final = tags.code_of("base")
_MAX_ROWS: Final = 500
"""Elements of a kind that are looked at. Pages with more are made to be slow, or repeat themselves."""
_LINK_ATTRIBUTES: Final = frozenset({"rel", "href"})
_LANGUAGE_ATTRIBUTES: Final = ("lang", "xml:lang")


class Heading(NamedTuple):
    """A visible heading."""

    row: int
    level: int
    text: str
    letters: str
    """Its letters and digits in lower case."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a page says about itself, by kind of signal. Choosers read nothing else."""

    url: str = ""
    host: str = ""
    """The host of the address without ``www``."""
    base: str = ""
    """The address against which other addresses are resolved."""
    fetched: datetime | None = None
    latest_day: str = "9999-12-31"
    """The last day that the page can be from: a day after it was fetched, since days begin earlier in the east."""
    meta: Mapping[str, MetaPairs] = field(default_factory=dict)
    """Meta elements by fact, best name first; names that are not in ``META_NAMES`` under ``other``."""
    linked: tuple[Thing, ...] = ()
    """The objects of the linked data."""
    main: tuple[Thing, ...] = ()
    """Those that may be what the page is about, articles first."""
    items: tuple[Item, ...] = ()
    """The properties of the microdata that belong to the page itself."""
    links: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Addresses of ``<link>`` elements by relation: ``canonical`` and ``image_src``."""
    title_element: str = ""
    languages: tuple[tuple[str, str], ...] = ()
    """The languages that the page claims to be in, with their sources."""
    headings: tuple[Heading, ...] = ()
    tag_links: tuple[str, ...] = ()
    """The texts of links to tags."""
    lines: Lines | None = None
    """The lines of the visible text and the rows of the page, which are read where a chooser needs them."""
    text: str = ""
    """The visible text of the page."""


_LAST: Final = date.max - timedelta(days=1)
"""The last day that has a day after it."""


def collect(table: PageTable, url: str = "", fetched: datetime | None = None) -> Candidates:
    """Collect the candidates of a page."""
    rows = collect_rows(table)
    meta = collect_meta(rows, META_NAMES)
    linked = collect_linked_data(rows)
    main = [thing for thing in linked if thing.is_main]
    lines = collect_lines(rows)
    return Candidates(
        url=url,
        host=_host(url),
        base=base_address(table, url) if table.present_tags[_BASE] else url,
        fetched=fetched,
        latest_day=(min((fetched or datetime.now(tz=UTC)).date(), _LAST) + timedelta(days=1)).isoformat(),
        meta=meta,
        linked=linked,
        main=(*[thing for thing in main if thing.is_article], *[thing for thing in main if not thing.is_article]),
        items=collect_microdata(rows) if rows.properties else (),
        links=_links(rows) if rows.links else {},
        title_element=_title_element(rows),
        languages=_languages(rows, meta, main),
        headings=collect_headings(rows, Heading),
        tag_links=_tag_links(rows) if rows.tag_links else (),
        lines=lines,
        text=lines.page_text,
    )


def base_address(table: PageTable, url: str) -> str:
    """The address against which others are resolved: that of ``<base>``, else the page's own."""
    if not table.present_tags[_BASE]:
        return url
    for row in (table.tag == _BASE).nonzero()[0][:_MAX_ROWS].tolist():
        if address := table.attributes(row).get("href", ""):
            try:
                return urljoin(url, address.strip())
            except ValueError:
                break
    return url


def title_element(table: PageTable) -> str:
    """The text of ``<title>``."""
    return _title_element(collect_rows(table))


def meta_elements(table: PageTable) -> dict[str, str]:
    """The first content of the meta elements of each name."""
    found: dict[str, str] = {}
    for pairs in collect_meta(collect_rows(table), META_NAMES).values():
        for name, content in pairs:
            found.setdefault(name, content)
    return found


def _title_element(rows: RowIndex) -> str:
    """The text of ``<title>``; those in icons are not the page's."""
    for row in rows.named("title"):
        markup = "" if rows.is_in_icon(row) else rows.inner_markup(row)
        if text := folded(in_text(markup) if "&" in markup else markup):
            return text
    return ""


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _links(rows: RowIndex) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for row in rows.links:
        attributes = rows.attributes(row, _LINK_ATTRIBUTES)
        for relation in attributes.get("rel", "").lower().split():
            found[relation] = (*found.get(relation, ()), attributes.get("href", ""))
    return found


def _languages(rows: RowIndex, meta: Mapping[str, MetaPairs], main: list[Thing]) -> tuple[tuple[str, str], ...]:
    found = []
    for row in rows.named("html")[:1]:
        attributes = rows.attributes(row)
        found += [(attributes[name], "html element") for name in _LANGUAGE_ATTRIBUTES if attributes.get(name)]
    found += [(content, "meta") for _, content in meta.get("language", ())]
    found += [(text, "json-ld") for text in linked_texts(main, "inLanguage")]
    return tuple(found)


def _tag_links(rows: RowIndex) -> tuple[str, ...]:
    return tuple(
        [rows.text(row) for row in rows.tag_links if "tag" in rows.attributes(row).get("rel", "").lower().split()]
    )
