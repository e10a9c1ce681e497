"""What every method must keep, whatever it selects: one suite over all methods and their variants."""

import dataclasses
import functools
import math
import multiprocessing
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from helpers.made_pages import token_model
from helpers.pages import PAGES, in_order, squeezed
from reference.lexbor_tree import visible_text
from selectolax.lexbor import LexborHTMLParser

import maintext
from maintext import Document, Method
from maintext.algorithms import METHODS, method_named
from maintext.data import read_pages
from maintext.decode import decode
from maintext.document.hidden import without_hidden
from maintext.document.plain_text import text_of
from maintext.read import page_table

DATA: Final = Path(__file__).parents[3] / "shared" / "data"

VARIANTS: Final[dict[str, str | Method]] = {
    **{name: name for name in maintext.methods()},
    "div-density as printed": maintext.DivDensity(reading="printed"),
    "naive-bayes as printed": maintext.NaiveBayes(form="printed"),
    "link-density as printed": maintext.LinkDensity(basic_la=10),
    "text-density with leaves": maintext.TextDensity(leaves=True),
    "p-value as printed": maintext.PValue(empty="keep"),
    "p-value as in the later program": maintext.PValue(empty="drop-outside"),
    "text-density below": maintext.TextDensity(count_self=False),
    "composite-density with the plain density": maintext.CompositeDensity(density="plain"),
    "max-subsequence of words": maintext.MaxSubsequence(marks=False),
    "max-subsequence trained": maintext.MaxSubsequence(model=token_model()),
    "line-blocks of the source": maintext.LineBlocks(lines="source"),
    "tag-ratio of 2008": maintext.TagRatio(form="ttr"),
    "tag-ratio of the source": maintext.TagRatio(lines="source"),
    "tree-characters with links": maintext.TreeCharacters(links=True),
}
CHOOSE_TEXT: Final = ("learned", "naive-bayes", "max-subsequence", "line-blocks", "tag-ratio", "table-blocks")
"""Methods that select texts, not elements: their markup may show more."""
NEST: Final = ("composite-density",)
"""Methods that may choose elements in different parts of an element with text of its own, which the markup shows."""
CHOOSE_SEVERAL: Final = (*CHOOSE_TEXT, *NEST, "link-density")
ONE_ELEMENT: Final = [name for name in VARIANTS if not name.startswith(CHOOSE_SEVERAL)]
"""Methods that choose a single element."""
SAMPLE: Final = list(PAGES)[::3]
"""Pages for what is done anew for each test."""
WITHOUT_CODE: Final = [name for name, path in PAGES.items() if b"<pre" not in path.read_bytes()]

every_method = pytest.mark.parametrize("variant", VARIANTS)


@functools.cache
def characters(page: str) -> str:
    return decode(PAGES[page].read_bytes()).text


@functools.cache
def shown_on(page: str) -> str:
    return visible_text(characters(page))


def fresh(variant: str, page: str) -> Document:
    return maintext.extract(PAGES[page].read_bytes(), f"https://example.org/{page}", VARIANTS[variant])


document = functools.cache(fresh)


@functools.cache
def explained(variant: str, page: str) -> maintext.Explanation:
    return maintext.explain(PAGES[page].read_bytes(), VARIANTS[variant])


def documents(variant: str) -> Iterator[tuple[str, Document]]:
    return ((page, document(variant, page)) for page in PAGES)


def selected_text(found: Document) -> str:
    """All text that the method selected; ``text`` has no headline, and has the headings of sections."""
    return text_of(found._view.table, found._view.selection.keep)


def kept_text(found: Document) -> str:
    """The selected text that is not hidden, with the headings of sections, and the headline if it was selected."""
    keep, table = found._view.passage.selected, found._view.table
    return "" if keep is None else text_of(table, without_hidden(table, keep).keep)


def parts_of(task: tuple[str, str]) -> dict[str, Any]:
    return fresh(*task).to_dict()


@every_method
def test_the_same_page_gives_an_equal_document(variant: str) -> None:
    for page in SAMPLE:
        first, again = document(variant, page), fresh(variant, page)
        assert again == first, page
        assert hash(again) == hash(first), page
        assert again is not first


@every_method
def test_threads_give_what_one_thread_gives(variant: str) -> None:
    tasks = [(variant, page) for page in SAMPLE]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(parts_of, tasks))
    assert found == [document(*task).to_dict() for task in tasks]


@pytest.mark.slow
def test_processes_give_what_one_process_gives() -> None:
    tasks = [(variant, page) for variant in VARIANTS for page in ("forum", "chinese-news", "front-page", "it")]
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(parts_of, tasks, chunksize=len(tasks) // 2))
    assert found == [document(*task).to_dict() for task in tasks]


@pytest.mark.parametrize("name", maintext.methods())
def test_a_method_by_name_is_the_method_with_its_defaults(name: str) -> None:
    for page, by_name in documents(name):
        assert maintext.extract(PAGES[page].read_bytes(), by_name.url, METHODS[name]()) == by_name, page


@every_method
def test_characters_and_their_utf8_bytes_give_the_same_document(variant: str) -> None:
    for page in SAMPLE:
        text = characters(page)
        from_text = maintext.extract(text, method=VARIANTS[variant])
        from_bytes = maintext.extract(text.encode(), method=VARIANTS[variant])
        assert from_text.text == from_bytes.text == document(variant, page).text, page


@every_method
@pytest.mark.parametrize("part", [*(field.name for field in dataclasses.fields(Document)), "text", "title", "new"])
def test_a_document_cannot_be_changed(variant: str, part: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(document(variant, "blog"), part, "other")


@every_method
def test_a_document_has_either_a_text_or_a_reason(variant: str) -> None:
    for page, found in documents(variant):
        assert bool(found.text) != bool(found.reason), page


@every_method
def test_a_plain_article_is_found_whole(variant: str) -> None:
    lines = [f"This is line {number}, and it is long enough to be read as prose." for number in range(20)]
    page = f"<body><div>{''.join(f'<p>{line}</p>' for line in lines)}</div></body>"
    if variant == "div-density as printed":
        page = page.replace("<p>", "<span>").replace("</p>", "</span><br>")
    if variant == "line-blocks of the source":
        page = page.replace("<p>", "\n<p>")
    assert maintext.extract(page, method=VARIANTS[variant]).text.split("\n") == lines


@every_method
def test_the_text_has_no_script_and_no_style(variant: str) -> None:
    for page, found in documents(variant):
        hidden = LexborHTMLParser(characters(page), scripting=True).css("script, style")
        codes = [code for node in hidden if len(code := " ".join(node.text().split())) > 20]
        assert codes, f"{page} has nothing to leave out"
        text = " ".join(found.text.split())
        assert not [code for code in codes if code in text or code[:40] in text], page


@every_method
def test_lines_end_without_white_space_and_only_code_is_indented(variant: str) -> None:
    for page, found in documents(variant):
        lines = found.text.split("\n")
        assert [line for line in lines if line != line.rstrip()] == [], page
        if page in WITHOUT_CODE:
            assert [line for line in lines if line != line.strip()] == [], page
            assert "\n\n" not in found.text, page
        assert "\n\n\n" not in found.text, page


@every_method
def test_every_word_is_one_that_the_page_shows_in_page_order(variant: str) -> None:
    for page, found in documents(variant):
        assert in_order(found.text.split(), shown_on(page)), page


@every_method
def test_the_markup_shows_all_of_the_text(variant: str) -> None:
    for page, found in documents(variant):
        assert bool(found.source_html) == bool(found.text), page
        assert in_order(found.text.split(), visible_text(found.source_html)), page


@pytest.mark.parametrize("variant", [name for name in VARIANTS if not name.startswith(CHOOSE_TEXT + NEST)])
def test_the_markup_shows_nothing_but_the_text(variant: str) -> None:
    for page, found in documents(variant):
        assert visible_text(found.source_html) == squeezed(kept_text(found)), page


@every_method
def test_the_score_is_a_finite_number(variant: str) -> None:
    for page, found in documents(variant):
        assert type(found.score) is float, page
        assert math.isfinite(found.score), page


@every_method
def test_an_explanation_shows_what_was_selected(variant: str) -> None:
    for page in SAMPLE:
        found = document(variant, page)
        explanation = explained(variant, page)
        selection = method_named(VARIANTS[variant]).select(page_table(PAGES[page].read_bytes()))
        assert [row.row for row in explanation.selected()] == selection.rows.tolist(), page
        assert all(row.selected for row in explanation.selected()), page
        assert (explanation.method, explanation.score) == (found.method, found.score), page
        assert explanation.reason == selection.reason, page


@every_method
def test_an_explanation_has_one_value_of_each_quantity_for_each_row(variant: str) -> None:
    for page in SAMPLE[:3]:
        explanation = explained(variant, page)
        rows = list(explanation.rows())
        assert rows, page
        assert "score" in explanation.columns, page
        assert [row.row for row in rows] == np.flatnonzero(explanation.selection.details.candidates).tolist(), page
        assert len(rows) == len(explanation), page
        assert [row.row for row in rows if row.selected] == explanation.selection.rows.tolist(), page
        for row in rows:
            assert tuple(row.values) == explanation.columns, page
            assert all(type(value) in (int, float) for value in row.values.values()), page
            assert not any(math.isnan(value) for value in row.values.values()), page


@pytest.mark.parametrize("variant", ONE_ELEMENT)
def test_the_path_leads_to_the_selected_element(variant: str) -> None:
    for page in SAMPLE:
        found = document(variant, page)
        chosen = explained(variant, page).selected()
        assert len(chosen) == bool(found.text), page
        for row in chosen:
            node = LexborHTMLParser(characters(page), scripting=True).css_first(row.path)
            assert node is not None, f"{page}: {row.path}"
            text = visible_text(node.html or "")
            assert text == squeezed(explained(variant, page).table.text_of(row.row)), f"{page}: {row.path}"
            if variant.startswith("p-value"):
                assert in_order(found.text.split(), text), f"{page}: {row.path}"
            else:
                assert text == squeezed(selected_text(found)), f"{page}: {row.path}"


@pytest.mark.parametrize("page", ["english-news", "forum"])
def test_the_path_of_every_row_leads_to_its_element_alone(page: str) -> None:
    parser = LexborHTMLParser(characters(page), scripting=True)
    table = page_table(characters(page))
    for row in range(len(table)):
        nodes = parser.css(table.path(row))
        assert [node.tag for node in nodes] == [table.name(row)], table.path(row)
        if table.rendered[row]:
            assert visible_text(nodes[0].html or "") == squeezed(table.text_of(row)), table.path(row)


@every_method
def test_a_pickled_document_comes_back_equal(variant: str) -> None:
    for page in SAMPLE:
        found = document(variant, page)
        back = pickle.loads(pickle.dumps(fresh(variant, page)))
        assert type(back) is Document
        assert back == found, page
        assert back.to_dict() == found.to_dict(), page


@every_method
@pytest.mark.parametrize("page", ["", b"", " \n", "<html><body></body></html>"])
def test_an_empty_page_gives_an_empty_document_with_a_reason(variant: str, page: str | bytes) -> None:
    found = maintext.extract(page, method=VARIANTS[variant])
    assert (found.text, found.source_html, found.title, found.date) == ("", "", None, None)
    assert found.reason == "the page is empty"


@pytest.mark.parametrize("task", [maintext.extract, maintext.explain])
def test_an_unknown_method_is_an_error_that_names_the_known_ones(task: Any) -> None:
    with pytest.raises(maintext.UnknownMethodError, match="'best'") as caught:
        task("<p>text</p>", method="best")
    assert all(name in str(caught.value) for name in maintext.methods())
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("task", [maintext.extract, maintext.judge, maintext.compare, maintext.explain])
@pytest.mark.parametrize("page", [None, 5, ["<p>text</p>"], object()])
def test_a_page_of_another_type_is_a_type_error(task: Any, page: Any) -> None:
    with pytest.raises(TypeError, match=f"memoryview or a Path, not {type(page).__name__}"):
        task(page)


def test_a_name_or_an_address_is_taken_for_a_page_and_nothing_is_fetched() -> None:
    for words in ("https://example.org/news/1", str(PAGES["blog"])):
        assert maintext.extract(words).text == words


def test_a_comparison_holds_what_each_method_finds() -> None:
    for page in SAMPLE:
        comparison = maintext.compare(PAGES[page].read_bytes())
        assert [result.method for result in comparison.results] == list(maintext.methods())
        for result in comparison.results:
            found = document(result.method, page)
            assert (result.text, result.score) == (found.text, found.score), page
            assert bool(result.reason) == bool(found.reason), page
            assert comparison.agreement[result.method][result.method] == 1.0
            for other in maintext.methods():
                agreement = comparison.agreement[result.method][other]
                assert agreement == pytest.approx(comparison.agreement[other][result.method])
                assert 0.0 <= agreement <= 1.0


def errors_in(path: Path) -> tuple[int, list[str]]:
    """How many pages a file has, and what went wrong on them.

    The default method answers every second page, each other method every sixth one.
    """
    complaints: list[str] = []
    count = 0
    for page in read_pages(path, complaints.append):
        count += 1
        if count % 2:
            continue
        others = maintext.methods()[1:]
        for name in (maintext.DEFAULT_METHOD, *others[count // 2 % 3 :: 3]):
            try:
                found = maintext.extract(page.html, page.url, name)
                parts = found.to_dict() if name == maintext.DEFAULT_METHOD else {"source_html": found.source_html}
                if len({bool(found.text), bool(parts["source_html"]), not found.reason}) != 1:
                    complaints.append(f"{page.id}, {name}: text, markup and reason do not agree: {found.reason!r}")
            except Exception as error:
                complaints.append(f"{page.id}, {name}: {error!r}")
    return count, complaints


@pytest.mark.slow
def test_methods_work_on_the_development_pages() -> None:
    files = sorted(DATA.glob("*.jsonl.xz"), key=lambda path: -path.stat().st_size)
    if not files:
        pytest.skip("the labelled pages are not here")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        results = dict(zip(files, pool.map(errors_in, files), strict=True))
    assert all(count for count, _ in results.values())
    assert [complaint for _, complaints in results.values() for complaint in complaints] == []
