"""What the declarations of a style say about visibility. Values are read as browsers read the usual ones."""

import re
from collections.abc import Mapping
from typing import Final

DISPLAY: Final = "display"
VISIBILITY: Final = "visibility"
OPACITY: Final = "opacity"
FONT_SIZE: Final = "font size"
OFF_SCREEN: Final = "off-screen"
CLIPPED: Final = "clipped"
ZERO_SIZE: Final = "zero size"
COLOUR: Final = "colour"

_FAR: Final = {"px": 500.0, "em": 30.0, "rem": 30.0, "ex": 60.0, "pt": 375.0, "%": 100.0, "vw": 100.0, "vh": 100.0}
"""How far to the left or top an element is out of sight, by unit."""
_TINY: Final = 1.0
"""Pixels; text of this size cannot be read, and a box of this size shows nothing."""
_FAINT: Final = 0.02
_LONGEST: Final = 200
"""Characters of a value that are read; longer ones are pictures."""
_LENGTH: Final = re.compile(r"(-?(?:\d+(?:\.\d+)?|\.\d+))(px|rem|em|ex|pt|%|vw|vh)?")
_MOVED: Final = re.compile(r"translate(?:x|y|3d)?\(([^()]*)\)")
_SHRUNK: Final = re.compile(r"scale(?:x|y|3d)?\(0(?:\.0*)?[,)]")
_CLIPPED_AWAY: Final = re.compile(
    r"inset\((?:50|100)%|circle\(0(?:px|%)?[ )]|polygon\(0(?:px|%)? 0(?:px|%)?,0(?:px|%)? 0(?:px|%)?[,)]"
)
_HEX: Final = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB: Final = re.compile(r"rgba?\(([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)(?:[,/ ]+([\d.]+)(%?))?\)")
WHITE: Final = (255, 255, 255)
_NAMED: Final = {
    "white": WHITE, "black": (0, 0, 0), "red": (255, 0, 0), "blue": (0, 0, 255), "green": (0, 128, 0),
    "yellow": (255, 255, 0), "gray": (128, 128, 128), "grey": (128, 128, 128), "silver": (192, 192, 192),
    "snow": (255, 250, 250), "ivory": (255, 255, 240), "whitesmoke": (245, 245, 245), "navy": (0, 0, 128),
    "transparent": None,
}  # fmt: skip

_NOTHING: Final = ("", False)

Colour = tuple[int, int, int] | None
"""Red, green and blue; None for a transparent colour."""


def declared(style: str) -> dict[str, tuple[str, bool]]:
    """The value of each property that matters here, in lower case, and whether it is marked as important."""
    values: dict[str, tuple[str, bool]] = {}
    small = without_comments(style).lower()
    has_escapes = "\\" in small
    for declaration in small.split(";"):
        name, colon, value = declaration.partition(":")
        name = (name.replace("\\", "") if has_escapes else name).strip()
        if name not in _READ or not colon:
            continue
        value, mark, _ = value.partition("!")
        value = " ".join(value[:_LONGEST].split()).replace(", ", ",")
        if mark or not values.get(name, _NOTHING)[1]:
            values[name] = value.replace("\\", "") if has_escapes else value, bool(mark)
    return values


def without_comments(style: str) -> str:
    """A style without its comments; one that is not closed reaches to the end."""
    if "/*" not in style:
        return style
    pieces: list[str] = []
    for number, piece in enumerate(style.split("/*")):
        pieces.append(piece if number == 0 else piece.partition("*/")[2])
    return " ".join(pieces)


def sign_of(style: Mapping[str, str]) -> str:
    """How a style hides its element, empty if it does not. Colours are not compared."""
    hiding = _HIDING.intersection(style)
    if not hiding:
        return ""
    return next((sign for sign, names, hides in _TESTS if not hiding.isdisjoint(names) and hides(style)), "")


def _is_not_displayed(style: Mapping[str, str]) -> bool:
    return style.get("display") == "none"


def _is_not_visible(style: Mapping[str, str]) -> bool:
    return style.get("visibility") in ("hidden", "collapse") or style.get("content-visibility") == "hidden"


def _is_transparent(style: Mapping[str, str]) -> bool:
    return "opacity" in style and _pixels(style["opacity"].rstrip("%"), 1.0) <= _FAINT


def _is_unreadable(style: Mapping[str, str]) -> bool:
    return "font-size" in style and _pixels(style["font-size"], 16.0) <= _TINY


def _pixels(value: str, otherwise: float) -> float:
    """A length as a number of pixels, roughly; ``otherwise`` for anything else."""
    found = _LENGTH.fullmatch(value)
    if not found:
        return otherwise
    return float(found[1]) * (1.0 if found[2] in (None, "px", "pt") else 16.0)


def _is_far(value: str) -> bool:
    """Whether a length is negative and leads out of sight."""
    found = _LENGTH.fullmatch(value) if value[:1] == "-" else None
    return found is not None and float(found[1]) <= -_FAR[found[2] or "px"]


def _is_off_screen(style: Mapping[str, str]) -> bool:
    if _is_far(style.get("text-indent", "")):
        return True
    is_moved = style.get("position") in ("absolute", "fixed")
    if is_moved and any(_is_far(style.get(side, "")) for side in ("left", "top", "right", "bottom")):
        return True
    if any(_is_far(style.get(side, "")) for side in ("margin-left", "margin-top")):
        return True
    moved = _MOVED.search(style.get("transform", ""))
    return moved is not None and any(_is_far_away(part.strip()) for part in moved[1].split(","))


def _is_far_away(value: str) -> bool:
    """Whether a translation leads out of sight; one by the element's own size is a step of an animation."""
    return not value.endswith("%") and _is_far(value)


def _is_clipped(style: Mapping[str, str]) -> bool:
    clip = style.get("clip", "").replace(",", " ")
    is_positioned = style.get("position") in ("absolute", "fixed")
    if is_positioned and clip.startswith("rect(") and clip.endswith(")"):
        return all(_pixels(part, 16.0) <= _TINY for part in clip[len("rect(") : -1].split())
    return bool(_CLIPPED_AWAY.match(style.get("clip-path", ""))) or bool(_SHRUNK.search(style.get("transform", "")))


def _is_zero_size(style: Mapping[str, str]) -> bool:
    """Whether a box is too small to show anything, and shows nothing outside of it either."""
    hides_rest = any(style.get(name) in ("hidden", "clip") for name in ("overflow", "overflow-x", "overflow-y"))
    sizes = ("width", "height", "max-width", "max-height")
    return hides_rest and any(_pixels(style.get(name, ""), 16.0) <= _TINY for name in sizes)


_TESTS: Final = (
    (DISPLAY, ("display",), _is_not_displayed),
    (VISIBILITY, ("visibility", "content-visibility"), _is_not_visible),
    (OPACITY, ("opacity",), _is_transparent),
    (
        OFF_SCREEN,
        ("text-indent", "left", "top", "right", "bottom", "margin-left", "margin-top", "transform"),
        _is_off_screen,
    ),
    (CLIPPED, ("clip", "clip-path", "transform"), _is_clipped),
    (ZERO_SIZE, ("width", "height", "max-width", "max-height"), _is_zero_size),
    (FONT_SIZE, ("font-size",), _is_unreadable),
)
"""The signs, the properties that each needs one of, and whether a style has the sign."""
PROPERTIES: Final = {sign: names for sign, names, _ in _TESTS}
_HIDING: Final = frozenset(name for names in PROPERTIES.values() for name in names)
MOVING: Final = frozenset("transform transition animation will-change translate scale filter perspective".split())
"""Properties of an element that is about to appear."""
SHOWING: Final = frozenset(
    "display visibility opacity height max-height width left top right transform clip clip-path font-size text-indent "
    "position animation animation-name".split()
)
"""Properties with which a rule shows what another rule hides."""
_READ: Final = (
    _HIDING
    | MOVING
    | SHOWING
    | frozenset(
        "overflow overflow-x overflow-y color -webkit-text-fill-color background background-color background-image "
        "background-position background-repeat background-size background-clip -webkit-background-clip "
        "text-shadow".split()
    )
)
"""All properties that we use. A style has many others, which need not be read."""


def colour_of(value: str) -> tuple[Colour, bool]:
    """A colour, and whether it is known."""
    if value in _NAMED:
        return _NAMED[value], True
    found = _HEX.fullmatch(value)
    if found:
        digits = found[1] if len(found[1]) > 4 else "".join(2 * digit for digit in found[1])
        if digits[6:] == "00":
            return None, True
        return (int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)), True
    parts = _RGB.fullmatch(value)
    if not parts:
        return None, False
    if parts[4] is not None and float(parts[4]) == 0:
        return None, True
    return (int(float(parts[1])), int(float(parts[2])), int(float(parts[3]))), True


def text_colour(style: Mapping[str, str]) -> tuple[Colour, bool]:
    """The colour of the text in a style, and whether it is known. Text that shows its background counts as unknown."""
    if "text" in (style.get("-webkit-background-clip"), style.get("background-clip")):
        return None, False
    return colour_of(style.get("-webkit-text-fill-color", style.get("color", "")))


def background_colour(style: Mapping[str, str]) -> tuple[Colour, bool]:
    """The colour of the background in a style, and whether it is known."""
    value = style.get("background-color", style.get("background", ""))
    return colour_of(value)


def is_same_colour(one: Colour, other: Colour) -> bool:
    """Whether nobody can tell two colours apart."""
    if one is None or other is None:
        return False
    return abs(one[0] - other[0]) <= 3 and abs(one[1] - other[1]) <= 3 and abs(one[2] - other[2]) <= 3
