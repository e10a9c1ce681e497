"""``extract`` and ``bare_extraction`` with the arguments and the results that users of trafilatura know.

>>> from maintext.compat.trafilatura import extract
>>> extract("<body><div><p>It rained all day, and nobody minded.</p></div></body>")
'It rained all day, and nobody minded.'
"""

import csv
import hashlib
import io
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from html import escape
from typing import Any, Final
from urllib.parse import urlsplit
from xml.etree import ElementTree

from maintext.algorithms import Learned
from maintext.document import Document
from maintext.errors import OptionError, check_choice
from maintext.extraction import extract as _extract
from maintext.formats import to_html, to_markdown, to_tei
from maintext.options import Options

FORMATS: Final = ("csv", "html", "json", "markdown", "txt", "xml", "xmltei")
_NO_EFFECT: Final = frozenset(
    "fast no_fallback deduplicate config settingsfile tei_validation max_tree_size date_extraction_params "
    "record_id".split()
)
_TEI: Final = "{http://www.tei-c.org/ns/1.0}"
_HEADER: Final = ("title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags")
_ATTRIBUTES: Final = ("sitename", "title", "author", "date", "url", "hostname", "description", "categories", "tags")


@dataclass(slots=True)
class Extracted:
    """What is known of a page, by the names that trafilatura has. ``body`` is an element of the standard library's."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    body: Any = None
    comments: str = ""
    commentsbody: Any = None
    raw_text: str = ""
    text: str = ""
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """All by name."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class _Wishes:
    """What the arguments ask for."""

    favor_precision: bool = False
    favor_recall: bool = False
    include_comments: bool = True
    target_language: str | None = None
    include_tables: bool = True
    include_images: bool = False
    include_formatting: bool | None = None
    include_links: bool = False
    with_metadata: bool = False
    only_with_metadata: bool = False
    url_blacklist: frozenset[str] = frozenset()
    author_blacklist: frozenset[str] = frozenset()

    @classmethod
    def of(cls, arguments: dict[str, Any]) -> "_Wishes":
        """Take what can be honoured, pass over what has no meaning here, refuse the rest."""
        known = {name: value for name, value in arguments.items() if name in cls.__slots__}
        for name in arguments.keys() - known.keys() - _NO_EFFECT:
            raise OptionError(f"maintext.compat.trafilatura cannot honour {name}")
        for name in ("url_blacklist", "author_blacklist"):
            known[name] = frozenset(known.get(name) or ())
        return cls(**known)

    def document(self, page: str | bytes, url: str | None, is_formatted: bool) -> Document | None:
        """The document, if there is one that is wanted."""
        favor: Any = "precision" if self.favor_precision else "recall" if self.favor_recall else "balanced"
        formatting = is_formatted if self.include_formatting is None else self.include_formatting
        options = Options(
            links=bool(self.include_links),
            images=bool(self.include_images),
            tables=bool(self.include_tables),
            formatting=bool(formatting),
        )
        document = _extract(page, url, Learned(favor, bool(self.include_comments)), options=options)
        language = (document.language or "").partition("-")[0]
        is_other = bool(self.target_language and language and language != self.target_language)
        if document.reason or is_other or document.url in self.url_blacklist:
            return None
        complete = document.date and document.title and (document.url or "url" in document.metadata)
        return document if complete or not self.only_with_metadata else None


def extract(
    filecontent: str | bytes, url: str | None = None, output_format: str = "txt", **arguments: Any
) -> str | None:
    """The main text in a format, None if there is none.

    Args:
        filecontent: the page.
        url: where it is from.
        output_format: txt, markdown, json, xml, xmltei, csv or html.
        arguments: as in trafilatura: favor_precision, favor_recall, include_comments, include_tables, include_images,
            include_formatting, include_links, with_metadata, only_with_metadata, target_language, url_blacklist,
            author_blacklist.
    """
    check_choice("output_format", output_format, FORMATS)
    wishes = _Wishes.of(arguments)
    document = wishes.document(filecontent, url, output_format in ("markdown", "xml", "xmltei", "html"))
    if document is None:
        return None
    found = _extracted(document, wishes)
    return _WRITERS[output_format](document, found, wishes.with_metadata or wishes.only_with_metadata)


def bare_extraction(
    filecontent: str | bytes, url: str | None = None, as_dict: bool = False, **arguments: Any
) -> Extracted | dict[str, Any] | None:
    """Text, comments and metadata as a record or, on request, as a dictionary; None if there is no text."""
    arguments.pop("output_format", None)
    wishes = _Wishes.of(arguments)
    document = wishes.document(filecontent, url, is_formatted=False)
    if document is None:
        return None
    found = _extracted(document, wishes)
    return found.as_dict() if as_dict else found


def _extracted(document: Document, wishes: _Wishes) -> Extracted:
    values = {name: fact.value for name, fact in document.metadata.items()}
    tags = document.metadata["tags"].values if "tags" in document.metadata else ()
    url = values.get("url") or document.url
    root = ElementTree.fromstring(to_tei(document.blocks, {}).encode("utf-8", "replace"))
    return Extracted(
        title=document.title,
        author=None if document.author in wishes.author_blacklist else document.author,
        url=url,
        hostname=(urlsplit(url).hostname or "").removeprefix("www.") or None if url else None,
        description=values.get("description"),
        sitename=values.get("site"),
        date=document.date[:10] if document.date else None,
        tags=list(tags),
        body=root.find(f"{_TEI}text/{_TEI}body"),
        comments=document.comments or "",
        commentsbody=_lines_as_element(document.comments or ""),
        raw_text=document.text,
        text=document.text,
        language=document.language,
        image=values.get("image"),
        pagetype=values.get("page_type"),
        filedate=datetime.now(UTC).date().isoformat(),
    )


def _lines_as_element(text: str) -> ElementTree.Element:
    body = ElementTree.Element("body")
    for line in filter(None, text.split("\n")):
        ElementTree.SubElement(body, "p").text = line
    return body


def _fingerprint(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest()


def _with_header(text: str, found: Extracted) -> str:
    lines = [f"{name}: {value}" for name in _HEADER if (value := getattr(found, name))]
    return "\n".join(["---", *lines, f"fingerprint: {_fingerprint(found.text)}", "---", text])


def _txt(_: Document, found: Extracted, with_metadata: bool) -> str:
    text = f"{found.text}\n{found.comments}" if found.comments else found.text
    return _with_header(text, found) if with_metadata else text


def _markdown(document: Document, found: Extracted, with_metadata: bool) -> str:
    text = "\n\n".join(filter(None, (to_markdown(document.blocks), found.comments)))
    return _with_header(text, found) if with_metadata else text


def _json(_: Document, found: Extracted, with_metadata: bool) -> str:
    if not with_metadata:
        return json.dumps({"text": found.text, "comments": found.comments}, ensure_ascii=False)
    record = asdict(found) | {"fingerprint": _fingerprint(found.text)}
    for name in ("body", "commentsbody"):
        del record[name]
    for theirs, ours in (("source", "url"), ("source-hostname", "sitename"), ("excerpt", "description")):
        record[theirs] = record.pop(ours)
    for name in ("categories", "tags"):
        record[name] = ";".join(record.pop(name))
    return json.dumps(record, ensure_ascii=False)


def _csv(_: Document, found: Extracted, with_metadata: bool) -> str:
    known = found if with_metadata else Extracted()
    before = [known.url, None, _fingerprint(found.text), known.hostname, known.title, known.image, known.date]
    columns = [*before, found.text, found.comments, known.license, known.pagetype]
    written = io.StringIO()
    csv.writer(written, delimiter="\t", lineterminator="\n").writerow(
        ["null" if column is None else column for column in columns]
    )
    return written.getvalue()


def _xml(document: Document, found: Extracted, with_metadata: bool) -> str:
    body = to_tei(document.blocks, {}).partition("<body>\n")[2].partition("</body>")[0]
    attributes = _attributes(found) if with_metadata else {}
    written = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    comments = "".join(f"<p>{escape(line)}</p>\n" for line in found.comments.split("\n") if line)
    fingerprint = _fingerprint(found.text)
    return (
        f'<doc{written} fingerprint="{fingerprint}">\n<main>\n{body}</main>\n<comments>\n{comments}</comments>\n</doc>'
    )


def _xmltei(document: Document, *_: object) -> str:
    return document.xml


def _html(document: Document, found: Extracted, with_metadata: bool) -> str:
    attributes = _attributes(found) if with_metadata else {}
    meta = "".join(f'<meta name="{name}" content="{escape(value)}">\n' for name, value in attributes.items())
    head = f"<head>\n{meta}</head>\n" if meta else ""
    return f"<html>\n{head}<body>\n{to_html(document.blocks)}\n</body>\n</html>"


def _attributes(found: Extracted) -> dict[str, str]:
    values = {name: getattr(found, name) for name in _ATTRIBUTES}
    return {name: ";".join(value) if isinstance(value, list) else str(value) for name, value in values.items() if value}


_WRITERS: Final[dict[str, Callable[[Document, Extracted, bool], str]]] = {
    "csv": _csv,
    "html": _html,
    "json": _json,
    "markdown": _markdown,
    "txt": _txt,
    "xml": _xml,
    "xmltei": _xmltei,
}
