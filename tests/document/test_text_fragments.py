"""Text fragments: which words they have. That a browser finds them is tested in ``test_fragments_in_browser.py``."""

from urllib.parse import unquote

from maintext.document.text_fragments import PageWords, linked
from maintext.read import page_table


def fragment(text: str, start: int, stop: int) -> str:
    return unquote(PageWords.of_text(text).fragment(start, stop))


def test_a_short_passage_is_written_whole() -> None:
    text = "It rained, and nobody minded.\nThe ferry came at nine."
    assert fragment(text, 30, 39) == "#:~:text=The ferry"


def test_a_long_passage_is_its_beginning_and_its_end() -> None:
    text = "One two three four five six.\nSeven eight nine ten eleven."
    assert fragment(text, 0, len(text)) == "#:~:text=One two three four,nine ten eleven."


def test_a_repeated_beginning_has_words_before_it() -> None:
    """A browser takes the first place with the words, so the second heading needs the words before it."""
    text = "Contents\nHistory of it\nHow it was.\nHistory of it\nMore of it."
    second = text.rindex("History")
    assert fragment(text, second, second + 13) == "#:~:text=was.-,History of it"


def test_a_repeated_end_has_words_after_it() -> None:
    """A browser takes the first end after the beginning, so an end that is there before needs the words after it."""
    text = "Boats came in early.\nThey left again.\nIt was cold.\nThey left again.\nNobody knows why."
    stop = text.index("\nNobody")
    assert fragment(text, 0, stop) == "#:~:text=Boats came in early.,They left again.,-Nobody"


def test_a_repeated_passage_without_words_before_it_has_words_after_it() -> None:
    text = "Why\nBoats came.\nWhy\nBoats left."
    second = text.rindex("Boats")
    assert fragment(text, second - 4, second - 1) == "#:~:text=came.-,Why"
    text = "So it is.\nWhy\nBoats came.\nSo it is.\nWhy\nBoats left."
    second = text.rindex("Why")
    assert fragment(text, second, second + 3) == "#:~:text=Why,-Boats left."


def test_the_end_of_a_page_has_no_words_after_it() -> None:
    text = "Boats came in early.\nThey left again.\nThey left again."
    assert fragment(text, 0, len(text)) == "#:~:text=Boats came in early.,They left again."


def test_signs_with_a_meaning_are_escaped() -> None:
    found = PageWords.of_text("a-b, c & d").fragment(0, 10)
    assert found == "#:~:text=a%2Db%2C%20c%20%26%20d"


def test_chinese_begins_and_ends_at_punctuation() -> None:
    text = "古渡口已经修好，市民可以免费参观，每天限三千人。"
    assert fragment(text, 10, 12) == "#:~:text=市民可以免费参观，"


def test_a_short_word_that_is_part_of_a_clause_has_words_before_it() -> None:
    """Browsers divide a clause by a dictionary, so they find the word in it."""
    text = "这个项目很大。\n项目\n说明"
    assert fragment(text, 8, 10) == "#:~:text=这个项目很大。-,项目"


def test_lines_of_code_are_found_one_by_one() -> None:
    page = "<body><p>Text before it is here.</p><pre>one two\nthree four five six\nseven eight</pre></body>"
    words = PageWords.of_table(page_table(page))
    text = page_table(page).text
    assert unquote(words.fragment(text.index("one"), len(text))) == "#:~:text=one two,seven eight"


def test_an_address_keeps_its_own_place() -> None:
    assert linked("https://e.org/a#b", "#:~:text=x") == "https://e.org/a#b:~:text=x"
    assert linked("https://e.org/a#b:~:text=y", "#:~:text=x") == "https://e.org/a#b:~:text=x"
    assert linked("", "#:~:text=x") == "#:~:text=x"
    assert linked("https://e.org/a", "") == "https://e.org/a"
