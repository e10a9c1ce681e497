"""What a page says about itself and shows: title, authors, dates and more, each with where it was found.

``docs/metadata.md`` lists the sources and why one is preferred to another. ``candidates`` collects each kind of signal
once; each fact has a module that chooses among them.
"""

from maintext.metadata.candidates import base_address, collect, meta_elements, title_element
from maintext.metadata.facts import Fact, Metadata
from maintext.metadata.page_facts import FIELDS, Facts

__all__ = ["FIELDS", "Fact", "Facts", "Metadata", "base_address", "collect", "meta_elements", "title_element"]
