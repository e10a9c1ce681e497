"""Dates in text, as people and programs write them."""

from maintext.dates.relative import relative_date
from maintext.dates.written import EARLIEST, first_date, written_dates, written_month

__all__ = ["EARLIEST", "first_date", "relative_date", "written_dates", "written_month"]
