"""The methods of a document that divide its text and find it in the page."""

from maintext.blocks import Block, Gathered
from maintext.document.layout import Layout, searched_layout
from maintext.document.locator import Locator
from maintext.document.outline import Outline
from maintext.document.page_places import found_page, page_layout
from maintext.document.parts import within_limits_of
from maintext.document.text_records import Chunk, Citation, Fitted
from maintext.document.token_counters import Counter
from maintext.document.view import View
from maintext.support.budget import LimitReached
from maintext.support.cached_property import cached_property


class DividedText:
    """A text with its blocks and, unless it comes from a pickle, its page."""

    text: str
    url: str | None
    blocks: tuple[Block, ...]
    _view: View
    _placed_blocks: tuple[tuple[Block, ...], list[tuple[int, int, tuple[int, ...]]]]
    _gathered: Gathered

    def chunks(self, tokens: int = 512, overlap: int = 0, counter: Counter = "words") -> list[Chunk]:
        """The text in chunks along its structure, each of at most ``tokens``; if the time is over, the first ones.

        A chunk does not end within a paragraph, an item, a row of a table, a code block or a formula, unless that alone
        has more tokens.

        Args:
            tokens: the most tokens of a chunk, including its overlap.
            overlap: the most tokens that a chunk repeats from the end of the one before.
            counter: ``words`` (a Chinese or Japanese character is a word), ``characters``, ``tiktoken:NAME`` or
                ``tokenizers:NAME`` (extra ``chunks``), a tokenizer of these packages, or a function that counts.

        Raises:
            OptionError: an argument has a value that it cannot have.
        """
        try:
            with within_limits_of(self):
                return self._outline.chunks(tokens, overlap, counter)
        except LimitReached:
            return []

    def fit(self, tokens: int, counter: Counter = "words") -> Fitted:
        """The headline, the lead, then the sections in order, up to ``tokens`` tokens; and what was left out."""
        try:
            with within_limits_of(self):
                return self._outline.fit(tokens, counter)
        except LimitReached:
            return Fitted("", "", 0, ())

    def cite(self, start: int, stop: int) -> Citation:
        """Where ``text[start:stop]`` is in the page: bytes, element, nearest id, and a text fragment for a link."""
        return self._outline.cite(start, stop)

    @cached_property
    def _outline(self) -> Outline:
        page = found_page(self._view, self.text, self.blocks) if "_view" in self.__dict__ else None
        locator = Locator(self.text, self.url or "", self.blocks, self._layout, page)
        return Outline(self.text, self.blocks, self._layout, locator)

    @cached_property
    def _layout(self) -> Layout:
        """Where the blocks are in the text."""
        if "_view" not in self.__dict__ or self._has_bylines:
            return searched_layout(self.text, self.blocks)
        return page_layout(self._view.passage, self.text, self.blocks, self._placed_blocks[1], self._gathered)

    @property
    def _has_bylines(self) -> bool:
        return self._view.passage.options.bylines and self._view.passage.is_forum
