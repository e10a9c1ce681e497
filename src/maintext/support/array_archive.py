"""Arrays in one ``.npz`` file, the form of model files; a file that is read may come from a stranger.

An ``.npz`` is a zip archive of ``.npy`` files. Only the arrays that the caller expects are read. Names, types, shapes
and sizes are checked before memory is reserved, so a small file cannot expand to gigabytes, and nothing is unpickled.
"""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

MOST_ENTRIES: Final = 256
"""Arrays that a file may have, expected or not."""
_DIRECTORY_END: Final = struct.Struct("<4s4H2LH")
_DIRECTORY_ENTRY: Final = struct.Struct("<4s6H3L5H2L")
_FILE_HEADER: Final = struct.Struct("<4s5H3L2H")
_STORED, _DEFLATED = 0, 8
_MAGIC: Final = b"\x93NUMPY"
_LENGTH_AT: Final = len(_MAGIC) + 2
_MOST_HEADER_BYTES: Final = 512
"""NumPy writes headers of 64 to 128 bytes for arrays of one or two dimensions."""
_HEADER: Final = re.compile(
    rb"\{'descr': '([<|][iuf][1248])', 'fortran_order': False, 'shape': \((\d{1,9}),(?: (\d{1,9}))?\), \}[ \n]*"
)


class ArrayKind(NamedTuple):
    """What an expected array must be like."""

    kind: str
    """Its type as NumPy writes it, with little-endian numbers."""
    most: int
    """The largest number of rows, or of numbers if it has one dimension."""
    columns: int = 0
    """The number of columns, 0 if it has one dimension."""


class _Entry(NamedTuple):
    """An entry of the archive's directory."""

    name: str
    method: int
    checksum: int
    packed: int
    size: int
    place: int


def read_arrays(content: bytes, expected: Mapping[str, ArrayKind]) -> dict[str, NDArray[Any]]:
    """Return the expected arrays of an ``.npz`` file by name, in the byte order of this machine; others are ignored.

    Raises:
        ValueError: the file is damaged, or an array is missing or is not as expected. The message says which.
    """
    found: dict[str, NDArray[Any]] = {}
    for entry in _entries(content):
        name = entry.name.removesuffix(".npy")
        if name not in expected:
            continue
        if name in found:
            raise ValueError(f"it has the array {name!r} twice")
        found[name] = _array(_unpacked(content, entry, _most_bytes(expected[name])), name, expected[name])
    for name in expected:
        if name not in found:
            raise ValueError(f"it has no array {name!r}")
    return found


def _entries(content: bytes) -> Iterator[_Entry]:
    """Yield the entries of a zip archive without a comment, as NumPy writes it."""
    end = len(content) - _DIRECTORY_END.size
    if end < 0:
        raise ValueError("it is not a zip archive, or it is cut off")
    mark, _, _, _, count, size, place, comment = _DIRECTORY_END.unpack_from(content, end)
    if mark != b"PK\x05\x06" or comment or place + size != end:
        raise ValueError("it is not a zip archive, or it is cut off")
    if count > MOST_ENTRIES:
        raise ValueError(f"it has more than {MOST_ENTRIES} arrays")
    for _ in range(count):
        if place + _DIRECTORY_ENTRY.size > end:
            raise ValueError("its directory is damaged")
        fields = _DIRECTORY_ENTRY.unpack_from(content, place)
        mark, _, _, _, method, _, _, checksum, packed, size, name, extra, comment, *_, where = fields
        if mark != b"PK\x01\x02":
            raise ValueError("its directory is damaged")
        start = place + _DIRECTORY_ENTRY.size
        yield _Entry(content[start : start + name].decode("utf-8", "replace"), method, checksum, packed, size, where)
        place = start + name + extra + comment


def _unpacked(content: bytes, entry: _Entry, most: int) -> bytes:
    """Return the bytes of an entry, if the directory says that they are not too many and is right."""
    if entry.size > most:
        raise ValueError(f"the array {_shown(entry)} is too large")
    if entry.place + _FILE_HEADER.size > len(content):
        raise ValueError(f"the array {_shown(entry)} is cut off")
    mark, *_, name, extra = _FILE_HEADER.unpack_from(content, entry.place)
    start = entry.place + _FILE_HEADER.size + name + extra
    packed = content[start : start + entry.packed]
    if mark != b"PK\x03\x04" or len(packed) != entry.packed:
        raise ValueError(f"the array {_shown(entry)} is cut off")
    if entry.method == _STORED:
        unpacked = packed
    elif entry.method == _DEFLATED:
        unpacked = _inflated(packed, entry)
    else:
        raise ValueError(f"the array {_shown(entry)} is compressed in an unknown way")
    if len(unpacked) != entry.size or zlib.crc32(unpacked) != entry.checksum:
        raise ValueError(f"the array {_shown(entry)} is damaged")
    return unpacked


def _inflated(packed: bytes, entry: _Entry) -> bytes:
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, entry.size + 1)
    except zlib.error:
        raise ValueError(f"the array {_shown(entry)} is damaged") from None


def _array(content: bytes, name: str, expected: ArrayKind) -> NDArray[Any]:
    """Return the array of an ``.npy`` file. It is a copy: numbers in the file may begin at odd addresses."""
    kind, shape, start = _described(content, name)
    if kind != expected.kind:
        raise ValueError(f"the array {name!r} has the type {kind}, not {expected.kind}")
    if (len(shape) == 1) != (expected.columns == 0) or (expected.columns and shape[1] != expected.columns):
        raise ValueError(f"the array {name!r} has the wrong shape")
    if shape[0] > expected.most:
        raise ValueError(f"the array {name!r} is too large")
    written = np.dtype(kind)
    if len(content) - start != prod(shape) * written.itemsize:
        raise ValueError(f"the array {name!r} does not have the size that it declares")
    return np.frombuffer(content, written, offset=start).reshape(shape).astype(written.newbyteorder("="))


def _described(content: bytes, name: str) -> tuple[str, tuple[int, ...], int]:
    """Return the type and the shape that the header of an ``.npy`` file declares, and where its numbers begin."""
    version = content[len(_MAGIC) : _LENGTH_AT]
    length = struct.Struct("<H" if version == b"\1\0" else "<L")
    start = _LENGTH_AT + length.size
    if not content.startswith(_MAGIC) or len(content) < start or version not in (b"\1\0", b"\2\0", b"\3\0"):
        raise ValueError(f"{name!r} is not an array")
    stop = start + min(length.unpack_from(content, _LENGTH_AT)[0], _MOST_HEADER_BYTES)
    header = _HEADER.fullmatch(content, start, stop)
    if not header:
        raise ValueError(f"the array {name!r} has an unknown header")
    return header[1].decode(), tuple(int(size) for size in header.groups()[1:] if size is not None), stop


def _most_bytes(expected: ArrayKind) -> int:
    numbers = expected.most * max(expected.columns, 1)
    return _LENGTH_AT + 4 + _MOST_HEADER_BYTES + numbers * np.dtype(expected.kind).itemsize


def _shown(entry: _Entry) -> str:
    return repr(entry.name.removesuffix(".npy")[:40])


def archive_of(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The content of a file with the arrays, the same bytes for the same arrays."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            written = io.BytesIO()
            np.lib.format.write_array(written, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), written.getvalue(), zipfile.ZIP_DEFLATED)
    return content.getvalue()


def packed_text(text: str) -> NDArray[np.uint8]:
    """A text as an array of bytes; ``tobytes().decode()`` is the way back."""
    return np.frombuffer(text.encode(), dtype=np.uint8)
