"""Chunks of a text: along its structure, within the budget, and exactly where they say."""

import json
import pickle
import re
from collections.abc import Callable

import pytest
from helpers.made_articles import ARTICLES
from hypothesis import given, settings
from hypothesis import strategies as st

import maintext
from maintext.document.chunks import ranges_of
from maintext.errors import OptionError

WHOLE = maintext.Options(include="main")
PAGE = """<html><head><title>The old ferry</title></head><body><main>
<h1>The old ferry</h1><p>The ferry is back after nine years, and the town is glad of it.</p>
<h2>History</h2><p>It began in 1874. It carried stone. It sank in 1931.</p>
<h3>Accidents</h3><p>There were two, and nobody was hurt in either of them.</p>
<h2>Times</h2><table><tr><th>From</th><th>To</th></tr><tr><td>8:00</td><td>18:00</td></tr><tr><td>9:30</td><td>16:30</td></tr></table>
<h2>Code</h2><pre><code class="language-python">def cross(river):
    return river + 1

print(cross(1))</code></pre>
</main></body></html>"""


def document(page: str = PAGE, url: str | None = None) -> maintext.Document:
    return maintext.extract(page, url, options=WHOLE)


@given(ARTICLES, st.integers(1, 60), st.data())
@settings(max_examples=60)
def test_chunks_cover_the_text_within_the_budget(page: str, tokens: int, data: st.DataObject) -> None:
    """Every visible character is in a chunk, ranges are right, and only a piece that cannot be divided is too large."""
    overlap = data.draw(st.integers(0, tokens - 1))
    counter = data.draw(st.sampled_from(["words", "characters"]))
    doc = document(page)
    chunks = doc.chunks(tokens, overlap, counter)
    covered = 0
    for chunk in chunks:
        assert chunk.text == doc.text[chunk.start : chunk.stop]
        assert not doc.text[covered : chunk.start].strip() or chunk.start < covered
        assert chunk.stop > covered
        assert overlap or chunk.start >= covered
        covered = chunk.stop
        counted = len(chunk.text) if counter == "characters" else len(re.findall(r"[一-鿿]|[^\W一-鿿]+", chunk.text))
        assert chunk.tokens == counted
        assert counted <= tokens or (counter == "words" and len(re.findall(r"\S+", chunk.text)) == 1)
    assert not doc.text[covered:].strip()


@given(ARTICLES, st.integers(5, 60))
@settings(max_examples=40)
def test_rows_and_items_are_whole(page: str, tokens: int) -> None:
    """A chunk ends within a line only if that line alone is too large."""
    doc = document(page)
    sizes = {len(line.split()) for line in doc.text.split("\n")}
    for chunk in doc.chunks(tokens, counter=lambda text: len(text.split())):
        for place in (chunk.start - 1, chunk.stop):
            at_line_end = place < 0 or place >= len(doc.text) or doc.text[place] == "\n"
            assert at_line_end or max(sizes) > tokens


def test_chunks_follow_sections() -> None:
    """A section that fits stays together, with the headings above it."""
    doc = document(url="https://example.org/ferry")
    found = [(chunk.tokens, chunk.headings, chunk.text.split("\n")[0]) for chunk in doc.chunks(24)]
    assert found == [
        (17, ("The old ferry",), "The old ferry"),
        (24, ("The old ferry", "History"), "History"),
        (21, ("The old ferry", "Times"), "Times"),
    ]


def test_one_chunk_has_everything() -> None:
    """A budget that is large enough gives one chunk with the whole text and the whole Markdown."""
    doc = document()
    (chunk,) = doc.chunks(10_000)
    assert (chunk.text, chunk.markdown) == (doc.text, doc.markdown)
    assert chunk.headings == ("The old ferry",)


def test_a_table_is_divided_between_rows_and_keeps_its_heading_in_markdown() -> None:
    doc = document()
    rows = [chunk for chunk in doc.chunks(12, counter="characters") if "16:30" in chunk.text]
    assert [chunk.text for chunk in rows] == ["9:30\t16:30"]
    assert rows[0].markdown.splitlines()[0] == "| From | To |"
    assert "9:30" in rows[0].markdown and "8:00" not in rows[0].markdown


def test_code_is_whole_unless_it_is_too_large() -> None:
    doc = document()
    whole = [chunk for chunk in doc.chunks(12) if "def cross" in chunk.text]
    assert "print(cross(1))" in whole[0].text
    parts = [chunk for chunk in doc.chunks(40, counter="characters") if "river" in chunk.text]
    assert [chunk.text for chunk in parts] == ["def cross(river):\n    return river + 1"]
    assert parts[0].markdown == "```python\ndef cross(river):\n    return river + 1\n```"


def test_markdown_of_a_divided_paragraph_keeps_its_links() -> None:
    """A paragraph that is too large is divided at sentences, with the style and links of each."""
    page = "<main><p>It is <b>very</b> old. See <a href='https://e.org/x'>the map</a> of it. Bye.</p></main>"
    chunks = document(page).chunks(16, counter="characters")
    assert [chunk.text for chunk in chunks] == ["It is very old.", "See the map of", "it. Bye."]
    assert [chunk.markdown for chunk in chunks] == [
        "It is **very** old.",
        "See [the map](https://e.org/x) of",
        "it. Bye.",
    ]


def test_chinese_is_divided_between_sentences_then_characters() -> None:
    page = "<main><p>古渡口已经修好。市民可以免费参观，每天限三千人。</p></main>"
    assert [chunk.text for chunk in document(page).chunks(16)] == [
        "古渡口已经修好。",
        "市民可以免费参观，每天限三千人。",
    ]
    pieces = [chunk.text for chunk in document(page).chunks(5)]
    assert pieces == ["古渡口已经", "修好。市民可", "以免费参观，", "每天限三千", "人。"]


def test_a_formula_is_not_divided() -> None:
    page = (
        "<main><p>Let us begin here. Then <math alttext='a + b . c = d'><mi>a</mi><mo>+</mo><mi>b</mi><mo>.</mo>"
        "<mi>c</mi><mo>=</mo><mi>d</mi></math> holds for all. And so on.</p></main>"
    )
    doc = document(page)
    formula = "a+b.c=d"
    assert formula in doc.text
    for tokens in range(8, 40):
        assert any(formula in chunk.text for chunk in doc.chunks(tokens, counter="characters"))


def test_overlap_repeats_whole_sentences() -> None:
    page = f"<main><p>{' '.join(f'Sentence number {number} is here.' for number in range(8))}</p></main>"
    first, second = document(page).chunks(30, overlap=6)[:2]
    assert first.text.endswith("Sentence number 3 is here.")
    assert document(page).text[second.start : first.stop] == "Sentence number 3 is here."
    assert (second.tokens, second.text.count("Sentence")) == (25, 5)


def test_a_counter_whose_counts_do_not_add_up() -> None:
    """The budget holds even if joined pieces have more tokens than their sum."""
    doc = document()
    assert [chunk.tokens for chunk in doc.chunks(400, counter=lambda text: len(text) ** 2 // 40)] == [
        4,
        99,
        90,
        122,
        202,
    ]


def test_time_is_linear() -> None:
    """Each character is counted a bounded number of times, however long the text is and however small the chunks."""
    for tokens in (1, 7, 512):
        counted = []
        for size in (200, 800):
            doc = document(f"<main><h2>One</h2><p>{'word ' * size}end.</p>{'<p>Some more.</p>' * size}</main>")
            seen = _Counted()
            doc.chunks(tokens, counter=seen)
            counted.append(seen.characters / len(doc.text))
        assert counted[1] < 1.3 * counted[0] < 40


class _Counted:
    """Counts words, and the characters that it has seen."""

    characters = 0

    def __call__(self, text: str) -> int:
        self.characters += len(text)
        return len(text.split())


def test_chunks_of_a_pickled_document() -> None:
    """They are the same, without the path and the id, for which the page is needed."""
    doc = document(url="https://example.org/ferry")
    again = pickle.loads(pickle.dumps(doc))
    for one, other in zip(doc.chunks(20), again.chunks(20), strict=True):
        assert (one.text, one.markdown, one.headings, one.start) == (
            other.text,
            other.markdown,
            other.headings,
            other.start,
        )
        assert other.link.startswith("https://example.org/ferry#:~:text=")
        assert other.span is not None and one.span is not None
        assert other.span[0] <= one.span[0] < one.span[1] <= other.span[1]


def test_an_empty_document_has_no_chunks() -> None:
    assert maintext.extract("").chunks() == []
    assert maintext.extract("").fit(10).text == ""


@pytest.mark.parametrize(
    ("tokens", "overlap", "counter", "message"),
    [
        (0, 0, "words", "tokens must be 1 or more"),
        (10, 10, "words", "overlap must be"),
        (10, -1, "words", "overlap must be"),
        (10, 0, "letters", "counter must be"),
        (10, 0, 3, "counter must be"),
        (1.5, 0, "words", "tokens must be a whole number"),
    ],
)
def test_bad_arguments(tokens: int, overlap: int, counter: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        document().chunks(tokens, overlap, counter)


def test_fit_takes_headline_lead_and_sections_in_order() -> None:
    doc = document()
    fitted = doc.fit(20)
    assert fitted.text == "The old ferry\nThe ferry is back after nine years, and the town is glad of it."
    assert fitted.tokens == 17
    assert fitted.markdown.startswith("# The old ferry\n\nThe ferry is back")
    assert [(part.headings[-1], part.is_whole) for part in fitted.left_out] == [
        ("History", True),
        ("Accidents", True),
        ("Times", True),
        ("Code", True),
    ]


def test_fit_says_that_a_section_was_cut() -> None:
    """The part that fits is whole pieces; a heading without text is not among them."""
    page = "<main><h2>One</h2><p>First of all.</p><p>Second of all.</p><h2>Two</h2><p>Last.</p></main>"
    fitted = document(page).fit(5)
    assert fitted.text == "One\nFirst of all."
    assert [(part.headings, part.tokens, part.is_whole) for part in fitted.left_out] == [
        (("One",), 3, False),
        (("Two",), 2, True),
    ]
    everything = document(page).fit(100)
    assert (everything.text, everything.left_out) == (document(page).text, ())


def test_fit_cuts_a_lead_that_leaves_no_place_for_the_headline() -> None:
    """The lead of 22 words would fit alone, but not with the headline of 3: its first sentence of 14 does."""
    lead = "The ferry is back after nine years, and the town is glad of it."
    page = f"""<title>The old ferry</title><main><h1>The old ferry</h1>
        <p>{lead} It sails every day but Sunday, weather permitting.</p></main>"""
    fitted = maintext.extract(page).fit(23)
    assert fitted.text == f"The old ferry\n{lead}"
    assert (fitted.tokens, [part.tokens for part in fitted.left_out]) == (17, [8])


def test_ranges_of_nothing() -> None:
    assert list(ranges_of("", [], 5, 0, len)) == []


def _tiktoken() -> object:
    tiktoken = pytest.importorskip("tiktoken")
    ranks = {bytes([byte]): byte for byte in range(256)}
    return tiktoken.Encoding("bytes", pat_str=r"\S+|\s+", mergeable_ranks=ranks, special_tokens={"<|end|>": 256})


def _tokenizers() -> object:
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.models.WordLevel({"[UNK]": 0}, unk_token="[UNK]")
    made = tokenizers.Tokenizer(model)
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    return made


@pytest.mark.parametrize(("make", "tokens"), [(_tiktoken, [16, 16]), (_tokenizers, [10])])
def test_real_tokenizers_count(make: Callable[[], object], tokens: list[int]) -> None:
    """Both packages count; words that are special to a model are ordinary words of a page."""
    page = "<main><p>One &lt;|end|&gt; two.</p><p>Three four five.</p></main>"
    assert [chunk.tokens for chunk in document(page).chunks(17, counter=make())] == tokens


def test_a_missing_tokenizer_is_an_error_in_one_line() -> None:
    with pytest.raises(OptionError, match=r"tokenizers cannot load|Install it with"):
        document().chunks(counter="tokenizers:/no/such/file.json")


@pytest.mark.parametrize("before", ["", "beforehand", "before ", "Before it. "])
def test_a_formula_that_is_too_large_is_divided_between_its_words(before: str) -> None:
    names = " ".join(f"<mtext>word{number} and more</mtext>" for number in range(60))
    chunks = document(f"<main><p>{before}<math>{names}</math> after.").chunks(40)
    assert all(chunk.tokens <= 40 for chunk in chunks)
    assert {word for chunk in chunks for word in chunk.text.split()} >= {f"word{number}" for number in range(1, 60)}


@pytest.mark.parametrize(
    "before",
    [
        "<h2>" + "words " * 4_000 + "</h2>",
        f"<div id={'x' * 20_000}>",
        "<table><thead><tr>" + "<th>name" * 2_000 + "</thead><tr><td>",
        "<table><thead>" + "<tr><th>name<th>day" * 1_000 + "</thead><tr><td>",
    ],
    ids=["heading", "id", "heading row", "heading rows"],
)
def test_what_chunks_repeat_is_short(before: str) -> None:
    """A long heading, id or heading row is not written with each of the chunks below it."""
    is_table = before.startswith("<table")
    below = ("<tr><td>Harwick<td>8:00<td>9:30" if is_table else "<p>It rained all day.</p>") * 1_000
    page = f"<main><p>x</p>{before}{below}"
    chunks = document(page).chunks(20)
    assert len(chunks) > 200
    assert len(json.dumps([chunk.to_dict() for chunk in chunks])) < 5 * len(page) + 1_000 * len(chunks)
    left_out = document(page).fit(20).left_out
    assert all(len(heading) <= 300 for part in left_out for heading in part.headings)
