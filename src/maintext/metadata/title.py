"""The headline of a page.

Pages announce a title to machines (``<title>``, OpenGraph, linked data) and show one to people (``<h1>``). If both are
the same there is nothing to choose. If the announced one contains the heading, the rest of it is for search engines. If
they differ, an article's headline is its heading; other pages have a slogan there.
"""

from typing import Final

from maintext.metadata._collect import letters
from maintext.metadata.announced_titles import announced_titles, whole_titles
from maintext.metadata.candidates import Candidates
from maintext.metadata.facts import Fact
from maintext.metadata.site import SiteNames, beginnings_of, long_endings_of, without_known_site
from maintext.words import words

_LINK_MARKS: Final = "¶🔗⚓ "
"""What links to a heading look like, in the heading itself."""
_MIN_COMMON: Final = 0.5
"""The share of their words that two wordings of one title have in common."""
_MIN_LETTERS: Final = 12
"""Letters of a heading that says more than "Login". If only ``<title>`` differs from it, it is the headline."""


def choose_title(candidates: Candidates, site: SiteNames) -> Fact | None:
    """The headline with its source."""
    first, lines = [heading for heading in candidates.headings if heading.level == 1], candidates.lines
    texts = [each.text.rstrip(_LINK_MARKS) for each in first]
    headings = [without_known_site(text, site) for text in texts if not site.contains(text)]
    announced = announced_titles(candidates, site)
    if announced:
        is_trail = lines is not None and bool(first) and all(lines.rows.is_aside(each.row) for each in first)
        heading = _below_trail(candidates, announced) if is_trail else None
        heading = heading or _better_heading(candidates, site, headings, announced)
        return Fact(*announced[0]) if heading is None else Fact(heading, "heading")
    return Fact((headings or texts)[0], "heading") if first else None


def _below_trail(candidates: Candidates, announced: list[tuple[str, str]]) -> str | None:
    """The lower heading with the headline of the linked data, on a page whose ``<h1>`` is in a navigation.

    Some sites make the last step of their breadcrumb trail the ``<h1>``, with a title for search engines.
    """
    linked = {key for text, source in announced if source == "json-ld" and len(key := letters(text)) >= _MIN_LETTERS}
    return next((each.text for each in candidates.headings if each.level > 1 and each.letters in linked), None)


def _better_heading(
    candidates: Candidates, site: SiteNames, headings: list[str], announced: list[tuple[str, str]]
) -> str | None:
    """The heading that is a better title than the announced one, by the surest rule that finds one."""
    texts = {letters(text): text for text, _ in reversed(announced)}
    shown = [(letters(heading), heading) for heading in headings]
    for key, heading in shown:
        if key in texts:
            return heading if heading.count(" ") >= texts[key].count(" ") else _spaced(heading, texts[key])
    if shown and (kickerless := _without_kicker(candidates, shown, announced)):
        return kickerless
    if lower := _lower_heading(candidates, site):
        return lower
    if ending := _shown_ending(candidates, site, announced[0][0]):
        return ending
    for key, heading in sorted(shown, key=lambda each: -len(each[0])):
        if len(key) >= 3 and any(key in other for other in texts):
            return heading
    return _other_heading(candidates, shown, announced) if shown else None


def _spaced(heading: str, announced: str) -> str:
    """Of two texts with the same letters the one with more words: a heading has none between its lines."""
    return announced if len(words(announced)) > len(words(heading)) else heading


def _without_kicker(
    candidates: Candidates, shown: list[tuple[str, str]], announced: list[tuple[str, str]]
) -> str | None:
    """The announced title with which a heading ends or begins, if the rest of the heading is a kicker or a subtitle.

    It is one if the announced title has a line of its own, or comes last and OpenGraph and linked data agree on it.
    """
    sources: dict[str, set[str]] = {}
    for text, source in announced:
        sources.setdefault(letters(text), set()).add(source)
    for text, source in announced:
        key = letters(text)
        if source == "title element" or len(key) < _MIN_LETTERS:
            continue
        is_last = any(other.endswith(key) for other, _ in shown)
        if is_last and sources[key] >= {"meta", "json-ld"}:
            return text
        if is_last or any(other.startswith(key) for other, _ in shown):
            return text if candidates.lines is not None and candidates.lines.with_letters(key) >= 0 else None
    return None


def _lower_heading(candidates: Candidates, site: SiteNames) -> str | None:
    """The longest beginning of an announced title, up to a separator, that a lower heading repeats."""
    lower = {heading.letters: heading.text for heading in candidates.headings if heading.level > 1}
    for title in whole_titles(candidates) if lower else ():
        for text in beginnings_of(title):
            key = letters(text)
            if key in lower and not site.contains(text):
                return lower[key]
    return None


def _shown_ending(candidates: Candidates, site: SiteNames, announced: str) -> str | None:
    """The long end of ``<title>`` that a heading or the text of a link repeats, if the page shows no text before it.

    Software of forums puts the names of the site and of the kind of page before that of the thread.
    """
    lines, title = candidates.lines, candidates.title_element
    endings = [each for each in long_endings_of(title) if len(letters(each[1])) >= _MIN_LETTERS]
    if lines is None or not endings or lines.with_letters(letters(announced)) >= 0:
        return None
    headings = {heading.letters for heading in candidates.headings}
    for before, text in endings:
        key = letters(text)
        number = -1 if key in headings else lines.with_letters(key)
        is_shown = key in headings or (number >= 0 and lines.is_link(number))
        names = letters(before)
        if is_shown and not site.contains(text) and (not names or lines.with_letters(names) < 0):
            return text
    return None


def _other_heading(
    candidates: Candidates, shown: list[tuple[str, str]], announced: list[tuple[str, str]]
) -> str | None:
    """The heading of an article, or the only heading of a page if it is likely to be the headline.

    Of several headings of an article the first is chosen, but only if the page announces several titles too.
    """
    is_article = _is_article(candidates)
    keys = [letters(text) for text, _ in announced]
    if is_article:
        for key, heading in shown:
            if any(other in key for other in keys):
                return heading
    key, heading = shown[0]
    is_agreed = any(
        source != announced[0][1] and other == keys[0] for other, (_, source) in zip(keys, announced, strict=True)
    )
    if len(shown) > 1 and (is_agreed or not is_article or len(key) < _MIN_LETTERS):
        return None
    if is_article or _has_same_words(heading, announced[0][0]):
        return heading
    only_title = all(source == "title element" for _, source in announced)
    return heading if only_title and len(key) >= _MIN_LETTERS and key not in letters(candidates.title_element) else None


def _is_article(candidates: Candidates) -> bool:
    """Whether the page declares itself an article: a text with a headline, not a shop, a list or a home page."""
    return (
        any(thing.is_article for thing in candidates.linked)
        or "article" in [content for _, content in candidates.meta.get("type", ())]
        or "article:published_time" in [name for name, _ in candidates.meta.get("published", ())]
    )


def _has_same_words(one: str, other: str) -> bool:
    """Whether two titles have most of their words in common."""
    ours, theirs = set(words(one)), set(words(other))
    return len(ours & theirs) > _MIN_COMMON * len(ours | theirs)
