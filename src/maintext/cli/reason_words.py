"""The features that moved a block's probability, in words that need no knowledge of the method."""

import re
from typing import Final

_FEATURE: Final = re.compile(r"(?:^|, )(.+?) (-?[\d.]+(?:e[+-]?\d+)?|nan|-?inf) \(([+-][\d.]+)\)")
_THEMES: Final = (
    (r"link share.*|a in level.*|cards", "has few links", "has many links"),
    (
        r"p|p [+-]1|.*\bp (?:of|within|beside).*|mean p.*|.*main.*|.*best element.*|p beside.*|(?:after|before) .*",
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
    (r"place.*|number.*|depth|text after.*", "its place on the page", "its place on the page"),
    (r"page .*|says .*|p of .*|expected.*|highest.*|lowest.*", "the kind of page", "the kind of page"),
    (
        r"alike|.* of alike|twins|siblings.*|.*sibling.*",
        "there are few elements like it",
        "there are many elements like it",
    ),
    (r".*", "it reads like running text", "it does not read like running text"),
)
"""Names of features, and what it means that they speak for main text or against it. The first that fits counts."""
_PATTERNS: Final = tuple((re.compile(pattern), good, bad) for pattern, good, bad in _THEMES)


def reasons_of(because: str) -> str:
    """The strongest reasons in words, with their effects; what speaks against comes after "but"."""
    effects: dict[str, float] = {}
    for name, _, effect in _FEATURE.findall(because):
        moved = float(effect)
        good_words, bad_words = next((good, bad) for pattern, good, bad in _PATTERNS if pattern.fullmatch(name))
        said = good_words if moved >= 0 else bad_words
        effects[said] = effects.get(said, 0.0) + moved
    ranked = sorted(effects.items(), key=lambda pair: -abs(pair[1]))
    good = [f"{said} ({moved:+.1f})" for said, moved in ranked if moved >= 0]
    bad = [f"{said} ({moved:+.1f})" for said, moved in ranked if moved < 0]
    return " but ".join(filter(None, (", ".join(good), ", ".join(bad))))
