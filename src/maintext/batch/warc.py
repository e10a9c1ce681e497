"""Pages of WARC files, the format of web archives and of Common Crawl."""

from collections.abc import Iterator
from datetime import UTC
from pathlib import Path
from typing import Any, Final

from maintext.batch.record import MOST_BYTES, Columns, Record
from maintext.streams import needed_for

HTML_TYPES: Final = frozenset({"", "text/html", "application/xhtml+xml"})
"""What a page may be said to be; servers that say nothing are believed."""


def warc_records(path: Path, _columns: Columns) -> Iterator[Record]:
    """The responses, and resources, of a WARC file; requests and notes of the crawler are no pages."""
    warc = needed_for(path, "fastwarc.warc")
    kinds = warc.WarcRecordType.response | warc.WarcRecordType.resource
    number = 0
    try:
        with path.open("rb") as file:
            for number, found in enumerate(warc.ArchiveIterator(file, record_types=kinds, auto_decode="all"), start=1):
                yield _record(found, f"{path.name}#{number}")
    except (OSError, RuntimeError, ValueError) as error:
        yield Record(f"{path.name}#{number + 1}", error=f"{path} cannot be read further: {error}")


def _record(found: Any, name: str) -> Record:
    identifier = (found.record_id or "").strip("<>") or name
    url = found.headers.get("WARC-Target-URI", "").strip("<>") or None
    place = found.stream_pos
    if found.is_http and not found.http_headers:
        return Record(identifier, url, error="the record is cut off or has no HTTP headers", place=place)
    content_type = _content_type(found)
    if content_type not in HTML_TYPES:
        return Record(identifier, url, error=f"the content type is {content_type}, not HTML", place=place)
    try:
        page = found.reader.read(MOST_BYTES + 1)
    except (OSError, RuntimeError, ValueError) as error:
        return Record(identifier, url, error=f"the record cannot be read: {error}", place=place)
    if len(page) > MOST_BYTES:
        return Record(identifier, url, error=f"the page has more than {MOST_BYTES} bytes", place=place)
    if len(page) < found.content_length and not _is_encoded(found):
        cut = f"the record is cut off behind {len(page)} of {found.content_length} bytes"
        return Record(identifier, url, error=cut, place=place)
    charset = found.http_charset if found.is_http else None
    date = found.record_date
    fetched = date.astimezone(UTC) if date else None
    return Record(identifier, url, page, charset, fetched, place=place)


def _content_type(found: Any) -> str:
    declared = found.http_content_type if found.is_http else found.headers.get("Content-Type", "")
    return (declared or "").partition(";")[0].strip().lower()


def _is_encoded(found: Any) -> bool:
    """Whether the page in the record has another length than the page."""
    headers = found.http_headers or {}
    return any(headers.get(name) for name in ("Content-Encoding", "Transfer-Encoding"))
