"""Decompress what a server sent, up to a limit: a few kilobytes can expand to gigabytes."""

import io
import zlib
from collections.abc import Callable
from typing import Final

import brotli
import zstandard

from maintext.errors import FetchError

ACCEPTED: Final = "gzip, deflate, br, zstd"
_MOST_LAYERS: Final = 3
_LARGEST_WINDOW: Final = 2**23
"""Eight megabytes, the limit of RFC 9659 for the web."""


def decompressed(body: bytes, encodings: str, max_bytes: int) -> bytes:
    """Undo the content encodings of a body.

    Raises:
        FetchError: the body is larger than ``max_bytes``, or not encoded as declared.
    """
    layers = [name for name in (each.strip().lower() for each in encodings.split(",")) if name not in ("", "identity")]
    if len(layers) > _MOST_LAYERS:
        raise FetchError(f"the page is compressed {len(layers)} times")
    for name in reversed(layers):
        if name not in _DECOMPRESSORS:
            raise FetchError(f"the page is compressed with {name}, which was not requested")
        try:
            body = _DECOMPRESSORS[name](body, max_bytes + 1)
        except (zlib.error, brotli.error, zstandard.ZstdError) as error:
            raise FetchError(f"the page cannot be decompressed as {name}: {error}") from error
        if len(body) > max_bytes:
            raise FetchError(f"the page has more than {max_bytes} bytes when decompressed")
    return body


def gunzipped(body: bytes, max_bytes: int) -> bytes:
    """Return at most ``max_bytes`` of the content of gzip data, which may be cut off."""
    return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, max_bytes)


def _inflated(body: bytes, max_bytes: int) -> bytes:
    """Decompress deflate data, with the header that the standard requires or without it, as some servers send it."""
    try:
        return zlib.decompressobj().decompress(body, max_bytes)
    except zlib.error:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(body, max_bytes)


def _unbrotlied(body: bytes, max_bytes: int) -> bytes:
    decompressor = brotli.Decompressor()
    found = decompressor.process(body, output_buffer_limit=max_bytes)
    while len(found) < max_bytes and not decompressor.is_finished():
        more = decompressor.process(b"", output_buffer_limit=max_bytes - len(found))
        if not more:
            break
        found += more
    return bytes(found)


def _unzstded(body: bytes, max_bytes: int) -> bytes:
    decompressor = zstandard.ZstdDecompressor(max_window_size=_LARGEST_WINDOW)
    return bytes(decompressor.stream_reader(io.BytesIO(body), read_across_frames=True).read(max_bytes))


_DECOMPRESSORS: Final[dict[str, Callable[[bytes, int], bytes]]] = {
    "gzip": gunzipped,
    "x-gzip": gunzipped,
    "deflate": _inflated,
    "br": _unbrotlied,
    "zstd": _unzstded,
}
