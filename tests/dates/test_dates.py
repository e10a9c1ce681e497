"""Dates as people and machines write them."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maintext.dates import EARLIEST, first_date, written_dates
from maintext.dates.relative import relative_date

FORMS = (
    "{y:04}-{m:02}-{d:02}", "{y:04}/{m}/{d}", "{d:02}.{m:02}.{y:04}", "{y}年{m}月{d}日", "{y}년 {m}월 {d}일",
    "{y:04}{m:02}{d:02}", "{y:04}-{m:02}-{d:02}T23:59:59+08:00",
)  # fmt: skip
NOW = datetime(2024, 3, 2, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2018年09月02日 10:40:22", "2018-09-02T10:40:22"),
        ("2018年9月2日", "2018-09-02"),
        ("2018 年 9 月 2 日 08:05", "2018-09-02T08:05:00"),
        ("2018年9月2日10时40分", "2018-09-02T10:40:00"),
        ("2018年9月2日10時40分22秒", "2018-09-02T10:40:22"),
        ("2018年9月2号", "2018-09-02"),
        ("来源：新华社　2018-09-02 10:40", "2018-09-02T10:40:00"),
        ("2018년 9월 2일", "2018-09-02"),
        ("2018년 9월 2일 10시 40분", "2018-09-02T10:40:00"),
        ("2018-09-02", "2018-09-02"),
        ("2018-09-02T10:40:22Z", "2018-09-02T10:40:22Z"),
        ("2018-09-02T10:40:22.123+08:00", "2018-09-02T10:40:22+08:00"),
        ("2018-9-2", "2018-09-02"),
        ("2018/09/02", "2018-09-02"),
        ("2018.09.02", "2018-09-02"),
        ("20180902", "2018-09-02"),
        ("2 September 2018", "2018-09-02"),
        ("Sept. 2, 2018", "2018-09-02"),
        ("September 2nd, 2018", "2018-09-02"),
        ("SEPTEMBER 2, 2018", "2018-09-02"),
        ("Published on Sep 2 2018 at noon", "2018-09-02"),
        ("2. September 2018", "2018-09-02"),
        ("2. März 2018, 10:40 Uhr", "2018-03-02T10:40:00"),
        ("2 de septiembre de 2018", "2018-09-02"),
        ("1er janvier 2020", "2020-01-01"),
        ("2 сентября 2018", "2018-09-02"),
        ("2 września 2018", "2018-09-02"),
        ("2nd of September, 2018", "2018-09-02"),
        ("02-Sep-2018", "2018-09-02"),
        ("Sun, 02 Sep 2018 10:40:22 GMT", "2018-09-02T10:40:22Z"),
        ("2018-09-02T10:40:22+0800", "2018-09-02T10:40:22+08:00"),
        ("September 2, 2018 at 10:40 PM", "2018-09-02T22:40:00"),
        ("2018. 9. 2. 오후 3:20", "2018-09-02T15:20:00"),
        ("2018年9月2日（日）12時30分", "2018-09-02T12:30:00"),
        ("令和5年3月1日", "2023-03-01"),
        ("令和元年6月1日", "2019-06-01"),
        ("民國107年9月2日", "2018-09-02"),
        ("二〇一八年九月二十二日", "2018-09-22"),
        ("2 กันยายน 2561", "2018-09-02"),
        ("٥ أكتوبر ٢٠٢٢", "2022-10-05"),
        ("5 באוקטובר 2022", "2022-10-05"),
        ("2 Σεπτεμβρίου 2018", "2018-09-02"),
        ("2 सितंबर 2018", "2018-09-02"),
        ("2. září 2018", "2018-09-02"),
        ("2018. szeptember 2.", "2018-09-02"),
        ("2 tháng 9, 2018", "2018-09-02"),
        ("2 de setembro de 2018", "2018-09-02"),
        ("02.09.2018", "2018-09-02"),
        ("02/09/2018", "2018-09-02"),
        ("09/13/2018", "2018-09-13"),
        ("13/09/2018", "2018-09-13"),
        ("29 February 2020", "2020-02-29"),
    ],
)
def test_a_date_is_read_in_the_forms_that_people_write(written: str, iso: str) -> None:
    assert first_date(written) == iso
    assert first_date(f"Updated: {written}, by the editors") == iso


@pytest.mark.parametrize(
    "written",
    ["", "no date", "2018年13月40日", "31 February 2018", "29 February 2019", "2018-00-10", "2018-13-13", "0000-00-00",
     "12018-09-02", "2018-09-021", "1899-01-01", "3018-01-01", "call 2018 09 02", "Maybe 2, 2018", "Room 20181340"],
)  # fmt: skip
def test_what_is_no_date_is_passed_over(written: str) -> None:
    assert first_date(written) is None


def test_an_impossible_date_does_not_hide_a_possible_one() -> None:
    assert first_date("30.02.2018, corrected on 02.03.2018") == "2018-03-02"


def test_all_dates_come_with_their_places() -> None:
    text = "On 2018-09-02 and on 3 May 2017."
    assert [(each.start, each.value) for each in written_dates(text)] == [(3, "2018-09-02"), (21, "2017-05-03")]


def test_the_first_date_is_the_one_that_stands_first() -> None:
    assert first_date("3 May 2017, updated 2018-09-02") == "2017-05-03"


@pytest.mark.parametrize("written", ["September 2, 2018 10:40 PM", "2018-09-02 10:40 p.m.", "2018年9月2日 下午10:40"])
def test_a_time_in_the_afternoon_is_not_read_as_one_in_the_morning(written: str) -> None:
    assert first_date(written) in ("2018-09-02", "2018-09-02T22:40:00")


@pytest.mark.parametrize(
    ("written", "day_first", "month_first"),
    [
        ("02/09/2018", "2018-09-02", "2018-02-09"),
        ("13/09/2018", "2018-09-13", "2018-09-13"),
        ("09/13/2018", "2018-09-13", "2018-09-13"),
        ("02.09.2018", "2018-09-02", "2018-09-02"),
        ("2018/09/02", "2018-09-02", "2018-09-02"),
    ],
)
def test_only_dates_with_slashes_are_read_the_american_way(written: str, day_first: str, month_first: str) -> None:
    assert first_date(written) == day_first
    assert first_date(written, month_first=True) == month_first


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("2 hours ago", "2024-03-02T10:00:00+00:00"),
        ("an hour ago", "2024-03-02T11:00:00+00:00"),
        ("30 min ago", "2024-03-02T11:30:00+00:00"),
        ("3 days ago", "2024-02-28"),
        ("vor 2 Wochen", "2024-02-17"),
        ("il y a 2 jours", "2024-02-29"),
        ("hace 1 día", "2024-03-01"),
        ("3天前", "2024-02-28"),
        ("5시간 전", "2024-03-02T07:00:00+00:00"),
        ("yesterday", "2024-03-01"),
        ("昨天 10:40", "2024-03-01"),
        ("heute", "2024-03-02"),
        ("two tickets left", None),
        ("", None),
    ],
)
def test_dates_told_from_now_are_counted_from_the_given_time(written: str, value: str | None) -> None:
    assert relative_date(written, NOW) == value


@given(st.dates(date(1990, 1, 1), date(2079, 12, 31)), st.sampled_from(FORMS))
def test_a_day_is_read_back_from_every_form(day: date, form: str) -> None:
    assert (first_date(form.format(y=day.year, m=day.month, d=day.day)) or "")[:10] == day.isoformat()


@given(st.text(alphabet="0123456789-/.: 年月日時TZ年월일JanuaryMärzde,th上午พ.ศ令和民國", max_size=60))
def test_whatever_is_written_is_no_date_or_a_possible_one(text: str) -> None:
    for each in written_dates(text) + written_dates(text, month_first=True):
        assert date.fromisoformat(each.value[:10]) >= EARLIEST
        assert datetime.fromisoformat(each.value)
        assert 0 <= each.start < each.end <= len(text)


@given(st.text(max_size=200))
def test_no_text_makes_reading_dates_fail(text: str) -> None:
    written = written_dates(text)
    assert [each.start for each in written] == sorted(each.start for each in written)
    relative_date(text, NOW)
