"""The page as columns."""

from maintext.table.page_table import ROW_COLUMNS, SEGMENT_COLUMNS, Ints, Mask, PageTable

__all__ = ["ROW_COLUMNS", "SEGMENT_COLUMNS", "Ints", "Mask", "PageTable"]
