"""Dates as people and machines write them, to ISO 8601.

Western (``2 September 2018``, ``Sept. 2, 2018``, ``02.09.2018``), Chinese and Japanese (``2018年09月02日 10:40:22``,
``令和5年3月1日``, ``二〇一八年九月二日``), Korean (``2018년 9월 2일``), Thai years and ISO forms, with the time and the
zone if they follow. Impossible dates are skipped.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Final

from maintext.dates._years import forms_around, machine_date, places_of_years
from maintext.dates.months import NUMBER_OF_MONTH

EARLIEST: Final = date(1990, 1, 1)
"""Earlier dates are ignored: there were no web pages."""

_TIME: Final = (
    r"(?:\s*(?:T|,|at\b|um\b|à\b|a\s+las\b|às\b|alle\b|kl\.?|klo\b|в\b|о\b|lúc\b|[-–|•·(])?\s*"
    r"(?:(?:星期|周|週)[一二三四五六日天]|[(（][月火水木金土日월화수목금토일][)）])?\s*"
    r"(?P<before>上午|下午|午前|午後|晚上|凌晨|오전|오후)?\s*"
    r"(?P<hour>[01]?\d|2[0-3])\s*(?::|：|h|时|時|点|點|시)\s*(?P<minute>[0-5]\d)(?!\d)\s*[分분]?"
    r"(?:[:：]?\s*(?P<second>[0-5]\d)(?!\d)(?:[.,]\d+)?\s*[秒초]?)?"
    r"(?:\s*(?P<after>[ap])\.?m\b\.?)?\s*(?P<zone>Z\b|UTC\b|GMT\b|[+-](?:0\d|1[0-4]):?[0-5]\d(?!\d))?)?"
)
_AFTERNOON: Final = frozenset({"p", "下午", "午後", "晚上", "오후"})
_YEAR: Final = r"(?P<year>19[89]\d|20\d\d)"
_THAI_YEAR: Final = r"(?:พ\.ศ\.\s*)?(?P<year>19[89]\d|20\d\d|25[3-9]\d)"
_ORDINAL: Final = r"(?:st|nd|rd|th|\.|º|°|er|ος|-го)?"
_NUMERALS: Final = {
    **{numeral: value for value, numeral in enumerate("〇一二三四五六七八九")},
    "零": 0,
    "○": 0,
    "Ｏ": 0,
}
_ERAS: Final = {"令和": 2018, "平成": 1988, "民國": 1911, "民国": 1911}
_MONTH: Final = "MONTH"
_FORMS: Final = (
    rf"(?<!\d){_YEAR}\s*[年년]\s*(?P<month>\d\d?)\s*[月월]\s*(?P<day>\d\d?)\s*[日일号號]?{_TIME}",
    rf"(?P<era>令和|平成|民國|民国)\s*(?P<year>\d{{1,3}}|元)\s*年\s*(?P<month>\d\d?)\s*月\s*(?P<day>\d\d?)\s*日{_TIME}",
    r"(?P<year>[二一][〇○零Ｏ九][〇○零Ｏ一二三四五六七八九]{2})\s*年\s*(?P<month>[一二三四五六七八九十]{1,2})\s*月\s*"
    rf"(?P<day>[一二三四五六七八九十]{{1,3}})\s*日{_TIME}",
    rf"(?<![\d.]){_YEAR}\s?(?P<part>[-/.–])\s?(?P<month>\d\d?)\s?(?P=part)\s?(?P<day>\d\d?)(?!\d)\.?{_TIME}",
    rf"(?<!\d){_YEAR}(?P<month>0\d|1[0-2])(?P<day>[0-2]\d|3[01])(?!\d){_TIME}",
    rf"(?<!\w)(?P<name>{_MONTH})\.?[\s-]{{1,3}}(?P<day>\d\d?)(?!\d){_ORDINAL}\s*,?[\s-]*{_YEAR}(?!\d){_TIME}",
    rf"(?<!\d)(?P<day>\d\d?)(?!\d){_ORDINAL}[\s,-]*(?:de\s+|of\s+|ב|τ\w+\s+)?(?P<name>{_MONTH})\.?,?(?:[\s-]*|\s+de[l]?\s+|\s+,\s*)"
    rf"(?<!\d){_THAI_YEAR}(?!\d){_TIME}",
    rf"(?<!\d){_YEAR}[.,]?[\s-]{{1,3}}(?P<name>{_MONTH})\.?[\s-]{{1,3}}(?P<day>\d\d?)(?!\d)\.?{_TIME}",
    rf"(?<![\d.])(?P<day>\d\d?)\s+(?:tháng|thg)\s+(?P<month>\d\d?)[,\s]+(?:năm\s+)?{_YEAR}(?!\d){_TIME}",
    rf"(?<![\d./])(?P<day>\d\d?)\s?(?P<part>[./-])\s?(?P<month>\d\d?)\s?(?P=part)\s?{_YEAR}(?!\d){_TIME}",
)
_MONTH_FORMS: Final = (
    rf"{_YEAR}\s*[-/.]\s*(?P<month>0?[1-9]|1[0-2])",
    rf"{_YEAR}\s*[年년]\s*(?P<month>0?[1-9]|1[0-2])\s*[月월]",
    rf"(?P<name>{_MONTH})\.?,?\s+(?:de\s+|del\s+)?{_THAI_YEAR}",
)
"""A month without a day, which must be all of a text."""
_REACH: Final = 45
"""The rest of a date and its time are at most this number of characters before or after the year."""
_FOR_MACHINES: Final = 3
"""The index of the form that programs write."""
_DIGITS: Final = {ord(first) + value: str(value) for first in "٠۰०๐０" for value in range(10)}
"""Arabic, Persian, Indian, Thai and wide digits. ``int`` reads them, but ``[0-9]`` in a pattern does not match."""
_OTHER_DIGIT: Final = re.compile("[٠-٩۰-۹०-९๐-๙０-９]")


@dataclass(frozen=True, slots=True)
class Written:
    """A date in a text."""

    start: int
    end: int
    value: str
    """As ISO 8601, with the time and the zone if the text has them."""


@cache
def _pattern(form: int, is_ascii: bool) -> re.Pattern[str]:
    """The compiled pattern of a form. It is compiled on first use: that takes longer than all other imports."""
    names = [name for name in NUMBER_OF_MONTH if name.isascii() or not is_ascii]
    return re.compile(_FORMS[form].replace(_MONTH, _any_of(names)), re.IGNORECASE)


def _any_of(names: Iterable[str]) -> str:
    """A pattern that matches the longest of some names and looks at each character once."""
    following: dict[str, list[str]] = {}
    for name in names:
        following.setdefault(name[:1], []).append(name[1:])
    ends = "" in following
    branches = [re.escape(first) + _any_of(rest) for first, rest in following.items() if first]
    return f"(?:{'|'.join(branches)}){'?' if ends else ''}" if branches else ""


def first_date(text: str, *, month_first: bool = False) -> str | None:
    """The first date in a short text."""
    if plain := machine_date(text):
        return plain
    if (machines := _pattern(_FOR_MACHINES, True).match(text)) and (value := _iso(machines, month_first)):
        return value
    found = written_dates(text, month_first=month_first)
    return found[0].value if found else None


def written_dates(text: str, *, month_first: bool = False) -> list[Written]:
    """All dates of a text in order, without dates inside other dates.

    Args:
        text: the text to search.
        month_first: read ``02/09/2018`` as the ninth of February, as in the United States.
    """
    if not text.isascii() and _OTHER_DIGIT.search(text):
        text = text.translate(_DIGITS)
    spans: list[tuple[int, int, int]] = []
    for year in places_of_years(text, 0, len(text)):
        forms = forms_around(text, year)
        start, stop = max(0, year - _REACH), min(len(text), year + 4 + _REACH)
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], stop, spans[-1][2] | forms
        else:
            spans.append((start, stop, forms))
    found = _all_dates(text, spans, month_first) if spans else []
    if len(found) < 2:
        return found
    found.sort(key=lambda each: (each.start, -each.end))
    kept: list[Written] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


def written_month(text: str) -> str | None:
    """The month that a text consists of, such as ``2018-05`` for "May 2018"; None if it is anything else."""
    if len(text) > _REACH:
        return None
    text = text.strip()
    for form in range(len(_MONTH_FORMS)):
        if match := _month_pattern(form).fullmatch(text.translate(_DIGITS)):
            parts = match.groupdict()
            month = NUMBER_OF_MONTH.get(parts["name"].lower(), 0) if parts.get("name") else int(parts["month"])
            year = int(parts["year"])
            year -= 543 if year >= 2530 else 0
            return f"{year}-{month:02}" if year >= EARLIEST.year else None
    return None


@cache
def _month_pattern(form: int) -> re.Pattern[str]:
    return re.compile(_MONTH_FORMS[form].replace(_MONTH, _any_of(NUMBER_OF_MONTH)), re.IGNORECASE)


def _all_dates(text: str, spans: list[tuple[int, int, int]], month_first: bool) -> list[Written]:
    """All dates in parts of a text around years, in the order of the parts and of the forms.

    Each part has its start and stop, and the forms that dates there may have as bits.
    """
    found = []
    for start, stop, forms in spans:
        if not forms:
            continue
        is_ascii = text.isascii() or text[start:stop].isascii()
        for form in range(len(_FORMS)):
            if forms >> form & 1:
                for match in _pattern(form, is_ascii).finditer(text, start, stop):
                    if (value := _iso(match, month_first)) is not None:
                        found.append(Written(match.start(), match.end(), value))
    return found


def _iso(match: re.Match[str], month_first: bool) -> str | None:
    parts = match.groupdict()
    name, day_written, hour = parts.get("name"), parts["day"], parts["hour"]
    if name:
        month = NUMBER_OF_MONTH.get(name.lower(), 0)
    else:
        month_written = parts["month"]
        month = int(month_written) if month_written.isdecimal() else _number(month_written)
    day = int(day_written) if day_written.isdecimal() else _number(day_written)
    if parts.get("part") and match.start("day") < match.start("month"):
        swapped = month_first and parts["part"] != "."
        if (swapped and day <= 12) or (month > 12 and day <= 12):
            month, day = day, month
    year_written = parts["year"]
    is_plain = not parts.get("era") and year_written.isdecimal()
    year = int(year_written) if is_plain else _year(year_written, parts.get("era"))
    if year >= 2530:
        year -= 543
    try:
        if not hour:
            whole_day = date(year, month, day)
            return whole_day.isoformat() if whole_day >= EARLIEST else None
        half = parts["after"] or parts["before"]
        hours = _hour(int(hour), half) if half else int(hour)
        moment = datetime(year, month, day, hours, int(parts["minute"]), int(parts["second"] or 0))
    except ValueError:
        return None
    if moment.date() < EARLIEST:
        return None
    zone = parts["zone"]
    if not zone or zone[0] not in "+-":
        return f"{moment.isoformat()}Z" if zone else moment.isoformat()
    return moment.isoformat() + (zone if ":" in zone else f"{zone[:3]}:{zone[3:]}")


def _year(written: str, era: str | None) -> int:
    """A year of an era, or in Chinese numerals."""
    if era:
        return _ERAS[era] + (1 if written == "元" else int(written))
    return _number(written)


def _number(written: str) -> int:
    """A number in digits of any script, or in Chinese numerals up to 99 or digit by digit."""
    if written.isdecimal():
        return int(written)
    if "十" in written:
        tens, _, ones = written.partition("十")
        return 10 * _NUMERALS.get(tens, 1) + _NUMERALS.get(ones, 0)
    return int("".join(str(_NUMERALS.get(each, 0)) for each in written))


def _hour(hour: int, half: str) -> int:
    """The hour of the day from one of a clock with twelve hours: twelve hours are added in the afternoon."""
    return hour if hour > 12 else hour % 12 + (12 if half.lower() in _AFTERNOON else 0)
