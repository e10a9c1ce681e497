"""Dates in the form of email headers, which HTTP and feeds use too."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

_LONGEST: Final = 100
"""Characters; Python takes time that grows with the square of the length."""


def mail_date(text: str) -> datetime | None:
    """Return the date with its time zone, UTC if there is none; None if the text is not a date that can be."""
    try:
        found = parsedate_to_datetime(text) if len(text) <= _LONGEST else None
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return None
    return found and (found if found.tzinfo else found.replace(tzinfo=UTC))
