# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Pictures of the main text: which of a page's images belong to it, and where they are to be had.

Images have no text, so no method selects them. One belongs to the main text if the smallest element with text around it
is mostly main text. Its address is often not where it should be: pages that load images when they come into view keep
it in another attribute, or in a ``noscript`` behind.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from maintext.blocks.addresses import Addresses
from maintext.blocks.columns import Columns
from maintext.table import PageTable, tags
from maintext.table._table import attributes_at

_LAZY = (
    "data-src", "data-original", "data-lazy-src", "data-actualsrc", "data-original-src", "data-hi-res-src", "data-url",
    "data-image", "data-echo", "data-lazy", "data-full-src", "file",
)  # fmt: skip
_LAZY_SETS = ("data-srcset", "data-lazy-srcset", "data-src-set")
_WANTED = frozenset({"alt", "height", "src", "srcset", "width", *_LAZY, *_LAZY_SETS})
_IMAGE_TAG = re.compile(rb"<img[\s/]|<!--.*?-->", re.IGNORECASE | re.DOTALL)
_CANDIDATE = re.compile(r"\s*(\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)")
_LIKE_AN_ADDRESS = re.compile(r"[\w%~-]*[./]\S*")
_DECORATION = 2
"""Pixels; smaller images count visits."""
HIGHEST = 40
"""Elements around a figure that are looked at."""
IS_PAGE = tags.lookup(frozenset({"html", "body"})).tobytes()
LONGEST_CAPTION = 1_500
"""Characters; a figure with more text is a box of the page."""
NOT_IN_FIGURES = tags.lookup(frozenset("pre table ul ol h1 h2".split())).tobytes()
P, PICTURE, NOSCRIPT = tags.code_of("p"), tags.code_of("picture"), tags.code_of("noscript")


@dataclass(frozen=True, slots=True)
class Found:
    """An image that belongs to the main text."""

    row: int
    src: str
    alt: str
    figure: int
    """The row of the figure around it, -1 if there is none."""


def pictures_of(table: PageTable, columns: Columns, addresses: Addresses) -> list[Found]:
    """The images of the main text in page order."""
    found: list[Found] = []
    if columns.first < 0:
        return found
    for row in columns.images:
        unit = _unit(columns, row)
        if not _belongs(columns, row, unit):
            continue
        figure = unit if unit != row else -1
        if columns.tag[row] == NOSCRIPT:
            for place in _images_in(table, row):
                picture = _picture(attributes_at(table.source, place, _WANTED), row, figure, addresses)
                if picture is not None:
                    _add_fallback(table, columns, picture, found)
            continue
        picture = _picture(table.attributes(row, _WANTED), row, figure, addresses)
        if picture is None:
            continue
        if not picture.src:
            picture = replace(picture, src=_from_picture(table, columns, row, addresses))
        if picture.src or not found or found[len(found) - 1].src:
            found.append(picture)
        else:
            found[len(found) - 1] = picture
    return [picture for picture in found if picture.src]


def _picture(attributes: Mapping[str, str], row: int, figure: int, addresses: Addresses) -> Found | None:
    """An image by its attributes; None for one that shows nothing."""
    if _is_decoration(attributes):
        return None
    return Found(row, addresses.image(_address(attributes)), " ".join(attributes.get("alt", "").split()), figure)


def _images_in(table: PageTable, row: int) -> list[int]:
    """Where the image tags in a ``noscript`` begin: its content is one text for a browser that runs scripts."""
    tags_found = _IMAGE_TAG.finditer(table.source, int(table.open_end[row]), int(table.close_start[row]))
    return [tag.start() for tag in tags_found if tag[0][1:2] != b"!"]


def captioned(columns: Columns, pictures: list[Found]) -> dict[int, Found]:
    """The figures that are one picture and its caption."""
    images: dict[int, list[Found]] = {}
    for picture in pictures:
        if picture.figure >= 0:
            images.setdefault(picture.figure, []).append(picture)
    return {figure: group[0] for figure, group in images.items() if len(group) == 1 and _is_simple(columns, figure)}


def _is_simple(columns: Columns, figure: int) -> bool:
    paragraphs = 0
    for row in range(figure, columns.end[figure]):
        tag = columns.tag[row]
        if NOT_IN_FIGURES[tag]:
            return False
        if tag == P:
            paragraphs += 1
    return paragraphs <= 1


def _unit(columns: Columns, image: int) -> int:
    """The figure that an image is the picture of, or the image itself."""
    figure = columns.figure[image]
    return figure if figure >= 0 and columns.size_of(figure) <= LONGEST_CAPTION else image


def _belongs(columns: Columns, image: int, unit: int) -> bool:
    """Whether most of the text right around an image or figure is main text.

    What stands right in the body belongs to it only between texts that do: around them are a page's banners.
    """
    size = columns.size_of(unit)
    if size == 0:
        around = columns.around[unit]
    else:
        around = max(columns.parent[unit], 0)
        if columns.size_of(around) == size:
            around = _with_more_text(columns, unit)
    kept = columns.kept_in(around)
    if kept == 0 or 2 * kept < columns.size_of(around) - size:
        return False
    return not IS_PAGE[columns.tag[around]] or columns.first < columns.segment_start[image] <= columns.last


def _with_more_text(columns: Columns, unit: int) -> int:
    """The smallest element around a figure that has more text than it."""
    row = unit
    for _ in range(HIGHEST):
        row = columns.parent[row]
        if row <= 0 or columns.size_of(row) > columns.size_of(unit):
            break
    return max(row, 0)


def _add_fallback(table: PageTable, columns: Columns, picture: Found, found: list[Found]) -> None:
    """Take the image of a ``noscript`` where the one before it, which scripts would load, has no address."""
    before = found[len(found) - 1] if found else None
    near = before is not None and abs(int(table.level[picture.row]) - int(table.level[before.row])) <= _DECORATION
    if before is not None and near and columns.segment_start[before.row] == columns.segment_start[picture.row]:
        if not before.src:
            found[len(found) - 1] = Found(before.row, picture.src, before.alt or picture.alt, before.figure)
    elif picture.src:
        found.append(picture)


def _address(attributes: Mapping[str, str]) -> str:
    """Where an image is to be had, as the page wrote it."""
    for name in _LAZY:
        if name in attributes and _LIKE_AN_ADDRESS.match(attributes[name].strip()):
            return attributes[name]
    for name in _LAZY_SETS:
        if name in attributes and (largest := _largest(attributes[name])):
            return largest
    src = attributes.get("src", "").strip()
    return src if src and not src.lower().startswith("data:") else _largest(attributes.get("srcset", ""))


def _from_picture(table: PageTable, columns: Columns, row: int, addresses: Addresses) -> str:
    """The address from the sources of a ``picture`` element around the image."""
    parent = columns.parent[row]
    if parent < 0 or columns.tag[parent] != PICTURE:
        return ""
    for source in range(parent + 1, row):
        attributes = table.attributes(source)
        for name in ("srcset", *_LAZY_SETS):
            if address := addresses.image(_largest(attributes.get(name, ""))):
                return address
    return ""


def _largest(candidates: str) -> str:
    """The address of the largest image of a set."""
    best, most = "", -1.0
    for address, size in _CANDIDATE.findall(candidates):
        try:
            number = float(size or 1)
        except ValueError:
            number = 1.0
        if number > most and not address.startswith("data:"):
            best, most = address, number
    return best


def _is_decoration(attributes: Mapping[str, str]) -> bool:
    """Whether an image is too small to show anything."""
    for name in ("width", "height"):
        size = attributes.get(name, "").strip().removesuffix("px")
        if size.isascii() and size.isdigit() and int(size[:9]) <= _DECORATION:
            return True
    return False
