"""What the headline, teasers and declarations of a page say about its kind, without any word."""

cdef int HAS_HEADLINE = features.KIND_FEATURES.index("has headline")
cdef int HEADLINE_IN_H1 = features.KIND_FEATURES.index("headline in h1")
cdef int H1_BLOCKS = features.KIND_FEATURES.index("page h1 blocks")
cdef int PAGE_HEADINGS = features.KIND_FEATURES.index("page headings")
cdef int LINKED_HEADINGS = features.KIND_FEATURES.index("linked share of headings")
cdef int PROSE_AFTER_HEADLINE = features.KIND_FEATURES.index("prose after headline")
cdef int PROSE_TO_TEASER = features.KIND_FEATURES.index("prose to next teaser")
cdef int TEXT_BEFORE_HEADLINE = features.KIND_FEATURES.index("text before headline")
cdef int CONTAINER_LONGEST = features.KIND_FEATURES.index("container longest")
cdef int HEADLINE_IN_CONTAINER = features.KIND_FEATURES.index("headline in container")
cdef int FIRST_PROSE = features.KIND_FEATURES.index("first prose")
cdef int PROSE_AROUND_HEADLINE = features.KIND_FEATURES.index("prose around headline")
cdef int LINKED_TITLES = features.KIND_FEATURES.index("linked titles")
cdef int PROSE_BEHIND_TITLES = features.KIND_FEATURES.index("prose behind linked titles")
cdef int SAYS_OG_ARTICLE = features.KIND_FEATURES.index("says og article")
cdef int SAYS_OG_WEBSITE = features.KIND_FEATURES.index("says og website")
cdef int SAYS_PUBLISHED = features.KIND_FEATURES.index("says published")
cdef int HAS_ADDRESS = features.KIND_FEATURES.index("has address")
cdef int ADDRESS_PARTS = features.KIND_FEATURES.index("address parts")
cdef int ADDRESS_DIGITS = features.KIND_FEATURES.index("address digits")
cdef int ADDRESS_HYPHENS = features.KIND_FEATURES.index("address hyphens")
cdef int ADDRESS_FILE = features.KIND_FEATURES.index("address is a file")
cdef int ADDRESS_QUERY = features.KIND_FEATURES.index("address has a query")
# Prose at most this many blocks behind a linked title belongs to a teaser.
cdef int BEHIND = 3


cdef int describe_headline(TableView table, PageCounts page, Evidence evidence, float[::1] out) noexcept nogil:
    """Write the features of ``features.KIND_HEADLINE`` that depend on the headline."""
    cdef int headline = evidence.headline, row = evidence.headline_owner, container = evidence.container, block
    cdef const int[:, ::1] seen = evidence.seen
    cdef float all_prose = max(1, seen[page.count, <int> SEEN_PROSE])
    if headline < 0:
        out[HAS_HEADLINE] = out[HEADLINE_IN_H1] = out[HEADLINE_IN_CONTAINER] = 0
        out[PROSE_AFTER_HEADLINE] = out[PROSE_TO_TEASER] = MISSING
        out[TEXT_BEFORE_HEADLINE] = out[PROSE_AROUND_HEADLINE] = MISSING
        return 0
    block = headline + 1
    while block < page.count and not begins_teasers(page, evidence, block):
        block += 1
    out[HAS_HEADLINE] = 1
    out[HEADLINE_IN_H1] = evidence.signs[headline] & IS_H1 != 0
    out[HEADLINE_IN_CONTAINER] = container >= 0 and row >= container and row < table.end[container]
    out[PROSE_AFTER_HEADLINE] = 1 - seen[headline, <int> SEEN_PROSE] / all_prose
    out[PROSE_TO_TEASER] = seen[block, <int> SEEN_PROSE] - seen[headline, <int> SEEN_PROSE]
    out[TEXT_BEFORE_HEADLINE] = (
        seen[headline, <int> SEEN_CHARACTERS] / <float> max(1, seen[page.count, <int> SEEN_CHARACTERS])
    )
    while table.parent[row] >= 0 and page.below[row, <int> PROSE_BELOW] < ENOUGH_PROSE:
        row = table.parent[row]
    out[PROSE_AROUND_HEADLINE] = page.below[row, <int> PROSE_BELOW] / all_prose
    return 0


cdef bint begins_teasers(PageCounts page, Evidence evidence, int block) noexcept nogil:
    """Whether a block is a linked heading, or the first of two linked titles."""
    if evidence.signs[block] & IS_LINKED_HEADING:
        return True
    return (
        evidence.signs[block] & IS_LINKED_TITLE
        and block + 1 < page.count
        and evidence.signs[block + 1] & IS_LINKED_TITLE
    )


cdef int describe_teasers(PageCounts page, Evidence evidence, float[::1] out) noexcept nogil:
    """Write the features of ``features.KIND_HEADLINE`` that depend on all blocks."""
    cdef const int[:, ::1] seen = evidence.seen
    cdef int block, title = -1 - BEHIND, first_prose = page.count, titles = 0, behind = 0, h1 = 0, longest = 0
    cdef int last = evidence.container_first
    if evidence.container >= 0:
        last += page.below[evidence.container, <int> BLOCKS_BELOW]
    for block in range(page.count):
        if evidence.signs[block] & IS_LINKED_TITLE:
            title = block
            titles += 1
        h1 += evidence.signs[block] & IS_H1 != 0
        if page.in_prose[block] > 0:
            first_prose = min(first_prose, block)
            if block - title <= BEHIND:
                behind += page.in_prose[block]
        if block >= evidence.container_first and block < last:
            longest = max(longest, page.characters[block])
    out[H1_BLOCKS] = h1
    out[PAGE_HEADINGS] = seen[page.count, <int> SEEN_HEADINGS]
    out[LINKED_HEADINGS] = (
        seen[page.count, <int> SEEN_LINKED_HEADINGS] / <float> max(1, seen[page.count, <int> SEEN_HEADINGS])
    )
    out[CONTAINER_LONGEST] = longest
    out[FIRST_PROSE] = first_prose / <float> page.count
    out[LINKED_TITLES] = titles
    out[PROSE_BEHIND_TITLES] = behind / <float> max(1, seen[page.count, <int> SEEN_PROSE])
    return 0


cdef int describe_declared(Declared* declared, float[::1] out) noexcept nogil:
    """Write the features of ``features.KIND_DECLARED``."""
    cdef Address* address = &declared.address
    out[SAYS_OG_ARTICLE] = declared.says_article
    out[SAYS_OG_WEBSITE] = declared.says_website
    out[SAYS_PUBLISHED] = declared.says_published
    out[HAS_ADDRESS] = address.known
    out[ADDRESS_PARTS] = address.parts if address.known else MISSING
    out[ADDRESS_DIGITS] = address.digits if address.known else MISSING
    out[ADDRESS_HYPHENS] = address.hyphens if address.known else MISSING
    out[ADDRESS_FILE] = address.is_file if address.known else MISSING
    out[ADDRESS_QUERY] = address.has_query if address.known else MISSING
    return 0
