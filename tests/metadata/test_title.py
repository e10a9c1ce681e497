"""The title where a page shows one headline and announces others."""

import json

import pytest

import maintext
from maintext.metadata import Fact

TEXT = "<div><p>It rained all day, and nobody minded, for there was enough to read.</p></div>"
SHOWN = "Rain fills the reservoirs"
FOR_MACHINES = "Harwick weather: How much rain fell in May?"
TRAIL = f"<nav><ul><li><a href=/>Home</a></li><li><h1>{FOR_MACHINES}</h1></li></ul></nav>"


def meta(title: str) -> str:
    return f'<meta property="og:title" content="{title}">'


def linked(headline: str) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", "headline": headline})}</script>'


def title_of(head: str, body: str) -> Fact:
    return maintext.extract(f"<html><head>{head}</head><body>{body}{TEXT}</body></html>").metadata["title"]


def test_the_last_step_of_a_trail_is_not_the_headline() -> None:
    """The linked data confirm the headline that is shown."""
    head = meta(FOR_MACHINES) + linked(SHOWN)
    assert title_of(head, f"{TRAIL}<h2>{SHOWN}</h2>") == Fact(SHOWN, "heading")


@pytest.mark.parametrize(
    ("headline", "body"),
    [
        ("Quite another headline", f"{TRAIL}<h2>{SHOWN}</h2>"),
        (SHOWN, TRAIL),
        (SHOWN, f"<h1>{FOR_MACHINES}</h1><h2>{SHOWN}</h2>"),
    ],
)
def test_without_that_confirmation_the_first_heading_is_the_headline(headline: str, body: str) -> None:
    assert title_of(meta(FOR_MACHINES) + linked(headline), body) == Fact(FOR_MACHINES, "heading")


@pytest.mark.parametrize(
    "heading",
    [
        f"<div>Weather</div><div>{SHOWN}</div>",
        f"<div>{SHOWN}</div><div>May was wet</div>",
        f"Weather<br>{SHOWN}",
    ],
)
def test_a_line_of_a_heading_is_the_title_if_it_is_announced(heading: str) -> None:
    assert title_of(meta(SHOWN), f"<h1>{heading}</h1>").value == SHOWN


def test_words_of_the_same_line_are_part_of_the_title() -> None:
    heading = f"Last week: {SHOWN} in the whole county"
    assert title_of(meta(SHOWN) + linked(heading), f"<h1>{heading}</h1>").value == heading


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (meta("Rain in May – who needs it?"), "<h2>Rain in May – who needs it?</h2>"),
        (meta("Rain in May") + "<title>Rain in May – who needs it? - Harwick</title>",
         "<h1>Harwick and its weather</h1><h2>Rain in May – who needs it?</h2>"),
        (meta("Rain in May") + linked("Rain in May") + "<title>Rain in May: “who needs it?” | The Daily</title>",
         "<h2>Rain in May: “who needs it?”</h2>"),
    ],
)  # fmt: skip
def test_a_part_of_the_title_is_not_taken_for_the_site_if_a_heading_has_it(head: str, body: str) -> None:
    """Titles that were cut at a quotation mark are completed the same way."""
    assert title_of(head, body).value.endswith(("who needs it?", "who needs it?”"))


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("Harwick :: View topic - ", "<h2>Who needs the rain?</h2>"),
        ("Harwick :: View topic - ", "<a href='/viewtopic?t=1'>Who needs the rain?</a>"),
        ("Harwick : ", "<h2>Who needs the rain?</h2>"),
        ("+++ - ", "<h2>Who needs the rain?</h2>"),
    ],
)
def test_the_end_of_the_title_is_the_headline_if_only_it_is_shown(names: str, shown: str) -> None:
    title = f"<title>{names}Who needs the rain?</title>"
    assert title_of(title, shown).value == "Who needs the rain?"
    assert title_of(title, "<p>Who needs the rain?</p>").source == "title element"


def test_the_name_of_a_site_at_the_end_of_the_title_is_not_the_headline() -> None:
    title = "<title>Rain :: The Weather of Harwick</title>"
    assert title_of(title, "<b>Rain</b><p>in May</p><h2>The Weather of Harwick</h2>").value.startswith("Rain")


def test_the_announced_title_has_the_blanks_that_a_heading_lacks() -> None:
    heading = "<h1><span class=kicker>Weather</span><span>Rain in May</span></h1>"
    assert title_of(meta("Weather: Rain in May"), heading) == Fact("Weather: Rain in May", "heading")


def test_a_title_that_was_escaped_twice_is_read() -> None:
    assert title_of(meta("Rain &amp;amp; wind"), "").value == "Rain & wind"
    assert title_of(linked("Rain &#8211; and wind in M&uuml;nchen"), "").value == "Rain – and wind in München"
    assert title_of(meta("Rain &amp; wind; R&D"), "").value == "Rain & wind; R&D"


SECTION = "<section><h1>More news from Harwick</h1></section>"


def test_of_several_headings_the_first_is_the_headline_if_the_announced_titles_differ() -> None:
    head = meta("A wet month, and what came of it") + linked(FOR_MACHINES)
    assert title_of(head, f"<h1>{SHOWN}</h1>{SECTION}").value == SHOWN
    assert title_of(head, f"<h1>Part 7</h1>{SECTION}").value == "A wet month, and what came of it"


def test_of_several_headings_none_is_the_headline_if_the_announced_titles_agree() -> None:
    assert title_of(meta(FOR_MACHINES) + linked(FOR_MACHINES), f"<h1>{SHOWN}</h1>{SECTION}").value == FOR_MACHINES


@pytest.mark.parametrize("mark", ["¶", " ¶", "🔗"])
def test_the_mark_of_a_link_to_a_heading_is_not_part_of_the_title(mark: str) -> None:
    page = f"<title>Install the agent - Docs</title><h1>Install the agent<a href='#a'>{mark}</a></h1><p>It runs.</p>"
    assert maintext.extract(page, method="p-value").title == "Install the agent"
