"""The one list of features: what the forests look at, group by group.

The compiled engine looks up the position of each feature by its name. Names are part of model files and are shown by
``explain``.
"""

from typing import Final, Literal, get_args

NAMED: Final = (
    "comment comments content post entry body footer modal faq product review reviews list item message author category"
).split()
"""Words in attributes that count on their own, because their meaning depends on the kind of page."""
LEVELS: Final = 4
"""How many elements around a block are looked at, each with more text than the one before."""
Kind = Literal["article", "forum", "product", "collection", "listing", "documentation", "service"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""``collection`` shows many products, ``listing`` many of anything else, ``service`` presents a company or an offer."""
AROUND: Final = "nav header footer aside article main section form td li pre figure figcaption button h1 h2 p".split()
"""Elements that are counted among the ancestors of a block."""
INNERMOST: Final = ("p", "div", "li", "td", "span", "a", "h1", "h2", "h3", "h4", "section", "article", "body")
CONTENTS: Final = ("img", "input", "a", "p", "button")
"""Elements that are counted inside the elements around a block."""
COUNTED: Final = ("p", "li", "article", "table", "h2", "h3", "a", "main", "blockquote", "pre")
SAYS: Final = ("article", "product", "forum", "list", "recipe", "service", "price")
"""What a page may declare in structured data."""

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
"""Siblings have the same parent and name; cards are siblings most of which contain a link, as teasers do."""
PROSE: Final = (
    *("prose before", "prose after", "blocks since prose"),
    *("share of prose element", "in prose element", "after prose element", "steps to prose element"),
    *("p value", "in p value element"),
)
"""The prose element is the element directly around blocks that has the most prose. P value: Lv et al. 2017."""
HEADLINE: Final = (
    *("title match", "after headline", "text after headline", "prose since headline", "headings since headline"),
    *("linked headings since headline", "links since headline", "level from headline"),
    *("common level", "steps below common", "headline below common", "share of common", "prose of common"),
    *("linked headings in common", "apart in common"),
)
"""Where a block is relative to the headline: the block that is most like a title of the page. The common element is the
smallest around both."""
TEASERS: Final = ("heading size", "since heading", "since linked title", "prose since linked title")
"""Headings and linked titles before a block: teasers have them."""
CONTAINER: Final = ("in container", "after container")
"""The container is the element with the most points for its paragraphs, as in Readability."""
OF_CONTAINER: Final = (
    *("headline match", "headline to container", "container share", "container prose", "container links"),
    *("container blocks", "second container"),
)
PAGE: Final = (
    *("page characters", "page blocks", "page link share", "page prose", "page prose characters", "page mean block"),
    *("page longest", "page wide share", "page digit share"),
    *(f"page {name}" for name in COUNTED),
    *(f"says {kind}" for kind in SAYS),
    *OF_CONTAINER,
)
CALLED: Final = ("names", "good names", "bad names", "own names", *(f"names {level}" for level in range(1, LEVELS)))
BEGUN: Final = (
    *("mean word", "bad words", "good words", "share of bad words"),
    *("mean word 1", "mean word 2", "mean word 3", "mean word +1", "heading word"),
)

_GROUPS: Final = (
    *(TEXT, PLACE, ELEMENTS, INSIDE, SURROUNDINGS, REPETITION, PROSE, HEADLINE, TEASERS, CONTAINER),
    *(PAGE, CALLED, BEGUN),
)
FIRST: Final = tuple(name for group in _GROUPS for name in group)
"""The features of the first stage."""

MEANS: Final = ("in li", "link share", "digit share", "img in level 1", "mean word", "link share 2")
"""Features whose mean over the main text is a feature of the kind of page."""
LOGARITHMS: Final = ("alike", "characters", "characters 1")
"""Features whose mean logarithm is."""
SHARES: Final = ("in p", "terminals", "named post", "named author", "named product", "in article")
"""Features of which the share of the main text that has them is."""
KEPT: Final = (*MEANS, *LOGARITHMS, *SHARES, "named comment", "named comments", "after heading")
"""Features that are kept after the first stage, for the kind of page and for the choice of blocks."""

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
"""The features of the second stage."""
_OF_PAGE: Final = CONTEXT[CONTEXT.index("main of page") :]
SHARED: Final = frozenset((*PAGE, *_OF_PAGE, "worth of best element", "share of best element"))
"""Features that are the same for all blocks of a page."""
CONFIDENCE: Final = (
    *("expected F1", "mean chosen p", "lowest chosen p", "doubtful share", "left out", "main words", "main share"),
    *("main blocks", *(f"p of {kind}" for kind in KINDS)),
    *("agrees with container", "agrees with p value", "longest run", "runs", "headline match", "second container"),
)
"""The features that predict how good the choice is: among them, how far two simple methods agree with it, and into how
many runs of blocks it falls."""

_OF_AN_AGE: Final = frozenset({"page table"})
"""Features that depend on when a page was made rather than on its kind: articles of 2005 use tables, as forums do."""
KIND_PAGE: Final = tuple(name for name in PAGE if name not in _OF_AN_AGE)
KIND_BLOCKS: Final = (
    *("main words", "main share", "main blocks", "likely blocks", "main shapes", "product blocks", "sure words"),
    *("sure share", "largest element", "largest sure element", "main headings"),
    *(f"main {name}" for name in (*MEANS, *LOGARITHMS, *SHARES)),
)
KIND_HEADLINE: Final = (
    *("has headline", "headline in h1", "page h1 blocks", "page headings", "linked share of headings"),
    *("prose after headline", "prose to next teaser", "text before headline", "container longest"),
    *("headline in container", "first prose", "prose around headline", "linked titles", "prose behind linked titles"),
)
KIND_DECLARED: Final = (
    *("says og article", "says og website", "says published", "has address"),
    *("address parts", "address digits", "address hyphens", "address is a file", "address has a query"),
)
"""The address is the one that the page declares as its own."""
_OF_SIZE: Final = frozenset(("page characters", "page blocks", "page longest", "page mean block", "page wide share"))
JUDGE: Final = tuple(name for name in (*KIND_PAGE, *KIND_HEADLINE, *KIND_DECLARED) if name not in _OF_SIZE)
"""The features of the judge: no words, and nothing that depends on how much text a script needs."""
GIVEN_ADDRESS: Final = (
    *("url length", "url parts", "url hyphens", "url digits", "url is bare", "url names a list", "url has a date"),
    *("url has a query", "url longest number", "url ends in a date", "url name length", "url is a file"),
)
"""What the address that the caller gives is like, for the judge."""
KIND_FEATURES: Final = (
    *KIND_PAGE,
    *KIND_HEADLINE,
    *KIND_DECLARED,
    *KIND_BLOCKS,
    *(f"names say {kind}" for kind in KINDS),
    *(f"words say {kind}" for kind in KINDS),
)
"""The features of the kind of page."""
