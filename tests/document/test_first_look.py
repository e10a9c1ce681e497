"""The first look names every step that has something to do."""

import numpy as np
import pytest

from maintext.document.first_look import first_look
from maintext.read import read

_LINE = "A line that is long enough for nobody to repeat it by chance, if it comes twice."


@pytest.mark.parametrize(
    ("page", "signs"),
    [
        ("<p>It rained all day.", set()),
        ("<p>It rained <span style='display:none'>cats</span> all day.", {"may_be_hidden"}),
        ("<p>It rained <b class='sr-only'>cats</b> all day.", {"may_be_hidden"}),
        ("<style>.x { display: none }</style><p>It rained <i class=x>cats</i> all day.", {"may_be_hidden"}),
        ("<style>.y { display: none }</style><p>It rained <i class=x>cats</i> all day.", set()),
        ("<p>It rained\u200b all day.", {"has_invisible"}),
        ("<p>It rained all day.<p>Subscribe to read on.<p>", {"may_have_wall"}),
        ("<p>It rained all day.<p class=paywall>Half price.", {"may_have_wall"}),
        (f"<p>{_LINE} {_LINE}<p>It rained.<p>{_LINE} {_LINE}", {"repeats"}),
        ("<p><i>cats</i><b>cats</b>", {"repeats"}),
        ("", set()),
    ],
)
def test_signs_of_work(page: str, signs: set[str]) -> None:
    table = read(f"<body>{page}<p>The end.</p>" if "Subscribe" in page else f"<body>{page}")
    look = first_look(table, np.ones(table.segment_count, dtype=bool), True, True)
    found = {name for name in ("may_be_hidden", "has_invisible", "may_have_wall", "repeats") if getattr(look, name)}
    assert found == signs


def test_a_look_leaves_out_what_is_not_wanted() -> None:
    table = read("<body><p>It rained\u200b <b hidden>cats</b> all day.<p class=paywall>Half price.")
    look = first_look(table, np.ones(table.segment_count, dtype=bool), False, False)
    assert not (look.may_be_hidden or look.has_invisible or look.may_have_wall)
    assert look.names is None


def test_nothing_is_selected() -> None:
    table = read("<body><p hidden>It rained.")
    look = first_look(table, np.zeros(table.segment_count, dtype=bool), True, True)
    assert not (look.may_be_hidden or look.has_invisible or look.may_have_wall or look.repeats)


def test_columns_of_another_page_are_refused() -> None:
    table = read("<body><p>It rained.")
    with pytest.raises(IndexError):
        first_look(table, np.ones(9, dtype=bool), True, True)
