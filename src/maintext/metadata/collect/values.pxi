"""Values in the data and the scripts of a page, found by words of their keys."""

cdef enum:
    MAX_PLACES = 200
    # Bytes of a key after the word in it, and between the key and its value.
    MAX_KEY = 24
    MAX_GAP = 200


def markup_after(RowIndex rows, WordSearch search, Py_ssize_t size):
    """For each word found on the page, its number and ``size`` bytes of markup from ten bytes before it on.

    Words in linked data are left out, since that has been read already, and those without the key of a value near them.
    Of each word 200 places are looked at. A second call with the same arguments returns what the first has found.
    """
    cdef list known = rows.markup.get((search, size))
    if known is None:
        known = rows.markup[search, size] = _markup_after(rows, search, size)
    return known


cdef list _markup_after(RowIndex rows, WordSearch search, Py_ssize_t size):
    cdef list found = search.sorted_places(rows.source), spans, texts = []
    cdef Py_ssize_t counts[MAX_WORDS]
    cdef Py_ssize_t offset, number, index, key = 0, place, start, stop
    cdef Py_ssize_t count = len(found)
    cdef bint is_inside
    if not count:
        return texts
    spans = rows.linked_data_spans()
    memset(counts, 0, sizeof(counts))
    for index in range(count):
        place = found[index]
        offset, number = place >> NUMBER_BITS, place & NUMBER_MASK
        counts[number] += 1
        if counts[number] > MAX_PLACES:
            continue
        while key < count and not _is_key(rows.source, search, found[key], offset - 10):
            key += 1
        if key == count:
            break
        place = found[key]
        if place >> NUMBER_BITS >= offset + size:
            continue
        is_inside = False
        for start, stop in spans:
            is_inside |= start <= offset < stop
        if not is_inside:
            texts.append((number, rows.source[max(0, offset - 10) : offset + size].decode("utf-8", "replace")))
    return texts


cdef bint _is_key(bytes source, WordSearch search, Py_ssize_t place, Py_ssize_t first) except -1:
    """Whether a word, from an offset on, belongs to a key: after it there are only letters and a colon or equals sign.

    There may be quotation marks and white space between them. Bytes that are not ASCII may be white space.
    """
    cdef const unsigned char* text = source
    cdef Py_ssize_t offset = place >> NUMBER_BITS, size = len(source), stop
    if offset < first:
        return False
    offset += search.size_of_word[place & NUMBER_MASK]
    stop = min(size, offset + MAX_KEY)
    while offset < stop and (c"a" <= text[offset] | 32 <= c"z" or text[offset] == c"_"):
        offset += 1
    stop = min(size, offset + MAX_GAP)
    while offset < stop and text[offset] == c"\\":
        offset += 1
    if offset < stop and (text[offset] == c'"' or text[offset] == c"'"):
        offset += 1
    elif source[offset : offset + 6] == b"&quot;":
        offset += 6
    while offset < stop and (text[offset] <= 32 or text[offset] >= 128):
        offset += 1
    return offset < size and (offset >= stop or text[offset] == c":" or text[offset] == c"=")
