"""The tests that browsers share (html5lib-tests): trees, tokens and encodings. Every difference is listed here.

``python tests/read/test_html5lib.py`` prints the counts by file for ``docs/development/reader.md``.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.html5lib import FOLDER, Case, cases, expected_tree, table_tree, token_tests

from maintext.decode import decode, encoding_of_label
from maintext.decode.prescan import PRESCAN_BYTES, declared_encoding
from maintext.read import read_once
from maintext.table import tags

pytestmark = pytest.mark.skipif(not FOLDER.exists(), reason="html5lib-tests are not here")

ONE_TAG: Final = "a row has the attributes of one tag; those that a later <html> or <body> adds are not kept"
COPIED: Final = "a browser copies the chosen option into <selectedcontent>; the text of a select is never visible"
DIFFERENT_TREES: Final = {
    "tests14": {3: ONE_TAG, 6: ONE_TAG},
    "tests19": {37: ONE_TAG, 38: ONE_TAG, 88: ONE_TAG},
    "tests2": {16: ONE_TAG, 53: ONE_TAG},
    "webkit01": {17: ONE_TAG},
    "webkit02": {46: COPIED},
}
OPENED_BY: Final = {
    "Data state": b"",
    "PLAINTEXT state": b"<plaintext>",
    "RAWTEXT state": b"<xmp>",
    "CDATA section state": b"<math><![CDATA[",
}
"""Markup after which the reader is in a state of the tokenizer. In the other states its text is not visible."""
BEGIN: Final = b"<!doctype html><body>"
MARK: Final = "|"
"""A character before the input, so that white space at its beginning counts."""


def files(folder: str, pattern: str) -> list[Path]:
    return sorted((FOLDER / folder).glob(pattern))


def trees(path: Path) -> Iterator[Case]:
    """The tests with a whole page, read with scripting on."""
    return (case for case in cases(path) if not {"document-fragment", "script-off"} & case.fields.keys())


def different_trees(path: Path) -> set[int]:
    return {
        case.number
        for case in trees(path)
        if expected_tree(case.fields["document"].decode()) != table_tree(read_once(case.fields["data"]))
    }


@pytest.mark.parametrize("path", files("tree-construction", "*.dat"), ids=lambda path: path.stem)
def test_trees(path: Path) -> None:
    """Elements, attributes and visible text of each page are those of a browser, except for the listed pages."""
    assert different_trees(path) == set(DIFFERENT_TREES.get(path.stem, ()))


def visible_tokens(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The tests, with a state each, that a page table shows: no name that the tree has rules for."""
    for test in token_tests(path):
        named = any(token[0].endswith("Tag") and tags.code_of(token[1]) for token in test["output"])
        encodable = not any("\ud800" <= character <= "\udfff" for character in test["input"])
        for state in test.get("initialStates", ["Data state"]):
            if state in OPENED_BY and not named and encodable:
                yield state, test


def different_tokens(path: Path) -> list[str]:
    return [
        test["description"]
        for state, test in visible_tokens(path)
        if read_tokens(state, test) != tokens_of(state, test)
    ]


def read_tokens(state: str, test: Mapping[str, Any]) -> tuple[str, list[tuple[str, dict[str, str]]]]:
    """The text and the elements that the reader finds in the input of a test."""
    table = read_once(BEGIN + OPENED_BY[state] + MARK.encode() + test["input"].encode())
    first = 3 if state == "Data state" else 4
    return table.text, [(table.name(row), dict(table.attributes(row))) for row in range(first, len(table))]


def tokens_of(state: str, test: Mapping[str, Any]) -> tuple[str, list[tuple[str, dict[str, str]]]]:
    """The text and the elements that the tokens of a test give. The tree drops zero bytes, or replaces them."""
    text = "".join(token[1] for token in test["output"] if token[0] == "Character").replace("\xa0", " ")
    elements = [(token[1], token[2]) for token in test["output"] if token[0] == "StartTag"]
    return MARK + text.replace("\0", "" if state == "Data state" else "\ufffd"), elements


TOKEN_FILES: Final = [path for path in files("tokenizer", "*.test") if path.stem != "xmlViolation"]
"""The tests of xmlViolation are for readers that write XML."""


@pytest.mark.parametrize("path", TOKEN_FILES, ids=lambda path: path.stem)
def test_tokens(path: Path) -> None:
    """Text, names and attributes are those of the tokens."""
    assert different_tokens(path) == []


def different_encodings(path: Path) -> set[int]:
    """The tests in which the page declares another encoding. A browser takes windows-1252 where it declares none."""
    different = set()
    for case in cases(path):
        data = case.fields["data"]
        decoded = decode(data)
        found = decoded.encoding if decoded.source == "bom" else declared_encoding(data[:PRESCAN_BYTES].lower())
        if (found or "windows-1252") != encoding_of_label(case.fields["encoding"].decode().split("\n")[0]):
            different.add(case.number)
    return different


@pytest.mark.parametrize("path", files("encoding", "*.dat"), ids=lambda path: path.stem)
def test_encodings(path: Path) -> None:
    """The encoding that a page declares is the one that a browser finds, in malformed markup too."""
    assert not different_encodings(path)


def main() -> None:
    """Print the counts by file."""
    print("| tests | equal | of |\n|---|---:|---:|")
    for path in files("tree-construction", "*.dat"):
        if count := len(list(trees(path))):
            print(f"| tree-construction/{path.name} | {count - len(different_trees(path))} | {count} |")
    for path in TOKEN_FILES:
        count = len(list(visible_tokens(path)))
        print(f"| tokenizer/{path.name} | {count - len(different_tokens(path))} | {count} |")
    for path in files("encoding", "*.dat"):
        count = len(list(cases(path)))
        print(f"| encoding/{path.name} | {count - len(different_encodings(path))} | {count} |")


if __name__ == "__main__":
    main()
