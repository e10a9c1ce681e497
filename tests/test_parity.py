"""The compiled reader against lexbor's tree on all development pages: the same text under the same path of tags."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from conftest import PAGES

import maintext
from maintext import dom
from maintext.algorithms.learned.evidence import evidence_of
from maintext.data import read_pages
from maintext.decode import as_utf8, repair
from maintext.read import read_once
from maintext.table import PageTable

ROOT: Final = Path(__file__).parents[1]
DATA: Final = sorted((ROOT.parent / "shared" / "data").glob("*-dev.jsonl.xz"))
SAME_CHARACTERS: Final = 0.998
SAME_PAGES: Final = 0.97


def paths(table: PageTable) -> list[str]:
    """The names of each row's ancestors and its own, from the root on."""
    found: list[str] = []
    for row, parent in enumerate(table.parent.tolist()):
        found.append(f"{found[parent]} {table.name(row)}" if parent >= 0 else table.name(row))
    return found


def characters(table: PageTable) -> Iterator[tuple[str, str]]:
    """The characters of a page that are not white space, each with its path, in document order."""
    path = paths(table)
    offset = table.segment_offset.tolist()
    for segment, owner in enumerate(table.segment_owner.tolist()):
        yield path[owner], "".join(table.text[offset[segment] : offset[segment + 1]].split())


def counted(table: PageTable) -> Counter[tuple[str, str]]:
    """How often each character stands under each path."""
    counts: Counter[tuple[str, str]] = Counter()
    for path, text in characters(table):
        for character in text:
            counts[path, character] += 1
    return counts


@pytest.mark.slow
@pytest.mark.skipif(maintext.reader() != "compiled", reason="installed without a compiler")
@pytest.mark.skipif(not DATA, reason="the labelled pages are not here")
@pytest.mark.parametrize("path", DATA, ids=lambda path: path.name.split(".")[0])
def test_text_stands_under_the_same_tags(path: Path) -> None:
    """At least 99.8 % of all characters, and all characters of at least 97 % of the pages."""
    total = same = pages = same_pages = 0
    for labelled in read_pages(path, print):
        html = labelled.html
        page = repair(html).encode() if isinstance(html, str) else as_utf8(html)
        ours, reference = read_once(page), dom.read(page)
        pages += 1
        total += (here := int(reference.characters.sum()))
        if list(characters(ours)) == list(characters(reference)):
            same += here
            same_pages += 1
        else:
            same += min(here, (counted(ours) & counted(reference)).total())
    print(f"{path.name}: {same_pages} of {pages} pages, {same / total:.4%} of {total} characters")
    assert same >= SAME_CHARACTERS * total
    assert same_pages >= SAME_PAGES * pages


@pytest.mark.skipif(maintext.reader() == "dom", reason="there is no other reader to compare with")
@pytest.mark.parametrize("page", PAGES)
def test_the_learned_method_sees_the_same_with_both_readers(page: str) -> None:
    """It reads attributes out of the page's own markup, or out of what the parser writes.

    Where these are quoted or escaped in another way, descriptions and the heads of start tags are not the same.
    """
    markup = as_utf8(PAGES[page].read_bytes())
    ours, parsed = evidence_of(read_once(markup)), evidence_of(dom.read(markup))
    assert sorted(ours.wording.names) == sorted(parsed.wording.names)
    assert list(ours.wording.words) == list(parsed.wording.words)
    different = [
        name
        for name, column in ours.of_blocks.items()
        if not np.array_equal(column, parsed.of_blocks[name], equal_nan=True)
    ]
    assert [name for name in different if "sibling" not in name and "description" not in name] == []
