"""The rules of robots.txt, by RFC 9309; patterns from strangers take no time."""

import pytest

from maintext.fetch.robots import Robots


def allowed(rules: str, path: str, agent: str = "maintext") -> bool:
    return Robots.parse(rules, agent).allow(f"https://example.org{path}")


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("/", "/page", True),
        ("/private", "/private/1", True),
        ("/private", "/Private", False),
        ("/private/", "/private", False),
        ("/*.pdf", "/a/b.pdf?x", True),
        ("/*.pdf$", "/a/b.pdf?x", False),
        ("/*.pdf$", "/a/b.pdf.pdf", True),
        ("/page$", "/page", True),
        ("/page$", "/pages", False),
        ("/a*b*c", "/axxbxxc", True),
        ("/a*b*c", "/axxcxxb", False),
        ("/ab*ab$", "/ab", False),
        ("/ab*ab$", "/abab", True),
        ("*", "/x", True),
        ("/$", "/", True),
        ("/$", "/x", False),
        ("/*?id=", "/x?id=1", True),
        ("/caf%c3%a9", "/café", True),
        ("/café", "/caf%C3%A9", True),
        ("/%41", "/A", True),
        ("/a%2Fb", "/a/b", False),
        ("", "/x", False),
    ],
)
def test_patterns(pattern: str, path: str, matches: bool) -> None:
    assert allowed(f"User-agent: *\nDisallow: {pattern}", path) != matches


def test_the_longest_rule_counts_and_then_the_one_that_allows() -> None:
    rules = "User-agent: *\nDisallow: /\nAllow: /open\nDisallow: /open/not\nAllow: /both\nDisallow: /both"
    assert [allowed(rules, path) for path in ("/x", "/open/1", "/open/not/1", "/both")] == [False, True, False, True]


def test_a_program_reads_its_own_group_or_that_of_all() -> None:
    rules = """\ufeffUser-agent: Other
User-agent: MainText/2   # both names
Disallow: /a
Crawl-delay: 2.5

user-agent: *
disallow: /
crawl-delay: 9

User-agent: maintext
Disallow: /b"""
    assert [allowed(rules, path) for path in ("/a", "/b", "/c")] == [False, False, True]
    assert not allowed(rules, "/c", "somebody")
    assert (Robots.parse(rules, "maintext").delay, Robots.parse(rules, "x").delay) == (2.5, 9.0)


def test_an_own_group_without_rules_allows_all() -> None:
    assert allowed("User-agent: *\nDisallow: /\n\nUser-agent: maintext\nDisallow:", "/x")


@pytest.mark.parametrize(
    "rules", ["", "Disallow: /", "User-agent", "\0\0", "User-agent: *\nDisallow", "<html>404</html>"]
)
def test_without_rules_all_is_allowed(rules: str) -> None:
    assert allowed(rules, "/x")


@pytest.mark.parametrize("delay", ["-1", "nan", "inf", "1e9", "9" * 400, "²", ""])
def test_a_delay_that_makes_no_sense_is_none(delay: str) -> None:
    assert Robots.parse(f"User-agent: *\nCrawl-delay: {delay}", "maintext").delay is None


def test_wildcards_without_end_are_matched_at_once() -> None:
    """A regular expression would try all ways to divide the path among the wildcards."""
    assert allowed("User-agent: *\nDisallow: /" + "*a" * 5_000 + "b$", "/" + "a" * 100_000)
    assert not allowed("User-agent: *\nDisallow: /" + "*" * 100_000 + "b", "/" + "a" * 100_000 + "b")
    assert allowed("User-agent: x\n" * 100_000 + "Disallow: /", "/")
