# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Tags, comments, declarations and raw text: where each ends, and what of it matters to the tree and the table.

The states of the standard's tokenizer are places in this code: a tag's name, then its attributes with values in all
forms of quoting, and so on. A function is given a place and gives back the place where it has come to.
"""

import cython

from maintext.read import html_rules as tables

for _byte in range(256):
    MARKUP[_byte] = int(tables.MARKUP[_byte])
    LOWER[_byte] = int(tables.LOWER[_byte])
for _slot in range(NAME_SLOTS):
    NAME_KEYS[_slot] = int(tables.NAME_SLOTS.keys[_slot])
    NAME_NUMBERS[_slot] = int(tables.NAME_SLOTS.numbers[_slot])
NAMED_ID = tables.name_key(b"id")
NAMED_CLASS = tables.name_key(b"class")
NAMED_STYLE = tables.name_key(b"style")
NAMED_ROLE = tables.name_key(b"role")
NAMED_TYPE = tables.name_key(b"type")
NAMED_HIDDEN = tables.name_key(b"hidden")
NAMED_COLOR = tables.name_key(b"color")
NAMED_FACE = tables.name_key(b"face")
NAMED_SIZE = tables.name_key(b"size")
NAMED_ITEMPROP = tables.name_key(b"itemprop")
NAMED_ITEMTYPE = tables.name_key(b"itemtype")
NAMED_ENCODING = tables.name_key(b"encoding")
NAMED_ARIA_HIDDEN = tables.name_key(b"aria-hidden")


def read_tag(scan: Scan, name_start: int) -> bool:
    """Read the start or end tag whose name begins at the place; False if the page ends before the tag does."""
    says = cython.address(scan.tag.says)
    scan.tag.start = says.origin = scan.pos
    scan.tag.self_closing = scan.tag.is_hidden_input = scan.tag.has_font_attribute = False
    scan.tag.is_html_annotation = False
    says.class_start = says.class_stop = says.id_start = says.id_stop = says.mark_start = says.mark_stop = 0
    scan.tag.hidden = False
    scan.tag.seen = 0
    place = _read_name(scan, name_start)
    says.tag_length = place - name_start + 2
    if place < scan.size and scan.data[place] == ord(">"):
        place += 1
    else:
        place = _read_attributes(scan, place)
    scan.pos = scan.tag.stop = says.origin_stop = min(place, scan.size)
    return place <= scan.size


def _read_name(scan: Scan, place: int) -> int:
    """Read a tag's name and look its number up."""
    word = word_before(cython.address(scan.data[place]), scan.size - place)
    within = before_first(may_end_tag_name(word))
    scan.tag.name_start = place
    scan.tag.name_stop = place + length_of(within)
    scan.tag.key = lower_name(word, within)
    if scan.tag.name_stop < scan.size and not MARKUP[scan.data[scan.tag.name_stop]] & NAME_END:
        _read_long_name(scan)
    scan.tag.name = _name_of(scan.tag.key)
    return scan.tag.name_stop


def _read_long_name(scan: Scan) -> int:
    """Read a name of more than eight bytes, or with bytes that hardly stand in a name."""
    place = scan.tag.name_start
    scan.tag.key = 0
    while place < scan.size and not MARKUP[scan.data[place]] & NAME_END:
        scan.tag.key = (scan.tag.key ^ LOWER[scan.data[place]]) * KEY_FACTOR
        place += 1
    scan.tag.name_stop = place
    return 0


def _name_of(key: int) -> int:
    """The number of a name that is given by its key."""
    folded = key ^ key >> 32
    slot = folded * SLOT_FACTOR >> (32 - NAME_BITS)
    while NAME_KEYS[slot] != 0:
        if NAME_KEYS[slot] == key:
            return NAME_NUMBERS[slot]
        slot = (slot + 1) % NAME_SLOTS
    return UNKNOWN


@cython.boundscheck(False)
def _read_attributes(scan: Scan, place: int) -> int:
    """Go through the attributes to the byte behind the tag's ``>``; beyond the page's end if there is none.

    No byte is read before its place is found to be one of the page.
    """
    data = cython.address(scan.data[0])
    size = scan.size
    while True:
        between = place
        while place < size and MARKUP[data[place]] & BETWEEN:
            place += 1
        if place >= size:
            return size + 1
        if data[place] == ord(">"):
            scan.tag.self_closing = place > between and data[place - 1] == ord("/")
            return place + 1
        name_start = place
        word = word_before(data + place, size - place)
        within = before_first(may_end_name(word) & ~FIRST_BYTE)
        named = lower_name(word, within)
        place += length_of(within)
        if place < size and not MARKUP[data[place]] & ATTRIBUTE_END:
            while place < size and not MARKUP[data[place]] & ATTRIBUTE_END:
                place += 1
            named = NAMED_ARIA_HIDDEN if _is(scan, name_start, place, b"aria-hidden", 11) else LONG_NAME
        name_length = place - name_start
        start = stop = 0
        scan.may_be_wide = True
        while place < size and MARKUP[data[place]] & SPACE:
            place += 1
        if place < size and data[place] == ord("="):
            start = place + 1
            while start < size and MARKUP[data[start]] & SPACE:
                start += 1
            if start >= size:
                return size + 1
            if data[start] == ord('"') or data[start] == ord("'"):
                start += 1
                stop = find_quote(scan, data[start - 1], start)
                place = stop + 1
            else:
                stop = start
                while stop < size and not MARKUP[data[stop]] & VALUE_END:
                    stop += 1
                place = stop
        _note_attribute(scan, named, name_length, start, stop)


def _note_attribute(scan: Scan, named: int, name_length: int, start: int, stop: int) -> int:
    """Keep what is asked of an attribute later on. Of several with one name only the first counts.

    The length of a tag, as well-formed markup would have it, counts all attributes but id, class and style.
    """
    says = cython.address(scan.tag.says)
    if named == NAMED_CLASS:
        if _is_first(scan, CLASS):
            says.class_start, says.class_stop = start, stop
        return 0
    if named == NAMED_ID:
        if _is_first(scan, ID):
            says.id_start, says.id_stop = start, stop
        return 0
    if named == NAMED_STYLE:
        if _is_first(scan, STYLE_ATTRIBUTE):
            scan.tag.hidden |= _hides(scan, start, stop)
        return 0
    says.tag_length += name_length + 4
    says.tag_length += characters_between(scan, start, stop) if scan.may_be_wide else stop - start
    if named == LONG_NAME:
        return 0
    if named == NAMED_ARIA_HIDDEN:
        if _is_first(scan, ARIA_HIDDEN):
            scan.tag.hidden |= _is(scan, start, stop, b"true", 4)
    elif named == NAMED_ROLE or named == NAMED_ITEMPROP or named == NAMED_ITEMTYPE:
        if _is_first(scan, ROLE if named == NAMED_ROLE else ITEMPROP if named == NAMED_ITEMPROP else ITEMTYPE):
            says.mark_start, says.mark_stop = start, stop
    elif named == NAMED_HIDDEN:
        scan.tag.hidden = True
    elif scan.tag.name == INPUT:
        if named == NAMED_TYPE and _is_first(scan, TYPE):
            scan.tag.is_hidden_input = _is(scan, start, stop, b"hidden", 6)
    elif scan.tag.name == FONT:
        scan.tag.has_font_attribute |= named == NAMED_COLOR or named == NAMED_FACE or named == NAMED_SIZE
    elif scan.tag.name == ANNOTATION_XML and named == NAMED_ENCODING and _is_first(scan, ENCODING):
        is_xhtml = _is(scan, start, stop, b"application/xhtml+xml", 21)
        scan.tag.is_html_annotation = is_xhtml or _is(scan, start, stop, b"text/html", 9)
    return 0


def _is_first(scan: Scan, name: int) -> bool:
    """Whether the tag at hand has had no attribute of a name so far; from now on it has."""
    if scan.tag.seen & name:
        return False
    scan.tag.seen |= name
    return True


def _hides(scan: Scan, start: int, stop: int) -> bool:
    """Whether a style says ``display: none`` or ``visibility: hidden``."""
    colon = find_before(scan, ord(":"), start, stop)
    while colon < stop:
        value = after_space(scan, colon + 1)
        if _is(scan, max(start, colon - 7), colon, b"display", 7) and _is(
            scan, value, min(stop, value + 4), b"none", 4
        ):
            return True
        if _is(scan, max(start, colon - 10), colon, b"visibility", 10):
            if _is(scan, value, min(stop, value + 6), b"hidden", 6):
                return True
        colon = find_before(scan, ord(":"), colon + 1, stop)
    return False


def _is(scan: Scan, start: int, stop: int, text: bytes, size: int) -> bool:
    """Whether a text in small letters stands between two places, in letters of either kind."""
    if stop - start != size:
        return False
    for at in range(size):
        if LOWER[scan.data[start + at]] != text[at]:
            return False
    return True


def skip_declaration(scan: Scan) -> int:
    """Go behind the comment, or what is taken for one, that begins here with ``<!``, ``<?`` or ``</``."""
    start = scan.pos
    if scan.data[start + 1] == ord("!") and start + 3 < scan.size:
        if scan.data[start + 2] == ord("-") and scan.data[start + 3] == ord("-"):
            scan.pos = _comment_end(scan, start)
            return 0
    scan.pos = min(find(scan, ord(">"), start + 2) + 1, scan.size)
    return 0


def _comment_end(scan: Scan, start: int) -> int:
    """The place behind a comment: behind ``-->`` or ``--!>``; a comment that is not closed has the rest of the page."""
    place = find(scan, ord(">"), start + 4)
    while place < scan.size:
        if scan.data[place - 1] == ord("-") and scan.data[place - 2] == ord("-"):
            return place + 1
        if place >= start + 7 and scan.data[place - 1] == ord("!"):
            if scan.data[place - 2] == ord("-") and scan.data[place - 3] == ord("-"):
                return place + 1
        place = find(scan, ord(">"), place + 1)
    return scan.size


def is_cdata(scan: Scan, place: int) -> bool:
    """Whether a CDATA section begins here; its name is in capital letters."""
    if place + 9 > scan.size or not _is(scan, place + 2, place + 9, b"[cdata[", 7):
        return False
    for at in range(place + 3, place + 8):
        if scan.data[at] & 0x20:
            return False
    return True


def cdata_end(scan: Scan, place: int) -> int:
    """Where ``]]>`` next stands, the size of the page if it does not."""
    found = find(scan, ord(">"), place + 2)
    while found < scan.size and not (scan.data[found - 1] == ord("]") and scan.data[found - 2] == ord("]")):
        found = find(scan, ord(">"), found + 1)
    return found - 2 if found < scan.size else scan.size


def is_doctype(scan: Scan, place: int) -> bool:
    """Whether a doctype begins here."""
    return place + 9 <= scan.size and _is(scan, place + 2, place + 9, b"doctype", 7)


def is_plain_doctype(scan: Scan, start: int, stop: int) -> bool:
    """Whether a doctype is that of most pages."""
    return _is(scan, start, stop, b"<!doctype html>", 15)


def raw_end(scan: Scan, start: int) -> int:
    """Where the end tag of the raw text element stands whose start tag was just read; else the end of the page."""
    if scan.tag.name == SCRIPT:
        return script_end(scan, start)
    if scan.tag.name == PLAINTEXT:
        return scan.size
    place = find(scan, ord("<"), start)
    while place < scan.size and not (
        place + 1 < scan.size and scan.data[place + 1] == ord("/") and _names_this_tag(scan, place + 2)
    ):
        place = find(scan, ord("<"), place + 1)
    return place


def script_end(scan: Scan, start: int) -> int:
    """The same for a script: in a comment of it, a script may be opened and closed that is not its own."""
    comment_end = 0
    is_nested = False
    place = find(scan, ord("<"), start)
    while place < scan.size:
        following = scan.data[place + 1] if place + 1 < scan.size else 0
        if following == ord("/"):
            if _names_this_tag(scan, place + 2):
                if not (is_nested and place < comment_end):
                    return place
                is_nested = False
        elif following == ord("!"):
            if place >= comment_end and place + 3 < scan.size:
                if scan.data[place + 2] == ord("-") and scan.data[place + 3] == ord("-"):
                    comment_end = _dashes_end(scan, place + 2)
                    is_nested = False
        elif place < comment_end and not is_nested:
            is_nested = _names_this_tag(scan, place + 1)
        place = find(scan, ord("<"), place + 1)
    return scan.size


def _dashes_end(scan: Scan, start: int) -> int:
    """Where ``-->`` next stands, the size of the page if it does not."""
    place = find(scan, ord(">"), start + 2)
    while place < scan.size and not (scan.data[place - 1] == ord("-") and scan.data[place - 2] == ord("-")):
        place = find(scan, ord(">"), place + 1)
    return place


def _names_this_tag(scan: Scan, start: int) -> bool:
    """Whether the name of the tag that was read last stands here too, as the whole name of a tag."""
    size = scan.tag.name_stop - scan.tag.name_start
    if start + size >= scan.size:
        return False
    for at in range(size):
        if LOWER[scan.data[start + at]] != LOWER[scan.data[scan.tag.name_start + at]]:
            return False
    return MARKUP[scan.data[start + size]] & 2 != 0
