"""The learned method in one go as machine code against the same steps one by one, and against several threads."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from helpers.odd_pages import pages
from helpers.pages import PAGES
from hypothesis import given

import maintext
from maintext.algorithms.learned.answer import _spare as spare
from maintext.algorithms.learned.answer import judged, step_by_step
from maintext.algorithms.learned.model import shipped_model
from maintext.read import page_table

ROOM = 20_000


def assert_same(html: str | bytes, beta: float) -> None:
    table = page_table(html)
    one, other = (find(shipped_model(), table, ROOM, beta) for find in (judged, step_by_step))
    assert one.blocks == other.blocks
    assert one.keep.tolist() == other.keep.tolist()
    assert one.rows.tolist() == other.rows.tolist()
    assert one.candidates.tolist() == other.candidates.tolist()
    assert one.kind == other.kind
    figures = [(each.score, each.kind_probability, each.readable, each.confidence) for each in (one, other)]
    assert figures[0] == pytest.approx(figures[1], abs=1e-4)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_one_go_and_single_steps_agree_on_our_pages(name: str, beta: float) -> None:
    assert_same(PAGES[name].read_bytes(), beta)


@given(pages)
def test_one_go_and_single_steps_agree_on_any_page(page: str) -> None:
    assert_same(page, 1.0)


@pytest.mark.parametrize("blocks", [63, 64, 65, 72, 127, 128, 129, 200, 2047, 2048, 2049, 2112, 5000])
def test_one_go_and_single_steps_agree_where_features_are_made_in_pieces(blocks: int) -> None:
    """Of so many blocks some are headings, links and comments; the heading of the page is behind the first piece.

    Features are made for 64 blocks at a time, and the trees asked about 2,048.
    """
    kinds = (
        "<p>It rained in the morning, and number {} of the boats was late. Nobody minded.</p>",
        "<h2>Part {}</h2>",
        '<li class="menu item"><a href="#">More of {}</a></li>',
        '<div class="comment"><p>I was on boat {}, and it was dry!</p></div>',
    )
    pieces = [kinds[0 if block % 7 < 3 else block % 4].format(block) for block in range(blocks - 1)]
    pieces.insert(min(70, blocks - 1), "<h1>The boats of the town</h1>")
    assert page_blocks("".join(pieces)) == blocks
    assert_same("".join(pieces), 1.0)


def page_blocks(html: str) -> int:
    return judged(shipped_model(), page_table(html), ROOM, 1.0).blocks


def test_a_page_with_too_many_blocks_goes_no_further() -> None:
    answer = judged(shipped_model(), page_table("<p>one<p>two<p>three"), 2, 1.0)
    assert answer.blocks == 3
    assert not len(answer.keep)


@pytest.mark.parametrize(("elements", "is_kept"), [(100, True), (70_000, False)])
def test_room_for_a_huge_page_is_not_kept(elements: int, is_kept: bool) -> None:
    judged(shipped_model(), page_table("<p>one</p>" + "<i></i>" * elements), ROOM, 1.0)
    assert (spare.desk is not None) == is_kept


def test_threads_that_share_nothing_answer_like_one() -> None:
    contents = [path.read_bytes() for path in PAGES.values()]
    alone = [maintext.extract(page).text for page in contents]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda page: maintext.extract(page).text, contents * 8))
    assert together == alone * 8
