"""Write a page or picture for the browser to a file."""

import sys
from pathlib import Path

from maintext.errors import PageError


def write_page(path: Path, content: str) -> int:
    """Write a page or picture and say where; returns the exit code.

    Raises:
        PageError: the file cannot be written.
    """
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise PageError(f"cannot write {path}: {error.strerror}") from error
    print(f"maintext: wrote {path}", file=sys.stderr)
    return 0
