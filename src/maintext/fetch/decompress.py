"""What a server compressed, unpacked up to a limit: a few kilobytes can be made to hold gigabytes."""

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
"""Eight megabytes, what RFC 9659 allows on the web."""


def unpacked(body: bytes, encodings: str, most: int) -> bytes:
    """A body without its content encodings.

    Raises:
        FetchError: it is larger than allowed, or not what the server says.
    """
    layers = [name for name in (each.strip().lower() for each in encodings.split(",")) if name not in ("", "identity")]
    if len(layers) > _MOST_LAYERS:
        raise FetchError(f"the page is compressed {len(layers)} times over")
    for name in reversed(layers):
        if name not in _UNPACKERS:
            raise FetchError(f"the page is compressed by {name}, which nobody asked for")
        try:
            body = _UNPACKERS[name](body, most + 1)
        except (zlib.error, brotli.error, zstandard.ZstdError) as error:
            raise FetchError(f"the page is said to be {name} and cannot be unpacked: {error}") from error
        if len(body) > most:
            raise FetchError(f"the page has more than {most} bytes when unpacked")
    return body


def gunzipped(body: bytes, most: int) -> bytes:
    """The content of gzip data, or as much as is there of it; not more than asked for."""
    return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, most)


def _inflated(body: bytes, most: int) -> bytes:
    """Deflate with the header that the standard asks for, or without it as some servers have it."""
    try:
        return zlib.decompressobj().decompress(body, most)
    except zlib.error:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(body, most)


def _unbrotlied(body: bytes, most: int) -> bytes:
    machine = brotli.Decompressor()
    found = machine.process(body, output_buffer_limit=most)
    while len(found) < most and not machine.is_finished():
        more = machine.process(b"", output_buffer_limit=most - len(found))
        if not more:
            break
        found += more
    return bytes(found)


def _unzstded(body: bytes, most: int) -> bytes:
    machine = zstandard.ZstdDecompressor(max_window_size=_LARGEST_WINDOW)
    return bytes(machine.stream_reader(io.BytesIO(body), read_across_frames=True).read(most))


_UNPACKERS: Final[dict[str, Callable[[bytes, int], bytes]]] = {
    "gzip": gunzipped,
    "x-gzip": gunzipped,
    "deflate": _inflated,
    "br": _unbrotlied,
    "zstd": _unzstded,
}
