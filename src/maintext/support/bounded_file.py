"""Read files that should be small."""

from pathlib import Path

from maintext.errors import check_type


def content_within(path: str | Path, most: int) -> bytes:
    """Return the content of a file, also of a pipe or device.

    Raises:
        OSError: the file cannot be read.
        ValueError: it has more than ``most`` bytes, or the path is not one.
    """
    check_type("the path", path, str | Path)
    with Path(path).open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"it has more than {most} bytes")
    return content
