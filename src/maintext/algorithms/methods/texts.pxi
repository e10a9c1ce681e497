"""Words and tags of the texts of a page, and the best run of texts."""

cdef enum:
    ASCII_SIZE = 0x80
    AFTER_WORD = ASCII_SIZE // WORD_CHARACTER


def count_tokens(const unsigned char[::1] text, const int[::1] place, bint marks, long long[::1] tokens):
    """Count the words of each segment: runs of letters and digits, and each wide character by itself.

    Args:
        text: the text of all segments in UTF-8.
        place: where each segment begins in it, and where the last one ends.
        marks: whether each other visible character counts too.
        tokens: the result, one number per segment.
    """
    cdef const unsigned char* kinds_of = KINDS
    # What an ASCII character adds after another character, and after one of a word: no branch has to be predicted.
    cdef unsigned char[2 * ASCII_SIZE] added
    cdef Py_ssize_t segment
    cdef int at, stop, byte, kinds, width = 1, after_word, count
    for byte in range(ASCII_SIZE):
        kinds = kinds_of[byte]
        added[byte] = kinds & WORD_CHARACTER != 0 or (marks and not kinds & INVISIBLE)
        added[ASCII_SIZE + byte] = added[byte] and not kinds & WORD_CHARACTER
    for segment in range(tokens.shape[0]):
        at, stop, after_word, count = place[segment], place[segment + 1], 0, 0
        while at < stop:
            byte = text[at]
            if byte < ASCII_SIZE:
                kinds = kinds_of[byte]
                count += added[after_word + byte]
                at += 1
            else:
                kinds = kinds_of[point_at(text, at, &width)]
                at += width
                if kinds & WIDE:
                    count += 1
                    kinds = 0
                elif kinds & WORD_CHARACTER:
                    count += after_word == 0
                else:
                    count += marks and not kinds & INVISIBLE
            after_word = AFTER_WORD * (kinds & WORD_CHARACTER)
        tokens[segment] = count


def count_tags_before(table, const unsigned char[::1] counted, long long[::1] before):
    """Count the tags of some rows that are directly before each segment, and after the last one.

    Only tags that are in the markup count: an end tag that was left out does not. ``before`` is all zeros.
    """
    cdef TableView page = TableView(table)
    cdef int row
    for row in range(page.count):
        if counted[row]:
            before[page.segment_start[row]] += page.open_end[row] > page.open_start[row]
            before[page.segment_stop[row]] += page.close_end[row] > page.close_start[row]


def move_to_texts(const double[::1] before, const unsigned char[::1] is_text, double[::1] moved):
    """Move what is before each segment to the next one that is a text; all others get 0."""
    cdef Py_ssize_t segment
    cdef double total = 0, at_last_text = 0
    for segment in range(is_text.shape[0]):
        total += before[segment]
        moved[segment] = 0
        if is_text[segment]:
            moved[segment] = total - at_last_text
            at_last_text = total


def best_run(const double[::1] text_score, const double[::1] tag_score):
    """The first and the last segment of the run with the largest sum, and the sum.

    Args:
        text_score: the score of each segment.
        tag_score: the score of the tags directly before it, which do not count for the first segment of a run.
    """
    cdef Py_ssize_t segment, lowest = 0, first = 0, last = 0
    cdef double total = 0, before, least = 0, best = 0
    if not text_score.shape[0]:
        raise ValueError("the text has no segments")
    for segment in range(text_score.shape[0]):
        total += text_score[segment] + tag_score[segment]
        before = total - text_score[segment]
        if segment == 0 or before < least:
            least, lowest = before, segment
        if segment == 0 or total - least > best:
            best, first, last = total - least, lowest, segment
    return first, last, best
