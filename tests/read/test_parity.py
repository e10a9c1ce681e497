"""The compiled reader against lexbor's tree on all development pages: the same text under the same path of tags."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import pytest
from helpers.pages import PAGES
from reference import dom

from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.features import FIRST
from maintext.algorithms.learned.model import shipped_model
from maintext.data import read_pages
from maintext.decode import as_utf8, repair
from maintext.read import read_once
from maintext.table import PageTable

ROOT: Final = Path(__file__).parents[2]
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


@pytest.mark.parametrize("page", PAGES)
def test_the_learned_method_sees_the_same_with_both_readers(page: str) -> None:
    """It reads attributes out of the page's own markup, or out of what the parser writes."""
    markup = as_utf8(PAGES[page].read_bytes())
    model, found = shipped_model(), []
    for table in (read_once(markup), dom.read(markup)):
        engine = Engine()
        engine.load(table, model.names, model.words)
        found.append((engine.first_features(), engine.kind_features(engine.first_stage(model.first))))
    (ours, our_page), (parsed, parsed_page) = found
    assert [name for row, name in enumerate(FIRST) if not np.array_equal(ours[row], parsed[row])] == []
    assert our_page.tolist() == parsed_page.tolist()


@pytest.mark.parametrize("page", PAGES)
def test_both_readers_find_the_same_elements_and_as_much_script_and_noscript(page: str) -> None:
    markup = as_utf8(PAGES[page].read_bytes())
    ours, parsed = read_once(markup), dom.read(markup)
    assert ours.present_tags == parsed.present_tags
    assert ours.linked_data_bytes == parsed.linked_data_bytes
    assert ours.noscript_bytes == parsed.noscript_bytes
    assert ours.visible_characters == parsed.visible_characters == int(ours.characters.sum())
    assert list(ours.present_tags) == [int((ours.tag == code).any()) for code in range(len(ours.present_tags))]
