"""The judge: what it looks at in an address, and what it says of pages in several languages."""

from pathlib import Path

import numpy as np
import pytest
from helpers.pages import ROOT

import maintext
from maintext.algorithms.learned.features import GIVEN_ADDRESS, JUDGE
from maintext.algorithms.learned.page_judge import address_features, page_features, shipped_judge
from maintext.read import page_table

PAGES = sorted((ROOT / "tests/golden/pages").glob("*/*.html"))
ARTICLE = (ROOT / "examples/english-news.html").read_bytes()
FRONT_PAGE = (ROOT / "examples/front-page.html").read_bytes()


class TestAddresses:
    @pytest.mark.parametrize(
        ("url", "expected"),
        [
            ("https://a.example/", {"url is bare": 1, "url parts": 0, "url length": 1}),
            ("https://a.example", {"url is bare": 1, "url parts": 0, "url length": 0}),
            ("https://a.example/?p=12", {"url is bare": 0, "url has a query": 1}),
            ("https://a.example/tag/boats", {"url names a list": 1, "url parts": 2, "url name length": 5}),
            ("https://a.example/2024/05/", {"url has a date": 1, "url ends in a date": 1, "url digits": 2}),
            (
                "http://a.example/2024/05/the-old-mill_is-sold-1234567.html",
                {
                    "url has a date": 1,
                    "url ends in a date": 0,
                    "url hyphens": 5,
                    "url digits": 7,
                    "url longest number": 7,
                    "url is a file": 1,
                    "url name length": 28,
                },
            ),
        ],
    )
    def test_an_address_is_described(self, url: str, expected: dict[str, float]) -> None:
        found = address_features(url)
        assert found is not None
        assert {name: float(found[GIVEN_ADDRESS.index(name)]) for name in expected} == expected

    @pytest.mark.parametrize(
        "url", [None, "", "page.html", "file:///home/page.html", "https://", "http://[", "x" * 9000]
    )
    def test_what_is_no_address_of_the_web_tells_nothing(self, url: str | None) -> None:
        assert address_features(url) is None
        assert maintext.judge(ARTICLE, url=url) == maintext.judge(ARTICLE)


class TestPages:
    @pytest.mark.parametrize("path", PAGES, ids=[path.parent.name for path in PAGES])
    def test_articles_in_all_our_languages_have_a_main_text(self, path: Path) -> None:
        assert maintext.judge(path.read_bytes()).has_main_text

    def test_a_front_page_has_none(self) -> None:
        assert not maintext.judge(FRONT_PAGE).has_main_text

    def test_the_address_counts(self) -> None:
        article = maintext.judge(FRONT_PAGE, url="https://a.example/2024/05/the-old-mill-is-sold-1234567.html")
        home = maintext.judge(FRONT_PAGE, url="https://a.example/")
        assert article.probability > home.probability

    def test_no_word_counts(self) -> None:
        """Other words of the same lengths with the same letters say the same."""
        table = page_table("<h1>Ferry is back</h1><p>It came back, and it stayed. People were glad about it.</p>")
        other = page_table("<h1>Zorro ab ackb</h1><p>Xy zame rack, cin ma quiroq. Mitron oura brod aneck ow.</p>")
        first, second = page_features(table), page_features(other)
        assert first is not None
        assert second is not None
        assert np.array_equal(first, second)

    def test_a_page_without_text_has_none(self) -> None:
        assert page_features(page_table("")) is None
        assert shipped_judge().probability(page_table("<p> </p>"), "https://a.example/1") == 0

    def test_p_value_takes_no_notice_of_the_address(self) -> None:
        assert maintext.judge(ARTICLE, "p-value", url="https://a.example/") == maintext.judge(ARTICLE, "p-value")

    def test_the_model_has_the_features_that_the_code_makes(self) -> None:
        assert shipped_judge().page.features == JUDGE
        assert shipped_judge().address.features == JUDGE + GIVEN_ADDRESS
        assert not {"sites-dev", "daniel-dev", "dragnet-dev", "snippets-dev"} & set(shipped_judge().trained_on)
