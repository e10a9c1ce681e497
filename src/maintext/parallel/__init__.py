"""Extract many pages in several processes."""

from maintext.parallel.pages import RawPage, extract_many

__all__ = ["RawPage", "extract_many"]
