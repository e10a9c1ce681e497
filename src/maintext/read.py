"""The reader: a page's characters to a page table."""

from maintext.dom import read

__all__ = ["read"]
