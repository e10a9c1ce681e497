"""The layouts in which labelled pages are published. The files at a path show which one it is.

All folders work the same way: pages and labels are joined by name, in the order of the names. A layout defines which
file has which name and how the fields of a label are read. Joining reports files without a partner and unreadable ones.
"""

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from maintext.data.jsonl import SUFFIXES, read_jsonl
from maintext.data.labelled_page import LabelledPage, complaint, labelled_page
from maintext.decode import decode
from maintext.errors import DataError

OnBadRow: TypeAlias = Callable[[str], None]
Fields: TypeAlias = Mapping[str, Any]

_PAGE_SUFFIXES: Final = (".html", ".htm")
_PACKED_PAGE_SUFFIXES: Final = (".html.gz", ".html")
_WCXB_PARTS: Final = ("dev", "test")
_UNUSABLE: Final = (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, RecursionError)
_TEXT_TAG: Final = r"""<text\b(?:[^>"']|"[^"]*"|'[^']*')*>"""
_WRAPPER_START: Final = re.compile(rb"\A(\xef\xbb\xbf)?\s*" + _TEXT_TAG.encode(), re.IGNORECASE)
_WRAPPER_END: Final = re.compile(rb"</text>\s*\Z", re.IGNORECASE)
_MARKS: Final = re.compile(rf"</?[phl]\s*>|{_TEXT_TAG}|</text>", re.IGNORECASE)
_URL_LINE: Final = re.compile(r"\s*URL:[ \t]*(\S*)[^\n]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Layout:
    """One way to lay out labelled pages."""

    looked_for: str
    """The files that identify the layout, for the message that none was found."""
    fits: Callable[[Path], bool]
    read: Callable[[Path, OnBadRow], Iterator[LabelledPage]]


@dataclass(frozen=True, slots=True)
class _Label:
    """The labels of a page, not read yet."""

    where: str
    """The file and the position in it, for messages."""
    load: Callable[[], Fields]


class _BadRowError(Exception):
    """A page cannot be used; the text of the exception says why."""


def layout_of(path: Path) -> Layout:
    """Return the layout of a path.

    Raises:
        DataError: the layout is unknown, or the path cannot be read.
    """
    try:
        found = next((layout for layout in LAYOUTS if layout.fits(path)), None)
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror or error}") from error
    if found is None:
        kind = "a folder" if path.is_dir() else "a file"
        looked_for = "; ".join(layout.looked_for for layout in LAYOUTS)
        raise DataError(f"{path} is {kind} with an unknown layout; known layouts: {looked_for}")
    return found


def read_pairs(folder: Path, on_bad_row: OnBadRow) -> Iterator[LabelledPage]:
    """Read a folder with ``ID.html`` (or ``.htm``) and ``ID.txt``, the main text."""
    files = _files(folder)
    pages = _by_name(files, _PAGE_SUFFIXES, on_bad_row)
    texts = _by_name(files, (".txt",), on_bad_row)
    labels = {name: _Label(str(path), partial(_text_fields, path)) for name, path in texts.items()}
    return _joined(pages, labels, on_bad_row)


def read_expected(folder: Path, on_bad_row: OnBadRow) -> Iterator[LabelledPage]:
    """Read a folder with ``ID.html`` and ``expected/ID.txt``, as our ``examples``."""
    pages = _by_name(_files(folder), _PAGE_SUFFIXES, on_bad_row)
    texts = _by_name(_files(folder / "expected"), (".txt",), on_bad_row)
    labels = {name: _Label(str(path), partial(_text_fields, path)) for name, path in texts.items()}
    return _joined(pages, labels, on_bad_row)


def read_page_folders(folder: Path, on_bad_row: OnBadRow) -> Iterator[LabelledPage]:
    """Read one folder per page: ``page.html``, ``expected.txt`` and, for the other labels, ``meta.json``."""
    pages = {path.parent.name: path for path in folder.glob("*/page.html")}
    texts = {path.parent.name: path for path in folder.glob("*/expected.txt")}
    labels = {name: _Label(str(path.parent), partial(_folder_fields, path)) for name, path in texts.items()}
    return _joined(pages, labels, on_bad_row)


def read_scrapinghub(folder: Path, on_bad_row: OnBadRow) -> Iterator[LabelledPage]:
    """Read the article extraction benchmark of Scrapinghub: ``ground-truth.json`` and ``html/ID.html.gz``.

    The labels of a page are ``articleBody`` and, in some sets of this layout, ``url``, ``title``, ``author``,
    ``publish_date``, ``with`` and ``without``. All labels are in one file; if it cannot be read, DataError is raised.
    """
    path = folder / "ground-truth.json"
    try:
        rows = _json_object(path)
    except _UNUSABLE as error:
        raise DataError(f"cannot read {path}: {complaint(error)}") from error
    pages = _by_name(_files(folder / "html"), _PACKED_PAGE_SUFFIXES, on_bad_row)
    labels = {name: _Label(f"{path}, {name}", partial(_flat_fields, row)) for name, row in rows.items()}
    return _joined(pages, labels, on_bad_row)


def read_wcxb(folder: Path, on_bad_row: OnBadRow) -> Iterator[LabelledPage]:
    """Read one part of WCXB: ``html/ID.html.gz`` and ``ground-truth/ID.json``.

    The fields are, as published: ``url``; in ``ground_truth`` ``main_content``, ``title``, ``author``,
    ``publish_date``, ``with`` and ``without``; and ``_internal.page_type.primary``. The same names outside
    ``ground_truth``, and ``text``, ``date``, ``page_type`` and ``type``, are accepted too.
    """
    return _read_wcxb_part(folder, "", on_bad_row)


def read_wcxb_parts(folder: Path, on_bad_row: OnBadRow) -> Iterator[LabelledPage]:
    """Read both parts of WCXB. Ids start with ``dev/`` or ``test/``, because both parts may count from 1."""
    for part in _WCXB_PARTS:
        if any((folder / part / name).is_dir() for name in ("html", "ground-truth")):
            yield from _read_wcxb_part(folder / part, f"{part}/", on_bad_row)


def read_cleaneval(folder: Path, on_bad_row: OnBadRow) -> Iterator[LabelledPage]:
    """Read CleanEval: ``input/ID.html`` and ``GoldStandard/ID.txt`` (or ``ID-cleaned.txt``).

    The pages are wrapped in ``<text id=... encoding=...>``, which is removed. The texts have tags for paragraphs,
    headings and list items, and start with the URL.
    """
    pages = _by_name(_files(folder / "input"), _PAGE_SUFFIXES, on_bad_row)
    texts = _by_name(_files(folder / "GoldStandard"), ("-cleaned.txt", ".txt"), on_bad_row)
    labels = {name: _Label(str(path), partial(_cleaneval_fields, path)) for name, path in texts.items()}
    return _joined(pages, labels, on_bad_row, load_page=_unwrapped)


def _is_jsonl(path: Path) -> bool:
    """Whether this is a file with the right suffix, a missing file (its reader reports that best) or a pipe."""
    return not path.is_dir() and (path.name.endswith(SUFFIXES) or not path.is_file())


def _is_wcxb(path: Path) -> bool:
    return (path / "html").is_dir() and (path / "ground-truth").is_dir()


def _is_wcxb_parts(path: Path) -> bool:
    return any(_is_wcxb(path / part) for part in _WCXB_PARTS)


def _is_scrapinghub(path: Path) -> bool:
    return (path / "ground-truth.json").is_file() and (path / "html").is_dir()


def _is_cleaneval(path: Path) -> bool:
    return (path / "input").is_dir() and (path / "GoldStandard").is_dir()


def _is_expected(path: Path) -> bool:
    return (path / "expected").is_dir() and any(_by_name(_files(path), _PAGE_SUFFIXES, lambda _: None))


def _is_page_folders(path: Path) -> bool:
    return any(path.glob("*/page.html")) and any(path.glob("*/expected.txt"))


def _is_pairs(path: Path) -> bool:
    names = [file.name.lower() for file in _files(path)] if path.is_dir() else []
    return any(name.endswith(_PAGE_SUFFIXES) for name in names) and any(name.endswith(".txt") for name in names)


LAYOUTS: Final = (
    Layout(f"a file {', '.join(SUFFIXES)}", _is_jsonl, read_jsonl),
    Layout("html/ with ground-truth/ (WCXB)", _is_wcxb, read_wcxb),
    Layout("dev/ or test/ with these two in it (WCXB)", _is_wcxb_parts, read_wcxb_parts),
    Layout("html/ with ground-truth.json (Scrapinghub)", _is_scrapinghub, read_scrapinghub),
    Layout("input/ with GoldStandard/ (CleanEval)", _is_cleaneval, read_cleaneval),
    Layout("ID.html with expected/ID.txt", _is_expected, read_expected),
    Layout("ID/page.html with ID/expected.txt", _is_page_folders, read_page_folders),
    Layout("ID.html with ID.txt", _is_pairs, read_pairs),
)
"""All layouts, in the order in which they are tried: those that require more files come first."""


def _page_bytes(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix.lower() == ".gz" else data


def _joined(
    pages: Mapping[str, Path],
    labels: Mapping[str, _Label],
    on_bad_row: OnBadRow,
    load_page: Callable[[Path], bytes] = _page_bytes,
    prefix: str = "",
) -> Iterator[LabelledPage]:
    """Join pages and labels by name, in the order of the names; report those that cannot be joined."""
    for name in sorted(pages.keys() | labels.keys()):
        try:
            page = _join(prefix + name, pages.get(name), labels.get(name), load_page)
        except _BadRowError as bad_row:
            on_bad_row(str(bad_row))
        else:
            yield page


def _join(identifier: str, page: Path | None, label: _Label | None, load_page: Callable[[Path], bytes]) -> LabelledPage:
    if label is None:
        raise _BadRowError(f"{page}: this page has no label")
    if page is None:
        raise _BadRowError(f"{label.where}: this label has no page")
    try:
        html = load_page(page)
    except _UNUSABLE as error:
        raise _BadRowError(f"{page}: {complaint(error)}") from error
    try:
        return labelled_page(identifier, html, label.load())
    except _UNUSABLE as error:
        raise _BadRowError(f"{label.where}: {complaint(error)}") from error


def _files(folder: Path) -> list[Path]:
    """Return the files of a folder, sorted, without hidden files; an empty list if there is no such folder."""
    try:
        return sorted(file for file in folder.iterdir() if file.is_file() and not file.name.startswith("."))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise DataError(f"cannot read {folder}: {error.strerror or error}") from error


def _by_name(files: Iterable[Path], suffixes: tuple[str, ...], on_bad_row: OnBadRow) -> dict[str, Path]:
    """Return files by name, without the first suffix that matches; a second file with the same name is reported."""
    named: dict[str, Path] = {}
    for file in files:
        suffix = next((suffix for suffix in suffixes if file.name.lower().endswith(suffix)), None)
        if suffix is None:
            continue
        name = file.name[: -len(suffix)]
        if name in named:
            on_bad_row(f"{file}: {named[name].name} has the same name and is used instead")
        else:
            named[name] = file
    return named


def _unwrapped(path: Path) -> bytes:
    """Return a page of CleanEval without the wrapper element."""
    return _WRAPPER_END.sub(b"", _WRAPPER_START.sub(rb"\1", path.read_bytes()))


def _text(path: Path) -> str:
    """Read a text file in any encoding; older sets have several."""
    return decode(path.read_bytes()).text.replace("\r\n", "\n")


def _text_fields(path: Path) -> Fields:
    return {"text": _text(path).strip()}


def _folder_fields(path: Path) -> Fields:
    meta = path.with_name("meta.json")
    return {**(_json_object(meta) if meta.is_file() else {}), **_text_fields(path)}


def _cleaneval_fields(path: Path) -> Fields:
    """Replace the tags by line breaks: each starts a line, so this leaves one paragraph per line."""
    content = _MARKS.sub("\n", _text(path)).strip()
    address = _URL_LINE.match(content)
    lines = (line.strip() for line in content[address.end() if address else 0 :].splitlines())
    return {"text": "\n".join(filter(None, lines)), "url": address[1] if address else ""}


def _json_object(path: Path) -> dict[str, Any]:
    content = json.loads(path.read_bytes())
    if not isinstance(content, dict):
        raise TypeError("not a JSON object")
    return content


def _flat_fields(row: object) -> Fields:
    """Return labels in the layout of Scrapinghub; later sets add the date under two names."""
    if not isinstance(row, dict):
        raise TypeError("not a JSON object")
    return {**row, "text": row["articleBody"], "date": row.get("date") or row.get("publish_date")}


def _read_wcxb_part(folder: Path, prefix: str, on_bad_row: OnBadRow) -> Iterator[LabelledPage]:
    pages = _by_name(_files(folder / "html"), _PACKED_PAGE_SUFFIXES, on_bad_row)
    files = _by_name(_files(folder / "ground-truth"), (".json",), on_bad_row)
    labels = {name: _Label(str(path), partial(_wcxb_fields, path)) for name, path in files.items()}
    return _joined(pages, labels, on_bad_row, prefix=prefix)


def _wcxb_fields(path: Path) -> Fields:
    row = _json_object(path)
    truth = row.get("ground_truth", row)
    if not isinstance(truth, dict):
        raise TypeError("ground_truth is not a JSON object")
    merged = {**row, **truth}
    text = "text" if "text" in merged and "main_content" not in merged else "main_content"
    return {
        **merged,
        "text": merged[text],
        "date": merged.get("publish_date") or merged.get("date"),
        "type": _wcxb_type(merged),
    }


def _wcxb_type(row: Fields) -> object:
    """Return the type of page: a word, or the ``primary`` of an object."""
    internal = row.get("_internal")
    kinds = [internal.get("page_type") if isinstance(internal, dict) else None, row.get("page_type"), row.get("type")]
    kind = next(filter(None, kinds), "")
    return kind.get("primary") if isinstance(kind, dict) else kind
