"""The picture of scores: what is where in the SVG."""

import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from maintext.support.score_plot import Panel, ScorePlot
from maintext.support.svg import Box, width_of

NAMESPACE = "{http://www.w3.org/2000/svg}"


def drawn(values: list[float], chosen: list[int], names: dict[int, str] | None = None, **more: Any) -> Any:
    """The tree of a picture with one panel."""
    mask = np.zeros(len(values), dtype=bool)
    mask[chosen] = True
    panels = [Panel("score", np.array(values, dtype=np.float64))]
    labels = {item: (name, "its text") for item, name in (names or {}).items()}
    plot = ScorePlot(
        **{"title": "a method", "note": "a note", "unit": "lines", **more}, panels=panels, chosen=mask, names=labels
    )
    return ElementTree.fromstring(plot.to_svg())


def of_class(tree: Any, tag: str, name: str) -> list[Any]:
    return [each for each in tree.iter(NAMESPACE + tag) if name in each.get("class", "").split()]


def bars(tree: Any, kind: str) -> list[tuple[float, float, float]]:
    """Where each bar is, where it begins and where it ends, without the two of the legend."""
    paths = [path for path in of_class(tree, "path", kind) if "V" in path.get("d")]
    found = re.findall(r"M([\d.]+) ([\d.]+)V([\d.]+)", "".join(path.get("d") for path in paths))
    return [(float(x), float(start), float(stop)) for x, start, stop in found]


def test_a_bar_for_each_number_and_the_largest_is_the_highest() -> None:
    """The panel is 876 wide and begins at 66, so four bars are at 66 + 876 * (1, 3, 5, 7) / 8; 0 has no bar."""
    plain, chosen = bars(tree := drawn([1, 4, 0, 2], [1]), "plain"), bars(tree, "chosen")
    assert [x for x, _, _ in plain] == [175.5, 832.5]
    assert [x for x, _, _ in chosen] == [394.5]
    heights = [start - stop for _, start, stop in (*plain, *chosen)]
    assert heights == pytest.approx([heights[2] / 4, heights[2] / 2, heights[2]], abs=0.2)


def test_negative_numbers_go_down() -> None:
    (up, down) = bars(drawn([1, -1], []), "plain")
    assert up[1] == down[1]
    assert up[2] < up[1] < down[2]


def test_the_chosen_items_are_shaded() -> None:
    """Items 2 and 3, and 6, of eight. The first rectangle is that of the legend."""
    shades = of_class(drawn([1] * 8, [2, 3, 6]), "rect", "shade")[1:]
    places = [(float(each.get("x")), float(each.get("width"))) for each in shades]
    assert places == [(66 + 219, 219), (66 + 657, 109.5)]


def test_the_largest_are_named_and_nothing_covers_a_name() -> None:
    names = {item: f"div.element-{item}" for item in (3, 4, 5, 90, 99)}
    values = [10.0 + item if item in names else 1.0 for item in range(100)]
    tree = drawn(values, [4], names)
    labels = of_class(tree, "text", "name")
    assert {(label.text or "") for label in labels} == set(names.values())
    boxes = []
    for label in labels:
        width = width_of("".join(label.itertext())) + 5
        left = float(label.get("x")) - (width if label.get("text-anchor") == "end" else 0)
        bottom = float(label.get("y"))
        boxes.append(Box(left, bottom - 12, left + width, bottom + 3))
        assert left >= 0
        assert left + width <= 960
    for place, box in enumerate(boxes):
        assert not any(box.overlap(other) for other in boxes[:place])
        for line in of_class(tree, "line", "leader"):
            x, top, bottom = (float(line.get(name)) for name in ("x1", "y1", "y2"))
            assert not box.overlap(Box(x - 1, top, x + 1, bottom))
    highest = min(stop for _, _, stop in (*bars(tree, "plain"), *bars(tree, "chosen")))
    assert all(box.bottom <= highest for box in boxes)


def test_numbers_that_are_not_finite_are_drawn_as_the_largest() -> None:
    found = bars(drawn([1, float("inf"), 2, float("nan")], []), "plain")
    assert [stop for _, _, stop in found][1:] == [min(stop for _, _, stop in found)] * 2


def test_the_size_does_not_grow_with_the_page() -> None:
    small = len(ElementTree.tostring(drawn(list(range(1, 1001)), list(range(0, 1000, 2)))))
    large = len(ElementTree.tostring(drawn(list(range(1, 200_001)), list(range(0, 200_000, 2)))))
    assert large < 2 * small


def test_hostile_names_are_text() -> None:
    tree = drawn([1.0], [], {0: "<script>\0]]>&"}, title="<b>\x1b", note='"onload="x')
    assert not list(tree.iter(NAMESPACE + "script"))
    assert of_class(tree, "text", "title")[0].text == "<b>\ufffd"


def test_the_picture_has_light_and_dark_colours_and_needs_nothing_else() -> None:
    written = ElementTree.tostring(drawn([1.0], []), encoding="unicode")
    assert "prefers-color-scheme: dark" in written
    assert re.findall(r"href|url\(|@import", written) == []


@pytest.mark.parametrize("values", [[], [0.0], [0.0, 0.0, 0.0]])
def test_nothing_to_draw_is_still_a_picture(values: list[float]) -> None:
    tree = drawn(values, [], note="nothing selected: the page is empty")
    assert "the page is empty" in "".join(tree.itertext())
    assert bars(tree, "plain") == []
