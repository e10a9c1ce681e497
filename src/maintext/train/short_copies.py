"""Copies of labelled pages with what misleads on news sites: a short article among teasers or comments of others.

An article is cut short, fragments of other pages are put beside it, and half of all pages are written in letters that
no vocabulary knows. Pages of other kinds are only written in other letters or stripped of names; otherwise the model
would learn that whatever was made is an article.
"""

import copy
import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from maintext.data import LabelledPage
from maintext.train.page_trees import (
    Element,
    PageTree,
    Run,
    Sizes,
    markup,
    other_letters,
    replace_letters,
    take_out_names,
    visible,
    without_scripts,
)

_CUT, _GRAFT, _SECOND_GRAFT, _NAMELESS, _MASKED = 0.5, 0.75, 1 / 3, 0.15, 0.5
"""How often each change is made."""
_BUDGET: Final = (250, 1_600)
"""Characters that a cut article keeps, drawn evenly by their logarithm."""
_MUCH: Final = 1.3
"""An article that is not longer than this many times the budget is not cut."""
_FRAGMENT: Final = (1_500, 9_000)
_TEASERS: Final = (500, 20_000)
_LITTLE: Final = 300
"""Teasers with fewer characters outside links are drawn half as often."""
_PLACES: Final = (("inside", 0.2), ("before", 0.15), ("after", 0.4), ("in parent", 0.125), ("after parent", 0.125))
_CONTENTS: Final = ("img", "picture", "video", "audio", "iframe", "embed", "object", "svg", "form", "input", "canvas")


@dataclass(frozen=True, eq=False, slots=True)
class Fragment:
    """A part of a page that may stand beside the article of another."""

    element: Element
    weight: float


def fragment_of(tree: PageTree, kind: str, sizes: dict[Element, Sizes]) -> Fragment | None:
    """The part of a page to put on others: its list, its posts, or its teasers for other pages."""
    if kind in {"listing", "collection"}:
        return Fragment(_detached(tree.smallest(0.7, sizes)), 2)
    if kind == "forum":
        return Fragment(_detached(tree.smallest(0.6, sizes)), 4)
    best, most = None, -1
    for element in tree.body.iter():
        size = sizes[element]
        if size.main or not _TEASERS[0] <= size.characters <= _TEASERS[1] or size.characters - size.linked <= most:
            continue
        if _is_list(element, sizes):
            best, most = element, size.characters - size.linked
    return None if best is None else Fragment(_detached(best), 0.5 if most < _LITTLE else 1)


def _is_list(element: Element, sizes: dict[Element, Sizes]) -> bool:
    """Whether an element has at least three children alike, most of them with a link."""
    children = [child for child in element if isinstance(child.tag, str)]
    shapes = Counter((child.tag, child.get("class")) for child in children)
    if not shapes:
        return False
    shape, count = shapes.most_common(1)[0]
    alike = [child for child in children if (child.tag, child.get("class")) == shape]
    return count >= 3 and sum(sizes[child].links > 0 for child in alike) >= 0.7 * count


def _detached(element: Element) -> Element:
    found = without_scripts(copy.deepcopy(element))
    if found.tag == "body":
        found.tag = "div"
    found.tail = None
    return found


def short_copy(page: LabelledPage, tree: PageTree, fragments: Sequence[Fragment], draw: random.Random) -> LabelledPage:
    """A changed copy of a page; ``fragments`` are those of other pages of its fold."""
    if page.type == "article":
        if draw.random() < _CUT:
            _cut(tree, draw)
        if fragments and draw.random() < _GRAFT:
            for _ in range(2 if draw.random() < _SECOND_GRAFT else 1):
                _graft(tree, fragments, draw)
    text = tree.main_text
    return finished(page, tree, text, draw, _MASKED)


def finished(page: LabelledPage, tree: PageTree, text: str, draw: random.Random, masked: float) -> LabelledPage:
    """The copy as a labelled page, sometimes without names and in other letters."""
    if draw.random() < _NAMELESS:
        take_out_names(tree.root)
    if draw.random() < masked:
        letters = other_letters(draw)
        replace_letters(tree.root, letters)
        text = text.translate(letters)
    return replace(page, html=markup(tree.root), text=text)


def _cut(tree: PageTree, draw: random.Random) -> None:
    """Take out the marked text beyond a drawn number of characters, and elements that are empty then."""
    budget = math.exp(draw.uniform(math.log(_BUDGET[0]), math.log(_BUDGET[1])))
    main = [run for run in tree.runs if run.is_main]
    if sum(visible(run.text) for run in main) < _MUCH * budget:
        return
    used = 0
    gone: list[Run] = []
    for run in main:
        if used > budget:
            gone.append(run)
        used += visible(run.text)
    owners = [run.owner for run in gone]
    for run in gone:
        run.clear()
    taken = {id(run) for run in gone}
    tree.runs = [run for run in tree.runs if id(run) not in taken]
    for owner in owners:
        _drop_empty(owner, tree.body)


def _drop_empty(element: Element, body: Element) -> None:
    """Take out an element that shows nothing any more, then those around it."""
    while element is not None and element is not body and element.getparent() is not None:
        if visible("".join(element.itertext())) or next(element.iter(*_CONTENTS), None) is not None:
            return
        above = element.getparent()
        tail = element.tail
        if tail and tail.strip():
            return
        above.remove(element)
        element = above


def _graft(tree: PageTree, fragments: Sequence[Fragment], draw: random.Random) -> None:
    """Put a part of another page beside the marked text."""
    drawn = draw.choices(fragments, [each.weight for each in fragments])[0]
    part = copy.deepcopy(drawn.element)
    _shorten(part, draw.uniform(*_FRAGMENT))
    container = tree.smallest(0.8, tree.sizes())
    place = draw.choices([name for name, _ in _PLACES], [share for _, share in _PLACES])[0]
    above = container.getparent()
    if place == "inside" or container is tree.body or above is None:
        container.append(part)
    elif place == "before":
        container.addprevious(part)
    elif place == "after":
        container.addnext(part)
    elif place == "in parent" or above is tree.body:
        above.append(part)
    else:
        above.addnext(part)


def _shorten(element: Element, characters: float) -> None:
    """Take out the last children of an element until it is short enough."""
    while visible("".join(element.itertext())) > characters:
        if len(element) > 1:
            element.remove(element[-1])
        elif len(element) == 1:
            element = element[0]
        else:
            return
