# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""Runs of text: copied into the text of the page in UTF-8, references resolved, characters counted by class.

Most bytes are plain: they are only classified, and whole stretches of them are copied at once. What needs a closer
look (a reference, a character of more than one byte, an odd byte) ends a stretch. Bytes that are no UTF-8 become
U+FFFD, so the text is always valid.
"""

import cython
from cython.cimports.libc.string import memcpy

from maintext.read import html_rules as tables

POINTS = tables.POINTS
C1_POINTS = tables.C1_POINTS
REFERENCE_KEYS = tables.REFERENCE_SLOTS.keys
REFERENCE_NUMBERS = tables.REFERENCE_SLOTS.numbers
REFERENCE_TEXT = tables.REFERENCE_TEXT
REFERENCE_PLACES = tables.REFERENCE_PLACES
for _byte, _counts in enumerate(tables.BYTE_COUNTS):
    BYTE_COUNTS[_byte] = _counts


def after_blank(scan: Scan, place: int) -> int:
    """The first place without white space as the standard has it, be it written as such or by references."""
    place = end = after_space(scan, place)
    while end < scan.size and scan.data[end] == ord("&"):
        end = blank_end(scan, end)
        if end < 0:
            break
        place = end = after_space(scan, end)
    return place


def blank_end(scan: Scan, place: int) -> int:
    """Where a reference to white space ends, which is kept; -1 if there is none at the place."""
    if place + 1 < scan.size and scan.data[place + 1] == ord("#"):
        end = _read_number(scan, place)
        return end if scan.point == 0x20 or (0x09 <= scan.point <= 0x0D and scan.point != 0x0B) else -1
    end = _read_reference(scan, place)
    scan.point = REFERENCE_TEXT[REFERENCE_PLACES[scan.named]] if scan.named >= 0 else 0
    return end if scan.point == 0x09 or scan.point == 0x0A else -1


def skip_text(scan: Scan) -> int:
    """Go to the next markup; the text before it is seen by nobody."""
    place = find(scan, ord("<"), scan.pos)
    while place < scan.size and not begins_markup(scan, place):
        place = find(scan, ord("<"), place + 1)
    scan.pos = place
    return 0


@cython.boundscheck(False)
def read_run(scan: Scan, limit: int, is_raw: bool) -> int:
    """Take the text from here to the next markup or to the limit, whichever comes first.

    Raw text goes to the limit, and references are nothing special in it. No byte is read before its place is found to
    be below the limit, and no limit is beyond the page.
    """
    scan.run.start = scan.text_size
    scan.run.length = scan.run.characters = scan.run.marks = 0
    place = copied = scan.pos
    limit = min(limit, scan.size)
    data = cython.address(scan.data[0])
    while True:
        place = _plain_end(scan, data, place, limit)
        if place >= limit or (data[place] == ord("<") and not is_raw and begins_markup(scan, place)):
            break
        width = width_of(data + place, scan.size - place) if data[place] >= 0x80 else 0
        if width:
            kind = _wide(scan, place) if width < 4 else 1
            if kind < 4:
                scan.run.characters += kind & 1
                scan.run.marks += kind >> 1
                scan.run.length -= width - 1
                place += width
                continue
        _copy(scan, copied, place)
        place = copied = _special(scan, place, is_raw)
    _copy(scan, copied, place)
    scan.run.stop = scan.text_size
    scan.pos = place
    return 0


def _plain_end(scan: Scan, data: cython.p_uchar, place: int, limit: int) -> int:
    """Count plain bytes, four at a time, and say where the first stands that is none, or where the limit is."""
    counts = 0
    while place + 4 <= limit:
        here = BYTE_COUNTS[data[place]] + BYTE_COUNTS[data[place + 1]]
        here += BYTE_COUNTS[data[place + 2]] + BYTE_COUNTS[data[place + 3]]
        if here < 0:
            break
        counts += here
        place += 4
    while place < limit:
        here = BYTE_COUNTS[data[place]]
        if here < 0:
            break
        counts += here
        place += 1
    scan.run.characters += cython.cast(cython.int, counts)
    scan.run.marks += counts >> 32
    return place


def _special(scan: Scan, place: int, is_raw: bool) -> int:
    """Take one thing that is no plain character, and say where it ends."""
    byte = scan.data[place]
    if byte == ord("&") and not is_raw:
        return _reference(scan, place)
    if byte == ord("<") or byte == ord("&"):
        _add_point(scan, byte)
        return place + 1
    if byte == ord("\r"):
        _add_point(scan, ord("\n"))
        return place + 2 if place + 1 < scan.size and scan.data[place + 1] == ord("\n") else place + 1
    if byte == 0 and not _shows_zero(scan, is_raw):
        return place + 1
    if byte == 0xC2 and place + 1 < scan.size and scan.data[place + 1] == 0xA0:
        _add_point(scan, ord(" "))
        return place + 2
    _add_point(scan, 0xFFFD)
    return place + 1


def _shows_zero(scan: Scan, is_raw: bool) -> bool:
    """Whether U+FFFD stands for a zero byte: in raw text, and in SVG and MathML where HTML does not go on."""
    if scan.depth == 0:
        return False
    node = scan.stack[scan.depth - 1]
    if scan.nodes[node].space == IN_HTML:
        return is_raw
    point = scan.nodes[node].point
    return point == NO_POINT or point == ANNOTATION_POINT


def _wide(scan: Scan, place: int) -> int:
    """The class of a character of two or three bytes; a no-break space is to be looked at more closely."""
    lead = scan.data[place]
    if lead < 0xE0:
        point = (lead & 0x1F) << 6 | (scan.data[place + 1] & 0x3F)
        return 4 if point == 0xA0 else POINTS[point]
    return POINTS[(lead & 0x0F) << 12 | (scan.data[place + 1] & 0x3F) << 6 | (scan.data[place + 2] & 0x3F)]


def _copy(scan: Scan, start: int, stop: int) -> int:
    """Add bytes of the page to the text. Both ends are checked before anything is copied."""
    size = stop - start
    if size <= 0 or start < 0 or stop > scan.size:
        return 0
    if scan.text_size + size > scan.text.shape[0]:
        more_room(scan, size)
    memcpy(cython.address(scan.text[scan.text_size]), cython.address(scan.data[start]), size)
    scan.text_size += size
    scan.run.length += size
    return 0


def _add_point(scan: Scan, point: int) -> int:
    """Add a character by its number, and count it."""
    if scan.text_size + 4 > scan.text.shape[0]:
        more_room(scan, 4)
    if point == 0xA0:
        point = ord(" ")
    used = scan.text_size
    if point < 0x80:
        scan.text[used] = point
        scan.text_size += 1
    elif point < 0x800:
        scan.text[used] = 0xC0 | point >> 6
        scan.text[used + 1] = 0x80 | point & 0x3F
        scan.text_size += 2
    elif point < 0x10000:
        scan.text[used] = 0xE0 | point >> 12
        scan.text[used + 1] = 0x80 | point >> 6 & 0x3F
        scan.text[used + 2] = 0x80 | point & 0x3F
        scan.text_size += 3
    else:
        scan.text[used] = 0xF0 | point >> 18
        scan.text[used + 1] = 0x80 | point >> 12 & 0x3F
        scan.text[used + 2] = 0x80 | point >> 6 & 0x3F
        scan.text[used + 3] = 0x80 | point & 0x3F
        scan.text_size += 4
    kind = POINTS[point] if point < 0x10000 else 1
    scan.run.length += 1
    scan.run.characters += kind & 1
    scan.run.marks += kind >> 1
    return 0


def _reference(scan: Scan, place: int) -> int:
    """Resolve the reference that an ampersand may begin."""
    if place + 1 < scan.size and scan.data[place + 1] == ord("#"):
        end = _read_number(scan, place)
        _add_point(scan, scan.point)
        return end
    end = _read_reference(scan, place)
    if scan.named < 0:
        _add_point(scan, ord("&"))
    else:
        _add_reference(scan, scan.named)
    return end


def _read_reference(scan: Scan, place: int) -> int:
    """Keep the number of a named reference and go behind it: the longest name that fits, as the standard has it.

    Where no name fits, only behind the ampersand.
    """
    key = 0
    scan.named = -1
    end = at = place + 1
    last = min(scan.size, at + MAX_REFERENCE)
    while at < last:
        byte = scan.data[at]
        if not _is_of_name(byte):
            break
        key = (key ^ byte) * KEY_FACTOR
        at += 1
        slot = _slot(key)
        if slot >= 0 and REFERENCE_KEYS[slot] == key:
            scan.named = REFERENCE_NUMBERS[slot]
            end = at
        if byte == ord(";"):
            break
    return end


def _is_of_name(byte: int) -> bool:
    """Whether a byte can stand in the name of a reference."""
    return ord("a") <= (byte | 0x20) <= ord("z") or ord("0") <= byte <= ord("9") or byte == ord(";")


def _slot(key: int) -> int:
    """The slot of a reference's name, or an empty one."""
    folded = key ^ key >> 32
    slot = folded * SLOT_FACTOR >> (32 - REFERENCE_BITS)
    while REFERENCE_KEYS[slot] != 0 and REFERENCE_KEYS[slot] != key:
        slot = (slot + 1) & (REFERENCE_KEYS.shape[0] - 1)
    return slot


def _add_reference(scan: Scan, number: int) -> int:
    """Add the one or two characters that a named reference stands for."""
    place = REFERENCE_PLACES[number]
    stop = REFERENCE_PLACES[number + 1]
    while place < stop:
        lead = REFERENCE_TEXT[place]
        if lead < 0x80:
            _add_point(scan, lead)
            place += 1
        elif lead < 0xE0:
            _add_point(scan, (lead & 0x1F) << 6 | (REFERENCE_TEXT[place + 1] & 0x3F))
            place += 2
        elif lead < 0xF0:
            low = (REFERENCE_TEXT[place + 1] & 0x3F) << 6 | (REFERENCE_TEXT[place + 2] & 0x3F)
            _add_point(scan, (lead & 0x0F) << 12 | low)
            place += 3
        else:
            high = (lead & 0x07) << 18 | (REFERENCE_TEXT[place + 1] & 0x3F) << 12
            _add_point(scan, high | (REFERENCE_TEXT[place + 2] & 0x3F) << 6 | (REFERENCE_TEXT[place + 3] & 0x3F))
            place += 4
    return 0


def _read_number(scan: Scan, place: int) -> int:
    """Keep the character of a numeric reference, by the standard's rules for numbers that are none, and go behind it.

    Without a number it is the ampersand alone.
    """
    at = place + 2
    is_hex = at < scan.size and (scan.data[at] | 0x20) == ord("x")
    if is_hex:
        at += 1
    first = at
    value = 0
    while at < scan.size:
        byte = scan.data[at]
        if ord("0") <= byte <= ord("9"):
            digit = byte - ord("0")
        elif is_hex and ord("a") <= (byte | 0x20) <= ord("f"):
            digit = (byte | 0x20) - ord("a") + 10
        else:
            break
        if value < 0x110000:
            value = value * (16 if is_hex else 10) + digit
        at += 1
    if at == first:
        scan.point = ord("&")
        return place + 1
    if at < scan.size and scan.data[at] == ord(";"):
        at += 1
    if value == 0 or value > 0x10FFFF or 0xD800 <= value <= 0xDFFF:
        value = 0xFFFD
    elif 0x80 <= value < 0xA0:
        value = C1_POINTS[value - 0x80]
    scan.point = value
    return at
