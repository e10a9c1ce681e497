"""Copies of labelled pages with many times their text, because few labelled pages are long.

The paragraphs of other articles and manuals are put behind those of a page. Some copies have speakers' lines in
between, as transcripts and interviews do.
"""

import copy
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from maintext.data import LabelledPage
from maintext.support.extras import needed
from maintext.train.page_trees import Element, PageTree, Sizes, visible, without_scripts
from maintext.train.short_copies import finished

_LENGTH: Final = (12_000, 120_000)
"""Characters of a copy, drawn evenly by their logarithm."""
_MOST_DONORS: Final = 60
_DONOR_CHARACTERS: Final = 1_500
_DONOR_PARTS: Final = 3
_SPEAKERS, _MASKED = 0.25, 0.3
"""How often each change is made."""
_SPEAKER_TAGS: Final = ("p", "div", "b", "strong", "dt", "h4", "span")
_NOT_CONTAINERS: Final = frozenset("p h1 span a li td tr tbody".split())


@dataclass(frozen=True, eq=False, slots=True)
class Donor:
    """The parts of a page that are for the most part main text, with that text."""

    parts: tuple[tuple[Element, str], ...]
    characters: int


def container_of(tree: PageTree, sizes: dict[Element, Sizes]) -> Element:
    """The element that contains most of the main text, as one with paragraphs inside."""
    container = tree.smallest(0.8, sizes)
    while container.tag in _NOT_CONTAINERS and container.getparent() is not None:
        container = container.getparent()
    return container


def donor_of(tree: PageTree, sizes: dict[Element, Sizes]) -> Donor | None:
    """What a page can add to others, None if that is little."""
    container = container_of(tree, sizes)
    texts: dict[Element, list[str]] = {
        child: [] for child in container if 2 * sizes[child].main >= max(1, sizes[child].characters)
    }
    for run in tree.runs:
        if run.is_main:
            child = _child_around(run.owner, container)
            if child is not None and child in texts:
                texts[child].append(" ".join(run.text.split()))
    parts = []
    for child, lines in texts.items():
        part = without_scripts(copy.deepcopy(child))
        part.tail = None
        parts.append((part, "\n".join(lines)))
    characters = sum(visible(text) for _, text in parts)
    enough = characters >= _DONOR_CHARACTERS and len(parts) >= _DONOR_PARTS
    return Donor(tuple(parts), characters) if enough else None


def _child_around(element: Element, container: Element) -> Element | None:
    """The child of the container that an element is in."""
    while element is not None:
        above = element.getparent()
        if above is container:
            return element
        element = above
    return None


def long_copy(page: LabelledPage, tree: PageTree, donors: Sequence[Donor], draw: random.Random) -> LabelledPage:
    """A copy of a page with the text of others behind its own; ``donors`` are other pages of its fold."""
    sizes = tree.sizes()
    container = container_of(tree, sizes)
    wanted = math.exp(draw.uniform(math.log(_LENGTH[0]), math.log(_LENGTH[1])))
    by_length = draw.random() < 0.5
    weights = [donor.characters if by_length else 1 for donor in donors]
    last = max((at for at, child in enumerate(container) if sizes[child].main), default=len(container) - 1)
    lines = [tree.main_text]
    length = visible(lines[0])
    speaker = _Speaker(lines[0], draw) if draw.random() < _SPEAKERS else None
    for donor in draw.choices(donors, weights, k=_MOST_DONORS):
        if length >= wanted:
            break
        for part, text in donor.parts:
            line = speaker.line() if speaker else None
            for added, content in ([line] if line else []) + [(copy.deepcopy(part), text)]:
                last += 1
                container.insert(last, added)
                lines.append(content)
                length += visible(content)
    return finished(page, tree, "\n".join(lines), draw, _MASKED)


class _Speaker:
    """Makes the lines before every, every second or every third part of a long text."""

    def __init__(self, text: str, draw: random.Random) -> None:
        words = [word for word in text.split() if word.isalpha()] or ["A", "B"]
        self._names = [" ".join(draw.choice(words).upper() for _ in range(2)) + ":" for _ in range(3)]
        self._draw, self._tag, self._every = draw, draw.choice(_SPEAKER_TAGS), draw.choice((1, 2, 3))
        self._shows_time = draw.random() < 0.5
        self._count = self._seconds = 0

    def line(self) -> tuple[Element, str] | None:
        """The next line, None where there is none."""
        self._count += 1
        self._seconds += self._draw.randint(5, 90)
        if self._count % self._every:
            return None
        time = f"[{self._seconds // 3600:02}:{self._seconds // 60 % 60:02}:{self._seconds % 60:02}]"
        text = time if self._shows_time else self._draw.choice(self._names)
        element = needed("lxml.html", extra="train", user="training the learned method").Element(self._tag)
        element.text = text
        return element, text
