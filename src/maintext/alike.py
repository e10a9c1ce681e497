# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""Lines that say the same, told byte by byte; as machine code where the package was built with a compiler."""

SPACE, TAB, RETURN = 32, 9, 13
FACTOR = 0x9E3779B97F4A7C15
ALL = 0xFFFFFFFFFFFFFFFF


def number_alike_lines(text, begin, end, keys, slots, first):
    """For each line find the first one that says the same, -1 for lines of white space alone, which does not count.

    Args:
        text: what the lines are in, in UTF-8.
        begin: where each line begins.
        end: where each line ends.
        keys: room for a number a line.
        slots: twice as many of -1 as lines or more, and a power of two.
        first: room for the answer.
    """
    mask = len(slots) - 1
    for line in range(len(begin)):
        key = _key(text, begin[line], end[line])
        keys[line] = key
        first[line] = -1
        if key == 0:
            continue
        slot = (key ^ (key >> 29)) & mask
        while slots[slot] >= 0:
            other = slots[slot]
            if keys[other] == key and _are_alike(text, begin[other], end[other], begin[line], end[line]):
                break
            slot = (slot + 1) & mask
        if slots[slot] < 0:
            slots[slot] = line
        first[line] = slots[slot]
    return 0


def _is_space(byte):
    return byte == SPACE or (byte >= TAB and byte <= RETURN)


def _key(text, start, stop):
    """A number that lines have in common that say the same, 0 for those that say nothing."""
    key = 0
    for at in range(start, stop):
        if not _is_space(text[at]):
            key = (((key << 5) & ALL | key >> 59) ^ text[at]) * FACTOR & ALL | 1
    return key


def _are_alike(text, start, stop, other, end):
    """Whether two lines say the same."""
    while True:
        while start < stop and _is_space(text[start]):
            start += 1
        while other < end and _is_space(text[other]):
            other += 1
        if start == stop or other == end:
            return start == stop and other == end
        if text[start] != text[other]:
            return False
        start += 1
        other += 1
