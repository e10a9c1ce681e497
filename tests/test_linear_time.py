"""The work for every output grows with the page, not with its square, for every family of hostile pages."""

import pytest
from helpers.growth import MAX_GROWTH, growth, growths
from helpers.hostile_families import FAMILIES

FAST_SIZE = 25_000
FULL_SIZE = 50_000
"""Bytes of the smaller page. At these sizes each of the causes below took hundreds of milliseconds or more."""
PARTS = 16
ONCE_QUADRATIC = (
    ("hyphens", "markdown"),
    ("delimiters of tables", "markdown"),
    ("set of commas", "blocks"),
    ("set of blanks", "blocks"),
    ("open formulas", "blocks"),
    ("environments that end", "blocks"),
    ("digits of a number", "blocks"),
    ("nested names", "blocks"),
    ("nested formulas", "blocks"),
    ("nested noscript", "text"),
    ("broken linked data of lines", "metadata"),
    ("images in pictures", "blocks"),
    ("images in noscript", "blocks"),
    ("long class of a callout", "blocks"),
    ("nested <a>", "links"),
    ("bylines of verbs", "metadata"),
    ("authors of offices", "metadata"),
    ("large output: formulas", "chunks"),
    ("slashed dates", "chunks"),
    ("long identifier of a container", "compare"),
)
"""Families that had a cause of their own, with the output in which it was."""


@pytest.mark.parametrize(("family", "output"), ONCE_QUADRATIC)
def test_what_was_quadratic_is_linear(family: str, output: str) -> None:
    found = growth(family, output, FAST_SIZE)
    assert found.factor <= MAX_GROWTH, found


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, PARTS, 2))
def test_every_output_is_linear(first: int) -> None:
    """All outputs for half of the families; ``helpers.write_growth_table`` measures all."""
    suspects = [
        each
        for family in list(FAMILIES)[first::PARTS]
        for each in growths(family, FULL_SIZE)
        if each.factor > MAX_GROWTH
    ]
    again = [growth(each.family, each.output, FULL_SIZE) for each in suspects]  # processor time is noisy, growth is not
    assert [each for each in again if each.factor > MAX_GROWTH] == []
