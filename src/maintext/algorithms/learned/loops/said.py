# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""What a page says of itself in its structured data."""

from maintext import tags

META = tags.code_of("meta")
SCRIPT = tags.code_of("script")
LONGEST_TYPE = 40
QUOTE = 34
MARK = 2
ESCAPE = 92


def types_of(rows, kinds, bits):
    """The bits of the types that a page names in JSON-LD and OpenGraph; ``kinds`` has the hashes of their names."""
    found = 0
    for row in range(rows.count):
        start = rows.open_start[row]
        stop = rows.open_end[row]
        if rows.tag[row] == META and _has(rows.source, start, stop, b"og:type", 7):
            found |= _in_quotes(rows.source, start, stop, kinds, bits)
        elif rows.tag[row] == SCRIPT and _has(rows.source, start, stop, b"ld+json", 7):
            found |= _in_quotes(rows.source, stop, rows.close_start[row], kinds, bits)
    return found


def _has(source, start, stop, word, size):
    """Whether a word in small letters, the third of its characters a mark, stands between two places."""
    for place in range(start, stop - size + 1):
        if source[place + MARK] != word[MARK]:
            continue
        at = 0
        while at < size and source[place + at] | 32 == word[at] | 32:
            at += 1
        if at == size:
            return True
    return False


def _in_quotes(source, start, stop, kinds, bits):
    """The bits of all names in quotation marks."""
    found = 0
    place = start
    while place < stop:
        if source[place] != QUOTE:
            place += 1
            continue
        end = place + 1
        while end < stop and source[end] != QUOTE:
            end += 2 if source[end] == ESCAPE else 1
        end = min(end, stop)
        if end - place < LONGEST_TYPE:
            key = hash_of(source, place + 1, end)
            for each in range(len(kinds)):
                if kinds[each] == key:
                    found |= bits[each]
        place = end + 1
    return found
