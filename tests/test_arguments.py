"""Arguments of the public functions: pages in every form, and one line for values that cannot be meant."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import maintext

ARTICLE: Final = "It rained all day, and nobody minded, for there was enough to read and enough to eat."
PAGE: Final = f"<html><body><div><p>{ARTICLE}</p></div></body></html>"
BLOG: Final = Path(__file__).parents[1] / "examples" / "blog.html"
WITH_ONE_PAGE: Final = [maintext.extract, maintext.judge, maintext.explain, maintext.compare]
FORMS: Final = ("str", "bytes", "bytearray", "memoryview", "Path")


@pytest.fixture(name="page_as")
def fixture_page_as(tmp_path: Path) -> Callable[[str], Any]:
    """One page in the form of that name."""
    path = tmp_path / "page.html"
    path.write_bytes(PAGE.encode())
    content = PAGE.encode()
    return dict(zip(FORMS, (PAGE, content, bytearray(content), memoryview(content), path), strict=True)).__getitem__


class TestPages:
    @pytest.mark.parametrize("form", FORMS)
    def test_every_function_takes_pages_in_every_form(self, page_as: Callable[[str], Any], form: str) -> None:
        page = page_as(form)
        assert maintext.extract(page).text == ARTICLE
        assert maintext.judge(page) == maintext.judge(PAGE)
        assert maintext.explain(page).to_dict() == maintext.explain(PAGE).to_dict()
        assert maintext.compare(page) == maintext.compare(PAGE)

    @pytest.mark.parametrize("workers", [0, 1])
    def test_many_pages_may_be_in_different_forms(self, page_as: Callable[[str], Any], workers: int) -> None:
        pages = [page_as(form) for form in FORMS]
        pages += [(page_as("memoryview"), "https://example.org/1"), maintext.RawPage(page_as("Path"), "x")]
        found = list(maintext.extract_many(pages, workers))
        assert [(doc.text, doc.error) for doc in found] == [(ARTICLE, "")] * 7
        assert [doc.url for doc in found] == [None] * 5 + ["https://example.org/1", "x"]

    @pytest.mark.parametrize("workers", [0, 1])
    def test_a_missing_file_among_many_has_an_error(self, tmp_path: Path, workers: int) -> None:
        missing, found = maintext.extract_many([tmp_path / "missing.html", PAGE], workers)
        assert (missing.error, found.text) == (f"{tmp_path / 'missing.html'}: no such file", ARTICLE)

    @pytest.mark.parametrize("function", WITH_ONE_PAGE)
    def test_a_file_that_cannot_be_read_is_one_line(self, function: Callable[[Path], object], tmp_path: Path) -> None:
        with pytest.raises(maintext.PageError, match=r"missing\.html: no such file$"):
            function(tmp_path / "missing.html")
        with pytest.raises(maintext.PageError, match="cannot be read"):
            function(tmp_path)

    @pytest.mark.parametrize("function", WITH_ONE_PAGE)
    def test_anything_else_is_not_a_page(self, function: Callable[[Any], object]) -> None:
        with pytest.raises(TypeError, match="a page must be str, bytes, bytearray, memoryview or a Path, not int"):
            function(3)


def wrong(function: Callable[..., object], message: str, *arguments: object, **others: object) -> Any:
    """A call with an argument that cannot be meant, and the message that it must have."""
    return pytest.param(lambda: function(*arguments, **others), message, id=f"{function.__name__}: {message}")


ONE_OF_THREE: Final = "favor must be one of precision, balanced, recall, not "
WRONG: Final = [
    wrong(maintext.extract, "url must be a string or None, not 3", PAGE, 3),
    wrong(maintext.extract, "options must be an Options, not 3", PAGE, options=3),
    wrong(maintext.extract, "options must be an Options, not a list", PAGE, options=["x" * 99]),
    wrong(maintext.extract, "fetched must be a datetime or None, not 'now'", PAGE, fetched="now"),
    wrong(maintext.extract, "charset must be a string or None, not b'x'", PAGE, charset=b"x"),
    wrong(maintext.judge, "charset must be a string or None, not 3", PAGE, charset=3),
    wrong(maintext.explain, "charset must be a string or None, not 3", PAGE, charset=3),
    wrong(maintext.compare, "charset must be a string or None, not 3", PAGE, charset=3),
    wrong(maintext.compare, "chosen must be several methods, such as ('learned', 'p-value'), not 'x'", PAGE, "x"),
    wrong(maintext.compare, "chosen must be several methods, such as ('learned', 'p-value'), not 3", PAGE, 3),
    wrong(maintext.extract, "method must be a name from maintext.methods() or a method", PAGE, method=3),
    wrong(maintext.extract, "such as Learned(), not Learned", PAGE, method=maintext.Learned),
    wrong(maintext.judge, "method must be a name from maintext.methods() or a method", PAGE, None),
    wrong(maintext.judge, "threshold must be a number, not 'high'", PAGE, threshold="high"),
    wrong(maintext.judge, "threshold must be a number, not nan", PAGE, threshold=float("nan")),
    wrong(maintext.judge, "text-density cannot judge whether a page has a main text", PAGE, "text-density"),
    wrong(maintext.extract, ONE_OF_THREE + "3", PAGE, favor=3),
    wrong(maintext.extract, ONE_OF_THREE + "'both'", PAGE, favor="both"),
    wrong(maintext.extract, "comments must be True or False, not 'yes'", PAGE, comments="yes"),
    wrong(maintext.extract, "favor works with the method learned, not with p-value", PAGE, None, "p-value", favor="x"),
    wrong(maintext.extract, "comments works with the method learned, not", PAGE, None, "link-density", comments=True),
    wrong(maintext.Learned, ONE_OF_THREE + "3", favor=3),
    wrong(maintext.extract, "kind must be one of article, forum, product, collection", PAGE, kind="news"),
    wrong(maintext.extract, "kind must be one of article, forum, product, collection", PAGE, kind=3),
    wrong(
        maintext.extract, "kind works with the method learned, not with p-value", PAGE, None, "p-value", kind="forum"
    ),
    wrong(maintext.judge, "url must be a string or None, not 3", PAGE, url=3),
    wrong(maintext.Learned, "comments must be True or False, not 'no'", comments="no"),
    wrong(maintext.Learned, "model must be a LearnedModel or None, not 'x.npz'", model="x.npz"),
    wrong(maintext.NaiveBayes, "model must be a NaiveBayesModel or None, not 3", model=3),
    wrong(maintext.NaiveBayes, "form must be one of textbook, printed, not []", form=[]),
    wrong(maintext.LinkDensity, "ltd must be a number, not 'x'", ltd="x"),
    wrong(maintext.LinkDensity, "ltd must be a number, not True", ltd=True),
    wrong(maintext.LinkDensity, "ntl must be a whole number, not 1.5", ntl=1.5),
    wrong(maintext.LinkDensity, "basic_la must be a whole number or None, not 'x'", basic_la="x"),
    wrong(maintext.TextDensity, "leaves must be True or False, not 1", leaves=1),
    wrong(maintext.SymbolDensity, "sd_floor must be a number, not '3'", sd_floor="3"),
    wrong(maintext.SymbolDensity, "sd_floor must be a number above 1, not 1", sd_floor=1),
    wrong(maintext.DivDensity, "reading must be one of links, printed, not None", reading=None),
    wrong(maintext.Options, "links must be True or False, not 'no'", links="no"),
    wrong(maintext.Options, "tables must be True or False, not None", tables=None),
    wrong(maintext.FetchOptions, "seconds must be a number, not '30'", seconds="30"),
    wrong(maintext.FetchOptions, "seconds must be a number above 0, not 0", seconds=0),
    wrong(maintext.extract_many, "workers must be a whole number or None, not 'all'", [], workers="all"),
    wrong(maintext.extract_many, "page_seconds must be a number above 0, not '1'", [], page_seconds="1"),
    wrong(maintext.extract_many, "options must be an Options, not {}", [], options={}),
    wrong(maintext.extract(PAGE).formatted, "format must be one of text, markdown, html, json, xml, not 3", 3),
    wrong(maintext.extract_url, "pass FetchOptions as fetch=, not as", "http://x/", options=maintext.FetchOptions()),
    wrong(maintext.extract_url, "fetch must be a FetchOptions or None, not 3", "http://x/", fetch=3),
    wrong(maintext.extract_url, "url must be a string, not 3", 3),
    wrong(maintext.extract_url, "favor works with the method learned", "http://x/", "p-value", favor="recall"),
]


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_a_wrong_argument_is_one_line_that_names_it(call: Callable[[], object], message: str) -> None:
    with pytest.raises(maintext.OptionError, match=re.escape(message)) as raised:
        call()
    assert "\n" not in str(raised.value)


def test_numbers_of_other_types_are_numbers() -> None:
    numbers: list[Any] = [np.float32(0.5), np.int64(10), 1]
    assert maintext.LinkDensity(ltd=numbers[0], ntl=numbers[1]).ntl == 10
    assert maintext.LinkDensity(ltd=numbers[2]).ltd == 1


class TestFavorAndComments:
    def test_they_are_options_of_the_default_method(self) -> None:
        plain = maintext.extract(BLOG, favor="recall", comments=True)
        assert plain == maintext.extract(BLOG, method=maintext.Learned("recall", comments=True))
        assert plain.comments is not None
        assert maintext.extract(BLOG).comments is None

    def test_they_change_a_method_that_was_given(self) -> None:
        changed = maintext.extract(BLOG, method=maintext.Learned("precision", comments=True), favor="recall")
        assert changed == maintext.extract(BLOG, method=maintext.Learned("recall", comments=True))


class TestExplanation:
    @pytest.mark.parametrize("method", maintext.methods())
    def test_best_returns_that_many_rows_with_the_highest_scores(self, method: str) -> None:
        explanation = maintext.explain(BLOG, method)
        scores = sorted((row.values["score"] for row in explanation.rows()), reverse=True)
        for count in (0, 1, 5, len(scores), len(scores) + 5):
            rows = explanation.best(count)
            assert sorted((row.values["score"] for row in rows), reverse=True) == scores[:count]
            assert [row.row for row in rows] == sorted(row.row for row in rows)

    @pytest.mark.parametrize("method", maintext.methods())
    def test_selected_returns_the_rows_that_the_method_chose(self, method: str) -> None:
        explanation = maintext.explain(BLOG, method)
        assert [row.row for row in explanation.selected()] == [row.row for row in explanation.rows() if row.selected]

    @pytest.mark.parametrize("method", maintext.methods())
    def test_it_shows_itself_in_one_line(self, method: str) -> None:
        shown = repr(maintext.explain(BLOG, method))
        assert shown.startswith(f"<Explanation by {method}, score ")
        assert "\n" not in shown
        assert len(shown) < 120

    def test_it_shows_why_nothing_was_selected(self) -> None:
        assert repr(maintext.explain("")).endswith(": the page has no text>")


class TestEnds:
    """Values at the ends of what a type can be."""

    @pytest.mark.parametrize("fetched", [datetime.min, datetime.max, datetime.max.replace(tzinfo=UTC)])
    def test_a_page_may_be_fetched_on_the_first_and_the_last_day(self, fetched: datetime) -> None:
        page = f"<h1>The ferry is back</h1><p class=date>2 hours ago</p><p>{ARTICLE}</p>"
        assert maintext.extract(page, fetched=fetched).metadata["title"].value == "The ferry is back"

    @pytest.mark.parametrize("kind", [np.str_, type("Address", (str,), {})])
    def test_an_address_may_be_of_a_class_of_strings(self, kind: type[str]) -> None:
        page = f"<main><p>{ARTICLE}</p><p>See <a href=b>the other page</a>.</p></main>"
        found = maintext.extract(page, kind("https://e.org/a"))
        assert "https://e.org/b" in found.markdown
        assert type(found.url) is str

    def test_a_number_of_more_than_308_digits_is_refused(self) -> None:
        for make in (
            lambda: maintext.Limits(seconds=10**400),
            lambda: maintext.judge(PAGE, threshold=10**400),
            lambda: maintext.MaxSubsequence(word=10**400),
        ):
            with pytest.raises(maintext.OptionError, match="must be a number"):
                make()

    def test_a_large_number_is_not_too_large_for_its_method(self) -> None:
        assert maintext.extract(PAGE, method=maintext.MaxSubsequence(word=10**30)).text == ARTICLE

    @pytest.mark.parametrize("path", [None, 5, b"x", ["x"]])
    def test_what_is_no_path_is_refused_in_one_line(self, path: Any) -> None:
        for load in (
            *(maintext.load_method, maintext.LearnedModel.load, maintext.NaiveBayesModel.load),
            *(maintext.Site.load, maintext.learn_site([PAGE]).save),
        ):
            with pytest.raises(maintext.MaintextError, match=r".+"):
                load(path)

    @pytest.mark.parametrize("path", ["a\0b", "\ud800"])
    def test_what_cannot_be_a_path_cannot_be_written(self, path: str) -> None:
        with pytest.raises(maintext.DataError, match="cannot write"):
            maintext.learn_site([PAGE]).save(path)

    @pytest.mark.parametrize("count", [None, "3", 1.5])
    def test_the_number_of_best_elements_is_whole(self, count: Any) -> None:
        with pytest.raises(maintext.OptionError, match="count must be a whole number"):
            maintext.explain(PAGE).best(count)
