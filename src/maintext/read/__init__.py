"""HTML to a page table."""

from maintext.read.reader import MAX_BYTES, page_table, read, read_once

__all__ = ["MAX_BYTES", "page_table", "read", "read_once"]
