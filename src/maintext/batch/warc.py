"""Read the pages of WARC files, the format of web archives and of Common Crawl."""

import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from maintext.batch.record import MOST_BYTES, Columns, Record
from maintext.errors import DataError
from maintext.support.extras import needed

HTML_TYPES: Final = frozenset({"", "text/html", "application/xhtml+xml"})
"""The content types of pages; a page without a content type is accepted."""
_OK: Final = 200
"""The status of an answer that is the page. Others are pages about an error, or have moved."""
_CHUNK: Final = 1 << 20
_ENCODINGS: Final = ("Content-Encoding", "Transfer-Encoding")
_PAGE_KINDS: Final = frozenset({"response", "resource"})
DAMAGE: Final = (OSError, RuntimeError, ValueError)
"""The exceptions that reading a damaged file raises."""


def warc_records(path: Path, _columns: Columns) -> Iterator[Record]:
    """Yield the responses and resources of a WARC file; requests and the crawler's metadata are not pages."""
    number = 0
    try:
        with path.open("rb") as file:
            for found in archive(file):
                if is_page(found):
                    number += 1
                    yield record_of(found, f"{path.name}#{number}")
    except DAMAGE as error:
        yield unreadable(path, f"{path.name}#{number + 1}", error)


def archive(file: IO[bytes]) -> Iterator[Any]:
    """Yield all WARC records of any kind from the file's position on, without reading their contents.

    Raises:
        OSError: the file is cut off.
    """
    warc = needed("fastwarc.warc", extra="batch", user="reading WARC files", error=DataError)
    offset = file.tell()
    for found in warc.ArchiveIterator(file, record_types=warc.any_type, parse_http=False):
        offset = found.stream_pos
        if found.headers.get("Content-Length") is None:
            raise OSError("a record is cut off or does not declare its length")
        yield found
    if _is_cut_off_after(file, offset):
        raise OSError("a record is cut off")


def _is_cut_off_after(file: IO[bytes], offset: int) -> bool:
    """Whether data follows the last record. FastWARC silently ignores a gzip member that is cut off."""
    unpacker = zlib.decompressobj(wbits=31)
    file.seek(offset)
    packed = file.read(_CHUNK)
    if not packed.startswith(b"\x1f\x8b"):
        return False
    while packed and not unpacker.eof:
        unpacker.decompress(packed, _CHUNK)
        packed = unpacker.unconsumed_tail or file.read(_CHUNK)
    return unpacker.eof and bool((unpacker.unused_data + packed).strip(b"\0"))


def is_page(found: Any) -> bool:
    """Whether a WARC record contains what a server sent."""
    return str(found.record_type) in _PAGE_KINDS


def unreadable(path: Path, name: str, error: object) -> Record:
    """Return the record that replaces the rest of a damaged file."""
    return Record(name, error=f"the rest of {path} cannot be read: {error}")


def record_of(found: Any, name: str) -> Record:
    """Return the page of a WARC record; ``name`` is the id if the record has none."""
    record = Record(
        (found.record_id or "").strip("<>") or name,
        found.headers.get("WARC-Target-URI", "").strip("<>") or None,
        offset=found.stream_pos,
    )
    try:
        found.parse_http(auto_decode="none")
        if error := _refusal(found):
            return replace(record, error=error)
        page = _content(found)
    except DAMAGE as error:
        return replace(record, error=f"the record cannot be read: {error}")
    if len(page) > MOST_BYTES:
        return replace(record, error=f"the page has more than {MOST_BYTES} bytes")
    date = found.record_date
    charset = found.http_charset if found.is_http else None
    return replace(record, html=page, charset=charset, fetched=date.astimezone(UTC) if date else None)


def _refusal(found: Any) -> str:
    """Return why a record is not a page, as far as its headers show."""
    if found.is_http and not found.http_headers:
        return "the record is cut off or has no HTTP headers"
    status = found.http_headers.status_code if found.is_http else _OK
    if status != _OK:
        return f"the server answered with status {status}, not {_OK}"
    declared = found.http_content_type if found.is_http else found.headers.get("Content-Type", "")
    content_type = (declared or "").partition(";")[0].strip().lower()
    return "" if content_type in HTML_TYPES else f"the content type is {content_type}, not HTML"


def _content(found: Any) -> bytes:
    """Return the page, or at most ``MOST_BYTES + 1`` bytes of it; a false length allocates no memory."""
    page: bytes = found.reader.read(min(found.content_length, MOST_BYTES) + 1)
    if len(page) < found.content_length and len(page) <= MOST_BYTES:
        raise ValueError(f"it is cut off after {len(page)} of {found.content_length} bytes")
    headers = found.http_headers or {}
    encodings = {name: headers[name] for name in _ENCODINGS if headers.get(name)}
    return _decoded(page, encodings) if encodings else page


def _decoded(page: bytes, encodings: dict[str, str]) -> bytes:
    """Undo the server's compression and chunking.

    The page is copied into a WARC record of its own for this: FastWARC would lose all later records of the file after a
    page that is compressed wrongly.
    """
    headers = "".join(f"{name}: {value}\r\n" for name, value in encodings.items()).encode("latin-1", "replace")
    block = b"HTTP/1.1 200 OK\r\n%b\r\n%b" % (headers, page)
    record = b"WARC/1.0\r\nWARC-Type: response\r\n%b\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"
    packed = BytesIO(record % (b"Content-Type: application/http; msgtype=response", len(block), block))
    (found,) = islice(archive(packed), 1)
    found.parse_http(auto_decode="all")
    content: bytes = found.reader.read(MOST_BYTES + 1)
    return content
