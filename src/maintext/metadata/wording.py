"""What the page is about and in which language: its description, its tags and the language itself."""

import re
from collections.abc import Iterable
from typing import Final

from maintext.metadata.facts import Fact
from maintext.metadata.page import Page
from maintext.metadata.text import letters
from maintext.table import tags

_DESCRIPTIONS: Final = ("og:description", "description", "twitter:description", "dc.description", "dcterms.description")
_TAG: Final = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")
_SCRIPTS: Final = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
)
"""Scripts that, on the web, are those of one language; Japanese before Chinese, whose characters it uses too."""
_SAMPLE: Final = 2_000
_SHARE: Final = 0.1
"""How much of the text must be in a script for the page to be in its language."""


def description_fact(page: Page) -> Fact | None:
    """What the page says it is about."""
    facts = [Fact(content, "meta") for _, content in page.meta_values(*_DESCRIPTIONS)]
    facts += [Fact(text, "json-ld") for thing in page.main_things for text in thing.texts("description")]
    facts += [Fact(item.value, "microdata") for item in page.items if item.name == "description" and not item.is_inner]
    return next((fact for fact in facts if letters(fact.value)), None)


def language_fact(page: Page) -> Fact | None:
    """The language as a tag such as ``en`` or ``zh-CN``: what the page claims, else the one of its script."""
    for claimed, source in page.claimed_languages:
        tag = claimed.strip().lower().replace("_", "-").split(",")[0].split(".")[0]
        if _TAG.fullmatch(tag):
            return Fact(_written(tag), source)
    sample = page.table.text[:_SAMPLE]
    visible = len("".join(sample.split()))
    for tag, script in _SCRIPTS:
        if len(script.findall(sample)) > _SHARE * visible:
            return Fact(tag, "visible text")
    return None


def _written(tag: str) -> str:
    """A language tag in the usual spelling: regions in capitals, scripts with a capital."""
    first, *rest = tag.split("-")
    return "-".join(
        [first, *(part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part for part in rest)]
    )


def tags_fact(page: Page) -> Fact | None:
    """Words that the page is filed under, from the first source that has any."""
    sources: list[tuple[str, Iterable[str]]] = [
        ("meta", page.meta.get("article:tag", ())),
        ("json-ld", [text for thing in page.main_things for text in thing.texts("keywords")]),
        ("meta", [content for _, content in page.meta_values("news_keywords", "sailthru.tags", "parsely-tags")]),
        ("link", _linked_tags(page)),
        ("meta", [content for _, content in page.meta_values("keywords", "dc.subject", "dcterms.subject")]),
    ]
    for source, texts in sources:
        found = tuple(
            dict.fromkeys(part.strip() for text in texts for part in re.split("[,;\uff0c\u3001]", text) if part.strip())
        )
        if found:
            return Fact(", ".join(found), source, found)
    return None


def _linked_tags(page: Page) -> Iterable[str]:
    """The texts of links that are said to lead to a tag."""
    for row in page.rows.naming(b'"tag"', b' tag"', b"'tag'", b" tag'"):
        if (
            page.table.tag[row] == tags.code_of("a")
            and "tag" in page.table.attributes(row).get("rel", "").lower().split()
        ):
            yield page.table.text_of(row)
