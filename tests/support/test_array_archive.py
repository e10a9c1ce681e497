"""Arrays from files of unknown origin: only expected arrays are read, and nothing is reserved before it is checked."""

import io
import struct
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from maintext.support.array_archive import MOST_ENTRIES, ArrayKind, read_arrays
from maintext.support.bounded_file import content_within

NUMBERS = np.array([1, 2, 3], dtype="<i4")
MATRIX = np.arange(6, dtype="<f4").reshape(3, 2)
EXPECTED = {"numbers": ArrayKind("<i4", 5), "matrix": ArrayKind("<f4", 4, 2)}


def saved(compressed: bool = False, **arrays: Any) -> bytes:
    content = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(content, **arrays)
    return content.getvalue()


def archived(*parts: tuple[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compression) as archive:
        for name, part in parts:
            archive.writestr(zipfile.ZipInfo(name), part, compression)
    return content.getvalue()


def npy(array: Any) -> bytes:
    content = io.BytesIO()
    np.save(content, array)
    return content.getvalue()


def described(header: str, body: bytes = b"") -> bytes:
    """An ``.npy`` file with a header as it is given."""
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + body


GOOD = [("numbers.npy", npy(NUMBERS)), ("matrix.npy", npy(MATRIX))]


@pytest.mark.parametrize("compressed", [False, True])
def test_arrays_that_numpy_saved_are_read(compressed: bool) -> None:
    found = read_arrays(saved(compressed, numbers=NUMBERS, matrix=MATRIX, other=np.ones(3)), EXPECTED)
    assert list(found) == ["numbers", "matrix"]
    assert found["numbers"].tolist() == [1, 2, 3]
    assert found["matrix"].tolist() == [[0, 1], [2, 3], [4, 5]]
    assert all(array.flags.aligned and array.flags.c_contiguous and array.flags.writeable for array in found.values())


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"numbers": NUMBERS}, "no array 'matrix'"),
        ({"numbers": NUMBERS.astype("<i8"), "matrix": MATRIX}, "has the type <i8, not <i4"),
        ({"numbers": NUMBERS.astype(">i4"), "matrix": MATRIX}, "unknown header"),
        ({"numbers": NUMBERS.astype(object), "matrix": MATRIX}, "unknown header"),
        ({"numbers": NUMBERS.reshape(3, 1), "matrix": MATRIX}, "wrong shape"),
        ({"numbers": NUMBERS, "matrix": MATRIX.reshape(2, 3)}, "wrong shape"),
        ({"numbers": NUMBERS, "matrix": np.asfortranarray(MATRIX)}, "unknown header"),
        ({"numbers": np.zeros(6, dtype="<i4"), "matrix": MATRIX}, "'numbers' is too large"),
        ({"numbers": np.zeros(10**6, dtype="<i4"), "matrix": MATRIX}, "'numbers' is too large"),
        ({"numbers": np.int32(1), "matrix": MATRIX}, "unknown header"),
    ],
)
def test_other_arrays_are_refused(arrays: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_arrays(saved(**arrays), EXPECTED)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a zip archive"),
        (b"PK\5\6" + bytes(17), "not a zip archive"),
        (archived(*GOOD)[:-1], "not a zip archive"),
        (archived(*GOOD) + b" ", "not a zip archive"),
        (archived(*GOOD, ("numbers", GOOD[0][1])), "'numbers' twice"),
        (archived(*GOOD, compression=zipfile.ZIP_BZIP2), "unknown way"),
        (archived(*((f"{number}.npy", b"") for number in range(MOST_ENTRIES + 1))), "more than 256 arrays"),
        (archived(("numbers.npy", b""), GOOD[1]), "not an array"),
        (archived(("numbers.npy", b"\x93NUMPY\1\0"), GOOD[1]), "not an array"),
        (archived(("numbers.npy", b"\x93NUMPY\7\0" + bytes(9)), GOOD[1]), "not an array"),
        (archived(("numbers.npy", described("{}")), GOOD[1]), "unknown header"),
    ],
)
def test_damaged_archives_are_refused(content: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_arrays(content, EXPECTED)


@pytest.mark.parametrize("shape", ["(1000000000000,)", "(999999999,)", "(4,)", "(2,)"])
def test_a_declared_size_is_compared_before_memory_is_reserved(shape: str) -> None:
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': {shape}, }}\n"
    with pytest.raises(ValueError, match="numbers"):
        read_arrays(archived(("numbers.npy", described(header, NUMBERS.tobytes())), GOOD[1]), EXPECTED)


def test_a_bomb_is_not_unpacked() -> None:
    """A hundred megabytes of zeros, and a directory that says that there are few."""
    content = bytearray(archived(("numbers.npy", bytes(100_000_000)), GOOD[1]))
    at = content.index(b"PK\1\2") + 24
    content[at : at + 4] = struct.pack("<L", 140)
    tracemalloc.start()
    with pytest.raises(ValueError, match="damaged"):
        read_arrays(bytes(content), EXPECTED)
    with pytest.raises(ValueError, match="too large"):
        read_arrays(archived(("numbers.npy", bytes(5_000))), EXPECTED)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_an_array_that_is_not_expected_is_not_unpacked() -> None:
    content = archived(*GOOD, ("other.npy", bytes(50_000_000)))
    tracemalloc.start()
    read_arrays(content, EXPECTED)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_every_damaged_byte_is_noticed_or_changes_nothing() -> None:
    content = archived(*GOOD, compression=zipfile.ZIP_STORED)
    for at in range(len(content)):
        for value in (0, 255, content[at] ^ 1):
            changed = content[:at] + bytes([value]) + content[at + 1 :]
            try:
                found = read_arrays(changed, EXPECTED)
            except ValueError:
                continue
            assert found["numbers"].tolist() == [1, 2, 3]
            assert found["matrix"].tolist() == MATRIX.tolist()


def test_a_file_is_read_up_to_a_size(tmp_path: Path) -> None:
    (tmp_path / "four").write_bytes(b"1234")
    assert content_within(tmp_path / "four", 4) == b"1234"
    with pytest.raises(ValueError, match="more than 3 bytes"):
        content_within(tmp_path / "four", 3)
    with pytest.raises(ValueError, match="more than 1000 bytes"):
        content_within("/dev/zero", 1000)
