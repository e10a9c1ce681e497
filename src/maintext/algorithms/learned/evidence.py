"""A page as the learned method first sees it: all that does not depend on a model."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from maintext.algorithms.learned.blocks import Blocks
from maintext.algorithms.learned.columns import FIRST_WORDS, KEPT, SAYS, SECOND
from maintext.algorithms.learned.loops import features, lexicon, page, said, wording
from maintext.algorithms.learned.loops.state import Known, Rows, Survey, Values, Words
from maintext.algorithms.learned.names import hash_word, table_size
from maintext.algorithms.learned.vocabulary import Floats, Vocabulary
from maintext.table import Mask, PageTable

Matrix = NDArray[np.float32]

_TYPES: Final = {
    "article": "NewsArticle Article BlogPosting",
    "product": "Product",
    "forum": "DiscussionForumPosting QAPage",
    "list": "ItemList CollectionPage",
    "recipe": "Recipe HowTo FAQPage",
    "service": "Service LocalBusiness SoftwareApplication",
    "price": "price",
}
"""What a page may call itself in structured data, by what that says of it."""
_SAYING: Final = [
    (hash_word(name.lower()), 1 << SAYS.index(kind)) for kind, names in _TYPES.items() for name in names.split()
]
SAYING_KEYS: Final = np.array([key for key, _ in _SAYING], dtype=np.uint64)
SAYING_BITS: Final = np.array([bit for _, bit in _SAYING], dtype=np.intc)
_NO_SLOTS: Final = np.zeros(1, dtype=np.uint64)
_KEPT_AT: Final = [SECOND.index(name) for name in KEPT]


@dataclass(frozen=True, eq=False, slots=True)
class Evidence:
    """The blocks of a page with their features."""

    table: PageTable
    blocks: Blocks
    rows: Rows
    survey: Survey
    values: Values
    """The values of attributes that name things, and the rows that have them."""
    names: Words
    """Words of these values."""
    words: Words
    """The first words of all blocks, and the blocks that have them."""
    features: Matrix
    """A row a feature of the second stage, a column a block. What depends on a model is filled in when it is asked."""

    @property
    def in_comments(self) -> Mask:
        """Blocks that stand where the page's author put readers' comments."""
        inside: Mask = (self.column("named comment") > 0) | (self.column("named comments") > 0)
        return inside

    @property
    def kept(self) -> Matrix:
        """The features that are asked again after the first stage, a row a block."""
        return np.ascontiguousarray(self.features[_KEPT_AT].T)

    def column(self, name: str) -> Floats:
        """A feature of all blocks."""
        values: Floats = self.features[SECOND.index(name)]
        return values


def survey_of(table: PageTable) -> tuple[Rows, Survey]:
    """The columns of a page, and its blocks, of which nothing but their number is known yet."""
    rows, survey = Rows(table), Survey()
    survey.begin(rows.count, rows.segments)
    page.part_into_blocks(rows, survey)
    return rows, survey


def evidence_of(table: PageTable, surveyed: tuple[Rows, Survey] | None = None) -> Evidence:
    """All that can be told of the blocks of a page, whose survey may have been made before."""
    rows, survey = surveyed or survey_of(table)
    count = survey.count
    survey.make_block_room(count)
    values, names, words = Values(), Words(), Words()
    values.begin(rows.count)
    names.begin(page.names_at_most(rows))
    words.begin(FIRST_WORDS * count)
    filled = np.empty((len(SECOND), count), dtype=np.float32)
    if count:
        page.describe_rows(rows, survey, values, names, None, _NO_SLOTS)
        page.describe_blocks(rows, survey, words, None, _NO_SLOTS)
        says = said.types_of(rows, SAYING_KEYS, SAYING_BITS)
        page.add_up(rows, survey)
        room = table_size(max(len(table), count))
        page.number_groups(rows, survey, np.empty(room, dtype=np.intc), room)
        course = features.Course()
        features.begin(rows, survey, says, course)
        features.fill(rows, survey, course, 0, count, filled)
        features.fill_page(course, count, filled)
    blocks = Blocks(
        of_segment=survey.of_segment_array,
        first=survey.first_array[:count],
        last=survey.last_array[:count],
        owner=survey.owner_array,
        row=survey.row_array,
        characters=survey.counts_array[7],
        words=survey.counts_array[5],
        around=survey.around_array,
    )
    return Evidence(table, blocks, rows, survey, values, names, words, filled)


def fill_vocabulary(evidence: Evidence, names: Vocabulary, words: Vocabulary) -> tuple[Floats, Floats]:
    """Fill in what the vocabularies say of each block; gives what they say of the kind of page."""
    rows, survey, filled = evidence.rows, evidence.survey, evidence.features
    named, begun = names.known(evidence.names), words.known(evidence.words)
    count, elements = len(evidence.blocks), len(evidence.table)
    path = np.empty((elements, 3), dtype=np.float32)
    wording.begin_names(rows, survey, evidence.values, named, names.weight, path)
    wording.fill_names(rows, survey, path, 0, count, filled)
    of_block = np.empty((count, 4), dtype=np.float32)
    sums = np.empty((elements, 2), dtype=np.float32)
    course = features.Course()
    wording.begin_words(rows, survey, begun, words.weight, of_block, sums)
    wording.fill_words(survey, of_block, sums, course, 0, count, filled)
    return _kinds(named, names), _kinds(begun, words)


def _kinds(known: Known, vocabulary: Vocabulary) -> Floats:
    total = np.empty(vocabulary.kinds.shape[1], dtype=np.float32)
    lexicon.add_kinds(known, vocabulary.kinds, np.empty(len(vocabulary.words), dtype=np.uint8), total)
    return total
