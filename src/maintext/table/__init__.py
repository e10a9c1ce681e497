"""The page table: a page as columns, and the names of elements."""

from maintext.table.page_table import ROW_COLUMNS, SEGMENT_COLUMNS, Ints, Mask, PageTable

__all__ = ["ROW_COLUMNS", "SEGMENT_COLUMNS", "Ints", "Mask", "PageTable"]
