# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""What a page says of itself in its structured data."""

from maintext.table import tags

META = tags.code_of("meta")
SCRIPT = tags.code_of("script")
LONGEST_TYPE = 39
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
    if start >= stop:
        return False
    text = bytes_between(source, start, stop)
    behind = stop - size + MARK + 1
    mark = find_byte(text, start + MARK, behind, word[MARK])
    while mark < behind:
        at = 0
        while at < size and text[mark - MARK + at] | 32 == word[at] | 32:
            at += 1
        if at == size:
            return True
        mark = find_byte(text, mark + 1, behind, word[MARK])
    return False


def _in_quotes(source, start, stop, kinds, bits):
    """The bits of all names in quotation marks."""
    if start >= stop:
        return 0
    found = 0
    text = bytes_between(source, start, stop)
    place = find_byte(text, start, stop, QUOTE) + 1
    while place < stop:
        end = find_byte(text, place, stop, QUOTE)
        while end < stop and _is_escaped(text, place, end):
            end = find_byte(text, end + 1, stop, QUOTE)
        if end > place and end - place < LONGEST_TYPE:
            key = hash_of(source, place, end)
            for each in range(len(kinds)):
                if kinds[each] == key:
                    found |= bits[each]
        place = find_byte(text, end + 1, stop, QUOTE) + 1
    return found


def _is_escaped(text, start, place):
    """Whether what stands at a place is escaped: whether the marks for that before it are odd in number."""
    at = place
    while at > start and text[at - 1] == ESCAPE:
        at -= 1
    return (place - at) & 1 == 1
