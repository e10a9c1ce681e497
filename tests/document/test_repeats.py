"""Nothing twice, nothing lost: copies of a text are left out, and a text that the page does not show is found."""

import json

import pytest
from helpers.pages import PAGES, squeezed
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.document import linked_article, repeats
from maintext.document._plain_text import Repeat
from maintext.document.linked_article import _may_contain_article
from maintext.document.plain_text import text_of
from maintext.document.repeats import without_repeats
from maintext.read import page_table, read

LONG = [
    f"Paragraph {number} says at some length, and with a few commas, what it has to say about the rain and the ferry, "
    "about the timetable and about the harbour."
    for number in range(5)
]
ARTICLE = "".join(f"<p>{line}</p>" for line in LONG)


def once(html: str, is_forum: bool = False) -> str:
    """The text of a whole body without repeats."""
    table = read(f"<body>{html}</body>")
    return text_of(table, without_repeats(table, table.in_body[table.segment_owner], is_forum))


class TestRepeats:
    def test_the_copy_of_a_box_is_left_out(self) -> None:
        box = f"<h2>Ferry</h2>{ARTICLE}<ul><li>one<li>two</ul>"
        html = f"<div class=desktop>{box}</div><p>between</p><div class=mobile><div>{box}</div></div>"
        assert once(html).split("\n") == ["Ferry", *LONG, "one", "two", "between"]

    def test_a_paragraph_right_behind_its_copy_for_another_screen_is_left_out(self) -> None:
        html = f"<p class=wide>{LONG[0]}</p><p class=narrow>{LONG[0]}</p><p>x</p>"
        assert once(html).split("\n") == [LONG[0], "x"]

    def test_the_refrain_of_a_song_stays(self) -> None:
        refrain = "<p>Row on, row on, the tide is low, the harbour lights are small and slow,<br>{}<br>{}</p>".format(
            "and all the ropes that hold us here will let us go, will let us go, before the day, before the year,",
            "and what the water took from us the water will bring home to us, however far, however near.",
        )
        verses = [f"<p>{line}</p>" for line in LONG[:3]]
        song = "".join(f'<div class="verse">{verse}</div><div class="refrain">{refrain}</div>' for verse in verses)
        assert once(song).count("Row on, row on") == 3
        assert once("".join(verse + refrain for verse in verses)).count("will let us go, before the day") == 3

    def test_equal_lines_of_a_form_stay(self) -> None:
        line = f"I have read it and agree: {LONG[0]}"
        form = "".join(f"<fieldset><div><p>{line}</p><p>Name and date</p></div></fieldset>" for _ in range(3))
        assert once(form).count(line) == 3
        assert once(f"<p>{line}</p>" * 4).count(line) == 4

    def test_the_twin_for_print_is_left_out(self) -> None:
        body = "".join(f"<p>{line}</p>" for line in LONG[:3])
        html = f'<div class="story"><div>{body}</div></div><div class="printable"><div>{body}</div></div>'
        assert once(html).split("\n") == LONG[:3]

    @pytest.mark.parametrize(
        "html",
        [
            f"<div><p>Monday</p><p>{LONG[0]}</p></div><div><p>Tuesday</p><p>{LONG[0]}</p></div>",
            f"<div><p>a</p><p>{LONG[0]}</p></div><blockquote><div><p>a</p><p>{LONG[0]}</p></div></blockquote>",
            f"<pre>{LONG[0]}</pre><p>or</p><div><pre>{LONG[0]}</pre><p>or</p></div>",
            "<div><p>yes</p><p>no</p></div><div><p>yes</p><p>no</p></div>",
            f"<p>{LONG[0]}</p><p>again:</p><p>{LONG[0]}</p>",
        ],
    )
    def test_what_is_said_twice_on_purpose_stays(self, html: str) -> None:
        table = read(f"<body>{html}</body>")
        assert once(html) == text_of(table, table.in_body[table.segment_owner])

    def test_forums_repeat_what_they_answer(self) -> None:
        assert once(f"<div>{ARTICLE}</div><div>{ARTICLE}</div>", is_forum=True).split("\n") == [*LONG, *LONG]

    @pytest.mark.parametrize(
        "html",
        [
            "<p>Only <span class=sr-only>$19.99</span><span aria-hidden=true>$19.99</span> now</p>",
            "<p>Only <span>$19.99</span><span class='visually-hidden'>$19.99</span> now</p>",
        ],
    )
    def test_copies_for_screen_readers_are_left_out(self, html: str) -> None:
        assert once(html) == "Only $19.99 now"

    def test_words_that_are_said_twice_stay(self) -> None:
        assert once("<p><b>no</b> <i>no</i></p>") == "no no"

    def test_a_formula_is_its_source(self) -> None:
        html = (
            '<p>Let <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow>'
            '<annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>'
            '<span class="katex-html" aria-hidden="true"><span>x</span><sup>2</sup></span></span> be.</p>'
        )
        assert once(html) == "Let x^2 be."


class TestSources:
    DATA = json.dumps({"@type": "NewsArticle", "headline": "Rain", "articleBody": "\n\n".join(LONG)})
    LINKED = f'<script type="application/ld+json">{DATA}</script>'

    def test_most_texts_are_on_the_page(self) -> None:
        assert maintext.extract(f"<div>{ARTICLE}</div>").source == "page"

    def test_an_article_that_only_the_linked_data_has_is_used(self) -> None:
        doc = maintext.extract(f"<head>{self.LINKED}</head><body><div id=app>Loading</div></body>")
        assert (doc.source, doc.reason) == ("json-ld", "")
        assert doc.text.split("\n") == LONG
        assert [block.text for block in doc.blocks] == ["Rain", *LONG]
        assert doc.title == "Rain"

    def test_an_article_with_markup_keeps_it(self) -> None:
        data = json.dumps({"@type": "Article", "articleBody": "<h2>Head</h2>" + ARTICLE})
        doc = maintext.extract(f'<script type="application/ld+json">{data}</script>')
        assert [block.kind for block in doc.blocks][:2] == ["heading", "paragraph"]

    def test_linked_data_with_nothing_new_is_not_used(self) -> None:
        doc = maintext.extract(f"<head>{self.LINKED}</head><body><div>{ARTICLE}</div></body>")
        assert doc.source == "page"
        assert doc.text.split("\n") == LONG

    def test_a_page_that_shows_much_else_is_left_as_it_is(self) -> None:
        teaser = "".join(f"<p>Another story, number {number}, is told at some length here.</p>" for number in range(40))
        assert maintext.extract(f"{self.LINKED}<div>{teaser}</div>").source == "page"

    @pytest.mark.parametrize("value", ["5", "null", '["a"]', '{"a": 1}', '"' + "x" * 900])
    def test_broken_linked_data_is_survived(self, value: str) -> None:
        script = f'<script type="application/ld+json">{{"@type": "Article", "articleBody": {value}}}</script>'
        assert "rain and the ferry" in maintext.extract(f"{script}<div>{ARTICLE}</div>").text

    @given(
        st.recursive(
            st.text('a"\\\\:,é{}') | st.just('he said "articleBody"'),
            lambda inner: (
                st.lists(inner) | st.dictionaries(st.sampled_from(["articleBody", "description", 'a"']), inner)
            ),
        ),
        st.booleans(),
    )
    def test_a_quick_look_at_linked_data_misses_no_article(self, data: object, in_ascii: bool) -> None:
        """What is in the way of the article, or in it, does not matter: names, quotation marks, backslashes."""
        script = json.dumps([data, {"description": "articleBody", "articleBody": 'l"\\' * 5}], ensure_ascii=in_ascii)
        source = f"<script>{script}</script>".encode()
        longest = max(map(len, _articles_in(json.loads(script))))
        assert _may_contain_article(source, len("<script>"), len(source) - len("</script>"), longest)

    def test_a_short_article_in_linked_data_is_not_even_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        data = json.dumps({"description": "x" * 900, "articleBody": "Short.", "about": "x" * 900})
        monkeypatch.setattr(linked_article, "collect_linked_data", None)
        html = f'<script type="application/ld+json">{data}</script><div>{LONG[0]}</div>'
        assert maintext.extract(html).source == "page"

    def test_text_in_a_noscript_is_told(self) -> None:
        assert maintext.extract(f"<body><div id=app></div><noscript>{ARTICLE}</noscript></body>").source == "noscript"

    def test_what_a_noscript_shows_keeps_its_markup(self) -> None:
        """Spans are those of the source, and a surplus end tag closes nothing."""
        shown = f"<NoScript class=a>{ARTICLE}<i>in</i></NOSCRIPT></noscript>"
        table = read(f"<div id=app>{shown}<b id=z>end</b></div>")
        assert table.text_source == "noscript"
        names = [table.name(row) for row in range(len(table))]
        tags = [table.source[table.open_start[row] : table.open_end[row]] for row in range(len(table))]
        assert names[3:] == ["div", "div", *["p"] * len(LONG), "i", "b"]
        assert [tag for name, tag in zip(names, tags, strict=True) if name == "p"] == [b"<p>"] * len(LONG)
        assert table.parent[names.index("b")] == names.index("div")
        assert table.attributes(names.index("b")) == {"id": "z"}
        assert table.encoded.decode().endswith("inend")

    def test_a_noscript_in_a_noscript_is_shown_too(self) -> None:
        table = read(f"<div id=app><noscript>{ARTICLE}<noscript>in</noscript>behind</noscript></div>")
        assert table.encoded.decode().endswith("inbehind")

    def test_an_unclosed_frame_in_a_noscript_hides_nothing_behind_it(self) -> None:
        """As many pages made by scripts have it for their tag manager."""
        frame = '<noscript><iframe src="/ns.html?id=1" height="0" width="0" style="display:none" /></noscript>'
        plain = maintext.extract(f"<head><title>T</title></head><body>{ARTICLE}</body>")
        assert plain.text
        for page in (f"<head>{frame}<title>T</title></head><body>{ARTICLE}", f"<head></head><body>{frame}{ARTICLE}"):
            assert maintext.extract(page).text == plain.text
        assert maintext.extract(f"<head>{frame}<title>T</title></head><body>{ARTICLE}").title == "T"

    def test_text_in_hidden_containers_of_streamed_pages_is_told(self) -> None:
        page = (
            f'<body><div id=app><template id="B:0"></template>Loading</div><div hidden id="S:0">{ARTICLE}</div></body>'
        )
        doc = maintext.extract(page)
        assert doc.source == "hidden container"
        assert squeezed(LONG[0]) in squeezed(doc.text)


def _articles_in(data: object) -> list[str]:
    """The strings that stand under the name of an article's text."""
    if isinstance(data, list):
        return [text for each in data for text in _articles_in(each)]
    if not isinstance(data, dict):
        return []
    texts = [text for each in data.values() for text in _articles_in(each)]
    own = data.get("articleBody")
    return [*texts, own] if isinstance(own, str) else texts


@pytest.mark.parametrize("page", PAGES)
def test_the_quick_look_for_repetitions_misses_none(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it sees nothing twice, the closer look finds nothing either, even with all text of the page twice."""
    html = PAGES[page].read_bytes()
    for table in (page_table(html), page_table(html.replace(b"</body>", b"<div>" + html + b"</div></body>"))):
        keep = table.in_body[table.segment_owner]
        quick = repeats.without_repeats(table, keep)
        with monkeypatch.context() as patch:
            patch.setattr(repeats, "possible_repeats", lambda *_: Repeat.SEGMENTS | Repeat.LINES)
            assert quick.tolist() == repeats.without_repeats(table, keep).tolist()
