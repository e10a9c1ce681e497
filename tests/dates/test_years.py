"""Years in a text, and the forms of dates that are possible around them, against plain patterns."""

import re
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maintext.dates import written
from maintext.dates._years import forms_around, machine_date, places_of_years
from maintext.dates.months import NUMBER_OF_MONTH

YEAR: Final = re.compile(r"19[89]\d|20\d\d|25[3-9]\d|令和|平成|民[國国]|[二一][〇○零Ｏ九]")
OTHER_DIGITS: Final = {ord(first) + value: str(value) for first in "٠۰०๐０" for value in range(10)}
ATOMS: Final = (
    "2018 1989 1979 2561 20 19 2 02 12 . , - / – : de of May mai Sept. September März ledna 年 月 日 년 월 일 "
    "令和 平成 元 民國 二〇一八 一 九 十 T10:40 Z พ.ศ. ม.ค tháng năm nd º -го x é ０ ٢ 10:40 ב del Mayis"
).split()


@given(st.lists(st.sampled_from([*ATOMS, " ", " ", " "]), max_size=14).map("".join))
@settings(max_examples=400)
def test_no_date_is_lost_by_looking_around_years_only(text: str) -> None:
    """Years are found as a pattern finds them, and no form that matches is ruled out."""
    plain = text.translate(OTHER_DIGITS)
    wanted = [match.start() for match in YEAR.finditer(plain)]
    assert places_of_years(text, 0, len(text)) == wanted
    for number, form in enumerate(plain_forms()):
        for match in form.finditer(plain):
            years = [place for place in wanted if match.start() <= place < match.end()]
            assert not years or any(forms_around(plain, place) >> number & 1 for place in years)


def plain_forms() -> list[re.Pattern[str]]:
    month = "|".join(sorted(map(re.escape, NUMBER_OF_MONTH), key=len, reverse=True))
    return [re.compile(form.replace(written._MONTH, month), re.IGNORECASE) for form in written._FORMS]


def test_years_are_found_in_the_given_part_only() -> None:
    assert places_of_years("2018 2019 2020", 1, 13) == [5]


@given(
    st.sampled_from(["0129 a", "0125 9’", "01259 😀", "0129 é"]).flatmap(lambda some: st.text(some, max_size=40)),
    st.integers(0, 40),
    st.integers(0, 44),
)
@settings(max_examples=400)
def test_years_in_long_numbers_are_found_from_the_first_digit_on(text: str, start: int, stop: int) -> None:
    wanted = [match.start() for match in YEAR.finditer(text, start, max(start, stop))]
    assert places_of_years(text, start, stop) == wanted


def test_years_are_found_after_many_characters_of_all_widths() -> None:
    for filler in ("a", "’", "😀", "字"):
        assert places_of_years(filler * 1_001 + "2018" + filler * 600 + "令和", 0, 5_000) == [1_001, 1_605]


def test_a_part_cannot_begin_before_the_text() -> None:
    with pytest.raises(IndexError):
        places_of_years("2018", -1, 4)


@given(
    st.lists(
        st.sampled_from(
            ["2018-05-04", "2018-02-29", "2018-04-31", "T", " ", "10:20", "24:10", ":30", ".5", "Z", "+02:00", "-0300"]
        ),
        max_size=6,
    ).map("".join)
)
@settings(max_examples=400)
def test_dates_of_programs_are_read_without_a_pattern(text: str) -> None:
    """The same result as that of the pattern, or none."""
    match = written._pattern(written._FOR_MACHINES, True).match(text)
    assert machine_date(text) in (None, written._iso(match, False) if match else None)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2018-05-04", "2018-05-04"),
        ("2018-05-04T10:20", "2018-05-04T10:20:00"),
        ("2018-05-04 10:20:30", "2018-05-04T10:20:30"),
        ("2018-05-04T10:20:30.123Z", "2018-05-04T10:20:30Z"),
        ("2018-05-04T10:20:30-03:00", "2018-05-04T10:20:30-03:00"),
        ("2018-02-29", None),
        ("2018-05-04T10:20:30.Z", None),
        ("2018-05-04T10:20:3", None),
        ("2018-13-04", None),
        ("2018-05-0", None),
        ("1998-05-04", None),
        ("am 2018-05-04", None),
    ],
)
def test_dates_of_programs_are_all_of_the_text(text: str, value: str | None) -> None:
    """Other texts are left to the patterns."""
    assert machine_date(text) == value


def test_all_months_are_in_the_pattern_of_dates() -> None:
    """It is made of their letters, so that each letter is looked at once."""
    for name, number in NUMBER_OF_MONTH.items():
        assert written.first_date(f"3 {name} 2018") == f"2018-{number:02}-03"
        assert written.first_date(f"3 {name.capitalize()} 2018") == f"2018-{number:02}-03"
