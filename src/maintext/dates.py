"""Dates as people and machines write them, to ISO 8601.

Western (``2 September 2018``, ``Sept. 2, 2018``, ``02.09.2018``), Chinese and Japanese (``2018年09月02日 10:40:22``),
Korean (``2018년 9월 2일``) and ISO forms, with the time where one follows. Impossible dates are passed over.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from typing import Final

_MONTHS: Final = {
    1: "january jan januar janvier janv enero ene janeiro gennaio gen январь января styczeń stycznia ocak",
    2: "february feb februar février févr fevrier febrero fevereiro fev febbraio февраль февраля luty lutego şubat",
    3: "march mar märz mars marzo março марта март marzec marca mart",
    4: "april apr avril avr abril abr aprile апреля апрель kwiecień kwietnia nisan",
    5: "may mai mayo maio maggio mag мая май maj maja mayıs",
    6: "june jun juni juin junio junho giugno giu июня июнь czerwiec czerwca haziran",
    7: "july jul juli juillet juil julio julho luglio lug июля июль lipiec lipca temmuz",
    8: "august aug août aout agosto ago августа август sierpień sierpnia ağustos",
    9: "september sept sep septembre septiembre setembro settembre set сентября сентябрь wrzesień września eylül",
    10: "october oct oktober okt octobre octubre outubro out ottobre ott октября октябрь październik października ekim",
    11: "november nov novembre noviembre novembro ноября ноябрь listopad listopada kasım",
    12: "december dec dezember dez décembre déc decembre diciembre dic dezembro dicembre декабря декабрь grudzień "
    "grudnia aralık",
}
_MONTH_NUMBER: Final = {name: number for number, names in _MONTHS.items() for name in names.split()}
_MONTH: Final = "|".join(sorted(_MONTH_NUMBER, key=len, reverse=True))
_TIME: Final = (
    r"(?:\s*[T,]?\s*(?P<before>上午|下午|午前|午後|오전|오후)?\s*"
    r"(?P<hour>[01]?\d|2[0-3])\s*(?::|时|時|시)\s*(?P<minute>[0-5]\d)\s*[分분]?"
    r"(?::?\s*(?P<second>[0-5]\d)(?:\.\d+)?\s*[秒초]?)?"
    r"(?:\s*(?P<after>[ap])\.?m\b\.?)?\s*(?P<zone>Z|[+-]\d\d:?\d\d)?)?"
)
_AFTERNOON: Final = frozenset({"p", "下午", "午後", "오후"})
_YEAR: Final = r"(?P<year>19[89]\d|20\d\d)"
_FORMS: Final = (
    rf"(?<!\d){_YEAR}\s*[年년]\s*(?P<month>\d\d?)\s*[月월]\s*(?P<day>\d\d?)\s*[日일号]{_TIME}",
    rf"(?<!\d){_YEAR}(?P<part>[-/.])(?P<month>\d\d?)(?P=part)(?P<day>\d\d?)(?!\d){_TIME}",
    rf"(?<!\d){_YEAR}(?P<month>0\d|1[0-2])(?P<day>[0-2]\d|3[01])(?!\d){_TIME}",
    rf"(?<!\w)(?P<name>{_MONTH})\.?\s+(?P<day>\d\d?)(?:st|nd|rd|th)?,?\s+{_YEAR}(?!\d){_TIME}",
    rf"(?<!\d)(?P<day>\d\d?)(?:st|nd|rd|th|\.|º|er)?\s+(?:de\s+)?(?P<name>{_MONTH})\.?,?\s+(?:de\s+)?{_YEAR}(?!\d)"
    rf"{_TIME}",
    rf"(?<!\d)(?P<day>\d\d?)(?P<part>[./-])(?P<month>\d\d?)(?P=part){_YEAR}(?!\d){_TIME}",
)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Compiled when the first date is looked for, since that takes longer than importing all the rest."""
    return tuple(re.compile(form, re.IGNORECASE) for form in _FORMS)


def first_date(text: str) -> str | None:
    """The first date in a short text."""
    found = min(dates_in(text), default=None)
    return found[1] if found else None


def dates_in(text: str) -> Iterator[tuple[int, str]]:
    """All dates of a text with the places where they stand, form by form."""
    for form in _patterns():
        for match in form.finditer(text):
            if (value := _iso(match)) is not None:
                yield match.start(), value


def _iso(match: re.Match[str]) -> str | None:
    parts = match.groupdict()
    month = _MONTH_NUMBER[parts["name"].lower()] if parts.get("name") else int(parts["month"])
    day = int(parts["day"])
    if month > 12 and "part" in parts and day <= 12:
        month, day = day, month
    try:
        clock = (_hour(parts), int(parts["minute"] or 0), int(parts["second"] or 0))
        moment = datetime(int(parts["year"]), month, day, *clock)
    except ValueError:
        return None
    if not parts["hour"]:
        return moment.date().isoformat()
    return moment.isoformat() + (parts["zone"] or "")


def _hour(parts: dict[str, str]) -> int:
    """The hour of the day; twelve hours are added in the afternoon where the clock is said to have twelve."""
    hour = int(parts["hour"] or 0)
    half = parts["after"] or parts["before"]
    if not half or hour > 12:
        return hour
    return hour % 12 + (12 if half.lower() in _AFTERNOON else 0)
