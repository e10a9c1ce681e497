"""The main text as blocks: each kind of markup becomes the right block, and no text is lost or added."""

import pickle
from pathlib import Path
from urllib.parse import urljoin

import pytest
from helpers.pages import EXAMPLES, GOLDEN, squeezed

import maintext
from maintext.blocks import (
    Block,
    Break,
    Code,
    Figure,
    Formula,
    Gathered,
    Heading,
    ListItem,
    Math,
    Paragraph,
    Picture,
    Post,
    Quote,
    Rule,
    Style,
    Table,
    Text,
    blocks_of,
)
from maintext.blocks._build import LinkResolver
from maintext.formats import to_html, to_markdown
from maintext.options import EVERYTHING, Options
from maintext.read import read

SITE = "https://example.org"
BASE = "https://example.org/news/1.html"


def blocks(html: str, options: Options = EVERYTHING, is_forum: bool = False) -> tuple[Block, ...]:
    """The blocks of a whole body."""
    table = read(f"<body>{html}</body>")
    return blocks_of(Gathered(table, table.in_body[table.segment_owner], options, BASE, is_forum))


def kinds(html: str) -> list[str]:
    return [block.kind for block in blocks(html)]


def inlines(html: str) -> tuple[object, ...]:
    (block,) = blocks(html)
    assert isinstance(block, Paragraph)
    return block.inlines


class TestText:
    def test_headings_have_their_level(self) -> None:
        found = blocks("<h1>One</h1><h3>Two <b>bold</b></h3>")
        assert found == (Heading(1, (Text("One"),)), Heading(3, (Text("Two bold"),)))

    def test_a_heading_of_several_lines_is_one_heading(self) -> None:
        assert blocks("<h2><div>One</div><div>Two</div></h2>") == (Heading(2, (Text("One"), Break(), Text("Two"))),)

    def test_text_between_blocks_is_a_paragraph(self) -> None:
        assert [block.text for block in blocks("before<div>inside</div>after")] == ["before", "inside", "after"]

    def test_one_line_break_is_kept_and_two_separate_paragraphs(self) -> None:
        one, two = blocks("<p>a<br>b<br><br>c</p>")
        assert one == Paragraph((Text("a"), Break(), Text("b")))
        assert two == Paragraph((Text("c"),))

    def test_a_paragraph_does_not_continue_after_another(self) -> None:
        assert [block.text for block in blocks("<div>a<p>b</p>c</div>")] == ["a", "b", "c"]

    @pytest.mark.parametrize(
        ("html", "runs"),
        [
            ("wor<b>d</b>s", [Text("wor"), Text("d", Style.STRONG), Text("s")]),
            ("<b>one</b> <i>two</i>", [Text("one", Style.STRONG), Text(" "), Text("two", Style.EMPHASIS)]),
            ("a<b> b </b>c", [Text("a "), Text("b", Style.STRONG), Text(" c")]),
            ("<em><strong>x</strong></em>", [Text("x", Style.STRONG | Style.EMPHASIS)]),
            ("run <code>f(x)</code>", [Text("run "), Text("f(x)", Style.CODE)]),
            ("see <a href='2.html'>this</a>", [Text("see "), Text("this", Style.PLAIN, "https://example.org/news/2.html")]),
            ("<a href=''>here</a>", [Text("here")]),
            ("<a href='java\nscript:x()'>run</a>", [Text("run")]),
            ("<a href=' vbscript:x'>run</a>", [Text("run")]),
            ("<a href='data:text/html,x'>run</a>", [Text("run")]),
            ("<a href='mailto:a@b.org'>mail</a>", [Text("mail", Style.PLAIN, "mailto:a@b.org")]),
            ("<span>a</span> <span> b</span>", [Text("a b")]),
            ("a <img src=/i.png alt=' an  i '> b", [Text("a "), Picture(f"{SITE}/i.png", "an i"), Text(" b")]),
        ],
    )  # fmt: skip
    def test_runs(self, html: str, runs: list[object]) -> None:
        assert list(inlines(f"<p>{html}</p>")) == runs

    def test_addresses_are_resolved_against_the_base_element(self) -> None:
        doc = maintext.extract(
            "<head><base href='/docs/'></head><body><p>All of it is in <a href='x.html'>the manual</a>.</p></body>",
            "https://example.org/a/b",
            method="p-value",
        )
        assert "(https://example.org/docs/x.html)" in doc.markdown

    def test_addresses_stay_as_they_are_without_one_of_the_page(self) -> None:
        table = read("<body><p>see <a href='x.html'>this</a></p></body>")
        (block,) = blocks_of(Gathered(table, table.in_body[table.segment_owner]))
        assert isinstance(block, Paragraph)
        assert block.inlines[-1] == Text("this", Style.PLAIN, "x.html")


class TestLists:
    def test_items_know_their_depth_and_their_kind(self) -> None:
        found = blocks("<ul><li>one<ol start=4><li>inner<li>next</ol><li>two</ul>")
        items = [block for block in found if isinstance(block, ListItem)]
        assert [(item.text, item.depth, item.ordered, item.number) for item in items] == [
            ("one", 1, False, 1),
            ("inner", 2, True, 4),
            ("next", 2, True, 5),
            ("two", 1, False, 1),
        ]

    def test_other_blocks_of_an_item_are_in_it(self) -> None:
        first, inner, after = blocks("<ul><li><p>one</p><ul><li>in</ul><p>more</p></ul>")
        assert (first.kind, inner.kind, after.kind) == ("list item", "list item", "paragraph")
        assert after.within == first.within
        assert inner.within[:2] == first.within

    def test_two_lists_are_two_containers(self) -> None:
        one, two = blocks("<ul><li>a</ul><ul><li>b</ul>")
        assert one.within[0] != two.within[0]

    def test_an_item_without_a_list_is_in_one(self) -> None:
        (item,) = blocks("<div><li>alone</div>")
        assert isinstance(item, ListItem)
        assert item.depth == 1

    def test_nesting_is_bounded(self) -> None:
        found = blocks("<blockquote><ul><li>" * 300 + "deep")
        assert found[-1].text == "deep"
        assert len(found[-1].within) <= 24


class TestQuotes:
    def test_a_quote_holds_paragraphs_and_lists(self) -> None:
        one, two, item, after = blocks("<blockquote><p>a<p>b<ul><li>c</ul></blockquote><p>d")
        assert isinstance(one, Quote)
        assert isinstance(two, Quote)
        assert one.within == two.within == item.within[:1]
        assert after == Paragraph((Text("d"),))


class TestCode:
    def test_code_keeps_its_lines_and_has_its_language(self) -> None:
        (code,) = blocks("<pre><code class='hljs language-python'>def f():\n    return 1\n\n\n\nx\n</code></pre>")
        assert code == Code("def f():\n    return 1\n\n\n\nx", "python")

    @pytest.mark.parametrize(
        ("html", "language"),
        [
            ("<pre class='brush: js'>x</pre>", "js"),
            ("<div class='highlight-source-c++'><pre>x</pre></div>", "c++"),
            ("<pre data-lang=Rust>x</pre>", "rust"),
            ("<pre class='lang-none'>x</pre>", ""),
            ("<pre class='wide'>x</pre>", ""),
        ],
    )
    def test_the_language_is_found_in_many_attributes(self, html: str, language: str) -> None:
        assert blocks(html) == (Code("x", language),)

    def test_line_breaks_in_code_are_lines(self) -> None:
        assert blocks("<pre>a<br>b<br><br>c</pre>") == (Code("a\nb\n\nc"),)

    def test_the_colours_of_code_are_not_kept(self) -> None:
        assert blocks("<pre><b>if</b> <a href=x>y</a>:</pre>") == (Code("if y:"),)


class TestTables:
    def test_rows_headings_spans_and_caption(self) -> None:
        (table,) = blocks(
            "<table><caption>Rain</caption><thead><tr><th>Day<th>mm</thead>"
            "<tr><td>Mon<td>3<br>or 4<tr><td colspan=2>dry</table>"
        )
        assert isinstance(table, Table)
        assert table.caption == (Text("Rain"),)
        assert table.header_rows == 1
        assert [[cell.text for cell in row] for row in table.rows] == [["Day", "mm"], ["Mon", "3\nor 4"], ["dry"]]
        assert table.rows[2][0].columns == 2

    @pytest.mark.parametrize(
        "html",
        [
            "<table><tr><td><h2>Head</h2><p>a</p><td>menu<tr><td>x<td>y</table>",
            "<table><tr><td>" + "a long text, " * 40 + "<td>x<tr><td>" + "another long text, " * 40 + "<td>y</table>",
            "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
            "<table><tr><td>one column<tr><td>of lines</table>",
        ],
    )
    def test_a_table_for_layout_is_not_a_table(self, html: str) -> None:
        assert "table" not in kinds(html)

    def test_the_inner_of_two_tables_is_the_one_with_data(self) -> None:
        found = blocks("<table><tr><td>menu<td><table><tr><th>a<th>b<tr><td>1<td>2</table></table>")
        assert [block.kind for block in found] == ["paragraph", "table"]

    def test_hostile_spans_are_bounded(self) -> None:
        (table,) = blocks("<table><tr><th>a<th>b<tr><td colspan=99999999999>1<td rowspan=-3>2</table>")
        assert isinstance(table, Table)
        assert [(cell.columns, cell.rows) for cell in table.rows[1]] == [(1, 1), (1, 1)]


class TestPictures:
    def test_a_figure_has_its_image_and_its_caption(self) -> None:
        image = "<a href=/big><img src=i.png alt=A></a>"
        caption = "<figcaption>So <i>it</i> is</figcaption>"
        found = blocks(f"<p>a</p><figure>{image}{caption}</figure><p>b</p>")
        assert found[1] == Figure(
            "https://example.org/news/i.png",
            "A",
            (Text("So "), Text("it", Style.EMPHASIS), Text(" is")),
            "https://example.org/big",
        )

    @pytest.mark.parametrize(
        "image",
        [
            "<img src='/r.png'>",
            "<img src='data:image/gif;base64,R0' data-src='/r.png'>",
            "<img src='/blank.gif' data-original='/r.png'>",
            "<img src='/placeholder.jpg' data-src='https://example.org/r.png'>",
            "<img src='/placeholder.jpg' data-src='//example.org/r.png'>",
            "<img data-src='HTTPS://example.org/r.png'>",
            "<img src='/r.png' data-src='data:image/gif;base64,R0'>",
            "<img srcset='/s.png 100w, /r.png 800w'>",
            "<img data-srcset='/s.png 1x, /r.png 2x' src='data:,'>",
            "<img srcset='/s.png 100w,/r.png 800w'>",
            "<img srcset=' , /s.png, /r.png 2x,'>",
            "<img srcset='data:image/gif;base64,R0 9x, /r.png 640w 480h, /s.png'>",
            "<picture><source srcset='/r.png'><img></picture>",
            "<img class=lazy src='data:,'><noscript><img src='/r.png'></noscript>",
            "<noscript><img src='/r.png'></noscript>",
            "<img class=lazy src='data:,'><noscript><!-- <img src='/x.png'> --><img/src='/r.png'></noscript>",
            "<img src='/r.png'><noscript><img src='/r.png?full'></noscript>",
        ],
    )
    def test_lazy_images_are_found_once(self, image: str) -> None:
        found = blocks(f"<div><p>before</p><div>{image}</div><p>behind</p></div>")
        assert [block for block in found if isinstance(block, Figure)] == [Figure("https://example.org/r.png")]

    @pytest.mark.parametrize("image", ["<img src='javascript:x'>", "<img>", "<img src=/p.gif width=1 height=1>"])
    def test_invisible_images_are_left_out(self, image: str) -> None:
        assert kinds(f"<p>a</p>{image}<p>b</p>") == ["paragraph", "paragraph"]

    @pytest.mark.parametrize(
        ("address", "stays"),
        [("/", False), ("https://example.org", False), ("//example.org/", False), ("/big.html", True), ("", True)],
    )
    def test_a_logo_above_the_text_is_left_out(self, address: str, stays: bool) -> None:
        image = f"<a href='{address}'><img src=i.png></a>"
        assert ("figure" in kinds(f"<div><p>{image}</p><p>text</p></div>")) == stays
        assert "figure" in kinds(f"<div><p>text</p><p>{image}</p><p>more text</p></div>")

    def test_images_outside_the_selected_text_are_left_out(self) -> None:
        table = read("<body><div id=a><p>text</p><img src=in.png></div><div><img src=out.png> <p>other words</p></div>")
        keep = table.segment_owner < int(table.end[3])
        found = blocks_of(Gathered(table, keep))
        assert [block.src for block in found if isinstance(block, Figure)] == ["in.png"]


class TestFormulas:
    KATEX = (
        '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow>'
        '<annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>'
        '<span class="katex-html" aria-hidden="true"><span>x</span><sup>2</sup></span></span>'
    )

    def test_the_source_of_a_typeset_formula_is_taken_once(self) -> None:
        assert inlines(f"<p>Let {self.KATEX} be even.</p>") == (Text("Let "), Math("x^2"), Text(" be even."))

    @pytest.mark.parametrize("line", ["Let (%s), as before: %s!", "%s: a word", "Let %s be\u3000%s", "a %s"])
    def test_the_page_decides_on_blanks_around_a_formula(self, line: str) -> None:
        doc = maintext.extract(f"<p>{'Rain and wind. ' * 9}</p><p>{line.replace('%s', self.KATEX)}</p>")
        assert doc.text.splitlines()[-1] == " ".join(line.replace("%s", "x^2").split())
        assert doc.markdown.splitlines()[-1] == " ".join(line.replace("%s", "$x^2$").split())

    def test_a_formula_alone_is_a_block(self) -> None:
        assert blocks(f"<p>a</p><p>{self.KATEX}</p>")[1] == Formula("x^2")

    @pytest.mark.parametrize(
        ("mathml", "latex"),
        [
            ("<mfrac><mi>a</mi><mn>2</mn></mfrac>", r"\frac{a}{2}"),
            ("<msup><mi>x</mi><mn>2</mn></msup>", "x^{2}"),
            ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_{i}^{2}"),
            ("<msqrt><mi>α</mi><mo>+</mo><mn>1</mn></msqrt>", r"\sqrt{\alpha+1}"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
            ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>", r"\sum_{i}^{n}i"),
            ("<mi>sin</mi><mi>x</mi>", r"\sin x"),
            ("<mi>a</mi><mo>≤</mo><mi>b</mi>", r"a\le b"),
            ("<mtext>if</mtext>", r"\text{if}"),
            ("<mi>α</mi><mn>12</mn><mi>β</mi><mi>b</mi>", r"\alpha 12\beta b"),
            ("<mo>∑</mo><mo>(</mo><mi>b</mi>", r"\sum(b"),
        ],
    )
    def test_mathml_becomes_latex(self, mathml: str, latex: str) -> None:
        assert inlines(f"<p>so <math>{mathml}</math></p>")[-1] == Math(latex)

    SCRIPT = "<script src='https://example.org/MathJax.js'></script>"
    DOLLARS = "<script>MathJax = {tex: {inlineMath: [['$', '$'], ['\\\\(', '\\\\)']]}}</script>"

    @pytest.mark.parametrize(("script", "written"), [(SCRIPT, r"\(x_1\)"), (DOLLARS, "$x_1$")])
    def test_latex_that_a_script_would_typeset_is_a_formula(self, script: str, written: str) -> None:
        assert inlines(f"{script}<p>Let {written} be.</p>") == (Text("Let "), Math("x_1"), Text(" be."))
        assert blocks(f"{script}<p>{written}</p>") == (Formula("x_1"),)
        assert inlines(f"<p>Let {written} be.</p>") == (Text(f"Let {written} be."),)

    @pytest.mark.parametrize(
        ("written", "latex"),
        [
            (r"\[x_1\]", "x_1"),
            ("$$x_1$$", "x_1"),
            (r"\begin{align*}a&amp;=b\end{align*}", r"\begin{align*}a&=b\end{align*}"),
        ],
    )
    def test_a_displayed_formula_is_a_block(self, written: str, latex: str) -> None:
        found = blocks(f"{self.SCRIPT}<p>Let {written} be.</p>")
        assert found == (Paragraph((Text("Let"),)), Formula(latex), Paragraph((Text("be."),)))

    @pytest.mark.parametrize(
        "text", ["from $5 to $6", "$5", "It costs $5 or 6$7", r"an open \( bracket", r"\begin{x} only"]
    )
    def test_text_that_only_looks_like_latex_stays(self, text: str) -> None:
        assert inlines(f"{self.DOLLARS}<p>{text}</p>") == (Text(text),)

    def test_mathml_says_whether_it_is_displayed(self) -> None:
        found = blocks("<p>so <math display=block><mi>x</mi></math> then</p>")
        assert found == (Paragraph((Text("so"),)), Formula("x"), Paragraph((Text("then"),)))

    def test_a_formula_comes_without_the_image_of_it(self) -> None:
        wiki = (
            "<p>Let <span class='mwe-math-element'><span class='mwe-math-mathml-inline'><math alttext='x^2'><mi>x</mi>"
            "</math></span><img src='x.svg' class='mwe-math-fallback-image-inline' alt='x^2'></span> be.</p>"
        )
        assert inlines(wiki) == (Text("Let "), Math("x^2"), Text(" be."))

    def test_a_formula_of_mathjax_in_a_script_is_found(self) -> None:
        assert inlines('<p>Let <script type="math/tex">E = mc^2</script> hold.</p>')[1] == Math("E = mc^2")


class TestRest:
    def test_a_rule_separates_texts_and_nothing_else(self) -> None:
        assert kinds("<hr><p>a</p><hr><hr><p>b</p><hr>") == ["paragraph", "rule", "paragraph"]

    def test_posts_have_author_and_date(self) -> None:
        post = (
            "<div class='post even'><a class=username href=/u/{0}>{0}</a><time datetime={1}>then</time><p>{2}</p></div>"
        )
        html = post.format("Ann", "2020-05-01T10:00", "Is it raining?") + post.format("Bo", "2020-05-02", "It is.")
        found = [block for block in blocks(html, is_forum=True) if isinstance(block, Post)]
        assert [(post.author, post.date[:10]) for post in found] == [("Ann", "2020-05-01"), ("Bo", "2020-05-02")]

    def test_options_leave_things_out(self) -> None:
        html = "<p>a <a href=x>b</a> <b>c</b> <img src=i.png></p><table><tr><th>a<th>b<tr><td>1<td>2</table>"
        none = Options(links=False, images=False, tables=False, formatting=False)
        assert blocks(html, none) == (Paragraph((Text("a b c"),)),)

    def test_nothing_selected_gives_no_blocks(self) -> None:
        assert maintext.extract("").blocks == ()


@pytest.mark.parametrize("path", [*EXAMPLES, *GOLDEN], ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("method", ["learned", "p-value"])
def test_text_and_blocks_say_the_same(path: Path, method: str) -> None:
    doc = maintext.extract(path.read_bytes(), method=method, options=Options(headline="nowhere"))
    assert squeezed(doc.text) == squeezed("".join(block.text for block in doc.blocks))


def test_without_tables_text_and_blocks_say_the_same() -> None:
    page = next(path for path in EXAMPLES if path.stem == "documentation").read_bytes()
    doc = maintext.extract(page, options=Options(tables=False, headline="nowhere"))
    assert squeezed(doc.text) == squeezed("".join(block.text for block in doc.blocks))
    assert len(doc.text) < len(maintext.extract(page).text)


def test_a_document_that_was_pickled_has_its_formats() -> None:
    doc = maintext.extract(EXAMPLES[3].read_bytes(), BASE)
    again = pickle.loads(pickle.dumps(doc))
    assert again.blocks == doc.blocks
    assert (again.markdown, again.html, again.xml, again.json) == (doc.markdown, doc.html, doc.xml, doc.json)
    assert again == doc


def test_a_list_whose_numbers_jump_continues_as_another() -> None:
    page = "<ol><li>a<li value=5>b<p>more</p><li>c<li value=x>d</ol>"
    items = [block for block in blocks(page) if isinstance(block, ListItem)]
    assert [item.number for item in items] == [1, 5, 6, 7]
    assert [item.within[0].number for item in items] == [1, 5, 5, 5]
    assert to_markdown(blocks(page)) == "1. a\n\n5) b\n\n   more\n\n6) c\n7) d"
    assert '<ol start="5">' in to_html(blocks(page))


def test_rules_are_where_the_page_has_them() -> None:
    assert [type(block) for block in blocks("<p>a</p><hr><p>b</p>")] == [Paragraph, Rule, Paragraph]


@pytest.mark.parametrize("base", ["https://example.org/a/b.html?c", "http://example.org", "file:///a/b", "x", ""])
@pytest.mark.parametrize(
    "written",
    ["/x", "/x/y?z=/../w#v", "//other.org/x", "/./x", "/x/../y", "/.well-known", "x", "../x", "?q", "#f", "/", "/x//y"],
)
def test_addresses_are_resolved_as_the_standard_library_does(base: str, written: str) -> None:
    expected = urljoin(base, written) if base else written
    assert LinkResolver(base).link(written) == ("" if expected.startswith("file:") else expected)
