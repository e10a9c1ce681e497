"""Print the table of memory in docs/reliability.md: ``cd tests && python -m helpers.write_memory_table``.

For each format and each family of hostile pages: the most memory in use at one time while the format is computed from a
page, everything that it needs included, as a multiple of the page and in bytes per tag.
"""

import argparse
import re
import tracemalloc
from typing import Final

import maintext
from helpers.growth import ADDRESS, ALL
from helpers.hostile_families import FAMILIES, hostile_page

PARTS: Final = ("text", "markdown", "html", "json", "xml", "metadata", "hidden")
MAX_PER_BYTE: Final = 400
MAX_PER_TAG: Final = 3_000
"""Bytes of memory for each byte and each tag of a page; no family needs more."""
_TAG: Final = re.compile(rb"<[a-zA-Z/!]")


def peak_of(page: bytes, *parts: str) -> int:
    """The most memory, in bytes, that is allocated at one time while parts of a document are computed and kept."""
    tracemalloc.start()
    try:
        document = maintext.extract(page, ADDRESS, options=ALL)
        for part in parts:
            getattr(document, part)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def room_for(page: bytes) -> int:
    """The memory that a page may need, in bytes."""
    return MAX_PER_BYTE * len(page) + MAX_PER_TAG * len(_TAG.findall(page)) + 500_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=100_000, help="bytes of the pages (100000)")
    parser.add_argument("--step", type=int, default=1, help="measure each STEP-th family (1)")
    arguments = parser.parse_args()
    peak_of(b"<p>What is loaded once counts for no page.", "json")
    print("| part | median | most | of the family | bytes per tag |\n|---|--:|--:|---|--:|")
    for part in PARTS:
        measured: list[tuple[float, str, float]] = []
        for family in sorted(FAMILIES)[:: arguments.step]:
            page = hostile_page(family, arguments.size)
            peak = peak_of(page, part)
            measured.append((peak / len(page), family, peak / max(1, len(_TAG.findall(page)))))
        ratio, family, per_tag = max(measured)
        middle = sorted(measured)[len(measured) // 2][0]
        print(f"| {part} | {middle:.0f} | {ratio:.0f} | {family} | {per_tag:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
