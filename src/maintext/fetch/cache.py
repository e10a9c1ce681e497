"""Keep fetched pages on disk, so that a page is transferred again only if it has changed."""

import hashlib
import json
import os
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_VALIDATORS = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}


@dataclass(frozen=True, slots=True)
class Stored:
    """A page from the cache."""

    headers: dict[str, str]
    body: bytes

    @property
    def condition(self) -> dict[str, str]:
        """The request headers that ask the server for the page only if it has changed."""
        return {_VALIDATORS[name]: self.headers[name] for name in _VALIDATORS if _can_be_sent(self.headers.get(name))}


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder with one file per URL."""

    folder: Path

    def get(self, url: str) -> Stored | None:
        """Return the stored page, or None if there is none or its file is damaged."""
        try:
            head, _, body = self._file(url).read_bytes().partition(b"\n")
            headers = json.loads(head)
        except (OSError, ValueError, RecursionError):
            return None
        is_good = isinstance(headers, dict) and headers.get("url") == url
        return Stored(headers, body) if is_good and all(isinstance(value, str) for value in headers.values()) else None

    def put(self, url: str, headers: dict[str, str], body: bytes) -> None:
        """Store a page, unless the server forbids it or sent no header for conditional requests."""
        has_validator = any(_can_be_sent(headers.get(name)) for name in _VALIDATORS)
        if "no-store" in headers.get("cache-control", "").lower() or not has_validator:
            return
        kept = {name: headers[name] for name in (*_VALIDATORS, "content-type") if name in headers}
        file = self._file(url)
        temporary = file.with_name(f"{file.name}.{os.getpid()}.{threading.get_ident()}")
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(json.dumps({"url": url, **kept}).encode() + b"\n" + body)
            temporary.replace(file)

    def _file(self, url: str) -> Path:
        name = hashlib.sha256(url.encode("utf-8", "replace")).hexdigest()
        return self.folder / name[:2] / name[2:]


def _can_be_sent(value: str | None) -> bool:
    """Whether a header can be sent back: in ASCII, without control characters."""
    return bool(value) and value is not None and value.isascii() and value.isprintable()
