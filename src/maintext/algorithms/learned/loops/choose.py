# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, cdivision=True
"""Which blocks to take, and what tells the kind of page: sums over the blocks, weighted with their probabilities."""

import numpy as np

from maintext.algorithms.learned import columns
from maintext.table import tags

WORDS = 5
CHARACTERS = 7
CUTS = 50
LONG = 150
ENOUGH = 200
SHORT = 12
TABLE = tags.code_of("table")
LINK_SHARE = columns.KEPT.index("link share")
LINKED = columns.LINKED
IN_COMMENT = columns.KEPT.index("named comment")
IN_COMMENTS = columns.KEPT.index("named comments")
IN_PRODUCT = columns.KEPT.index("named product")
AFTER_HEADING = columns.KEPT.index("after heading")
MEANS = len(columns.MEANS) + len(columns.LOGARITHMS)
SHARES = len(columns.SHARES)
KIND_COUNTS = 11
IS_HEADING = np.array([_name in {"h2", "h3", "h4", "h5", "h6"} for _name in tags.NAMES], dtype=np.uint8)


def best_cut(survey, p, order, ranked, unity, weight, least, sums, truths, answer):
    """How many blocks to take in the order of their probabilities, so that the expected F score is highest.

    Args:
        survey: the blocks.
        p: the probability of each.
        order: blocks from the most to the least probable, all that are likely enough.
        ranked: how many these are.
        unity: how far blocks stand or fall together, from 0 to 1.
        weight: the square of how many times as much recall counts as precision.
        least: blocks less probable than this are never taken.
        sums: room for two numbers a block and one more.
        truths: room for the words that each of the cuts would take which may be the truth, and one more; and in a
            second row for how many cuts take as many.
        answer: the F1 to expect with weight 1, and the lowest probability that was taken, are written here.
    """
    wanted = 0.0
    truths[0, :] = 0
    for block in range(survey.count):
        words = survey.counts[WORDS, block]
        wanted += p[block] * words
        truths[0, int(float(p[block]) * CUTS + 0.5)] += words
    for cut in range(CUTS - 1, -1, -1):
        truths[0, cut] += truths[0, cut + 1]
    different = _without_equals(truths)
    sums[0, 0] = sums[0, 1] = 0
    best = 0
    highest = -1.0
    for at in range(1, ranked + 1):
        block = order[at - 1]
        if p[block] < least:
            break
        words = survey.counts[WORDS, block]
        taken = sums[at, 0] = sums[at - 1, 0] + words
        sums[at, 1] = sums[at - 1, 1] + p[block] * words
        score = (1 + weight) * sums[at, 1] / max(1e-9, taken + weight * wanted)
        if unity > 0:
            together = 0.0
            for cut in range(different):
                truth = truths[0, cut]
                together += truths[1, cut] * min(taken, truth) / max(1e-9, taken + weight * truth)
            score = unity * (1 + weight) * together / CUTS + (1 - unity) * score
        if score > highest:
            highest = score
            best = at
    answer[0] = 2 * sums[best, 1] / max(1e-9, sums[best, 0] + wanted)
    answer[1] = p[order[best - 1]] if best else 1.0
    return best


def _without_equals(truths):
    """Put cuts that take equally much, which stand next to each other, together; gives how many different ones remain.

    The cut at 0, which takes everything, is no truth.
    """
    count = 0
    for cut in range(1, CUTS + 1):
        if count > 0 and truths[0, cut] == truths[0, count - 1]:
            truths[1, count - 1] += 1
        else:
            truths[0, count] = truths[0, cut]
            truths[1, count] = 1
            count += 1
    return count


def choose(rows, survey, kept, p, order, best, is_forum, is_to_read, chosen):
    """Take the best blocks, without comments but in a forum, without long texts twice, and with whole table rows.

    Small tables are taken whole where that is more likely right than not. A heading between two blocks that were taken
    is taken too. In a text to read from beginning to end, a block of links alone is taken only if that is more likely
    than not.
    """
    chosen[: survey.count] = 0
    for at in range(best):
        chosen[order[at]] = 1
    if not is_forum:
        _leave_comments(survey, kept, p, chosen)
    if is_to_read:
        for block in range(survey.count):
            if p[block] < 0.5 and kept[block, LINK_SHARE] >= LINKED:
                chosen[block] = 0
    _leave_twins(survey, chosen)
    _whole_rows(rows, survey, chosen)
    _whole_tables(rows, survey, kept, p, chosen)
    for block in range(1, survey.count - 1):
        if chosen[block - 1] == 1 and chosen[block + 1] == 1 and not chosen[block]:
            row = survey.row[block]
            above = max(0, rows.parent[row])
            if IS_HEADING[rows.tag[row]] or IS_HEADING[rows.tag[above]]:
                chosen[block] = 2
    return 0


def _leave_comments(survey, kept, p, chosen):
    """Leave comments out, unless there is no text beside them: then the name means something else on this page."""
    inside = outside = text = 0.0
    for block in range(survey.count):
        words = survey.counts[WORDS, block]
        if kept[block, IN_COMMENT] > 0 or kept[block, IN_COMMENTS] > 0:
            inside += p[block] * words
        else:
            outside += p[block] * words
            if p[block] > 0.7:
                text += words
    if inside >= outside and text < ENOUGH:
        return 0
    for block in range(survey.count):
        if kept[block, IN_COMMENT] > 0 or kept[block, IN_COMMENTS] > 0:
            chosen[block] = 0
    return 0


def _leave_twins(survey, chosen):
    """Leave out long texts that were said before; twins are numbered in the order in which they come."""
    following = 0
    for block in range(survey.count):
        if survey.twin[block] == following:
            following += 1
        elif chosen[block] and survey.counts[CHARACTERS, block] >= LONG and _is_said(survey, chosen, block):
            chosen[block] = 0
    return 0


def _is_said(survey, chosen, block):
    """Whether a block that was taken before has the same text."""
    for before in range(block):
        if survey.twin[before] == survey.twin[block] and chosen[before]:
            return True
    return False


def _whole_rows(rows, survey, chosen):
    """Take or leave the cells of a table row as one, by where most of its words are."""
    start = 0
    while start < survey.count:
        stop = start
        taken = words = 0
        while stop < survey.count and rows.line[survey.first[stop]] == rows.line[survey.first[start]]:
            words += survey.counts[WORDS, stop]
            if chosen[stop]:
                taken += survey.counts[WORDS, stop]
            stop += 1
        if stop - start > 1:
            for block in range(start, stop):
                chosen[block] = 2 * taken > words
        start = stop
    return 0


def _whole_tables(rows, survey, kept, p, chosen):
    """Take the rest of a table of which a part was taken, if its words are more likely main text than not.

    That is one of short cells, without a table in it, and a smaller part of the text: others are there for the layout.
    """
    text = 0
    for block in range(survey.count):
        if chosen[block]:
            text += survey.counts[WORDS, block]
    following = rows.count
    for row in range(rows.count - 1, -1, -1):
        if rows.tag[row] != TABLE:
            continue
        is_innermost = following >= rows.end[row]
        following = row
        count = survey.below[row, 2]
        if not is_innermost or count < 2:
            continue
        first = first_block(rows, survey, row)
        words = taken = comments = 0
        mass = 0.0
        for block in range(first, first + count):
            words += survey.counts[WORDS, block]
            mass += p[block] * survey.counts[WORDS, block]
            taken += chosen[block] != 0
            comments += kept[block, IN_COMMENT] > 0 or kept[block, IN_COMMENTS] > 0
        is_of_data = words <= SHORT * count and 10 * words < 3 * text and comments == 0
        if taken > 0 and taken < count and is_of_data and 2 * mass > words:
            for block in range(first, first + count):
                chosen[block] = 1
    return 0


def fill_kind(rows, survey, kept, p, least, seen, in_element, out):
    """What tells the kind of a page of its blocks: how much is main text, where it stands, and what it is like.

    Args:
        rows: the page.
        survey: its blocks.
        kept: a row a block, with the features of ``columns.KEPT``; some as logarithms.
        p: the probability of each block.
        least: blocks that are less probable count only by their size.
        seen: room for a mark a block.
        in_element: room for two numbers a row.
        out: what is filled.
    """
    mass = sure = size = likely = most = most_sure = 0.0
    main = shapes = products = 0
    out[:] = 0
    seen[: survey.count] = 0
    set_rows(in_element, rows.count, 0)
    for block in range(survey.count):
        words = survey.counts[WORDS, block]
        size += words
        if kept[block, IN_PRODUCT] > 0:
            products += 1
        if p[block] < least:
            continue
        weight = p[block] * words
        mass += weight
        around = survey.around[1, block]
        in_element[around, 0] += weight
        most = max(most, in_element[around, 0])
        if p[block] > 0.8:
            sure += words
            in_element[around, 1] += words
            most_sure = max(most_sure, in_element[around, 1])
        if p[block] > 0.5:
            main += 1
        if p[block] > 0.1:
            likely += p[block]
        if p[block] > 0.3 and not seen[survey.group[block]]:
            seen[survey.group[block]] = 1
            shapes += 1
        if kept[block, AFTER_HEADING] == 0:
            out[KIND_COUNTS - 1] += weight
        at = KIND_COUNTS
        for each in range(MEANS):
            out[at + each] += weight * kept[block, each]
        at += MEANS
        for each in range(SHARES):
            if kept[block, MEANS + each] > 0:
                out[at + each] += weight
    total = mass + 1e-9
    for each in range(KIND_COUNTS - 1, len(out)):
        out[each] /= total
    out[0] = total
    out[1] = total / (size + 1)
    out[2] = main
    out[3] = likely
    out[4] = shapes
    out[5] = products
    out[6] = sure
    out[7] = sure / total
    out[8] = most / total
    out[9] = most_sure / (sure + 1e-9)
    return 0
