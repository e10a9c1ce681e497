"""The page table on small pages, every column worked out by hand."""

import itertools

import numpy as np
import pytest
from helpers.pages import PAGES
from reference.dom import scan
from reference.eight_bytes import ends_with, words_at
from reference.markup import apparent_depth
from reference.nesting import bounded
from reference.tag_names import keys_at, tags_of
from reference.tree_sums import coverage, nearest, subtree_sums
from selectolax.lexbor import LexborHTMLParser

from maintext.read import page_table, read
from maintext.read.html_rules import MAX_DEPTH
from maintext.table import PageTable, tags

PAGE = '<body><div id="a">x<p>y <b>z</b>!</p></div><hr><p>&amp; w&nbsp;v</p></body>'
# rows: 0 html, 1 head, 2 body, 3 div, 4 p, 5 b, 6 hr, 7 p


@pytest.fixture
def table() -> PageTable:
    return read(PAGE)


def names(table: PageTable) -> list[str]:
    return [table.name(row) for row in range(len(table))]


def test_rows_are_the_elements_in_document_order(table: PageTable) -> None:
    assert names(table) == ["html", "head", "body", "div", "p", "b", "hr", "p"]
    assert [tags.NAMES[code] for code in table.tag] == names(table)


def test_structure_columns(table: PageTable) -> None:
    assert table.parent.tolist() == [-1, 0, 0, 2, 3, 4, 2, 2]
    assert table.end.tolist() == [8, 2, 8, 6, 6, 6, 7, 8]
    assert table.level.tolist() == [0, 1, 1, 2, 3, 4, 2, 2]


def test_own_characters_and_marks(table: PageTable) -> None:
    assert table.characters.tolist() == [0, 0, 0, 1, 2, 1, 0, 3]
    assert table.punctuation.tolist() == [0, 0, 0, 0, 1, 0, 0, 0]


def test_segments(table: PageTable) -> None:
    offset = table.segment_offset.tolist()
    texts = [table.text[begin:end] for begin, end in itertools.pairwise(offset)]
    assert texts == ["x", "y ", "z", "!", "& w v"]
    assert table.segment_owner.tolist() == [3, 4, 5, 4, 7]
    assert table.segment_start.tolist() == [0, 0, 0, 0, 1, 2, 4, 4]
    assert table.segment_stop.tolist() == [5, 0, 5, 4, 4, 3, 4, 5]


def test_a_rows_span_is_its_markup(table: PageTable) -> None:
    spans = [table.source[table.open_start[row] : table.close_end[row]].decode() for row in (3, 6, 7)]
    assert spans == ['<div id="a">x<p>y <b>z</b>!</p></div>', "<hr>", "<p>&amp; w&nbsp;v</p>"]


def test_sums_over_subtrees(table: PageTable) -> None:
    assert table.subtree(table.characters).tolist() == [7, 0, 7, 4, 3, 1, 0, 3]
    assert table.below(table.is_paragraph).tolist() == [2, 0, 2, 1, 0, 0, 0, 0]


def test_nearest_marked_ancestor_or_self(table: PageTable) -> None:
    marked = table.has_tag(frozenset({"body", "p"}))
    assert table.nearest(marked).tolist() == [-1, -1, 2, 2, 4, 4, 2, 7]
    assert table.coverage(marked).tolist() == [0, 0, 1, 1, 2, 2, 1, 2]
    assert table.inside(table.is_paragraph).tolist() == [False] * 4 + [True, True, False, True]


@pytest.mark.parametrize("name", PAGES)
def test_sums_along_the_tree_are_those_of_the_reference(name: str) -> None:
    page = page_table(PAGES[name].read_bytes())
    marked = page.tag % 3 == 0
    at = np.flatnonzero(~marked)
    assert page.has_tag(frozenset({"p", "li"})).tolist() == [page.name(row) in ("p", "li") for row in range(len(page))]
    assert page.subtree(page.characters).tolist() == subtree_sums(page, page.characters).tolist()
    assert page.coverage(marked).tolist() == coverage(page.end, np.flatnonzero(marked)).tolist()
    assert page.nearest(marked).tolist() == nearest(page, marked).tolist()
    assert page.nearest(marked, at).tolist() == nearest(page, marked)[at].tolist()


def test_text_of_a_subtree_has_white_space_folded(table: PageTable) -> None:
    assert table.text_of(3) == "xy z!"
    assert table.text_of(7) == "& w v"


def test_attributes_are_unescaped() -> None:
    table = read('<p title="a &amp; &quot;b&quot; &lt;c>" hidden class=x>t</p>')
    assert dict(table.attributes(3)) == {"title": 'a & "b" <c>', "hidden": "", "class": "x"}


def test_unseen_text_has_no_segments() -> None:
    page = "<script>a</script><style>b</style><template>c</template><noscript>d</noscript><svg><text>e</text></svg>f"
    table = read(f"<body>{page}<textarea>g</textarea><select><option>h</select><iframe>i</iframe></body>")
    assert table.text.strip() == "f"


@pytest.mark.parametrize(
    "page",
    [
        '<p a<b=1 "c"=2 =d>x</p><i>y</i>',
        "<a<b>x</a<b>y",
        "<svg><link>x</link><input>y</svg>z",
        "<!-- <p> --><?php <b> ?><!x <i>>t",
        "<script><!--<script></script>x--></script>y",
        "<script>if (a</b>c)</script>y",
        "<plaintext>x</plaintext><p>y",
        "<style>p > a { content: '</p>' }</style>x",
        "<math><mi>x</mi><annotation-xml><div>y</div></annotation-xml></math>",
        "<progress-bar>x</progress-bar><template-x>y</template-x><blockquote-like>z</blockquote-like>",
        "<blockquote>x</blockquote><figcaption>y</figcaption><figcaptions>z</figcaptions>",
        "<frameset><frame><frame></frameset>",
        "<table><td>x<table>y</table>",
    ],
)
def test_odd_markup_has_the_parsers_elements(page: str) -> None:
    """Templates apart, whose content the parser keeps elsewhere, the rows are the elements of the parser's tree."""
    root = LexborHTMLParser(page, scripting=True).root
    assert root is not None
    table = read(page)
    assert names(table) == [node.tag for node in root.traverse() if node.is_element_node]
    known = [name for name in names(table) if tags.code_of(name) != tags.OTHER]
    assert [tags.NAMES[code] for code in table.tag if code != tags.OTHER] == known


def test_unbalanced_markup_is_mended_without_losing_text() -> None:
    """The parser never writes such markup; a reader must not fail on it all the same."""
    table = scan(b"<html><body><div>a</p>b<span>c</div>d</body></html></i>")
    assert table.text == "abcd"
    assert names(table) == ["html", "body", "div", "span"]
    assert table.parent.tolist() == [-1, 0, 1, 2]


@pytest.mark.parametrize("source", [b"", b"x", b"<", b"<p", b"<!--", b"<p>a"])
def test_any_bytes_make_a_table(source: bytes) -> None:
    assert len(scan(source).tag) <= 1


class TestPath:
    def test_path_has_ids_and_places(self, table: PageTable) -> None:
        assert table.path(4) == "html > body > div#a > p"
        assert table.path(7) == "html > body > p"

    def test_places_count_siblings_of_a_type(self) -> None:
        table = read("<body><p>a</p><div></div><p>b</p></body>")
        assert [table.path(row).split(" > ")[-1] for row in (3, 4, 5)] == [
            "p:nth-of-type(1)",
            "div",
            "p:nth-of-type(2)",
        ]

    def test_custom_elements_have_their_place_among_all(self) -> None:
        table = read("<body><p>a</p><x-y>b</x-y><o:p>c</o:p></body>")
        assert [table.path(row).split(" > ")[-1] for row in (4, 5)] == ["x-y:nth-child(2)", ":nth-child(3)"]

    def test_a_long_id_or_name_is_not_repeated(self) -> None:
        long = "a" * 10_000
        table = read(f"<body><div id={long}><i>a</i></div><{long}><i>b</i></{long}></body>")
        assert [table.path(row) for row in (4, 6)] == ["html > body > div > i", "html > body > :nth-child(2) > i"]

    def test_a_path_of_great_depth_has_its_last_steps(self) -> None:
        page = "<div><i>" * 150 + "<b>x"
        table = read(page)
        assert len(table.path(len(table) - 1).split(" > ")) == 201
        (found,) = LexborHTMLParser(page).css(table.path(len(table) - 1))
        assert found.tag == "b"


class TestNesting:
    def test_ordinary_pages_are_left_alone(self) -> None:
        page = b"<div>" * 900 + b"x"
        assert bounded(page) is page

    def test_text_below_the_bound_is_kept_in_order(self) -> None:
        page = "".join(f"<div>{number}," for number in range(30_000)).encode()
        table = read(page)
        assert int(table.level.max()) <= MAX_DEPTH + 2
        assert "".join(table.text.split()) == "".join(f"{number}," for number in range(30_000))

    def test_closed_nesting_is_bounded_too(self) -> None:
        page = b"<div>" * 30_000 + b"x" + b"</div>" * 30_000 + b"<p>y</p>"
        table = read(page)
        assert int(table.level.max()) <= MAX_DEPTH + 2
        assert table.level[-1] == 2

    def test_end_tags_that_close_nothing_do_not_hide_depth(self) -> None:
        table = read(b"<div></x>" * 30_000)
        assert int(table.level.max()) <= MAX_DEPTH + 2

    def test_many_siblings_without_end_tags_are_not_deep(self) -> None:
        page = b"<ul>" + b"<li>a<p>b" * 20_000 + b"</ul>"
        assert bounded(page) == page

    def test_attributes_beyond_the_bound_are_left_out(self) -> None:
        page = b"<p " + b" ".join(b"a%d=1" % number for number in range(20_000)) + b">text</p>"
        table = read(page)
        assert table.text == "text"
        assert 900 < len(table.attributes(3)) <= 1_000

    def test_apparent_depth(self) -> None:
        assert apparent_depth(b"<div><br><img src=x><p>a</p><i/></div></b><p><b>") == 2


class TestPacked:
    def test_words_at_the_end_are_filled_with_zeros(self) -> None:
        data = np.frombuffer(b"abcdefghij", dtype=np.uint8)
        words = words_at(data, np.array([0, 2, 7, 9]))
        assert [int(word).to_bytes(8, "little") for word in words] == [
            b"abcdefgh",
            b"cdefghij",
            b"hij" + bytes(5),
            b"j" + bytes(7),
        ]

    def test_short_data(self) -> None:
        words = words_at(np.frombuffer(b"ab", dtype=np.uint8), np.array([0, 1]))
        assert words.tolist() == [ord("a") + 256 * ord("b"), ord("b")]

    def test_ends_with(self) -> None:
        data = np.frombuffer(b'<p class="x"', dtype=np.uint8)
        assert ends_with(words_at(data, np.array([2, 1])), b' class="').tolist() == [True, False]


def test_every_known_name_is_told_from_all_others() -> None:
    """Names are found by a number; no two known names may share a slot."""
    known = [name for name in tags.NAMES if name]
    source = "".join(f"<{name}>" for name in known).encode()
    data = np.frombuffer(source, dtype=np.uint8)
    starts = np.flatnonzero(data == ord("<")) + 1
    assert [tags.NAMES[code] for code in tags_of(keys_at(data, starts))] == known
