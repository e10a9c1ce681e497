"""Text of inline elements as a reader should get it, in plain text and blocks alike."""

from collections.abc import Callable

import numpy as np
import pytest

from maintext.blocks import Block, Code, Gathered, NoteReference, Paragraph, Style, Text, blocks_of
from maintext.blocks.abbreviations import expansions
from maintext.blocks.inline_text import reworded
from maintext.blocks.latex_text import Delimiters
from maintext.blocks.scripts import raised_or_lowered
from maintext.document.plain_text import text_of
from maintext.formats import to_markdown
from maintext.options import EVERYTHING, Options
from maintext.read import read
from maintext.table import PageTable, tags


def page(html: str, options: Options = EVERYTHING, language: str = "en") -> tuple[str, tuple[Block, ...]]:
    """The plain text and the blocks of a whole body."""
    table = read(f"<html lang={language}><body>{html}</body></html>")
    keep = table.in_body[table.segment_owner]
    found, notes = reworded(table, keep, options)
    return text_of(found, keep), blocks_of(Gathered(found, keep, options, "", notes=notes))


def text(html: str, language: str = "en") -> str:
    return page(html, language=language)[0]


class TestScripts:
    @pytest.mark.parametrize(
        ("html", "written"),
        [
            ("x<sup>2</sup>", "x²"),
            ("H<sub>2</sub>O", "H₂O"),
            ("10<sup>−3</sup> m", "10⁻³ m"),
            ("a<sub>n+1</sub>", "aₙ₊₁"),
            ("1<sup>st</sup>", "1st"),
            ("x<sup>a+b</sup>", "xa+b"),
            ("<pre>x<sup>2</sup></pre>", "x2"),
        ],
    )
    def test_numbers_are_written_with_characters_of_unicode(self, html: str, written: str) -> None:
        assert text(f"<p>{html}</p>") == written

    def test_others_have_a_style(self) -> None:
        (block,) = page("<p>1<sup>st</sup> x<sup>2</sup> a<sub>q</sub></p>")[1]
        assert isinstance(block, Paragraph)
        assert block.inlines == (
            Text("1"),
            Text("st", Style.SUPERSCRIPT),
            Text(" x² a"),
            Text("q", Style.SUBSCRIPT),
        )
        assert to_markdown([block]) == "1<sup>st</sup> x² a<sub>q</sub>"

    def test_a_long_text_is_not_changed(self) -> None:
        assert raised_or_lowered("1" * 13, is_raised=True) == ""


class TestQuotations:
    @pytest.mark.parametrize(
        ("language", "written"),
        [("en", "“a ‘b’”"), ("de-AT", "„a ‚b‘“"), ("fr", "«a “b”»"), ("ja", "「a 『b』」"), ("xx", "“a ‘b’”")],
    )
    def test_the_marks_are_those_of_the_language(self, language: str, written: str) -> None:
        assert text("<p>He said <q>a <q>b</q></q>.</p>", language) == f"He said {written}."

    def test_marks_of_the_page_are_not_doubled(self) -> None:
        assert text("<p><q>“Yes,” he said, “no”</q></p>") == "“Yes,” he said, “no”"

    def test_blanks_stay_outside(self) -> None:
        assert text("<p>a<q> <b>b</b> </q>c</p>") == "a “b” c"


class TestReadings:
    @pytest.mark.parametrize(
        ("ruby", "written"),
        [
            ("漢字<rt>かんじ</rt>", "漢字(かんじ)"),
            ("漢字<rp>（</rp><rt>かんじ</rt><rp>）</rp>", "漢字(かんじ)"),
            ("東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rp>(</rp><rt>きょう</rt><rp>)</rp>", "東京(とうきょう)"),
            ("北<rt>běi</rt>京<rt>jīng</rt>", "北京(běi jīng)"),
            ("空<rt></rt>", "空"),
        ],
    )
    def test_a_reading_comes_once_in_parentheses(self, ruby: str, written: str) -> None:
        assert text(f"<p><ruby>{ruby}</ruby>だ</p>") == f"{written}だ"


class TestAbbreviations:
    def test_the_long_form_comes_once(self) -> None:
        who = "<abbr title='World Health Organization'>WHO</abbr>"
        assert text(f"<p>{who} and the {who}</p>") == "WHO (World Health Organization) and the WHO"

    @pytest.mark.parametrize(
        "html",
        [
            "<abbr title='2012-05-01T10:00:00Z'>May 1</abbr>",
            "<abbr title='click here for more'>WHO</abbr>",
            "the World Health Organization (<abbr title='World Health Organization'>WHO</abbr>)",
            "<abbr title='WHO'>WHO</abbr>",
            "<abbr>WHO</abbr>",
        ],
    )
    def test_other_titles_are_left_alone(self, html: str) -> None:
        assert "(World Health" not in text(f"<p>{html}</p>").replace("Organization (WHO)", "")
        table = read(f"<p>{html}</p>")
        assert list(expansions(table, np.flatnonzero(table.tag == table.tag[3]).tolist())) == []


class TestMarks:
    @pytest.mark.parametrize("mark", ["#", "¶", "§", "🔗"])
    def test_marks_of_headings_are_left_out(self, mark: str) -> None:
        assert text(f"<h2>Title <a href='#title'>{mark}</a></h2>") == "Title"
        assert text(f"<h2><a class=anchor href='#title'>{mark}</a>Title</h2>") == "Title"

    @pytest.mark.parametrize("tag", ["dt", "th", "caption", "figcaption", "legend"])
    def test_marks_of_terms_and_captions_are_left_out(self, tag: str) -> None:
        around = {"dt": "<dl>{}</dl>", "th": "<table><tr>{}</table>", "caption": "<table>{}<tr><td>x</table>"}
        html = around.get(tag, "<div>{}</div>")
        assert text(html.format(f"<{tag}><code>size</code><a href='#size'>¶</a></{tag}>")).split()[0] == "size"
        assert text(html.format(f"<{tag}><a href='#size'>#</a></{tag}>")).startswith("#")
        assert text(html.format(f"<{tag}>size <a href='/x#y'>#</a></{tag}>")).startswith("size #")

    @pytest.mark.parametrize(
        "form",
        [
            "<span class=mw-editsection>[<a href='/w?a=edit'>Bearbeiten</a> | <a href='/w?a=x'>Quelle</a>]</span>",
            "<span class=section-edit><a href='/w?a=edit'>edit</a></span>",
            "<small class=edit><a href='/w?a=edit'>[edit]</a></small>",
        ],
    )
    def test_links_to_forms_are_left_out_of_headings(self, form: str) -> None:
        assert text(f"<h2>Title{form}</h2><p>Rain.</p>") == "Title\nRain."
        assert text(f"<div class=mw-heading><h2>Title</h2>{form}</div><p>Rain.</p>") == "Title\nRain."
        assert text(f"<h2>{form}</h2>") != ""
        assert text(f"<div><h2>Title</h2>{form}</div>") != "Title"

    @pytest.mark.parametrize("other", ["<i class=edited>[<a href='/x'>b</a>]</i>", "<i class=edit>[b]</i>"])
    def test_other_parts_of_headings_stay(self, other: str) -> None:
        assert text(f"<h2>Title{other}</h2>") == "Title[b]"

    def test_other_links_stay(self) -> None:
        assert text("<h2><a href='#c'>C</a> <a href='#x'>#1</a></h2><p><a href='#a'>#</a></p>") == "C #1\n#"


NOTE = "<ol><li id=fn1><p>A <b>note</b>. <a href='#r1'>↩</a></p></li><li id=fn2>Two.</li></ol>"


class TestNotes:
    @pytest.mark.parametrize(
        "mark",
        [
            "<sup><a id=r1 href='#fn1'>1</a></sup>",
            "<sup id=r1>[<a href='#fn1'>1</a>]</sup>",
            "<a id=r1 href='#fn1'><sup>1</sup></a>",
            "<a id=r1 href='#fn1'>[1]</a>",
        ],
    )
    def test_a_reference_and_its_note_belong_together(self, mark: str) -> None:
        written, found = page(f"<p>Rain{mark}, and more.</p>{NOTE}")
        assert written == "Rain, and more.\nA note.\nTwo."
        assert isinstance(found[0], Paragraph)
        assert found[0].inlines == (Text("Rain"), NoteReference("1"), Text(", and more."))
        assert [(each.kind, each.label) for each in found[1].within] == [("note", "1")]
        assert to_markdown(found) == "Rain[^1], and more.\n\n[^1]: A **note**.\n\n1. Two."

    def test_the_number_that_a_note_begins_with_is_left_out(self) -> None:
        html = "<p>Rain<a href='#n1' name=b1>[1]</a>.</p><p><a name=n1 href='#b1'>[1]</a> A note.</p>"
        assert text(html) == "Rain.\nA note."

    def test_a_link_back_in_brackets_is_not_a_mark(self) -> None:
        html = (
            "<p>Rain <a href='#_ftn1' name='_ftnref1'><sup>[1]</sup></a> fell.</p>"
            "<div id=ftn1><p><a href='#_ftnref1' name='_ftn1'>[1]</a> A note.</p></div>"
        )
        found = page(html)[1]
        assert to_markdown(found) == "Rain [^1] fell.\n\n[^1]: A note."

    @pytest.mark.parametrize("mark", ["<sup><a href=#fn1 id=r1>1</a></sup>", "<a href=#fn1 id=r1><sup>1</sup></a>"])
    def test_a_mark_whose_note_is_not_selected_is_left_out(self, mark: str) -> None:
        table = read(f"<body><p>Rain{mark}.</p>{NOTE}")
        keep = table.segment_owner < table.rows_of(tags.code_of("ol"))[0]
        for citations, expected in ((False, "Rain."), (True, "Rain¹.")):
            changed, _ = reworded(table, keep, Options(citations=citations))
            assert text_of(changed, keep) == expected

    def test_two_references_share_a_note(self) -> None:
        found = page(
            f"<p>a<sup><a href='#fn1'>1</a>,<a href='#fn2'>2</a></sup> b<sup><a href='#fn1'>1</a></sup></p>{NOTE}"
        )[1]
        assert to_markdown(found) == "a[^1][^2] b[^1]\n\n[^1]: A **note**.\n\n[^2]: Two."

    def test_numbers_in_brackets_are_an_option(self) -> None:
        html = "<p>Rain<sup class=reference><a href='#cite_note-12'>[12]</a></sup> fell<sup>[3]</sup>.</p>"
        assert text(html) == "Rain fell."
        assert page(html, Options(citations=True))[0] == "Rain[12] fell[3]."

    @pytest.mark.parametrize("remark", ["<i><a href='/w/Policy'>citation needed</a></i>", "<a href='/x'>who?</a>"])
    def test_remarks_on_the_text_are_left_out_like_numbers(self, remark: str) -> None:
        html = f"<p>It rains.<sup>[{remark}]</sup> Often.</p>"
        assert text(html) == "It rains. Often."
        assert "[" in page(html, Options(citations=True))[0]

    @pytest.mark.parametrize("inner", ["<i>n</i>", "n + 1 + 2", f"<i>{'a long remark ' * 4}</i>"])
    def test_other_raised_text_in_brackets_stays(self, inner: str) -> None:
        assert "[" in text(f"<p>It rains<sup>[{inner}]</sup> often.</p>")

    def test_a_link_to_a_section_is_not_a_note(self) -> None:
        html = "<p>See <a href='#s'>[1]</a>.</p><div id=s><h2>Part</h2><p>1 Text.</p></div>"
        assert text(html).startswith("See [1].")

    def test_notes_in_tables_stay_where_they_are(self) -> None:
        html = "<table><tr><th>a<th>b<tr><td>x<sup><a href='#n'>1</a></sup><td id=n>1 note</table>"
        assert NoteReference("1") not in [each for block in page(html)[1] for each in getattr(block, "inlines", ())]


class TestCode:
    def test_numbers_of_lines_are_left_out(self) -> None:
        for name in ("lineno", "ln", "'ln'", '"hljs ln"', "'gutter'"):
            number = f"<span class={name}>"
            html = f"<pre><code>{number}1 </span>a = 1\n{number}2 </span>b = 2</code></pre>"
            assert page(html)[1] == (Code("a = 1\nb = 2"),)

    def test_a_column_of_numbers_is_left_out(self) -> None:
        html = "<table><tr><td class=gutter><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>"
        assert page(html)[1] == (Code("a\nb"),)
        assert text(html) == "a\nb"

    def test_buttons_are_left_out(self) -> None:
        html = "<p>Text</p><div><button>Kopieren</button><pre>a</pre></div>"
        assert text(html) == "Text\na"

    def test_numbers_of_the_code_stay(self) -> None:
        assert text("<pre>1\n2</pre><p>and</p><pre><span class=num>5</span></pre>") == "1\n2\nand\n5"


@pytest.mark.parametrize(
    ("label", "written"),
    [
        ("<div><span>js</span></div>", "x = 1"),
        ("<p>JS</p>", "x = 1"),
        ("<p>css</p>", "css\nx = 1"),
        ("<p>js</p><p>As follows:</p>", "js\nAs follows:\nx = 1"),
        ("", "x = 1"),
    ],
)
def test_the_name_of_a_language_above_code_is_not_text(label: str, written: str) -> None:
    """It is the language of the code already."""
    html = f"<div>{label}<pre><code class=language-js>x = 1</code></pre></div>"
    assert text(html) == written
    code = page(html)[1][-1]
    assert isinstance(code, Code)
    assert code.language == "js"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h2 id=use><a href=#use>Use</a></h2>", "## Use"),
        ("<h2><a id=use href=#use>Use</a></h2>", "## Use"),
        ("<section id=use><h2><a href=#use>Use</a></h2></section>", "## Use"),
        ("<h2 id=use><a href=#notes>Use</a></h2>", "## [Use](#notes)"),
        ("<h2 id=use><a href=/use>Use</a></h2>", "## [Use](/use)"),
        ("<div id=use><p><a href=#use>Use</a></p></div>", "[Use](#use)"),
        ("<dl><dt id=use><a href=#use>Use</a><dd>Text</dl>", "- **Use**\n\n  Text"),
    ],
)
def test_headings_and_terms_do_not_link_to_themselves(html: str, markdown: str) -> None:
    assert to_markdown(page(html)[1]) == markdown


def test_a_page_without_such_elements_keeps_its_table() -> None:
    table = read("<p>It <b>rained</b>.</p>")
    assert reworded(table, np.ones(len(table.segment_owner), dtype=bool), EVERYTHING).table is table


def test_changed_texts_have_their_places() -> None:
    """Offsets in characters and bytes are those of the new text."""
    table = read("<p>é<sup>2</sup>ü <q>x</q> end</p>")
    keep = np.ones(len(table.segment_owner), dtype=bool)
    found = reworded(table, keep, EVERYTHING).table
    pieces = [found.text[a:b] for a, b in zip(found.segment_offset[:-1], found.segment_offset[1:], strict=True)]
    assert pieces == ["é", "²", "ü ", "“x”", " end"]
    assert [found.segment_text(each) for each in range(5)] == pieces
    assert found.segment_characters.tolist() == [1, 1, 1, 3, 3]


def _steps(work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many segments are looked at."""
    count = 0
    original = PageTable.has_characters

    def counted(self: PageTable, segment: int) -> bool:
        nonlocal count
        count += 1
        return original(self, segment)

    with monkeypatch.context() as patch:
        patch.setattr(PageTable, "has_characters", counted)
        work()
    return count


@pytest.mark.parametrize("part", ["<q>a", "<q>a</q>", "<ruby>a<rt>b", "x<sup>2</sup>", "<abbr title='Ab Cd'>ac</abbr>"])
def test_the_work_grows_with_the_page(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for size in (200, 400):
        table = read(f"<p>{part * size}</p>")
        keep = np.ones(len(table.segment_owner), dtype=bool)
        counts.append(_steps(lambda table=table, keep=keep: reworded(table, keep, EVERYTHING), monkeypatch))  # type: ignore[misc]
    assert counts[1] <= 2.2 * counts[0] + 50


@pytest.mark.parametrize("part", [r"\(", "$", r"\begin{a}", r"\(x", "$$ "])
def test_open_formulas_are_read_once(part: str) -> None:
    """A text of open delimiters and one end, which is too far away, comes out as it is."""
    written = part * 20_000 + r"\)\end{a}" + " " * 3
    assert "".join(each.text for each in Delimiters(False).with_formulas([Text(written)]) if isinstance(each, Text))
