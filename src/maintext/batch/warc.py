"""Pages of WARC files, the format of web archives and of Common Crawl."""

import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from maintext.batch.record import MOST_BYTES, Columns, Record
from maintext.support.compressed import needed_for

HTML_TYPES: Final = frozenset({"", "text/html", "application/xhtml+xml"})
"""What a page may be said to be; servers that say nothing are believed."""
_CHUNK: Final = 1 << 20
_ENCODINGS: Final = ("Content-Encoding", "Transfer-Encoding")
_PAGE_KINDS: Final = frozenset({"response", "resource"})
DAMAGE: Final = (OSError, RuntimeError, ValueError)
"""What reading a damaged file raises."""


def warc_records(path: Path, _columns: Columns) -> Iterator[Record]:
    """The responses, and resources, of a WARC file; requests and notes of the crawler are no pages."""
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
    """All records of a WARC file, of any kind, from where the file stands; their contents are not read yet."""
    warc = needed_for("WARC files", "fastwarc.warc")
    place = file.tell()
    for found in warc.ArchiveIterator(file, record_types=warc.any_type, parse_http=False):
        place = found.stream_pos
        if found.headers.get("Content-Length") is None:
            raise OSError("a record is cut off, or says nothing of its length")
        yield found
    if _is_cut_off_behind(file, place):
        raise OSError("a record is cut off")


def _is_cut_off_behind(file: IO[bytes], place: int) -> bool:
    """Whether there is something left behind the last record, of which FastWARC says nothing if it is cut gzip."""
    unpacker = zlib.decompressobj(wbits=31)
    file.seek(place)
    packed = file.read(_CHUNK)
    if not packed.startswith(b"\x1f\x8b"):
        return False
    while packed and not unpacker.eof:
        unpacker.decompress(packed, _CHUNK)
        packed = unpacker.unconsumed_tail or file.read(_CHUNK)
    return unpacker.eof and bool((unpacker.unused_data + packed).strip(b"\0"))


def is_page(found: Any) -> bool:
    """Whether a record has what a server sent."""
    return str(found.record_type) in _PAGE_KINDS


def unreadable(path: Path, name: str, error: object) -> Record:
    """What stands for the rest of a file."""
    return Record(name, error=f"{path} cannot be read further: {error}")


def record_of(found: Any, name: str) -> Record:
    """The page of a record; one without an id has the name."""
    record = Record(
        (found.record_id or "").strip("<>") or name,
        found.headers.get("WARC-Target-URI", "").strip("<>") or None,
        place=found.stream_pos,
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
    """Why a record has no page, if that can be seen before it is read."""
    if found.is_http and not found.http_headers:
        return "the record is cut off or has no HTTP headers"
    declared = found.http_content_type if found.is_http else found.headers.get("Content-Type", "")
    content_type = (declared or "").partition(";")[0].strip().lower()
    return "" if content_type in HTML_TYPES else f"the content type is {content_type}, not HTML"


def _content(found: Any) -> bytes:
    """The page, or so much of it that it is seen to be too large; room is made only for what there is."""
    page: bytes = found.reader.read(min(found.content_length, MOST_BYTES) + 1)
    if len(page) < found.content_length and len(page) <= MOST_BYTES:
        raise ValueError(f"it is cut off behind {len(page)} of {found.content_length} bytes")
    headers = found.http_headers or {}
    encodings = {name: headers[name] for name in _ENCODINGS if headers.get(name)}
    return _decoded(page, encodings) if encodings else page


def _decoded(page: bytes, encodings: dict[str, str]) -> bytes:
    """A page as it was before the server packed it.

    It becomes a record of its own for that: in the file, one that is packed wrongly would cost all that follow.
    """
    headers = "".join(f"{name}: {value}\r\n" for name, value in encodings.items()).encode("latin-1", "replace")
    block = b"HTTP/1.1 200 OK\r\n%b\r\n%b" % (headers, page)
    record = b"WARC/1.0\r\nWARC-Type: response\r\n%b\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n"
    packed = BytesIO(record % (b"Content-Type: application/http; msgtype=response", len(block), block))
    (found,) = islice(archive(packed), 1)
    found.parse_http(auto_decode="all")
    content: bytes = found.reader.read(MOST_BYTES + 1)
    return content
