"""The features that moved a block's probability, in words that need no knowledge of the method."""

import re
from typing import Final

_FEATURE: Final = re.compile(r"(?:^|, )(.+?) (-?[\d.]+(?:e[+-]?\d+)?|nan|-?inf) \(([+-][\d.]+)\)")
_THEMES: Final = (
    (r"link share.*|a in level.*|cards", "it has few links", "it has many links"),
    (r"p", "by itself it looks like main text", "by itself it does not look like main text"),
    (
        r"p [+-]1|.*\bp (?:of|within|beside).*|mean p.*|.*main.*|.*best element.*|p beside.*|(?:after|before) .*",
        "the text around it looks like main text",
        "the text around it does not look like main text",
    ),
    (r".*names.*|named .*", "its class or id is one of main text", "its class or id is one of other parts"),
    (
        r"(?:bad|good) words|mean word.*|heading word|share of bad words",
        "its words are those of texts",
        "its words are those of menus, adverts or notes",
    ),
    (
        r"in .*|element|parent element|hidden|.* in level .*",
        "it is in an element for text",
        "it is in an element for other things",
    ),
    (
        r"place.*|number.*|depth|text after.*",
        "its place on the page is that of main text",
        "its place on the page is not that of main text",
    ),
    (
        r"page .*|says .*|p of .*|expected.*|highest.*|lowest.*",
        "pages of this kind have such text",
        "pages of this kind rarely have such text",
    ),
    (
        r"alike|.* of alike|twins|siblings.*|.*sibling.*",
        "there are few elements like it",
        "there are many elements like it",
    ),
    (r".*", "it reads like running text", "it does not read like running text"),
)
"""Names of features, and what it means that they speak for main text or against it. The first that fits counts."""
_SHOWN: Final = 3
"""Reasons for one block."""
_PATTERNS: Final = tuple((re.compile(pattern), good, bad) for pattern, good, bad in _THEMES)


def reasons_of(because: str) -> list[str]:
    """The strongest reasons in words, each with its effect: above 0 for main text, below 0 against it."""
    effects: dict[tuple[str, str], float] = {}
    for name, _, effect in _FEATURE.findall(because):
        theme = next((good, bad) for pattern, good, bad in _PATTERNS if pattern.fullmatch(name))
        effects[theme] = effects.get(theme, 0.0) + float(effect)
    ranked = sorted(effects.items(), key=lambda pair: -abs(pair[1]))
    return [f"{moved:+.1f} {good if moved >= 0 else bad}" for (good, bad), moved in ranked[:_SHOWN]]
