"""Dates relative to now: "2 hours ago", "gestern", "3天前". They need a reference time."""

import re
from datetime import datetime, timedelta
from functools import cache
from typing import Final

_UNITS: Final = {
    "minutes": r"minutes?|mins?|minuten?|minutos?|minuti|минут\w*|分钟|分鐘|分|분",
    "hours": r"hours?|hrs?|stunden?|heures?|horas?|ore|ora|час\w*|小时|小時|時間|시간",
    "days": r"days?|tag(?:en?)?|jours?|d[ií]as?|giorn[io]|дн\w+|день|天|日|일",
    "weeks": r"weeks?|wochen?|semaines?|semanas?|settiman[ae]|недел\w+|周|週間|주",
}
_FORMS: Final = (
    r"(?<!\w)(?P<count>\d{{1,3}}|an?)\s*(?P<unit>{unit})\s*(?:ago|fa|назад|前|전)(?!\w)",
    r"(?<!\w)(?:vor|il y a|hace|há)\s+(?P<count>\d{{1,3}}|einer|einem|une?|una?|um)\s+(?P<unit>{unit})(?!\w)",
)
_DAYS_BACK: Final = {
    0: r"\btoday\b|\bheute\b|aujourd.hui|\bhoy\b|\boggi\b|\bhoje\b|сегодня|今天|今日|오늘",
    1: r"\byesterday\b|\bgestern\b|\bhier\b|\bayer\b|\bieri\b|\bontem\b|вчера|昨天|昨日|어제",
    2: r"\bvorgestern\b|\bavant-hier\b|前天|一昨日|그저께",
}
_AGO: Final = re.compile("ago|fa|назад|前|전|vor|il y a|hace|há")
_SOME_DAY: Final = re.compile("|".join(_DAYS_BACK.values()))
"""Every relative date in lower case contains one of these. Most texts have none, and are compared with no form."""


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (name, re.compile(form.format(unit=unit), re.IGNORECASE)) for name, unit in _UNITS.items() for form in _FORMS
    )


def relative_date(text: str, reference: datetime) -> str | None:
    """The day, or for minutes and hours the moment, that a short text names, as ISO 8601; None before the year 1."""
    try:
        return _moment_or_day(text, reference)
    except OverflowError:
        return None


def _moment_or_day(text: str, reference: datetime) -> str | None:
    lower = text.lower()
    for name, pattern in _patterns() if _AGO.search(lower) else ():
        if match := pattern.search(text):
            count = int(match["count"]) if match["count"].isdecimal() else 1
            moment = reference - timedelta(**{name: count})
            exact = name in ("minutes", "hours")
            return moment.isoformat(timespec="seconds") if exact else moment.date().isoformat()
    for days, words in _DAYS_BACK.items() if _SOME_DAY.search(lower) else ():
        if re.search(words, text, re.IGNORECASE):
            return (reference - timedelta(days=days)).date().isoformat()
    return None
