"""Random blocks for property tests of the formats."""

from collections.abc import Sequence
from typing import Literal

from hypothesis import strategies as st

from maintext.blocks import (
    Block,
    Break,
    Cell,
    Code,
    Container,
    Heading,
    Inline,
    ListItem,
    NoteReference,
    Paragraph,
    Picture,
    Rule,
    Style,
    Table,
    Text,
)

WORDS = st.text(
    st.sampled_from("ab1 .-+*_#>|`~[]()!<&;:\\=$ \"'é中。{}^%/?")
    | st.characters(exclude_characters="\0", exclude_categories=["Cs"]),
    min_size=1,
    max_size=25,
)
TEXTS = WORDS.map(lambda words: " ".join(words.split())).filter(bool)
ADDRESSES = st.sampled_from(["", "http://e.org/a_(b)?c=1&d=2", "x y.html", "#top", "http://e.org/ü|*_<>"])
STYLES = [
    Style.PLAIN, Style.STRONG, Style.EMPHASIS, Style.CODE, Style.DELETED, Style.MARKED, Style.SUPERSCRIPT,
    Style.STRONG | Style.EMPHASIS, Style.DELETED | Style.STRONG, Style.DELETED | Style.CODE, Style.KEY | Style.STRONG,
    Style.INSERTED | Style.DELETED, Style.SUBSCRIPT | Style.EMPHASIS,
]  # fmt: skip
RUNS = st.one_of(
    st.builds(Text, TEXTS, st.sampled_from(STYLES), ADDRESSES),
    st.builds(Picture, ADDRESSES.filter(bool), TEXTS),
)
CODES = st.text(st.sampled_from("ab `~\n<&#-*\t"), min_size=1, max_size=40).map(lambda text: text.strip("\n \t") or "x")


def _spaced(runs: Sequence[Inline]) -> tuple[Inline, ...]:
    """Runs with a blank between them, as on most pages."""
    return tuple(inline for run in runs for inline in (run, Text(" ")))[:-1]


LINES = st.lists(RUNS, min_size=1, max_size=4).map(_spaced)
KINDS: st.SearchStrategy[list[Literal["bullets", "numbers", "quote", "callout", "definitions"]]] = st.lists(
    st.sampled_from(["bullets", "numbers", "quote", "callout", "definitions"]), max_size=2
)


@st.composite
def containers(draw: st.DrawFn) -> tuple[tuple[Container, ...], ...]:
    """Containers of successive blocks in nested lists and quotes, in an order that a page can have."""
    sequence: list[tuple[Container, ...]] = []
    key = 0
    for _ in range(draw(st.integers(1, 6))):
        before = sequence[-1] if sequence else ()
        within = before[: draw(st.integers(0, len(before)))]
        while within and within[-1].kind in ("bullets", "numbers", "definitions"):
            within = within[:-1]
        for kind in draw(KINDS):
            key += 2
            within = (*within, Container(kind, key, label="note" if kind == "callout" else ""))
            if kind == "definitions":
                within = (*within, Container(draw(st.sampled_from(["term", "definition"])), key + 1))
            elif kind in ("bullets", "numbers"):
                within = (*within, Container("item", key + 1, checked=draw(st.sampled_from([None, True, False]))))
        sequence.append(within)
    return tuple(sequence)


@st.composite
def documents(draw: st.DrawFn) -> list[Block]:
    """Blocks of all kinds in lists and quotes."""
    blocks: list[Block] = []
    entered: set[int] = set()
    for within in draw(containers()):
        kind = draw(st.sampled_from(["text", "heading", "code", "table", "rule"]))
        is_item = bool(within) and within[-1].kind == "item" and within[-1].key not in entered
        entered |= {container.key for container in within}
        if kind == "heading":
            blocks.append(Heading(draw(st.integers(1, 6)), draw(LINES), within))
        elif kind == "code":
            blocks.append(Code(draw(CODES), draw(st.sampled_from(["", "python"])), within))
        elif kind == "table":
            rows = draw(st.lists(st.tuples(LINES, LINES), min_size=1, max_size=3))
            cells = tuple(tuple(Cell(inlines) for inlines in row) for row in rows)
            blocks.append(Table(cells, draw(st.integers(0, 1)), (), within))
        elif kind == "rule":
            blocks.append(Rule(within))
        elif is_item:
            blocks.append(ListItem(draw(LINES), within))
        else:
            blocks.append(Paragraph((*draw(LINES), Break(), *draw(LINES)), within))
    if draw(st.booleans()):
        note = (Container("note", 900, label="a1"),)
        blocks.append(Paragraph((Text("see"), NoteReference("a1"), *draw(LINES))))
        blocks += [Paragraph(draw(LINES), note), Paragraph(draw(LINES), note)]
    return blocks
