# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""The values of the attributes that name things, each once, with their words."""

import numpy as np

from maintext.algorithms.learned.loops import state
from maintext.algorithms.learned.names import NAMED, hash_word, slots_of

MOST_STEPS = 64
MANY_WORDS = state.MANY_WORDS
NAMED_KEYS = np.array([hash_word(_name) for _name in NAMED], dtype=np.uint64)
NAMED_SLOTS = slots_of([hash_word(_name) for _name in NAMED], 1024)


def number_of_value(rows, start, stop, values):
    """The number of an attribute's value; that of one that is new is the last.

    Its first, middle and last bytes make the hash. Where many values have these in common, one may be taken for new
    that is not: that costs room, and no page takes time in the square of its size.
    """
    size = stop - start
    length = len(rows.source)
    text = bytes_between(rows.source, start, stop)
    within = first_of(size)
    rest = max(size - EIGHT, 0)
    key = mixed(size, eight_at(text, start, length) & within)
    key = mixed(key, eight_at(text, start + rest // 2, length) & within)
    key = mixed(key, eight_at(text, start + rest, length) & within)
    mask = values.slot_count - 1
    slot = key & mask
    for _ in range(MOST_STEPS):
        value = values.slots[slot]
        if value < 0:
            break
        if values.stops[value] - values.starts[value] == size and same_bytes(text, values.starts[value], start, size):
            return value
        slot = (slot + 1) & mask
    value = values.count
    if value == values.room:
        more_values(values)
    if values.slots[slot] < 0:
        values.slots[slot] = value
    values.starts[value] = start
    values.stops[value] = stop
    values.count += 1
    return value


def take_value(rows, value, values, names, known, slots, mask):
    """Take the words of a value that is new; see ``page.describe_rows``."""
    first = names.count
    take_names(rows, values.starts[value], values.stops[value], names, value)
    values.named[value] = _named(names, first)
    if known is not None and names.count > MANY_WORDS:
        find_words(names, slots, mask, known)
    return 0


def _named(names, first):
    """A bit for each of the words that count on their own, among the names from one on."""
    found = 0
    mask = NAMED_SLOTS.shape[0] - 1
    for at in range(first, names.count):
        key = names.keys[at]
        slot = key & mask
        while NAMED_SLOTS[slot] >= 0:
            if NAMED_KEYS[NAMED_SLOTS[slot]] == key:
                found |= 1 << NAMED_SLOTS[slot]
                break
            slot = (slot + 1) & mask
    return found
