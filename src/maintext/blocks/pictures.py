"""Pictures of the main text: which of a page's images belong to it, and where they are to be had.

Images have no text, so no method selects them. One belongs to the main text if the smallest element with text around it
is mostly main text. Its address is often not where it should be: pages that load images when they come into view keep
it in another attribute, or in a ``noscript`` behind.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext import tags
from maintext.blocks.addresses import Addresses
from maintext.table import Ints, Mask, PageTable

_LAZY: Final = (
    "data-src", "data-original", "data-lazy-src", "data-actualsrc", "data-original-src", "data-hi-res-src", "data-url",
    "data-image", "data-echo", "data-lazy", "data-full-src", "file",
)  # fmt: skip
_LAZY_SETS: Final = ("data-srcset", "data-lazy-srcset", "data-src-set")
_CANDIDATE: Final = re.compile(r"\s*(\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)")
_LIKE_AN_ADDRESS: Final = re.compile(r"[\w%~-]*[./]\S*")
_DECORATION: Final = 2
"""Pixels; smaller images count visits."""
_HIGHEST: Final = 40
"""Elements around a figure that are looked at."""
_PAGE: Final = frozenset({"html", "body"})
_LONGEST_CAPTION: Final = 1_500
"""Characters; a figure with more text is a box of the page."""
_NOT_IN_FIGURES: Final = frozenset("pre table ul ol h1 h2 p".split())


@dataclass(frozen=True, slots=True)
class Found:
    """An image that belongs to the main text."""

    row: int
    src: str
    alt: str
    figure: int
    """The row of the figure around it, -1 if there is none."""


def pictures_of(table: PageTable, keep: Mask, kept: Ints, addresses: Addresses) -> list[Found]:
    """The images of the main text in page order.

    Args:
        table: the page.
        keep: the selected segments.
        kept: the selected characters in each row's subtree.
        addresses: resolves what the page writes.
    """
    segments = np.flatnonzero(keep)
    images = np.flatnonzero(table.tag == tags.code_of("img"))
    if not len(segments) or not len(images):
        return []
    place = table.segment_start[images]
    size = table.subtree(table.characters)
    units = _units(table, images, size)
    chosen = _belong(table, units, size, kept, (place > segments[0]) & (place <= segments[-1]))
    found: list[Found] = []
    for row, unit in zip(images[chosen].tolist(), units[chosen].tolist(), strict=True):
        attributes = table.attributes(row)
        if _is_decoration(attributes):
            continue
        src = addresses.image(_address(attributes)) or _from_picture(table, row, addresses)
        picture = Found(row, src, " ".join(attributes.get("alt", "").split()), unit if unit != row else -1)
        if not table.rendered[row]:
            _add_fallback(table, picture, found)
        elif src or not found or found[-1].src:
            found.append(picture)
        else:
            found[-1] = picture
    return [picture for picture in found if picture.src]


def captioned(table: PageTable, pictures: list[Found]) -> dict[int, Found]:
    """The figures that are one picture and its caption."""
    images: dict[int, list[Found]] = {}
    for picture in pictures:
        if picture.figure >= 0:
            images.setdefault(picture.figure, []).append(picture)
    return {
        figure: group[0]
        for figure, group in images.items()
        if len(group) == 1 and _is_simple(table.tag[figure : table.end[figure]])
    }


def _is_simple(inside: NDArray[np.int16]) -> bool:
    paragraphs = int((inside == tags.code_of("p")).sum())
    return paragraphs <= 1 and not tags.lookup(_NOT_IN_FIGURES - {"p"})[inside].any()


def _units(table: PageTable, images: Ints, size: Ints) -> Ints:
    """For each image the figure that it is the picture of, or itself."""
    figures = table.nearest(table.tag == tags.code_of("figure"), at=images)
    return np.where((figures >= 0) & (size[figures] <= _LONGEST_CAPTION), figures, images)


def _belong(table: PageTable, units: Ints, size: Ints, kept: Ints, is_between: Mask) -> Mask:
    """Whether most of the text right around each image or figure is main text.

    What stands right in the body belongs to it only between texts that do: around them are a page's banners.
    """
    around = np.maximum(table.parent[units], 0)
    bare = size[units] == 0
    around[bare] = np.maximum(table.nearest(size > 0, at=units[bare]), 0)
    for place in np.flatnonzero(~bare & (size[around] == size[units])).tolist():
        around[place] = _with_more_text(table, int(units[place]), size)
    is_main = (2 * kept[around] >= size[around] - size[units]) & (kept[around] > 0)
    return is_main & (is_between | ~table.has_tag(_PAGE)[around])


def _with_more_text(table: PageTable, unit: int, size: Ints) -> int:
    """The smallest element around a figure that has more text than it."""
    row = unit
    for _ in range(_HIGHEST):
        row = int(table.parent[row])
        if row <= 0 or size[row] > size[unit]:
            break
    return max(row, 0)


def _add_fallback(table: PageTable, picture: Found, found: list[Found]) -> None:
    """Take the image of a ``noscript`` where the one before it, which scripts would load, has no address."""
    before = found[-1] if found else None
    near = before is not None and abs(int(table.level[picture.row]) - int(table.level[before.row])) <= _DECORATION
    if before is not None and near and table.segment_start[before.row] == table.segment_start[picture.row]:
        if not before.src:
            found[-1] = Found(before.row, picture.src, before.alt or picture.alt, before.figure)
    elif picture.src:
        found.append(picture)


def _address(attributes: Mapping[str, str]) -> str:
    """Where an image is to be had, as the page wrote it."""
    for name in _LAZY:
        if _LIKE_AN_ADDRESS.match(attributes.get(name, "").strip()):
            return attributes[name]
    for name in _LAZY_SETS:
        if largest := _largest(attributes.get(name, "")):
            return largest
    src = attributes.get("src", "").strip()
    return src if src and not src.lower().startswith("data:") else _largest(attributes.get("srcset", ""))


def _from_picture(table: PageTable, row: int, addresses: Addresses) -> str:
    """The address from the sources of a ``picture`` element around the image."""
    parent = int(table.parent[row])
    if parent < 0 or table.name(parent) != "picture":
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
    sizes = (attributes.get(name, "").strip().removesuffix("px") for name in ("width", "height"))
    return any(size.isascii() and size.isdigit() and int(size[:9]) <= _DECORATION for size in sizes)
