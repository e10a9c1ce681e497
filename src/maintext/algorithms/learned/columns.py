"""The names of the features, group by group in the order in which ``loops`` fills them."""

from typing import Final

from maintext.algorithms.learned.names import NAMED

LEVELS: Final = 4
"""So many elements around a block are looked at, each holding more text than the one before."""
FIRST_WORDS: Final = 12
"""So many words of a block, the first ones, are looked up: they tell as much as more of them."""
LINKED: Final = 0.9
"""A block with this share of its characters in links is a link."""
KINDS: Final = ("article", "forum", "product", "collection", "listing", "documentation", "service")
"""``collection`` shows many products, ``listing`` many of anything else, ``service`` presents a firm or an offer."""
AROUND: Final = "nav header footer aside article main section form td li pre figure figcaption button h1 h2 p".split()
"""Elements of which it matters whether, and how often, a block stands in one."""
INNERMOST: Final = ("p", "div", "li", "td", "span", "a", "h1", "h2", "h3", "h4", "section", "article", "body")
CONTENTS: Final = ("img", "input", "a", "p", "button")
"""Elements that are counted in what is around a block."""
COUNTED: Final = ("p", "li", "article", "table", "h2", "h3", "a", "main", "blockquote", "pre")
SAYS: Final = ("article", "product", "forum", "list", "recipe", "service", "price")
"""What a page may say of itself in structured data."""

TEXT: Final = (
    *("characters", "link share", "terminals", "commas", "digit share", "upper share"),
    *("ends a sentence", "words", "word length"),
)
PLACE: Final = (
    *("place", "place in text", "number", "number from end", "after h1", "text after h1", "after heading", "depth"),
    *("element", "parent element"),
)
ELEMENTS: Final = (*(f"in {name}" for name in AROUND), *(f"named {name}" for name in NAMED), "hidden")
INSIDE: Final = tuple(f"{name} in level {level}" for level in range(3) for name in CONTENTS)
_LEVEL: Final = (
    *("characters", "share of page", "link share", "prose", "share of prose", "density", "element", "part of level"),
    *("place in level", "blocks", "mean block", "terminal share"),
)
SURROUNDINGS: Final = tuple(f"{name} {level}" for level in range(LEVELS) for name in _LEVEL)
REPETITION: Final = (
    *("alike", "mean of alike", "link share of alike", "sentences of alike", "share of alike", "twins"),
    *(f"{name} {level}" for level in range(4) for name in ("siblings", "mean sibling", "link share of siblings")),
    *("cards", "link share of cards"),
)
"""Siblings are elements of the same name; cards are those of which most have a link, as teasers do."""
PROSE: Final = (
    *("prose before", "prose after", "blocks since prose"),
    *("share of prose element", "in prose element", "after prose element", "steps to prose element"),
    *("p value", "in p value element"),
)
"""The prose element is the one right around a block that has the most prose; the P value is that of Lv et al. 2017."""
PAGE: Final = (
    *("page characters", "page blocks", "page link share", "page prose", "page prose characters", "page mean block"),
    *("page longest", "page wide share", "page digit share"),
    *(f"page {name}" for name in COUNTED),
    *(f"says {kind}" for kind in SAYS),
)
CALLED: Final = ("names", "good names", "bad names", "own names", *(f"names {level}" for level in range(1, LEVELS)))
BEGUN: Final = (
    *("mean word", "bad words", "good words", "share of bad words"),
    *("mean word 1", "mean word 2", "mean word 3", "mean word +1", "heading word"),
)

_GROUPS: Final = (TEXT, PLACE, ELEMENTS, INSIDE, SURROUNDINGS, REPETITION, PROSE, PAGE, CALLED, BEGUN)
FIRST: Final = tuple(name for group in _GROUPS for name in group)
"""What the first stage looks at."""
OFFSETS: Final = tuple(sum(map(len, _GROUPS[:number])) for number in range(len(_GROUPS)))
"""Where each group begins."""

MEANS: Final = ("in li", "link share", "digit share", "img in level 1", "mean word", "link share 2")
"""Features of which the mean over the main text tells the kind of page."""
LOGARITHMS: Final = ("alike", "characters", "characters 1")
"""Features of which the mean of the logarithm does."""
SHARES: Final = ("in p", "terminals", "named post", "named author", "named product", "in article")
"""Features of which it does how much of the main text has one."""
KEPT: Final = (*MEANS, *LOGARITHMS, *SHARES, "named comment", "named comments", "after heading")
"""What is asked again after the first stage, for the kind of page and for the choice."""

_AROUND_P: Final = ("main in level", "part of main", "mean p", "p beside")
CONTEXT: Final = (
    *("p", "p +1", "p -1"),
    *(f"{name} {level}" for level in range(LEVELS) for name in _AROUND_P),
    *("in best element", "worth of best element", "share of best element"),
    *("p of alike", "mean p of alike", "p of others alike"),
    *("main before", "main after", "p within 3", "p within 8", "p within 20"),
    *("after first", "before last", "after likely", "before likely"),
    *("main of page", "main characters", "highest p", "lowest chosen p", "expected F1"),
    *(f"p of {kind}" for kind in KINDS),
)
SECOND: Final = FIRST + CONTEXT
"""What the second stage looks at."""
_OF_PAGE: Final = CONTEXT[CONTEXT.index("main of page") :]
SHARED: Final = frozenset((*PAGE, *_OF_PAGE, "worth of best element", "share of best element"))
"""Features that all blocks of a page have in common."""
CONFIDENCE: Final = (
    *("expected F1", "mean chosen p", "lowest chosen p", "doubtful share", "left out", "main words", "main share"),
    *("main blocks", *(f"p of {kind}" for kind in KINDS)),
)
"""What tells how good the choice will be."""
