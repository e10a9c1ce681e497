"""The types that a page declares in its structured data."""

_TYPES = {
    "article": "NewsArticle Article BlogPosting",
    "product": "Product",
    "forum": "DiscussionForumPosting QAPage",
    "list": "ItemList CollectionPage",
    "recipe": "Recipe HowTo FAQPage",
    "service": "Service LocalBusiness SoftwareApplication",
    "price": "price",
}
# Names in structured data, by the entry of ``features.SAYS`` that they mean.
_SAID = [(hash_word(_name.lower()), 1 << SAYS.index(_kind)) for _kind, _names in _TYPES.items() for _name in _names.split()]
cdef const unsigned long long[::1] TYPE_KEYS = np.array([_key for _key, _ in _SAID], dtype=np.uint64)
cdef const int[::1] TYPE_BITS = np.array([_bit for _, _bit in _SAID], dtype=np.intc)
cdef int META = tags.code_of("meta")
cdef int SCRIPT = tags.code_of("script")
cdef int LONGEST_TYPE = 39
# ``contains`` looks for the third character of a word, which is rarer in tags than the letters before it.
cdef int RARE = 2


cdef int page_types(TableView table) except -1 nogil:
    """One bit per entry of ``features.SAYS`` that the page declares in JSON-LD or OpenGraph."""
    cdef int found = 0, row, start, stop
    for row in range(table.count):
        if table.tag[row] != META and table.tag[row] != SCRIPT:
            continue
        start = table.open_start[row]
        stop = table.open_end[row]
        if table.tag[row] == META and contains(table.source, start, stop, b"og:type", 7):
            found |= types_in_quotes(table.source, start, stop)
        elif table.tag[row] == SCRIPT and contains(table.source, start, stop, b"ld+json", 7):
            found |= types_in_quotes(table.source, stop, table.close_start[row])
    return found


cdef bint contains(
    const unsigned char[::1] source, int start, int stop, const unsigned char* word, int size
) except -1 nogil:
    """Whether a word in lower case appears between two offsets, in lower or upper case."""
    cdef int limit, mark, at
    cdef const unsigned char* text
    if start >= stop:
        return False
    text = bytes_between(source, start, stop)
    limit = stop - size + RARE + 1
    mark = find_byte(text, start + RARE, limit, word[RARE])
    while mark < limit:
        at = 0
        while at < size and text[mark - RARE + at] | 32 == word[at] | 32:
            at += 1
        if at == size:
            return True
        mark = find_byte(text, mark + 1, limit, word[RARE])
    return False


cdef int types_in_quotes(const unsigned char[::1] source, int start, int stop) except -1 nogil:
    """The bits of all type names in quotation marks between two offsets."""
    cdef int found = 0, place, end, each
    cdef unsigned long long key
    cdef const unsigned char* text
    if start >= stop:
        return 0
    text = bytes_between(source, start, stop)
    place = find_byte(text, start, stop, c'"') + 1
    while place < stop:
        end = find_byte(text, place, stop, c'"')
        while end < stop and is_escaped(text, place, end):
            end = find_byte(text, end + 1, stop, c'"')
        if end > place and end - place < LONGEST_TYPE:
            key = hash_of(source, place, end)
            for each in range(<int> TYPE_KEYS.shape[0]):
                if TYPE_KEYS[each] == key:
                    found |= TYPE_BITS[each]
        place = find_byte(text, end + 1, stop, c'"') + 1
    return found


cdef bint is_escaped(const unsigned char* text, int start, int place) noexcept nogil:
    """Whether an odd number of backslashes comes right before an offset."""
    cdef int at = place
    while at > start and text[at - 1] == c"\\":
        at -= 1
    return (place - at) & 1 == 1
