"""Compressed files that are whole, and files that are cut off anywhere."""

from pathlib import Path

import pytest
import zstandard

from maintext.support.compressed import damage, unpacked

TEXT = b"".join(b"line %d of the file\n" % number for number in range(2_000))
SKIPPED = b"\x50\x2a\x4d\x18" + (5).to_bytes(4, "little") + b"notes"
CHECKED = zstandard.ZstdCompressor(write_checksum=True).compress(TEXT)


def content_of(path: Path) -> bytes:
    with path.open("rb") as file, unpacked(file, path) as found:
        return found.read()


def streamed(text: bytes) -> bytes:
    """A frame that does not say how long its content is."""
    packer = zstandard.ZstdCompressor().compressobj()
    return packer.compress(text) + packer.flush()


WHOLE = {
    "one frame": (zstandard.compress(TEXT), TEXT),
    "with a checksum": (CHECKED, TEXT),
    "without a size": (streamed(TEXT), TEXT),
    "two frames": (zstandard.compress(TEXT) + zstandard.compress(b"end"), TEXT + b"end"),
    "with notes": (SKIPPED + zstandard.compress(TEXT) + SKIPPED, TEXT),
    "of equal bytes": (zstandard.compress(b"x" * 1_000_000), b"x" * 1_000_000),
    "of random size": (zstandard.compress(bytes(range(256)) * 1_000), bytes(range(256)) * 1_000),
    "empty": (zstandard.compress(b""), b""),
    "nothing": (b"", b""),
}


@pytest.mark.parametrize("name", list(WHOLE))
def test_whole_files_are_read(tmp_path: Path, name: str) -> None:
    packed, text = WHOLE[name]
    (tmp_path / "a.zst").write_bytes(packed)
    assert content_of(tmp_path / "a.zst") == text


@pytest.mark.parametrize("name", ["one frame", "with a checksum", "without a size", "of equal bytes"])
def test_a_file_that_is_cut_off_is_an_error(tmp_path: Path, name: str) -> None:
    """Wherever that is: otherwise its end would be lost without a word."""
    packed, _ = WHOLE[name]
    for length in range(1, len(packed), max(1, len(packed) // 200)):
        (tmp_path / "a.zst").write_bytes(packed[:length])
        with pytest.raises(damage()):
            content_of(tmp_path / "a.zst")
