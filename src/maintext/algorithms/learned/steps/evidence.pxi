"""The headline and the container of a page: where an article most likely begins, and where most of its prose is.

Nothing here knows a word of any language. Headlines are compared with the titles that the page itself declares.
"""

# Bits of ``Evidence.signs``: what a block is.
cdef enum Sign:
    IS_HEADING = 1
    IS_H1 = 2
    IS_LINKED_HEADING = 4
    IS_LINK = 8
    IS_LINKED_TITLE = 16

# Columns of ``Evidence.seen``: sums over the blocks before a block.
cdef enum SeenSum:
    SEEN_CHARACTERS, SEEN_PROSE, SEEN_HEADINGS, SEEN_LINKED_HEADINGS, SEEN_LINKS, SEEN_SUMS

# How many elements around a block are looked at for a heading.
cdef int HEADING_STEPS = 4
cdef float HEADLINE_MATCH = 0.3
cdef float MIN_HEADLINE = 0.35
cdef float H1_BONUS = 0.25
cdef float HEADING_BONUS = 0.12
cdef float LINKED_MALUS = 0.2
cdef int SHORTEST_HEADLINE = 8
cdef int LONGEST_HEADLINE = 300
cdef int ENOUGH_PROSE = 80
cdef float WIDE_PAGE = 0.3
cdef const unsigned char[::1] GIVES_TO_PARENT = np.array(
    [_name in {"p", "td", "pre", "h1", "h2", "h3", "h4", "h5", "h6"} for _name in tags.NAMES], dtype=np.uint8
)


cdef class Evidence:
    """What is known of the headline and the container of a page."""

    cdef TitleWords titles
    cdef Declared declared
    # One entry per row.
    cdef int[::1] branch
    cdef float[::1] points
    # One entry per block, and of ``seen`` one more.
    cdef unsigned char[::1] signs
    cdef float[::1] match
    cdef int[:, ::1] seen
    # Blocks and rows, -1 for none.
    cdef int headline
    cdef int headline_owner
    cdef int container
    cdef int container_first
    cdef float second
    cdef bint is_wide

    def __init__(self):
        self.titles = TitleWords()

    cdef object reserve(self, int rows, new):
        """Reserve memory for a number of rows; ``new`` is called like ``numpy.empty``."""
        self.branch = new(rows, np.intc)
        self.points = new(rows, np.float32)

    cdef object reserve_blocks(self, int blocks, new):
        """Reserve memory for a number of blocks."""
        self.signs = new(blocks, np.uint8)
        self.match = new(blocks, np.float32)
        self.seen = new((blocks + 1, <int> SEEN_SUMS), np.intc)


cdef int match_block(Workspace ws, int block, int first_word, int start, int stop) except -1 nogil:
    """Compare a block with the titles of the page, given the first of its words in ``ws.words``."""
    cdef int characters = ws.page.characters[block]
    ws.evidence.match[block] = 0.0
    if characters >= SHORTEST_HEADLINE and characters <= LONGEST_HEADLINE:
        if may_match(ws.evidence.titles, ws.words, first_word):
            ws.evidence.match[block] = title_match(
                ws.evidence.titles, ws.evidence.titles.in_block, ws.table, start, stop
            )
    return 0


cdef int find_evidence(TableView table, PageCounts page, Evidence evidence, float[::1] of_page) noexcept nogil:
    """Find the headline and the container, and write what they say to the features of the page."""
    evidence.is_wide = of_page[PAGE_WIDE_SHARE] > WIDE_PAGE
    find_signs(table, page, evidence)
    find_headline(page, evidence)
    find_branches(table, evidence)
    find_container(table, page, evidence)
    return describe_container(page, evidence, of_page)


cdef int find_signs(TableView table, PageCounts page, Evidence evidence) noexcept nogil:
    """Find what each block is, and add up what comes before it."""
    cdef int block, characters, linked, signs, each
    cdef int shortest = SHORTEST_HEADLINE if evidence.is_wide else 18
    cdef int[:, ::1] seen = evidence.seen
    for each in range(<int> SEEN_SUMS):
        seen[0, each] = 0
    for block in range(page.count):
        characters = page.characters[block]
        linked = page.linked[block]
        signs = heading_signs(table, page.owner[block])
        if signs and 10 * linked > 6 * characters:
            signs |= IS_LINKED_HEADING
        if 20 * linked > 17 * characters:
            signs |= IS_LINK
            if characters > shortest and characters < 200:
                signs |= IS_LINKED_TITLE
        evidence.signs[block] = signs
        seen[block + 1, <int> SEEN_CHARACTERS] = seen[block, <int> SEEN_CHARACTERS] + characters
        seen[block + 1, <int> SEEN_PROSE] = seen[block, <int> SEEN_PROSE] + page.in_prose[block]
        seen[block + 1, <int> SEEN_HEADINGS] = seen[block, <int> SEEN_HEADINGS] + (signs & IS_HEADING != 0)
        seen[block + 1, <int> SEEN_LINKED_HEADINGS] = (
            seen[block, <int> SEEN_LINKED_HEADINGS] + (signs & IS_LINKED_HEADING != 0)
        )
        seen[block + 1, <int> SEEN_LINKS] = seen[block, <int> SEEN_LINKS] + (signs & IS_LINK != 0)
    return 0


cdef int heading_signs(TableView table, int row) noexcept nogil:
    """Whether a row or one of the three above it is a heading, and whether it is the heading of a page."""
    cdef int _
    for _ in range(HEADING_STEPS):
        if row < 0:
            break
        if HEADING_PLACE[table.tag[row]] != NONE:
            return IS_HEADING | IS_H1 if table.tag[row] == H1 else IS_HEADING
        row = table.parent[row]
    return 0


cdef int find_headline(PageCounts page, Evidence evidence) noexcept nogil:
    """Find the block that is most like a title, headings first; else the first in an ``h1``; -1 if there is none."""
    cdef int block, first_h1 = -1, best = -1
    cdef float highest = MIN_HEADLINE, score
    for block in range(page.count):
        if evidence.signs[block] & IS_H1 and first_h1 < 0:
            first_h1 = block
        score = evidence.match[block]
        if score > HEADLINE_MATCH:
            if evidence.signs[block] & IS_H1:
                score += H1_BONUS
            elif evidence.signs[block] & IS_HEADING:
                score += HEADING_BONUS
        if 5 * page.linked[block] > 4 * page.characters[block]:
            score -= LINKED_MALUS
        if score > highest:
            highest = score
            best = block
    evidence.headline = best if best >= 0 else first_h1
    evidence.headline_owner = page.owner[evidence.headline] if evidence.headline >= 0 else -1
    return 0


cdef int find_branches(TableView table, Evidence evidence) noexcept nogil:
    """For each row the largest element around it without the headline; the row itself if the headline is in it."""
    cdef int row, above, owner = evidence.headline_owner
    if owner < 0:
        return 0
    for row in range(table.count):
        above = table.parent[row]
        if above < 0 or (row <= owner and owner < table.end[row]) or (above <= owner and owner < table.end[above]):
            evidence.branch[row] = row
        else:
            evidence.branch[row] = evidence.branch[above]
    return 0


cdef int find_container(TableView table, PageCounts page, Evidence evidence) noexcept nogil:
    """Find the element with the most points, and how many the best other one has that is neither in nor around it.

    A paragraph gives one point, one for each comma and up to three for its length to the element around it, and half as
    much to the next one.
    """
    cdef int block, row, characters, above, best = -1
    cdef int shortest = 15 if evidence.is_wide else 25
    cdef float a_point = 50 if evidence.is_wide else 100, given, highest = 0.0, second = 0.0
    for row in range(table.count):
        evidence.points[row] = 0
    for block in range(page.count):
        characters = page.characters[block]
        if characters < shortest or 2 * page.linked[block] > characters:
            continue
        given = 1 + page.commas[block] + min(<float> 3, characters / a_point)
        row = page.row[block]
        if GIVES_TO_PARENT[table.tag[row]] and table.parent[row] >= 0:
            row = table.parent[row]
        evidence.points[row] += given
        above = table.parent[row]
        if above >= 0:
            evidence.points[above] += given / 2
    for row in range(table.count):
        if evidence.points[row] > 0:
            evidence.points[row] *= 1 - <float> page.below[row, <int> LINKED_BELOW] / max(1, page.below[row, <int> CHARACTERS_BELOW])
            if evidence.points[row] > highest:
                highest = evidence.points[row]
                best = row
    if best >= 0:
        for row in range(table.count):
            if table.end[row] <= best or row >= table.end[best]:
                second = max(second, evidence.points[row])
    evidence.container = best
    evidence.container_first = first_block(table, page, best) if best >= 0 else -1
    evidence.second = second / highest if best >= 0 else 0.0
    return 0


cdef int PAGE_HEADLINE_MATCH = features.PAGE.index("headline match")
cdef int PAGE_TO_CONTAINER = features.PAGE.index("headline to container")
cdef int PAGE_CONTAINER_SHARE = features.PAGE.index("container share")
cdef int PAGE_CONTAINER_PROSE = features.PAGE.index("container prose")
cdef int PAGE_CONTAINER_LINKS = features.PAGE.index("container links")
cdef int PAGE_CONTAINER_BLOCKS = features.PAGE.index("container blocks")
cdef int PAGE_SECOND = features.PAGE.index("second container")


cdef int describe_container(PageCounts page, Evidence evidence, float[::1] out) noexcept nogil:
    """Write the features of ``features.OF_CONTAINER``."""
    cdef int row = evidence.container, headline = evidence.headline
    cdef float characters
    out[PAGE_HEADLINE_MATCH] = evidence.match[headline] if headline >= 0 else MISSING
    out[PAGE_TO_CONTAINER] = evidence.container_first - headline if headline >= 0 and row >= 0 else MISSING
    out[PAGE_SECOND] = evidence.second
    out[PAGE_CONTAINER_SHARE] = out[PAGE_CONTAINER_PROSE] = out[PAGE_CONTAINER_LINKS] = out[PAGE_CONTAINER_BLOCKS] = 0
    if row >= 0:
        characters = max(1, page.below[row, <int> CHARACTERS_BELOW])
        out[PAGE_CONTAINER_SHARE] = characters / max(1, page.below[0, <int> CHARACTERS_BELOW])
        out[PAGE_CONTAINER_PROSE] = page.below[row, <int> PROSE_BELOW] / <float> max(1, page.below[0, <int> PROSE_BELOW])
        out[PAGE_CONTAINER_LINKS] = page.below[row, <int> LINKED_BELOW] / characters
        out[PAGE_CONTAINER_BLOCKS] = page.below[row, <int> BLOCKS_BELOW]
    return 0


cdef int AT_TITLE_MATCH = FIRST.index("title match")
cdef int AT_AFTER_HEADLINE = FIRST.index("after headline")
cdef int AT_TEXT_AFTER_HEADLINE = FIRST.index("text after headline")
cdef int AT_PROSE_SINCE = FIRST.index("prose since headline")
cdef int AT_HEADINGS_SINCE = FIRST.index("headings since headline")
cdef int AT_LINKED_HEADINGS_SINCE = FIRST.index("linked headings since headline")
cdef int AT_LINKS_SINCE = FIRST.index("links since headline")
cdef int AT_LEVEL_FROM_HEADLINE = FIRST.index("level from headline")
cdef int AT_COMMON_LEVEL = FIRST.index("common level")
cdef int AT_BELOW_COMMON = FIRST.index("steps below common")
cdef int AT_HEADLINE_BELOW = FIRST.index("headline below common")
cdef int AT_COMMON_SHARE = FIRST.index("share of common")
cdef int AT_COMMON_PROSE = FIRST.index("prose of common")
cdef int AT_COMMON_LINKED_HEADINGS = FIRST.index("linked headings in common")
cdef int AT_APART = FIRST.index("apart in common")
cdef int AT_HEADING_SIZE = FIRST.index("heading size")
cdef int AT_SINCE_HEADING = FIRST.index("since heading")
cdef int AT_SINCE_TITLE = FIRST.index("since linked title")
cdef int AT_PROSE_SINCE_TITLE = FIRST.index("prose since linked title")
cdef int AT_IN_CONTAINER = FIRST.index("in container")
cdef int AT_AFTER_CONTAINER = FIRST.index("after container")
cdef int LONG_AGO = 60
cdef int FAR_AWAY = 200


cdef int fill_headline(
    TableView table, PageCounts page, Evidence evidence, int first, int last, float[:, ::1] out
) noexcept nogil:
    """Where blocks are as seen from the headline; MISSING where there is none."""
    cdef int headline = evidence.headline, owner = evidence.headline_owner, block, column, each, after
    cdef const int[:, ::1] seen = evidence.seen
    cdef float total = max(1, page.below[0, <int> CHARACTERS_BELOW])
    for block in range(first, last):
        out[AT_TITLE_MATCH, block - first] = evidence.match[block]
    if headline < 0:
        for each in range(AT_AFTER_HEADLINE, AT_APART + 1):
            for column in range(last - first):
                out[each, column] = MISSING
        return 0
    after = headline + 1
    for block in range(first, last):
        column = block - first
        out[AT_AFTER_HEADLINE, column] = max(-FAR, min(FAR, block - headline))
        out[AT_TEXT_AFTER_HEADLINE, column] = (
            seen[block, <int> SEEN_CHARACTERS] - seen[headline, <int> SEEN_CHARACTERS]
        ) / total
        out[AT_LEVEL_FROM_HEADLINE, column] = table.level[page.owner[block]] - table.level[owner]
        if block < headline:
            out[AT_PROSE_SINCE, column] = out[AT_HEADINGS_SINCE, column] = -1
            out[AT_LINKED_HEADINGS_SINCE, column] = out[AT_LINKS_SINCE, column] = -1
        else:
            each = max(block, after)
            out[AT_PROSE_SINCE, column] = seen[each, <int> SEEN_PROSE] - seen[after, <int> SEEN_PROSE]
            out[AT_HEADINGS_SINCE, column] = seen[each, <int> SEEN_HEADINGS] - seen[after, <int> SEEN_HEADINGS]
            out[AT_LINKED_HEADINGS_SINCE, column] = (
                seen[each, <int> SEEN_LINKED_HEADINGS] - seen[after, <int> SEEN_LINKED_HEADINGS]
            )
            out[AT_LINKS_SINCE, column] = seen[each, <int> SEEN_LINKS] - seen[after, <int> SEEN_LINKS]
    return fill_common(table, page, evidence, first, last, out)


cdef int fill_common(
    TableView table, PageCounts page, Evidence evidence, int first, int last, float[:, ::1] out
) noexcept nogil:
    """The smallest element around a block and the headline."""
    cdef int owner = evidence.headline_owner, block, column, row, branch, common, start, stop, apart
    cdef float total = max(1, page.below[0, <int> CHARACTERS_BELOW]), all_prose = max(1, page.below[0, <int> PROSE_BELOW])
    for block in range(first, last):
        column = block - first
        row = page.owner[block]
        branch = evidence.branch[row]
        common = branch if branch <= owner and owner < table.end[branch] else table.parent[branch]
        start = first_block(table, page, common)
        stop = start + page.below[common, <int> BLOCKS_BELOW]
        apart = (page.first[block] if common == row else table.segment_start[branch]) - table.segment_start[owner]
        out[AT_COMMON_LEVEL, column] = table.level[common]
        out[AT_BELOW_COMMON, column] = table.level[row] - table.level[common]
        out[AT_HEADLINE_BELOW, column] = table.level[owner] - table.level[common]
        out[AT_COMMON_SHARE, column] = page.below[common, <int> CHARACTERS_BELOW] / total
        out[AT_COMMON_PROSE, column] = page.below[common, <int> PROSE_BELOW] / all_prose
        out[AT_COMMON_LINKED_HEADINGS, column] = (
            evidence.seen[stop, <int> SEEN_LINKED_HEADINGS] - evidence.seen[start, <int> SEEN_LINKED_HEADINGS]
        )
        out[AT_APART, column] = max(-FAR_AWAY, min(FAR_AWAY, apart))
    return 0


cdef int fill_teasers(
    TableView table, PageCounts page, Evidence evidence, FeatureState state, int first, int last, float[:, ::1] out
) noexcept nogil:
    """Headings and linked titles up to a block, and where it is relative to the container."""
    cdef int block, column, owner, heading = state.any_heading, title = state.linked_title, row = evidence.container
    for block in range(first, last):
        column = block - first
        if evidence.signs[block] & IS_HEADING:
            heading = block
        if evidence.signs[block] & IS_LINKED_TITLE:
            title = block
        owner = page.owner[block]
        out[AT_HEADING_SIZE, column] = page.characters[heading] if heading >= 0 else MISSING
        out[AT_SINCE_HEADING, column] = min(LONG_AGO, block - heading) if heading >= 0 else LONG_AGO
        out[AT_SINCE_TITLE, column] = min(LONG_AGO, block - title) if title >= 0 else LONG_AGO
        out[AT_PROSE_SINCE_TITLE, column] = (
            evidence.seen[block, <int> SEEN_PROSE] - evidence.seen[title, <int> SEEN_PROSE] if title >= 0 else MISSING
        )
        out[AT_IN_CONTAINER, column] = row >= 0 and owner >= row and owner < table.end[row]
        out[AT_AFTER_CONTAINER, column] = row >= 0 and owner >= table.end[row]
    state.any_heading = heading
    state.linked_title = title
    return 0
