# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""Words looked up in a vocabulary, and what it says of the kind of page."""

from maintext.algorithms.learned import names

PLACE_BITS = names.PLACE_BITS
PLACES = (1 << PLACE_BITS) - 1
AHEAD = 8


def look_up(words, slots, known):
    """Add those of some words that a vocabulary has; ``slots`` is its hash table."""
    count = words.count
    find_words(words, all_of(slots), slots.shape[0] - 1, known)
    words.count = count
    return 0


def find_words(words, slots, mask, known):
    """The same with the highest number of a slot; the words are forgotten.

    The table is far larger than the caches next to the processor, so all slots are asked for before one is looked at.
    A slot has the upper part of a hash and behind it the place of the word, counted from 1; 0 if it is free.
    What is known is written in any case and counted if it is: so there is nothing to decide.
    """
    while known.room - known.count < words.count:
        more_known(known)
    fetch_slots(words, slots, mask)
    count = known.count
    for each in range(words.count):
        key = words.keys[each]
        slot = key & mask
        found = slots[slot]
        while min(found, (found ^ key) >> PLACE_BITS):
            slot = (slot + 1) & mask
            found = slots[slot]
        known.places[count] = (found & PLACES) - 1
        known.at[count] = words.at[each]
        count += found != 0
    known.count = count
    words.count = 0
    return 0


def add_kinds(known, kinds, seen, out):
    """Add up what the words of a page, each once, say of its kind; ``seen`` has room for a mark a word of them all."""
    for at in range(kinds.shape[0]):
        seen[at] = 0
    for kind in range(len(out)):
        out[kind] = 0
    for each in range(min(AHEAD, known.count)):
        fetch_row(kinds, known.places[each])
    for each in range(known.count):
        if each + AHEAD < known.count:
            fetch_row(kinds, known.places[each + AHEAD])
        at = known.places[each]
        if seen[at]:
            continue
        seen[at] = 1
        for kind in range(len(out)):
            out[kind] += kinds[at, kind]
    return 0
