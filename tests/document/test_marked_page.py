"""Everything visible on a page as Markdown: nothing is lost, and the main text is between marks."""

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.commands import BLOG, Ran, assert_one_line_error
from helpers.pages import PAGES

import maintext
from maintext.document.marked_page import BEGIN, END
from maintext.read import page_table
from maintext.words import words

PAGE = """<html><body><nav><a href="/">Home</a> <a href="/news">News</a></nav>
<main><h1>The old ferry</h1><p>The ferry is back after nine years, and the town is glad of it, said the mayor.</p>
<p>It began in 1874 and carried stone from the quarry to the wharves, until it sank in the flood of 1931.</p></main>
<p>&lt;!-- main text --&gt; Imprint</p><script>var hidden = 1</script></body></html>"""


def test_the_main_text_is_between_marks() -> None:
    doc = maintext.extract(PAGE, "https://e.org/a")
    whole = doc.whole or ""
    before, _, rest = whole.partition(BEGIN)
    main, _, after = rest.partition(END)
    assert before.strip() == "[Home](https://e.org/) [News](https://e.org/news)"
    assert main.strip().startswith("# The old ferry\n\nThe ferry is back")
    assert main.strip().endswith("1931.")
    assert after.strip().endswith("Imprint")
    assert BEGIN not in after
    assert "hidden" not in whole


def test_raw_and_fit_in_one_call() -> None:
    """A document has both; the option says which one its Markdown is."""
    doc = maintext.extract(PAGE)
    wanted = maintext.extract(PAGE, options=maintext.Options(whole=True))
    assert wanted.markdown == wanted.whole == doc.whole
    assert doc.markdown != doc.whole
    assert wanted.text == doc.text
    assert "Imprint" not in doc.markdown


@pytest.mark.parametrize("name", ["english-news", "chinese-news", "forum", "documentation", "front-page"])
def test_no_visible_word_is_lost(name: str) -> None:
    data = PAGES[name].read_bytes()
    table = page_table(data)
    in_body = table.in_body[table.segment_owner]
    visible = set(words(" ".join(table.segment_text(n) for n in range(len(in_body)) if in_body[n])))
    missing = visible - set(words(maintext.extract(data).whole or ""))
    assert len(missing) <= 0.02 * len(visible), missing


def test_a_pickle_keeps_what_was_asked_for() -> None:
    assert pickle.loads(pickle.dumps(maintext.extract(PAGE))).whole is None
    wanted = maintext.extract(PAGE, options=maintext.Options(whole=True))
    again = pickle.loads(pickle.dumps(wanted))
    assert (again.whole, again.markdown) == (wanted.whole, wanted.markdown)
    twice = pickle.loads(pickle.dumps(again))
    assert twice.markdown == wanted.markdown


def test_the_command_line(run_here: Callable[..., Ran]) -> None:
    assert run_here(BLOG, "--whole", "--format", "markdown").out == (maintext.extract(Path(BLOG)).whole or "") + "\n"
    assert_one_line_error(run_here(BLOG, "--whole", "--format", "xml"), "--whole")


def test_an_empty_page() -> None:
    assert maintext.extract("").whole == ""
