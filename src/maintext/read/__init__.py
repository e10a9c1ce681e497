"""HTML to a page table."""

from maintext.read.reader import MAX_BYTES, read, read_once

__all__ = ["MAX_BYTES", "read", "read_once"]
