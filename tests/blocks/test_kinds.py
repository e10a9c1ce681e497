"""Task lists, definitions, callouts, styles, embedded pages and the cells of tables as blocks and in all formats."""

import pytest
from helpers.markdown_structure import structure_of_blocks, structure_of_markdown

from maintext.blocks import Block, Cell, Embed, Figure, Gathered, ListItem, Paragraph, Style, Table, Text, blocks_of
from maintext.formats import to_html, to_markdown, to_records, to_tei
from maintext.options import EVERYTHING, Options
from maintext.read import read


def blocks(html: str, options: Options = EVERYTHING) -> tuple[Block, ...]:
    """The blocks of a whole body."""
    table = read(f"<body>{html}</body>")
    return blocks_of(Gathered(table, table.in_body[table.segment_owner], options, "https://e.org/"))


def only_table(html: str) -> Table:
    (found,) = blocks(html)
    assert isinstance(found, Table)
    return found


@pytest.mark.parametrize(
    ("name", "style", "markdown", "tei"),
    [
        ("del", Style.DELETED, "a ~~b~~ c", "strikethrough"),
        ("s", Style.DELETED, "a ~~b~~ c", "strikethrough"),
        ("ins", Style.INSERTED, "a <ins>b</ins> c", "inserted"),
        ("mark", Style.MARKED, "a <mark>b</mark> c", "highlighted"),
        ("kbd", Style.KEY, "a <kbd>b</kbd> c", "keyboard"),
        ("sub", Style.SUBSCRIPT, "a <sub>b</sub> c", "subscript"),
        ("sup", Style.SUPERSCRIPT, "a <sup>b</sup> c", "superscript"),
    ],
)
def test_a_style_is_in_every_format(name: str, style: Style, markdown: str, tei: str) -> None:
    found = blocks(f"<p>a <{name}>b</{name}> c</p>")
    assert found == (Paragraph((Text("a "), Text("b", style), Text(" c"))),)
    assert to_markdown(found) == markdown
    assert f"a <{'del' if name == 's' else name}>b</" in to_html(found)
    assert f'<hi rend="{tei}">b</hi>' in to_tei(found, {})
    assert to_records(found)[0]["inlines"][1] == {"type": "text", "text": "b", str(style.name).lower(): True}


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<del>a <b>b</b></del>", "~~a~~ ~~**b**~~"),
        ("x<del><b>b</b></del>y", "x<del><strong>b</strong></del>y"),
        ("<del>a</del><del><i>b</i></del>", "~~a~~<del><em>b</em></del>"),
        ("<mark><b>a.</b></mark>b", "<mark>**a.**</mark>b"),
        ("<b>a</b><i>b</i>", "**a**<em>b</em>"),
        ("word<b>!</b>x", "word<strong>!</strong>x"),
        ("<del><code>a</code></del>", "~~`a`~~"),
        ("&lt;b&gt; ~~no~~", "&lt;b> \\~\\~no\\~\\~"),
    ],
)
def test_styles_within_and_next_to_each_other_are_kept(html: str, markdown: str) -> None:
    found = blocks(f"<p>{html}</p>")
    assert to_markdown(found) == markdown
    assert structure_of_markdown(markdown) == structure_of_blocks(found)


class TestTasks:
    def test_boxes_are_read(self) -> None:
        found = blocks(
            "<ul><li><input type=checkbox checked> a<li><label><input type=CHECKBOX disabled> b</label>"
            "<li>c <input type=checkbox><li><input type=text> d</ul>"
        )
        assert [item.checked for item in found if isinstance(item, ListItem)] == [True, False, None, None]
        assert to_markdown(found) == "- [x] a\n- [ ] b\n- c\n- d"
        assert '<li><input type="checkbox" disabled checked> a' in to_html(found)
        assert '<item rend="unchecked">' in to_tei(found, {})
        assert to_records(found)[1]["checked"] is False


class TestDefinitions:
    HTML = "<dl><dt>Rain<dt>Drizzle<dd><p>Water.<p>More.<dt>Snow<dd>Ice.</dl>"

    def test_terms_and_definitions_are_marked(self) -> None:
        found = blocks(self.HTML)
        assert [(block.text, block.within[-1].kind) for block in found] == [
            ("Rain", "term"), ("Drizzle", "term"), ("Water.", "definition"), ("More.", "definition"),
            ("Snow", "term"), ("Ice.", "definition"),
        ]  # fmt: skip
        assert to_html(found).split() == (
            "<dl> <dt>Rain </dt> <dt>Drizzle </dt> <dd> <p>Water.</p> <p>More.</p> </dd> "
            "<dt>Snow </dt> <dd> <p>Ice.</p> </dd> </dl>"
        ).split()  # fmt: skip

    def test_markdown_has_an_item_for_each_term(self) -> None:
        found = blocks(self.HTML)
        assert to_markdown(found) == ("- **Rain**\n\n- **Drizzle**\n\n  Water.\n\n  More.\n\n- **Snow**\n\n  Ice.")
        assert structure_of_markdown(to_markdown(found)) == structure_of_blocks(found)

    def test_a_definition_without_a_term_is_an_item(self) -> None:
        found = blocks("<dl><dd>Water.<dt>Snow<dd>Ice.</dl>")
        assert to_markdown(found) == "- Water.\n\n- **Snow**\n\n  Ice."
        assert structure_of_markdown(to_markdown(found)) == structure_of_blocks(found)


class TestCallouts:
    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            ("admonition warning", "warning"),
            ("callout", "note"),
            ("Box ADMONITION Tip", "tip"),
            ("alert alert-danger", "danger"),
            ("markdown-alert markdown-alert-tip", "tip"),
        ],
    )
    def test_a_callout_is_a_container(self, name: str, kind: str) -> None:
        text = "<p>Text of the page, long enough to be more than the box in it.</p>"
        found = blocks(f"{text}<div class='{name}'><p class='admonition-title'>Careful</p><p>Hot.</p></div>")
        assert [(each.kind, each.label) for each in found[2].within] == [("callout", kind)]
        assert to_markdown(found[1:]) == "> **Careful**\n>\n> Hot."
        assert f'<aside class="callout {kind}">' in to_html(found)
        assert f'<note type="callout" subtype="{kind}">' in to_tei(found, {})
        assert structure_of_markdown(to_markdown(found)) == structure_of_blocks(found)

    def test_a_box_with_most_of_the_text_is_not_a_callout(self) -> None:
        found = blocks("<p>Text.</p><div class=callout><p>Most of the text of the page is in here.</p></div>")
        assert [block.within for block in found] == [(), ()]


class TestTables:
    def test_columns_are_aligned(self) -> None:
        html = (
            "<table><tr><th>a<th style='TEXT-ALIGN: center'>b<th>c<tr><td>1<td>2<td align=right>3<tr><td>1<td>2"
            "<td class='Text-End'>3</table>"
        )
        assert to_markdown([only_table(html)]).split("\n")[1] == "| --- | :---: | ---: |"
        assert '<td style="text-align: right">3</td>' in to_html([only_table(html)])
        assert to_records([only_table(html)])[0]["rows"][1][2]["align"] == "right"

    def test_short_rows_are_not_padded(self) -> None:
        html = f"<table><tr>{'<td>x' * 200}{'<tr><td>y' * 200}</table>"
        found = only_table(html)
        assert len(to_markdown([found])) < 12 * 400
        assert structure_of_markdown(to_markdown([found])) == structure_of_blocks([found])

    @pytest.mark.parametrize(
        "rows",
        [
            "<tr>" + "<td rowspan=1000>x" * 300 + "<tr><td>y" * 300,
            "<tr><td colspan=1000>x<td>y" * 300,
            "<tr><td rowspan=65534 colspan=1000>x<td>y" * 300,
        ],
    )
    def test_spans_do_not_multiply(self, rows: str) -> None:
        """At most 400 bytes for each tag, whatever the attributes say."""
        assert len(to_markdown(blocks(f"<table>{rows}</table>"))) < 400 * rows.count("<") + 20 * len(rows)

    def test_a_table_in_a_cell_is_part_of_its_text(self) -> None:
        inner = "<table><tr><td>i<td>j<tr><td>k<td>l</table>"
        rows = f"<tr><td>first one<td>{inner}<tr><td>second one<td>plain text"
        html = f"<table><tr><th>Name of it<th>Value of it{rows}</table>"
        found = only_table(html)
        assert [[cell.text for cell in row] for row in found.rows] == [
            ["Name of it", "Value of it"],
            ["first one", "i\nj\nk\nl"],
            ["second one", "plain text"],
        ]
        assert structure_of_markdown(to_markdown([found])) == structure_of_blocks([found])

    def test_a_table_for_layout_gives_way_to_the_table_in_it(self) -> None:
        html = "<table><tr><td>Menu<td><table><tr><th>a<th>b<tr><td>one<td>two</table></table>"
        assert [block.kind for block in blocks(html)] == ["paragraph", "table"]

    def test_a_column_of_lines_around_a_table_is_not_one(self) -> None:
        inner = "<table><tr><th>Day<th>Place<tr><td>Monday<td>Hall</table>"
        html = f"<table><tr><td>Headline<tr><td>{'Some words of the text. ' * 9}{inner}More words.<tr><td>End</table>"
        assert [block.kind for block in blocks(html)] == ["paragraph", "paragraph", "table", "paragraph", "paragraph"]


class TestEmbeds:
    TEXT = "<p>Text of the page, with a film below it.</p>"

    @pytest.mark.parametrize(
        ("html", "embed"),
        [
            ("<iframe src='//v.org/embed/1' title='A  film'></iframe>", Embed("https://v.org/embed/1", "A film")),
            ("<iframe data-src='/player?id=1' src='about:blank'></iframe>", Embed("https://e.org/player?id=1")),
            ("<video controls><source src=a.mp4></video>", Embed("https://e.org/a.mp4")),
            ("<audio src=a.mp3 title=Song></audio>", Embed("https://e.org/a.mp3", "Song")),
        ],
    )
    def test_an_embedded_page_is_a_link(self, html: str, embed: Embed) -> None:
        found = blocks(f"<div>{self.TEXT}{html}{self.TEXT}</div>")
        assert [block for block in found if block.kind != "paragraph"] == [embed]
        assert f"]({embed.src})" in to_markdown(found)
        assert f'<a href="{embed.src}">{embed.title or embed.src}</a>' in to_html(found)
        assert structure_of_markdown(to_markdown(found)) == structure_of_blocks(found)

    @pytest.mark.parametrize(
        "html",
        [
            "<iframe src='https://ads.example/x'></iframe>",
            "<iframe src='javascript:alert(1)' title=x></iframe>",
            "<iframe src='/embed/1' width=1 height=1></iframe>",
            "<iframe src='/embed/1' style='display: none'></iframe>",
            "<video></video>",
        ],
    )
    def test_frames_without_content_are_left_out(self, html: str) -> None:
        assert [block.kind for block in blocks(f"<div>{self.TEXT}{html}{self.TEXT}</div>")] == ["paragraph"] * 2

    def test_the_option_for_images_includes_them(self) -> None:
        html = f"<div>{self.TEXT}<iframe src='/embed/1'></iframe>{self.TEXT}</div>"
        assert [block.kind for block in blocks(html, Options(images=False))] == ["paragraph"] * 2


class TestPictures:
    def test_images_of_amp_pages_are_images(self) -> None:
        html = (
            "<div><p>Text before it.</p><AMP-img src=a.jpg width=10 height=10 alt=A>"
            "<noscript><img src=a.jpg></noscript></amp-img><p>Text after it.</p></div>"
        )
        assert [block for block in blocks(html) if isinstance(block, Figure)] == [Figure("https://e.org/a.jpg", "A")]

    @pytest.mark.parametrize("src", ["/img/spacer.gif", "Blank.PNG", "https://e.org/1x1.gif", "pixel-trans.gif"])
    def test_spacers_are_left_out(self, src: str) -> None:
        assert [block.kind for block in blocks(f"<p>a</p><img src='{src}'><p>b</p>")] == ["paragraph"] * 2

    def test_a_placeholder_gives_way_to_the_image(self) -> None:
        found = blocks("<p>a</p><p><img src=/placeholder.png data-src=real.jpg></p><p>b</p>")
        assert [block.src for block in found if isinstance(block, Figure)] == ["https://e.org/real.jpg"]


def test_a_cell_of_an_earlier_version_has_no_alignment() -> None:
    """A pickle of the version before has one value fewer."""
    cell = object.__new__(Cell)
    cell.__setstate__([(Text("a"),), True, 1, 1])
    assert cell == Cell((Text("a"),), True)
