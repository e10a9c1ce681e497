"""The memory for every format grows with the page: so many bytes for each of its bytes and tags, whatever it is."""

import pytest
from helpers.hostile_families import FAMILIES, hostile_page
from helpers.write_memory_table import PARTS, peak_of, room_for

LARGEST = ("large output: nested lists", "large output: items in nested lists", "rows of a table", "many <li>")


def assert_room(family: str, size: int) -> None:
    page = hostile_page(family, size)
    peak_of(b"<p>What is loaded once counts for no page.", "json")
    if peak_of(page, *PARTS) <= room_for(page):  # then it is enough for each of them alone, without the others
        return
    assert {part: peak for part in PARTS if (peak := peak_of(page, part)) > room_for(page)} == {}


@pytest.mark.slow
@pytest.mark.parametrize("family", LARGEST)
def test_the_families_that_need_most(family: str) -> None:
    assert_room(family, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("family", list(FAMILIES)[::4])
def test_other_families(family: str) -> None:
    assert_room(family, 100_000)
