# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True
"""The attributes of a start tag, read from the page's bytes; as machine code where there was a compiler.

The types are in ``attributes.pxd``. A tag is read as browsers read it: names end at white space, a slash, an equal or
a greater sign, and a value in quotation marks that nobody closes is one without them.
"""

from maintext.table.references import in_attribute

MAX_ATTRIBUTES = 1_000
TAB = 9
NEWLINE = 10
FORM_FEED = 12
RETURN = 13
SPACE = 32
QUOTE = 34
APOSTROPHE = 39
SLASH = 47
EQUALS = 61
GREATER = 62


def attributes_at(source: bytes, place: int, wanted: frozenset[str] | None = None) -> dict[str, str]:
    """The attributes of the tag that begins at a place, all or the wanted ones, the first of each name."""
    values: dict[str, str] = {}
    size = len(source)
    place = _after_name(source, place, size)
    while place < size and len(values) < MAX_ATTRIBUTES:
        start = _next_attribute(source, place, size)
        if start == size or source[start] == GREATER:
            break
        stop = _name_end(source, start, size)
        value = _value_start(source, stop, size)
        name = source[start:stop].decode("utf-8", "replace").lower()
        is_new = name not in values and (wanted is None or name in wanted)
        if value < 0:
            if is_new:
                values[name] = ""
            place = stop
            continue
        end = _value_end(source, value, size)
        quoted = _is_quoted(source, value, end, size)
        if is_new:
            values[name] = _decoded(source, value + quoted, end)
        place = end + quoted
    return values


def attribute_at(source: bytes, place: int, name: bytes) -> str:
    """One attribute of the tag that begins at a place, empty without it; its name as bytes in lower case."""
    size = len(source)
    place = _after_name(source, place, size)
    for _ in range(MAX_ATTRIBUTES):
        start = _next_attribute(source, place, size)
        if start == size or source[start] == GREATER:
            break
        stop = _name_end(source, start, size)
        value = _value_start(source, stop, size)
        is_wanted = stop - start == len(name) and source[start:stop].lower() == name
        if value < 0:
            if is_wanted:
                break
            place = stop
            continue
        end = _value_end(source, value, size)
        quoted = _is_quoted(source, value, end, size)
        if is_wanted:
            return _decoded(source, value + quoted, end)
        place = end + quoted
    return ""


def _decoded(source: bytes, start: int, stop: int) -> str:
    """The value between two places as text."""
    text = source[start:stop].decode("utf-8", "replace")
    return in_attribute(text) if "&" in text else text


def _is_blank(byte: int) -> bool:
    return byte == SPACE or byte == NEWLINE or byte == TAB or byte == RETURN or byte == FORM_FEED


def _after_name(source: bytes, place: int, size: int) -> int:
    """Where the tag's name ends."""
    place += 1
    while place < size and not _is_blank(source[place]) and source[place] != SLASH and source[place] != GREATER:
        place += 1
    return place


def _next_attribute(source: bytes, place: int, size: int) -> int:
    """Where the next attribute begins, or the tag ends."""
    while place < size and (_is_blank(source[place]) or source[place] == SLASH):
        place += 1
    return place


def _name_end(source: bytes, place: int, size: int) -> int:
    """Where the name of an attribute ends; its first character is part of it whatever it is."""
    place += 1
    while place < size:
        byte = source[place]
        if byte == EQUALS or byte == GREATER or byte == SLASH or _is_blank(byte):
            break
        place += 1
    return place


def _value_start(source: bytes, place: int, size: int) -> int:
    """Where the value begins, with its quotation mark; -1 for an attribute without one."""
    while place < size and _is_blank(source[place]):
        place += 1
    if place == size or source[place] != EQUALS:
        return -1
    place += 1
    while place < size and _is_blank(source[place]):
        place += 1
    return place


def _value_end(source: bytes, place: int, size: int) -> int:
    """Where the value ends: at its closing quotation mark, or at white space or the tag's end."""
    if place < size and (source[place] == QUOTE or source[place] == APOSTROPHE):
        mark = source[place]
        end = place + 1
        while end < size and source[end] != mark:
            end += 1
        if end < size:
            return end
    while place < size and source[place] != GREATER and not _is_blank(source[place]):
        place += 1
    return place


def _is_quoted(source: bytes, place: int, end: int, size: int) -> bool:
    """Whether a value stands in quotation marks."""
    if end <= place or end == size:
        return False
    mark = source[place]
    return (mark == QUOTE or mark == APOSTROPHE) and source[end] == mark
