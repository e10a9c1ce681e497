"""Texts and axes of plots."""

import pytest

from maintext.support.svg import Box, clipped, escaped, round_steps, width_of


def test_what_xml_does_not_allow_is_replaced() -> None:
    assert escaped("a<b>&\0\x1b\ufffe\ud800") == "a&lt;b&gt;&amp;\ufffd\ufffd\ufffd\ufffd"
    assert escaped("tab\tand\nline") == "tab\tand\nline"


def test_wide_characters_are_wider() -> None:
    assert width_of("青岚") == 12 + 12 + 2
    assert width_of("ab") == pytest.approx(2 * 0.63 * 12 + 2)


def test_a_long_name_is_clipped_to_its_width() -> None:
    assert clipped("short", 100) == "short"
    found = clipped("a very long name of an element", 80)
    assert found.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert width_of(found) <= 80
    assert clipped("x", 0) == "\N{HORIZONTAL ELLIPSIS}"
    assert clipped("a" * 1_000_000, 80) == clipped("a" * 20, 80)


@pytest.mark.parametrize(
    ("low", "high", "at_most", "expected"),
    [
        (0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 1495, 5, [0, 500, 1000]),
        (-440, 330, 5, [-400, -200, 0, 200]),
        (1, 59, 9, [10, 20, 30, 40, 50]),
        (3, 3, 5, [3]),
    ],
)
def test_round_numbers_for_an_axis(low: float, high: float, at_most: int, expected: list[float]) -> None:
    assert list(round_steps(low, high, at_most)) == expected


def test_boxes_overlap_by_their_common_area() -> None:
    assert Box(0, 0, 4, 4).overlap(Box(2, 3, 9, 9)) == 2
    assert Box(0, 0, 4, 4).overlap(Box(4, 0, 9, 9)) == 0
