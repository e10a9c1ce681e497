"""The text of a document divided: chunks for models, what fits into a budget, and citations."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from maintext.blocks.records import Block, Heading
from maintext.document.block_parts import BlockParts
from maintext.document.chunk_units import Unit, units_of
from maintext.document.chunks import ranges_of
from maintext.document.layout import Layout
from maintext.document.locator import Locator
from maintext.document.text_records import Chunk, Citation, Fitted, LeftOut
from maintext.document.token_counters import Counter, counting
from maintext.errors import OptionError, check_type
from maintext.formats import to_markdown
from maintext.support.budget import is_over


@dataclass(frozen=True, eq=False)
class Outline:
    """A text, its blocks, where they are in it, and where both are in the page."""

    text: str
    blocks: Sequence[Block]
    layout: Layout
    locator: Locator

    def cite(self, start: int, stop: int) -> Citation:
        """Where a range of the text is in the page."""
        check_type("start", start, int)
        check_type("stop", stop, int)
        if not 0 <= start < stop <= len(self.text):
            raise OptionError(f"start and stop must be a range of the text, which has {len(self.text)} characters")
        return self.locator.citations([(start, stop)])[0]

    def chunks(self, tokens: int, overlap: int, counter: Counter) -> list[Chunk]:
        """The text in chunks."""
        _check_budget(tokens)
        check_type("overlap", overlap, int)
        if not 0 <= overlap < tokens:
            raise OptionError(f"overlap must be 0 or more and less than tokens, not {overlap}")
        count = counting(counter)
        units = units_of(self.text, self.blocks, self.layout, lambda piece: count(piece) <= tokens - overlap)
        found = []
        for each in ranges_of(self.text, units, tokens, overlap, count):
            if is_over():
                break
            found.append(each)
        citations = self.locator.citations([(each.start, each.stop) for each in found])
        parts = BlockParts(self.text, self.blocks, self.layout)
        chunks: list[Chunk] = []
        for each, cited in zip(found, citations, strict=True):
            if is_over():
                break
            markdown = to_markdown(parts.between(each.start, each.stop))
            place = (cited.span, cited.path, cited.xpath, cited.anchor)
            chunks.append(
                Chunk(cited.text, markdown, each.headings, each.start, each.stop, each.tokens, cited.link, *place)
            )
        return chunks

    def fit(self, tokens: int, counter: Counter) -> Fitted:
        """The headline, the lead, and as many sections as fit."""
        _check_budget(tokens)
        count = counting(counter)
        first = self.blocks[0] if self.blocks else None
        headline = first.text if isinstance(first, Heading) and first.level == 1 else ""
        if not headline or self.text.startswith(headline):
            headline = ""
        before = f"{headline}\n" if headline and count(headline) <= tokens else ""
        left = max(1, tokens - count(before)) if before else tokens
        units = units_of(self.text, self.blocks, self.layout, lambda piece: count(piece) <= left)
        number = _most_units(before, self.text, units, tokens, count)
        stop = units[number - 1].stop if number else 0
        text = (before + self.text[:stop]).rstrip("\n")
        shown = (
            BlockParts(self.text, self.blocks, self.layout).between(0, stop) if number else self.blocks[: bool(before)]
        )
        return Fitted(text, to_markdown(shown), count(text) if text else 0, _left_out(self.text, units, number, count))


def _check_budget(tokens: int) -> None:
    check_type("tokens", tokens, int)
    if tokens < 1:
        raise OptionError(f"tokens must be 1 or more, not {tokens}")


def _most_units(before: str, text: str, units: Sequence[Unit], tokens: int, count: Callable[[str], int]) -> int:
    """The number of pieces that fit, found by halving; a heading is not the last of them."""
    low, high = 0, len(units)
    while low < high:
        middle = (low + high + 1) // 2
        if count(before + text[: units[middle - 1].stop]) <= tokens:
            low = middle
        else:
            high = middle - 1
    while 0 < low < len(units) and units[low - 1].is_heading:
        low -= 1
    return low


def _left_out(text: str, units: Sequence[Unit], number: int, count: Callable[[str], int]) -> tuple[LeftOut, ...]:
    """What the pieces from a number on are about."""
    shown = {unit.headings for unit in units[:number] if not unit.is_heading}
    parts = []
    for headings, group in groupby(units[number:], key=lambda unit: unit.headings):
        pieces = list(group)
        tokens = count(text[pieces[0].start : pieces[-1].stop])
        parts.append(LeftOut(headings, tokens, headings not in shown))
    return tuple(parts)
