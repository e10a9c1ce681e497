"""Blocks as Markdown, HTML, JSON and XML: a parser of each format reads the same blocks, whatever the text is."""

import cProfile
import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.markdown_structure import PARSER, structure_of_blocks, structure_of_markdown
from helpers.pages import EXAMPLES, GOLDEN, squeezed
from helpers.random_blocks import TEXTS, documents
from helpers.safe_html import assert_safe
from hypothesis import HealthCheck, given, settings

import maintext
from maintext.blocks import (
    Block,
    Break,
    Cell,
    Code,
    Container,
    Figure,
    Formula,
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
)
from maintext.formats import to_html, to_markdown, to_records, to_tei

BULLETS, NUMBERS = Container("bullets", 1), Container("numbers", 2, 3)
ITEM, QUOTE = Container("item", 3), Container("quote", 4)
TEI = "{http://www.tei-c.org/ns/1.0}"


def line(text: str) -> Paragraph:
    return Paragraph((Text(text),))


class TestMarkdown:
    @pytest.mark.parametrize(
        ("block", "markdown"),
        [
            (Heading(2, (Text("C #"),)), "## C \\#"),
            (line("# not a heading"), "\\# not a heading"),
            (line("#hashtag"), "#hashtag"),
            (line("1. not an item"), "1\\. not an item"),
            (line("1.5 is a number"), "1.5 is a number"),
            (line("- not an item"), "\\- not an item"),
            (line("-5 degrees"), "-5 degrees"),
            (line("> no quote"), "\\> no quote"),
            (line("*stars* and _lines_ in snake_case"), "\\*stars\\* and \\_lines\\_ in snake_case"),
            (line("<b> & &amp; [x](y) `z`"), "&lt;b> & &amp;amp; \\[x\\](y) &#96;z&#96;"),
            (line("a < b <c {d}"), "a < b &lt;c \\{d}"),
            (Paragraph((Text("a\\"), Text("b", Style.CODE))), "a&#92;`b`"),
            (Paragraph((Text("x", href="y?a&copy;=1"),)), "[x](y?a&amp;copy;=1)"),
            (line("a\\b"), "a\\\\b"),
            (Paragraph((Text("a"), Break(), Text("- b"))), "a\\\n\\- b"),
            (Paragraph((Text("see!"), Text("this", href="x"))), "see\\![this](x)"),
            (Paragraph((Text("x", href="http://e.org/a_(b) c"),)), "[x](http://e.org/a_\\(b\\)%20c)"),
            (Paragraph((Text("a"), Text("b", Style.STRONG), Text("c", Style.EMPHASIS))), "a**b**<em>c</em>"),
            (Paragraph((Text("重要：", Style.STRONG), Text("内容"))), "**重要**：内容"),
            (Paragraph((Text("a`b", Style.CODE),)), "``a`b``"),
            (Paragraph((Text("`", Style.CODE),)), "`` ` ``"),
            (Code("a\n```\nb", "py"), "````py\na\n```\nb\n````"),
            (Figure("http://e.org/i.png", "A [b]"), "![A \\[b\\]](http://e.org/i.png)"),
            (Figure("i.png", "", (Text("so"),), "big.html"), "[![](i.png)](big.html)\\\nso"),
            (Formula("x^2"), "$$x^2$$"),
            (Paragraph((Text("so "), Math("a_1"))), "so $a_1$"),
            (Paragraph((Math(r"{x} _{1}+a_{2}+{y}_i"), Text(" and "), Math("b_{3}"))),
             r"${x} _ {1}+a_{2}+{y}_ i$ and $b_{3}$"),
            (Formula(r"\_x"), r"$$\_x$$"),
            (Paragraph((Text("break", Style.CODE | Style.STRONG), Text(";", Style.CODE), Text("x"))), "`break;`x"),
            (Paragraph((Text("a", Style.CODE), Text("b", Style.CODE, "x"))), "`a`[`b`](x)"),
            (Table(((Cell((Text("a|b"),)), Cell((Text("c"), Break(), Text("d")))),)),
             "|  |  |\n| --- | --- |\n| a\\|b | c<br>d |"),
            (Table(((Cell((Text("h"),), True, 2),), (Cell((Text("1"),)), Cell((Text("2"),)))), 1),
             "| h |  |\n| --- | --- |\n| 1 | 2 |"),
        ],
    )  # fmt: skip
    def test_a_block(self, block: Block, markdown: str) -> None:
        assert to_markdown([block]) == markdown

    def test_lists_nest_and_hold_blocks(self) -> None:
        inner = Container("bullets", 5)
        blocks: list[Block] = [
            ListItem((Text("one"),), (NUMBERS, ITEM)),
            Code("x", "", (NUMBERS, ITEM)),
            ListItem((Text("in"),), (NUMBERS, ITEM, inner, Container("item", 6))),
            ListItem((Text("two"),), (NUMBERS, Container("item", 7, 2))),
            line("after"),
        ]
        assert to_markdown(blocks) == "1. one\n\n   ```\n   x\n   ```\n\n   - in\n2. two\n\nafter"

    def test_two_lists_in_a_row_stay_two(self) -> None:
        items = [ListItem((Text("a"),), (Container("bullets", key), Container("item", key + 1))) for key in (1, 3)]
        assert to_markdown(items) == "- a\n\n* a"
        assert [token.type for token in PARSER.parse(to_markdown(items))].count("bullet_list_open") == 2

    def test_quotes_hold_lists(self) -> None:
        blocks: list[Block] = [
            Quote((Text("a"),), (QUOTE,)),
            ListItem((Text("b"),), (QUOTE, BULLETS, ITEM)),
            Rule((QUOTE,)),
        ]
        assert to_markdown(blocks) == "> a\n>\n> - b\n>\n> ___"


class TestHtml:
    def test_all_kinds_of_blocks(self) -> None:
        post = Container("post", 9)
        blocks: list[Block] = [
            Heading(1, (Text("A & B"),)),
            Paragraph((Text("a "), Text("b", Style.STRONG, "http://e.org/?a=1&b"), Break(), Picture("i.png", '"'))),
            ListItem((Text("one"),), (NUMBERS, ITEM)),
            Code("<x>", "html"),
            Post("Ann", "2020-01-01", (post,)),
            Paragraph((Math("x<y"),), (post,)),
            Table(((Cell((Text("h"),), True),), (Cell((Text("1"),), columns=2),)), 1, (Text("cap"),)),
            Rule(),
            Figure("i.png", "A", (Text("so"),)),
        ]
        assert to_html(blocks) == (
            '<h1>A &amp; B</h1>\n<p>a <a href="http://e.org/?a=1&amp;b"><strong>b</strong></a><br>'
            '<img src="i.png" alt="&quot;"></p>\n<ol start="3">\n<li>one\n</li>\n</ol>\n'
            '<pre><code class="language-html">&lt;x&gt;\n</code></pre>\n'
            '<article data-author="Ann" data-date="2020-01-01">\n<header>Ann, 2020-01-01</header>\n'
            '<p><span class="math inline">\\(x&lt;y\\)</span></p>\n</article>\n'
            "<table>\n<caption>cap</caption>\n<thead>\n<tr><th>h</th></tr>\n</thead>\n<tbody>\n"
            '<tr><td colspan="2">1</td></tr>\n</tbody>\n</table>\n<hr>\n'
            '<figure><img src="i.png" alt="A"><figcaption>so</figcaption></figure>'
        )

    @pytest.mark.parametrize(
        "attack",
        [
            "<a href='javascript:alert(1)'>x</a>",
            "<a href='&#106;avascript:alert(1)'>x</a>",
            "<a href='java&#9;script:alert(1)'>x</a>",
            "<a href='\x01javascript:alert(1)'>x</a>",
            "<a href='x' onclick='alert(1)'>x</a>",
            "<a href='\" onmouseover=alert(1) x=\"'>x</a>",
            "<img src=x onerror=alert(1)>",
            "<img src='data:image/svg+xml,<svg onload=alert(1)>'>",
            "<img alt='\"><script>alert(1)</script>' src=y>",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "<svg><script>alert(1)</script></svg>",
            "<pre class='language-\"onload=x'>&lt;script&gt;</pre>",
            "<p style='background:url(javascript:x)'>x</p>",
            "<math><mtext>&lt;img src=x onerror=alert(1)></mtext></math>",
            "<iframe src='javascript:x'></iframe><object data=x></object><embed src=x>",
        ],
    )
    def test_nothing_harmful_comes_through(self, attack: str) -> None:
        words = "It rained all day, and nobody minded, for there was enough to read. "
        doc = maintext.extract(
            f"<body><div><p>{words * 3}</p>{attack}<p>{words * 3}</p></div></body>", "https://e.org/"
        )
        assert words.strip() in doc.html
        assert_safe(doc.html)


class TestXml:
    def test_sections_posts_and_the_header(self) -> None:
        post = Container("post", 9)
        blocks: list[Block] = [
            line("lead"),
            Heading(1, (Text("One"),)),
            line("a"),
            Heading(2, (Text("In"),)),
            Paragraph((Text("b\x00\ufffe", Style.STRONG | Style.EMPHASIS, "x"),)),
            Heading(1, (Text("Two"),)),
            Post("Ann", "2020-01-01", (post,)),
            Paragraph((Text("c"),), (post,)),
            line("d"),
        ]
        facts = {"title": "T & t", "author": "Bo", "date": "2020-02-02", "language": "en", "tags": "x, y"}
        root = ElementTree.fromstring(to_tei(blocks, facts).encode())
        assert root.findtext(f".//{TEI}titleStmt/{TEI}title") == "T & t"
        assert [term.text for term in root.iter(f"{TEI}term")] == ["x", "y"]
        assert [head.text for head in root.iter(f"{TEI}head")] == ["One", "In", "Two"]
        assert root.findtext(f".//{TEI}div/{TEI}div/{TEI}div/{TEI}head") == "In"
        reference = root.find(f".//{TEI}ref")
        assert reference is not None
        assert reference.attrib == {"target": "x"}
        assert ElementTree.tostring(reference, "unicode", "text") == "b"
        assert root.findtext(f".//{TEI}div[@type='post']/{TEI}p") == "c"

    def test_an_empty_document_is_well_formed(self) -> None:
        ElementTree.fromstring(maintext.extract("").xml.encode())


class TestJson:
    def test_the_records_are_in_a_stable_order(self) -> None:
        found = maintext.extract("<body><p>It rained <b>all</b> day.</p></body>", method="p-value").to_dict()["blocks"]
        assert json.dumps(found) == json.dumps(
            [
                {
                    "type": "paragraph",
                    "text": "It rained all day.",
                    "inlines": [
                        {"type": "text", "text": "It rained "},
                        {"type": "text", "text": "all", "strong": True},
                        {"type": "text", "text": " day."},
                    ],
                    "span": [9, 34],
                }
            ]
        )

    def test_items_have_their_containers(self) -> None:
        assert to_records([ListItem((Text("a"),), (NUMBERS, ITEM))]) == [
            {
                "type": "list item",
                "depth": 1,
                "ordered": True,
                "number": 1,
                "text": "a",
                "inlines": [{"type": "text", "text": "a"}],
                "within": [{"type": "numbers", "key": 2, "number": 3}, {"type": "item", "key": 3, "number": 1}],
            }
        ]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_markdown_is_read_back_as_it_was_meant(blocks: list[Block]) -> None:
    assert structure_of_markdown(to_markdown(blocks)) == structure_of_blocks(blocks)


@given(TEXTS)
def test_markdown_of_any_text_is_that_text(text: str) -> None:
    tokens = PARSER.parse(to_markdown([line(text)]))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert [child.type for child in tokens[1].children or ()] == ["text"]
    assert squeezed(tokens[1].content.replace("\\", "")) == squeezed(to_markdown([line(text)]).replace("\\", ""))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(documents())
def test_html_of_anything_is_safe_and_xml_is_well_formed(blocks: list[Block]) -> None:
    assert_safe(to_html(blocks))
    ElementTree.fromstring(to_tei(blocks, {}).encode("utf-8", "replace"))


@pytest.mark.parametrize("path", [*EXAMPLES, *GOLDEN], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_markdown_of_a_page_has_its_structure(path: Path) -> None:
    doc = maintext.extract(path.read_bytes(), "https://example.org/a/b.html")
    assert structure_of_markdown(doc.markdown) == structure_of_blocks(doc.blocks)


SECTION = (
    "<h2>Part {0}</h2><p>It <b>rained</b> in <a href='/{0}'>Harwick</a>.<br>Nobody minded, {0}.</p>"
    "<ul><li>one {0}<li>two</ul><table><tr><th>a<th>b<tr><td>{0}<td>2</table>"
    "<pre>code {0}</pre><figure><img src=/{0}.png></figure>"
)


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return int(sum(each.callcount for each in profile.getstats()))


@pytest.mark.slow
@pytest.mark.parametrize("form", ["markdown", "html", "xml", "json"])
def test_twice_the_text_is_twice_the_work(form: str) -> None:
    """Counted in calls, which are the same on every machine; ``benchmarks/formats.py`` measures the time."""
    calls = []
    for size in (200, 400, 800):
        page = "".join(SECTION.format(number) for number in range(size))
        document = maintext.extract(f"<article>{page}</article>", "https://e.org/", "p-value")
        assert document.title is None
        calls.append(calls_of(lambda document=document: document.formatted(form)))  # type: ignore[misc]
    assert calls[2] - calls[1] < 2.2 * (calls[1] - calls[0])


@pytest.mark.slow
def test_an_article_of_two_megabytes_is_written_in_all_formats() -> None:
    page = "".join(SECTION.format(number) for number in range(9_000))
    assert len(page) > 2_000_000
    document = maintext.extract(f"<article>{page}</article>", "https://e.org/", "p-value")
    assert squeezed(document.text) == squeezed("".join(block.text for block in document.blocks))
    assert structure_of_markdown(document.markdown) == structure_of_blocks(document.blocks)
    assert document.html.count("<h2>") == 9_000
    ElementTree.fromstring(document.xml.encode())
    assert len(json.loads(document.json)["blocks"]) == len(document.blocks)
