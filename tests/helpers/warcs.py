"""WARC files for tests, written without the library that reads them."""

import gzip
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path

import zstandard

PACKERS: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".zst": zstandard.compress}


def http_response(page: bytes, content_type: str = "text/html; charset=utf-8", *headers: str) -> bytes:
    lines = ["HTTP/1.1 200 OK", f"Content-Type: {content_type}", *headers, f"Content-Length: {len(page)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + page


def warc_record(number: int, block: bytes, kind: str = "response", content_type: str = "application/http") -> bytes:
    lines = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:{uuid.UUID(int=number)}>",
        f"WARC-Target-URI: https://example.org/{number}",
        "WARC-Date: 2024-05-06T07:08:09Z",
        f"Content-Type: {content_type}",
        f"Content-Length: {len(block)}",
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def without_id(record: bytes) -> bytes:
    """Remove the id of a record."""
    headers, _, block = record.partition(b"\r\n\r\n")
    kept = [line for line in headers.split(b"\r\n") if not line.startswith(b"WARC-Record-ID")]
    return b"\r\n".join(kept) + b"\r\n\r\n" + block


def write_warc(path: Path, records: Iterable[bytes]) -> Path:
    """Write records, each compressed separately, as the format requires."""
    pack = PACKERS.get(path.suffix, bytes)
    with path.open("wb") as file:
        for record in records:
            file.write(pack(record))
    return path


def warc_of(path: Path, pages: Iterable[bytes]) -> Path:
    """A WARC file of HTML pages."""
    return write_warc(path, (warc_record(number, http_response(page)) for number, page in enumerate(pages)))
