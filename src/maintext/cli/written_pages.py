"""Where the results of ``maintext PAGE...`` go: standard output, one file, or a file for each page."""

import re
import sys
from pathlib import Path
from typing import Final, Protocol
from urllib.parse import unquote, urlsplit

from maintext.cli.arguments import UsageError
from maintext.cli.page_input import is_address
from maintext.errors import PageError, one_line

SUFFIXES: Final = {
    "text": ".txt",
    "markdown": ".md",
    "html": ".html",
    "json": ".json",
    "jsonl": ".jsonl",
    "xml": ".xml",
}
_LINES: Final = frozenset({"json", "jsonl"})
"""Formats of one line per result, which need nothing between them."""
_NEED_FILES: Final = frozenset({"html", "xml"})
_UNSAFE: Final = re.compile(r"[^\w.()+=@ -]+")
_LONGEST_NAME: Final = 150


class Destination(Protocol):
    """Takes the result of each page."""

    def write(self, name: str, content: str) -> None:
        """Write the result of a page."""

    def close(self) -> None:
        """Finish."""


def destination(output: str | None, form: str, pages: int, *, force: bool, are_lines: bool) -> Destination:
    """Where to write.

    Args:
        output: a file or folder; None for standard output.
        form: the format.
        pages: the number of pages.
        force: whether files may be overwritten.
        are_lines: whether each result is one line, which needs nothing around it.

    Raises:
        UsageError: the pages cannot be written there in this format.
    """
    if output is not None and (output.endswith(("/", "\\")) or Path(output).is_dir()):
        return _Folder(Path(output), SUFFIXES[form], force)
    if pages > 1 and form in _NEED_FILES:
        raise UsageError(f"several pages in {form} need a folder: --output FOLDER/; or use --format json")
    has_separators = pages > 1 and form not in _LINES and not are_lines
    return _Stream(None if output is None else Path(output), force, has_separators)


class _Stream:
    """Standard output, or one file. Several texts are separated by a line with the name of the page."""

    def __init__(self, path: Path | None, force: bool, has_separators: bool) -> None:
        self._path, self._force, self._has_separators = path, force, has_separators
        self._contents: list[str] = []
        self._count = 0
        if path is not None and path.exists() and not force:
            raise UsageError(f"{path} exists already; overwrite it with --force")

    def write(self, name: str, content: str) -> None:
        """Write the result of a page, to the file at the end."""
        if self._has_separators:
            content = f"{'' if not self._count else chr(10)}==> {one_line(name)} <==\n\n{content}"
        self._count += 1
        if self._path is None:
            print(content)
        else:
            self._contents.append(content + "\n")

    def close(self) -> None:
        """Write the file, unless there is nothing to write."""
        if self._path is not None and self._contents:
            _write(self._path, "".join(self._contents), self._force)


class _Folder:
    """A file for each page, with the name of the page and the suffix of the format."""

    def __init__(self, path: Path, suffix: str, force: bool) -> None:
        self._path, self._suffix, self._force = path, suffix, force
        self._written: dict[Path, str] = {}
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot write to {path}: {error.strerror or error}") from error

    def write(self, name: str, content: str) -> None:
        """Write the result of a page; ``PageError`` if its name is taken."""
        path = self._path / f"{_stem_of(name)}{self._suffix}"
        if path in self._written:
            raise PageError(f"{name}: {self._written[path]} has the same name; {path} was not written again")
        _write(path, content + "\n", self._force)
        self._written[path] = name

    def close(self) -> None:
        """Say how many files were written."""
        count = len(self._written)
        print(f"maintext: wrote {count} file{'' if count == 1 else 's'} to {self._path}", file=sys.stderr)


def _stem_of(name: str) -> str:
    """The name of the file for a page, without its suffix."""
    if name == "-":
        return "page"
    if is_address(name):
        address = urlsplit(name)
        last = unquote(address.path).rstrip("/").rpartition("/")[2]
        name = f"{last or address.hostname or 'page'}{'-' + address.query if address.query else ''}"
        return _UNSAFE.sub("-", re.sub(r"\.(?:html?|php|aspx?)$", "", name)).strip(".- ")[:_LONGEST_NAME] or "page"
    return Path(name).stem


def _write(path: Path, content: str, force: bool) -> None:
    try:
        with path.open("w" if force else "x", encoding="utf-8", errors="replace", newline="") as file:
            file.write(content)
    except FileExistsError:
        raise PageError(f"{path} exists already; overwrite it with --force") from None
    except OSError as error:
        raise PageError(f"cannot write {path}: {error.strerror or error}") from error
