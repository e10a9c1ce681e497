"""Maximum subsequence (MSS).

J. Pasternack, D. Roth, "Extracting article text from the Web with maximum subsequence segmentation", 2009.

The page is a sequence of tokens: words and tags, each with a score. The contiguous run of tokens with the largest sum
is the main text, found in one pass.

- Fixed scores: a word scores ``word``, a tag ``tag``, which is negative.
- Trained scores, if there is a ``model``: naive Bayes on the trigram that begins with a token and on the innermost
  element around it gives the probability that the token is main text; its score is that probability less 0.5. See
  ``token_model``. No model comes with the package: on other sites it is hardly better than the fixed scores.

Our choices where the paper says nothing:

- A word is a run of letters and digits; each Chinese, Japanese or Korean character is one. With ``marks``, each other
  visible character (punctuation, signs) has the fixed score of a word, which is better on most pages.
- Only tags of visible elements in the body count. Fixed scores are for tags that are in the markup, trained ones for
  those of the tree, so that an end tag that was left out makes no difference to a trigram.
- A run begins and ends at tags. With fixed scores the best one always does: all words between two tags score the same.
- Of equal sums the run that ends first wins, and of those with the same end the longest one.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from maintext.algorithms._methods import best_run
from maintext.algorithms.quantities import (
    ColumnsOnAccess,
    Floats,
    TextDetails,
    moved_to_texts,
    rows_with_text,
    shown_characters,
    shown_rows,
    sum_by_owner,
    sums_by,
    tags_before_segments,
    tokens_of_segments,
)
from maintext.algorithms.token_model import PageTokens, TokenModel
from maintext.errors import OptionError, check_fields
from maintext.selection import Column, Selection, Series, nothing
from maintext.table import Mask, PageTable


@dataclass(frozen=True, slots=True)
class MaxSubsequence:
    """The run of tokens with the largest sum of scores."""

    name: ClassVar[str] = "max-subsequence"
    word: float = 1.0
    tag: float = -3.25
    marks: bool = True
    model: TokenModel | None = None
    """From ``maintext train max-subsequence``: scores each token instead of ``word`` and ``tag``."""

    def __post_init__(self) -> None:
        """Raise ``OptionError`` for a value of the wrong type, or scores that choose all or nothing."""
        check_fields(self)
        if not (self.word > 0 >= self.tag):
            raise OptionError(f"word must be above 0 and tag at most 0, not {self.word!r} and {self.tag!r}")

    def select(self, table: PageTable) -> Selection:
        """The text in the best run."""
        is_shown = shown_characters(table) > 0
        if not is_shown.any():
            return nothing(table, "the page has no text")
        scored = _trained(table, is_shown, self.model) if self.model else self._fixed(table, is_shown)
        words, tags, text_score, tag_score = scored
        first, last, score = best_run(text_score, tag_score)
        quantities = ColumnsOnAccess(
            {
                "words": lambda: sum_by_owner(table, words),
                "tags": lambda: sum_by_owner(table, tags),
                "score": lambda: sum_by_owner(table, text_score + tag_score),
            }
        )
        if score <= 0:
            reason = "no run of words is likely to be main text" if self.model else "the page has no words"
            return nothing(table, reason, 0.0, rows_with_text(table), quantities)
        keep = np.zeros(len(is_shown), dtype=bool)
        keep[first : last + 1] = True
        keep &= is_shown

        def series() -> Series:
            """The texts that are visible."""
            score_of_both = text_score + tag_score
            columns = {"words": words, "tags": tags, "sum": np.cumsum(score_of_both), "score": score_of_both}
            found = {name: column[is_shown] for name, column in columns.items()}
            return Series("text", found, keep[is_shown], table.segment_owner[is_shown])

        return Selection(keep, score, "", TextDetails(table, keep, quantities, series))

    def _fixed(self, table: PageTable, is_shown: Mask) -> tuple[Column, Column, Floats, Floats]:
        """By segment: its words, the tags since the last text, and the scores of both."""
        words = tokens_of_segments(table, self.marks) * is_shown
        tags = moved_to_texts(tags_before_segments(table, shown_rows(table)), is_shown)
        return words, tags, np.multiply(words, float(self.word)), float(self.tag) * tags


def _trained(table: PageTable, is_shown: Mask, model: TokenModel) -> tuple[Column, Column, Floats, Floats]:
    """By segment: its words, the tags since the last text, and the scores of both."""
    tokens = PageTokens.of(table)
    scores = model.scores(tokens)
    size = len(is_shown) + 1
    at_word, at_tag = tokens.segment[~tokens.is_tag], tokens.segment[tokens.is_tag]
    words = np.bincount(at_word, minlength=size)[:-1].astype(np.int64)
    tags = np.bincount(at_tag, minlength=size).astype(np.int64)
    of_words = sums_by(at_word, scores[~tokens.is_tag], size)[:-1]
    of_tags = sums_by(at_tag, scores[tokens.is_tag], size)
    return words, moved_to_texts(tags, is_shown), of_words, moved_to_texts(of_tags, is_shown)
