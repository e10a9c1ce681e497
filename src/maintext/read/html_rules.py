"""Lookup tables of the parser: the flags of names, the classes of bytes and characters, the references."""

from html.entities import html5
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.characters import HTML_SPACE, PUNCTUATION, WHITE_SPACE
from maintext.read._html_codes import Action, Flag, Limit, Name
from maintext.table import tags

MAX_DEPTH: Final = int(Limit.MAX_DEPTH)
"""Open elements, about twice what browsers allow. Deeper start tags are left out; their text stays."""

_RULE_NAMES: Final = tuple(member.name.lower().replace("_", "-") for member in Name)
NAMES: Final = (*_RULE_NAMES, *(name for name in tags.NAMES[1:] if name not in _RULE_NAMES))
"""All names that have a number."""
TAGS: Final = np.array([tags.code_of(name) for name in NAMES], dtype=np.int16)
"""The page table's code of each name."""

_HEADINGS: Final = "h1 h2 h3 h4 h5 h6"
_SPECIAL_BLOCKS: Final = (
    "address article aside blockquote center details dir div dl fieldset figcaption figure footer header "
    "hgroup main menu nav ol search section summary ul"
)
_BLOCKS: Final = f"{_SPECIAL_BLOCKS} dialog"
_FORMATTING: Final = "b big code em font i s small strike strong tt u"
_OBJECTS: Final = "applet marquee object"
_TABLE_CONTENT: Final = "caption col colgroup tbody td tfoot th thead tr"
_IN_HEAD: Final = "base basefont bgsound link meta noframes script style template title"
_RAW: Final = "iframe noembed noframes noscript plaintext script style textarea title xmp"
_FLAGS: Final = {
    Flag.SPECIAL: f"{_SPECIAL_BLOCKS} {_HEADINGS} {_OBJECTS} {_TABLE_CONTENT} {_IN_HEAD} area body br button dd dt "
    "embed form frame frameset head hr html iframe img input keygen li listing noembed noscript p param plaintext pre "
    "select source table textarea track wbr xmp foreign-marker",
    Flag.SCOPE: f"{_OBJECTS} caption html table td th select template foreign-marker",
    Flag.IMPLIED_END: "dd dt li optgroup option p rb rp rt rtc",
    Flag.IMPLIED_END_IN_TEMPLATE: "dd dt li optgroup option p rb rp rt rtc caption colgroup tbody td tfoot th thead tr",
    Flag.FORMATTING: f"a nobr {_FORMATTING}",
    Flag.VOID: " ".join(tags.VOID),
    Flag.UNRENDERED: " ".join(tags.UNRENDERED),
    Flag.BLOCK: " ".join(tags.BLOCK),
    Flag.CELL: " ".join(tags.CELL),
    Flag.TABLE_PART: "table tbody tfoot thead tr",
    Flag.BREAKOUT: f"{_HEADINGS} b big blockquote body br center code dd div dl dt em embed head hr i img li listing "
    "menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
    Flag.RAW: _RAW,
    Flag.OF_HEAD: _IN_HEAD,
    Flag.SOFT: "audio canvas datalist video",
}
FLAGS: Final = np.zeros(len(NAMES), dtype=np.uintc)
_NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
for _flag, _names in _FLAGS.items():
    FLAGS[[_NUMBERS[_name] for _name in _names.split()]] |= int(_flag)

_START_ACTIONS: Final = {
    Action.OPEN_BLOCK: f"{_BLOCKS} p",
    Action.OPEN_HEADING: _HEADINGS,
    Action.OPEN_PRE: "pre listing",
    Action.OPEN_FORM: "form",
    Action.OPEN_LI: "li",
    Action.OPEN_DD: "dd dt",
    Action.OPEN_PLAINTEXT: "plaintext",
    Action.OPEN_BUTTON: "button",
    Action.OPEN_A: "a",
    Action.OPEN_FORMATTING: _FORMATTING,
    Action.OPEN_NOBR: "nobr",
    Action.OPEN_OBJECT: _OBJECTS,
    Action.OPEN_TABLE: "table",
    Action.OPEN_VOID: "area br embed img keygen wbr",
    Action.OPEN_INPUT: "input",
    Action.OPEN_PARAM: "param source track",
    Action.OPEN_HR: "hr",
    Action.OPEN_IMAGE: "image",
    Action.OPEN_TEXTAREA: "textarea",
    Action.OPEN_XMP: "xmp",
    Action.OPEN_IFRAME: "iframe",
    Action.OPEN_NOEMBED: "noembed noscript",
    Action.OPEN_SELECT: "select",
    Action.OPEN_OPTION: "optgroup option",
    Action.OPEN_RB: "rb rtc",
    Action.OPEN_RT: "rp rt",
    Action.OPEN_FOREIGN: "math svg",
    Action.OPEN_IN_HEAD: _IN_HEAD,
    Action.OPEN_HTML: "html",
    Action.OPEN_BODY: "body",
    Action.OPEN_FRAMESET: "frameset",
    Action.OPEN_MISPLACED: f"{_TABLE_CONTENT} frame head",
}
_END_ACTIONS: Final = {
    Action.CLOSE_BLOCK: f"{_BLOCKS} button listing pre select",
    Action.CLOSE_FORM: "form",
    Action.CLOSE_P: "p",
    Action.CLOSE_LI: "li",
    Action.CLOSE_DD: "dd dt",
    Action.CLOSE_HEADING: _HEADINGS,
    Action.CLOSE_FORMATTING: f"a nobr {_FORMATTING}",
    Action.CLOSE_OBJECT: _OBJECTS,
    Action.CLOSE_BR: "br",
    Action.CLOSE_TEMPLATE: "template",
    Action.CLOSE_BODY: "body",
    Action.CLOSE_HTML: "html",
}


def _actions(names_of: dict[Action, str]) -> NDArray[np.ubyte]:
    """For each name the number of what its tag does."""
    actions = np.zeros(len(NAMES), dtype=np.ubyte)
    for action, names in names_of.items():
        actions[[_NUMBERS[name] for name in names.split()]] = int(action)
    return actions


START_ACTIONS: Final = _actions(_START_ACTIONS)
END_ACTIONS: Final = _actions(_END_ACTIONS)


_MASK: Final = (1 << 64) - 1
_SPREAD: Final = 0x9E3779B97F4A7C15
WORD: Final = 8
"""Bytes; a name that is not longer is identified by its bytes."""


def name_key(name: bytes) -> int:
    """The name of an element or attribute as one number: its bytes, the first lowest, or their hash."""
    return int.from_bytes(name, "little") if len(name) <= WORD else key_of(name)


def key_of(name: bytes) -> int:
    """A name as one number, which the parser computes byte by byte."""
    key = 0
    for byte in name:
        key = ((key ^ byte) * Limit.KEY_FACTOR) & _MASK
    return key


class Slots:
    """A hash table of names, see ``table/hash_table.pxd``: in the slot of a name's key is its number."""

    def __init__(self, keys: list[int], bits: int) -> None:
        """Give each name a slot."""
        self.keys = np.zeros(1 << bits, dtype=np.ulonglong)
        self.numbers = np.zeros(1 << bits, dtype=np.short)
        for number, key in enumerate(keys):
            slot = slot_of(key, bits)
            while self.keys[slot]:
                slot = (slot + 1) % (1 << bits)
            self.keys[slot], self.numbers[slot] = key, number


def slot_of(key: int, bits: int) -> int:
    """The slot at which the search for a key begins."""
    mixed = key * _SPREAD & _MASK
    return (mixed ^ mixed >> 32) & (1 << bits) - 1


_NO_TAG: Final = frozenset({"unknown", "foreign", "foreign-marker"})
NAME_SLOTS: Final = Slots([0 if name in _NO_TAG else name_key(name.encode()) for name in NAMES], Limit.NAME_BITS)

_REFERENCES: Final = sorted(html5)
REFERENCE_SLOTS: Final = Slots([key_of(name.encode()) for name in _REFERENCES], Limit.REFERENCE_BITS)
_VALUES: Final = [html5[name].replace("\xa0", " ") for name in _REFERENCES]
"""The characters that references mean. A no-break space is an ordinary space here."""
REFERENCE_TEXT: Final = np.frombuffer("".join(_VALUES).encode(), dtype=np.ubyte)
REFERENCE_PLACES: Final = np.concatenate(([0], np.cumsum([len(value.encode()) for value in _VALUES]))).astype(np.intc)
_WINDOWS_1252: Final = bytes(range(0x80, 0xA0)).decode("cp1252", "replace")
C1_POINTS: Final = np.array(
    [0x80 + place if character == "\ufffd" else ord(character) for place, character in enumerate(_WINDOWS_1252)],
    dtype=np.intc,
)
"""The characters that numeric references to the controls from 0x80 on mean."""

VISIBLE: Final = 1
MARK: Final = 2
POINTS: Final = np.full(1 << 16, VISIBLE, dtype=np.ubyte)
"""Whether a character of the basic plane counts as visible, and whether as a punctuation mark."""
POINTS[[ord(character) for character in WHITE_SPACE]] = 0
POINTS[[ord(character) for character in PUNCTUATION]] = VISIBLE | MARK

STOP: Final = -(1 << 48)
BYTE_COUNTS: Final = [kind & VISIBLE | kind // MARK << 32 for kind in POINTS[:0x80].tolist()] + [STOP] * 0x80
"""What a single-byte character adds to two counts in one number: visible characters, and 32 bits higher marks. Bytes
that need a closer look have ``STOP``, which is so low that the counts of many bytes do not make up for it."""
for _character in "<&\0\r":
    BYTE_COUNTS[ord(_character)] = STOP

SPACE: Final = 1
NAME_END: Final = 2
ATTRIBUTE_END: Final = 4
BETWEEN: Final = 8
VALUE_END: Final = 16
MARKUP: Final = np.zeros(256, dtype=np.ubyte)
"""The meaning of a byte in a tag, as bits: white space, the end of a tag's name, of an attribute's name, a byte between
attributes, and the end of a value without quotes."""
MARKUP[[ord(character) for character in HTML_SPACE]] = SPACE | NAME_END | ATTRIBUTE_END | BETWEEN | VALUE_END
MARKUP[ord("/")] = NAME_END | ATTRIBUTE_END | BETWEEN
MARKUP[ord(">")] = NAME_END | ATTRIBUTE_END | VALUE_END
MARKUP[ord("=")] = ATTRIBUTE_END
LOWER: Final = np.arange(256, dtype=np.ubyte)
"""Each byte, capital letters as small ones."""
LOWER[ord("A") : ord("Z") + 1] += 32

KEYS: Final = np.array([name_key(name.encode()) for name in NAMES], dtype=np.ulonglong)
LENGTHS: Final = np.array([len(name) for name in NAMES], dtype=np.intc)

TAG_FLAGS: Final = np.zeros(len(tags.NAMES), dtype=np.uintc)
"""The flags of names by the page table's codes."""
TAG_FLAGS[TAGS[TAGS > 0]] = FLAGS[TAGS > 0]
