"""Headline and container evidence: on a page worked out by hand, and against plain Python on all pages of ours."""

from typing import Final

import pytest
from helpers.learned_parts import column, floats, loaded
from helpers.pages import PAGES as OURS
from reference.evidence import Reference

from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.features import FIRST, KIND_FEATURES
from maintext.read import page_table

PAGE: Final = """<html><head><title>Ferry returns to the old harbour - Daily Tide</title>
<meta property="og:type" content="article">
<meta content="Ferry returns to the &quot;old&quot; harbour" property="og:title">
<meta property="article:published_time" content="2026-05-03">
<link rel="canonical" href="https://tide.example/news/2026/ferry-returns-12345.html?from=home"></head>
<body><div><a href=/a>Home and more pages of this</a></div>
<div><h1>Ferry returns to the old harbour</h1>
<p>The ferry came back on Monday, after two years in the dock, and people cheered. It was long.</p>
<p>Nobody had expected it, said the captain, who had waited. The mayor, who came late, was quiet about it all day
long.</p></div>
<div><h3><a href=/1>Another story about the storm</a></h3><p>Teaser text here.</p>
<h3><a href=/2>A third story about the winds</a></h3><p>More teaser.</p></div></body></html>"""
"""Eight blocks: a link, the headline, two paragraphs of prose (75 and 95 characters), and two teasers of two blocks."""
EXACT: Final = (
    *("after headline", "headings since headline", "linked headings since headline", "links since headline"),
    *("level from headline", "common level", "steps below common", "headline below common"),
    *("linked headings in common", "since heading", "since linked title", "in container", "after container"),
    *("headline to container", "container blocks"),
)
CLOSE: Final = (
    *("title match", "text after headline", "prose since headline", "share of common", "prose of common"),
    "second container",
)


class TestByHand:
    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("after headline", [-1, 0, 1, 2, 3, 4, 5, 6]),
            ("prose since headline", [-1, 0, 0, 75, 170, 170, 170, 170]),
            ("headings since headline", [-1, 0, 0, 0, 0, 1, 1, 2]),
            ("links since headline", [-1, 0, 0, 0, 0, 1, 1, 2]),
            ("level from headline", [0, 0, 0, 0, 1, 0, 1, 0]),
            ("common level", [1, 3, 2, 2, 1, 1, 1, 1]),
            ("steps below common", [2, 0, 1, 1, 3, 2, 3, 2]),
            ("headline below common", [2, 0, 1, 1, 2, 2, 2, 2]),
            ("linked headings in common", [2, 0, 0, 0, 2, 2, 2, 2]),
            ("heading size", [-999, 27, 27, 27, 25, 25, 24, 24]),
            ("since heading", [60, 0, 1, 2, 0, 1, 0, 1]),
            ("since linked title", [0, 1, 2, 3, 0, 1, 0, 1]),
            ("prose since linked title", [0, 0, 0, 75, 0, 0, 0, 0]),
            ("in container", [0, 1, 1, 1, 0, 0, 0, 0]),
            ("after container", [0, 0, 0, 0, 1, 1, 1, 1]),
            ("container blocks", [3] * 8),
            ("headline to container", [0] * 8),
        ],
    )
    def test_blocks_are_seen_from_the_headline(self, name: str, expected: list[float]) -> None:
        assert column(loaded(PAGE), name) == expected

    def test_a_headline_has_the_words_of_a_title(self) -> None:
        matches = column(loaded(PAGE), "title match")
        # Six words, all of the first part of the title: 1 * 1 * (1 - 1 / (1 + 0.7 * 6)).
        assert matches[1] == pytest.approx(1 - 1 / 5.2)
        assert matches[0] == matches[4] == 0
        assert set(column(loaded(PAGE), "headline match")) == {matches[1]}

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("has headline", 1),
            ("headline in h1", 1),
            ("page headings", 3),
            ("linked share of headings", 2 / 3),
            ("prose to next teaser", 170),
            ("first prose", 2 / 8),
            ("linked titles", 3),
            ("says og article", 1),
            ("says published", 1),
            ("address parts", 3),
            ("address digits", 5),
            ("address hyphens", 2),
            ("address is a file", 1),
            ("address has a query", 1),
        ],
    )
    def test_the_page_is_described_without_words(self, name: str, expected: float) -> None:
        assert page_feature(PAGE, name) == pytest.approx(expected)


def page_feature(html: str, name: str) -> float:
    engine = loaded(html)
    features = engine.kind_features(floats(*[0.5] * len(engine.blocks())))
    return float(features[KIND_FEATURES.index(name)])


class TestTitles:
    @pytest.mark.parametrize(
        ("head", "text", "is_found"),
        [
            ("<title>Ferry back in port | Tide</title>", "Ferry back in port", True),
            ("<title>Tide &raquo; Ferry back in port</title>", "Ferry back in port", True),
            ("<title>F&#228;hre wieder da - Tide</title>", "Fähre wieder da", True),
            ("<title>F&#xE4;hre wieder da - Tide</title>", "Fähre wieder da", True),
            ("<title>渡轮重返旧港-潮汐日报</title>", "渡轮重返旧港今天上午", True),
            ("<meta name=twitter:title content='Паром вернулся в порт'>", "Паром вернулся в порт", True),
            ("<title>Tide</title>", "Tide Tide", False),
            ("<title>Paromschiffahrt</title>", "Paromschiffahrt", True),
            ("<title>Ferry back in port</title>", "Something else entirely here", False),
            ("<title></title>", "Ferry back in port", False),
            ("<title>&#1114112; &#xD800; &#x; &#; &</title>", "Ferry back in port", False),
        ],
    )
    def test_a_block_is_compared_with_the_parts_of_all_titles(self, head: str, text: str, is_found: bool) -> None:
        (match,) = column(loaded(f"<head>{head}</head><body><p>{text}</p></body>"), "title match")
        assert (match > 0.25) == is_found

    def test_long_titles_are_cut(self) -> None:
        title = "".join(f"wört{chr(97 + number % 26)}{'ä' * (number % 5)} | " for number in range(300))
        assert column(loaded(f"<title>{title}</title><p>{title}</p>"), "title match") == [0]

    def test_a_page_without_headline_says_so(self) -> None:
        engine = loaded("<p>One short text.</p>")
        assert column(engine, "after headline") == column(engine, "apart in common") == [-999]
        assert page_feature("<p>One short text.</p>", "prose to next teaser") == -999


class TestAddresses:
    @pytest.mark.parametrize(
        ("address", "expected"),
        [
            ("https://a.example/", [1, 0, 0, 0, 0, 0]),
            ("https://a.example", [1, 0, 0, 0, 0, 0]),
            ("https://a.example/b/c-d_e/", [1, 2, 0, 2, 0, 0]),
            ("//a.example/2024/x9.PHP", [1, 2, 1, 0, 1, 0]),
            ("/b/c?d=1/2", [1, 2, 0, 0, 0, 1]),
            ("", [0, -999, -999, -999, -999, -999]),
        ],
    )
    def test_the_declared_address_is_described(self, address: str, expected: list[float]) -> None:
        names = ("has address", "address parts", "address digits", "address hyphens", "address is a file")
        for tag in (f"<link href='{address}' rel=canonical>", f'<meta property="og:url" content="{address}">'):
            found = [page_feature(f"{tag}<p>Text</p>", name) for name in (*names, "address has a query")]
            assert found == expected


@pytest.mark.parametrize("name", OURS)
def test_plain_python_finds_the_same(name: str) -> None:
    table = page_table(OURS[name].read_bytes())
    engine = Engine()
    engine.load(table)
    first = engine.first_features()
    reference = Reference(table, engine.blocks(), first)
    for each in EXACT:
        assert first[FIRST.index(each)].tolist() == reference.column(each), each
    for each in CLOSE:
        assert first[FIRST.index(each)].tolist() == pytest.approx(reference.column(each), abs=2e-3), each
