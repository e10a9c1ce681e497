"""The public tests of how browsers read HTML (html5lib-tests): their files, and a page table in the same form.

The files are not part of the repository. Tests that use them skip where they are absent.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from maintext.table import PageTable, tags

FOLDER: Final = Path(__file__).parents[3] / "shared" / "data" / "html5lib-tests"
_FIELD: Final = re.compile(rb"^#(data|errors|new-errors|document-fragment|script-on|script-off|document|encoding)$")
_ELEMENT: Final = re.compile(r"<(?:(svg|math) )?([^>]*)>")
_ATTRIBUTE: Final = re.compile(r'([^ =]+(?: [^ =]+)?)="(.*)"', re.DOTALL)
_ESCAPED: Final = re.compile(r"\\u([0-9A-Fa-f]{4})")


@dataclass(frozen=True, slots=True)
class Case:
    """One test of a ``.dat`` file: its fields by name."""

    file: str
    number: int
    fields: Mapping[str, bytes]

    @property
    def name(self) -> str:
        """The file and the number of the test in it."""
        return f"{self.file}:{self.number}"


def cases(path: Path) -> Iterator[Case]:
    """The tests of a ``.dat`` file."""
    fields: dict[str, list[bytes]] = {}
    field = ""
    number = 0
    for line in [*path.read_bytes().split(b"\n"), b"#data"]:
        found = _FIELD.match(line)
        if found and found[1] == b"data" and fields:
            number += 1
            yield Case(path.stem, number, {name: b"\n".join(lines) for name, lines in fields.items()})
            fields = {}
        if found:
            field = found[1].decode()
            fields[field] = []
        elif field:
            fields[field].append(line)


def expected_tree(document: str) -> list[str]:
    """A tree of the tests as lines, in the form of ``table_tree``: without comments, doctypes and invisible text.

    The table writes a no-break space as a space.
    """
    lines: list[tuple[int, str]] = []
    for line in re.split(r"\n(?=\| )", document.rstrip("\n")):
        body = line[2:]
        depth = (len(body) - len(body.lstrip(" "))) // 2
        lines.append((depth, body[2 * depth :]))
    written: list[str] = []
    path: list[str] = []
    shift: list[int] = []
    for depth, body in lines:
        while shift and depth <= shift[-1]:
            shift.pop()
        level = depth - len(shift)
        del path[level:]
        if body == "content":
            shift.append(depth)
        elif body.startswith("<!"):
            continue
        elif element := _ELEMENT.fullmatch(body):
            path.append(element[2].lower())
            written.append(f"{'  ' * level}<{path[-1]}>")
        elif body.startswith('"'):
            _write_text(written, level, path, body[1:-1].replace("\xa0", " "))
        elif attribute := _ATTRIBUTE.fullmatch(body):
            name = attribute[1].replace(" ", ":").lower()
            written.append(f"{'  ' * level}{name}={attribute[2]}")
    return _with_sorted_attributes(written)


def table_tree(table: PageTable) -> list[str]:
    """A page table as lines: elements, their attributes and visible texts, indented by their depth."""
    written: list[str] = []
    if len(table):
        _write_row(table, 0, 0, [], written)
    return _with_sorted_attributes(written)


def _write_row(table: PageTable, row: int, level: int, path: list[str], written: list[str]) -> None:
    path = [*path, table.name(row)]
    written.append(f"{'  ' * level}<{path[-1]}>")
    written += [f"{'  ' * (level + 1)}{name}={value}" for name, value in table.attributes(row).items()]
    parts: list[tuple[int, int, int]] = [
        (int(table.segment_start[child]), 0, child)
        for child in range(row + 1, int(table.end[row]))
        if table.parent[child] == row
    ]
    parts += [(segment, 1, segment) for segment in table.segments_of(row) if table.segment_owner[segment] == row]
    for _, is_text, number in sorted(parts):
        if is_text:
            _write_text(written, level + 1, path, table.segment_text(number))
        else:
            _write_row(table, number, level + 1, path, written)


def _write_text(written: list[str], level: int, path: list[str], text: str) -> None:
    """Add a text to the lines, joined with the text before it."""
    if tags.UNRENDERED.intersection(path):
        return
    mark = f'{"  " * level}"'
    if written and written[-1].startswith(mark):
        written[-1] += text
    else:
        written.append(mark + text)


def _with_sorted_attributes(lines: list[str]) -> list[str]:
    """The lines with the attributes of each element in the order of their names."""
    done: list[str] = []
    attributes: list[str] = []
    for line in lines:
        if line.lstrip(" ")[:1] not in {"<", '"'}:
            attributes.append(line)
        else:
            done += [*sorted(attributes), line]
            attributes = []
    return done + sorted(attributes)


def token_tests(path: Path) -> Iterator[dict[str, Any]]:
    """The tests of a ``.test`` file, with their second round of escapes resolved."""
    data = json.loads(path.read_text(encoding="utf-8"))
    for test in data.get("tests", data.get("xmlViolationTests", ())):
        yield _unescaped(test) if test.get("doubleEscaped") else test


def _unescaped(value: Any) -> Any:
    if isinstance(value, str):
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), value)
    if isinstance(value, list):
        return [_unescaped(item) for item in value]
    if isinstance(value, dict):
        return {_unescaped(name): _unescaped(item) for name, item in value.items()}
    return value
