"""Posts of threads and comments: golden pages in the markup of many engines, properties, and hostile pages.

``golden/threads/NAME`` has a page of our own in the markup of an engine, what is known of its posts (``posts.json``),
and how they are written as text and as Markdown. All of that was worked out from the content of the page.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

import maintext
from maintext.blocks import Gathered, Post, ThreadPost, blocks_of, posts_of
from maintext.blocks._build import is_profile, row_signs
from maintext.blocks.post_signs import Sign, name_in, time_in_text
from maintext.blocks.threads import FoundPost, posts_in
from maintext.read import read

FOLDER: Final = Path(__file__).parents[1] / "golden" / "threads"
THREADS: Final = sorted(FOLDER.iterdir())
TEI: Final = "{http://www.tei-c.org/ns/1.0}"
LONG: Final = "The lamp on the landing went out again, and nobody in the house knows where the spare ones are kept."


def golden(folder: Path) -> tuple[maintext.Document, dict[str, Any]]:
    expected = json.loads((folder / "posts.json").read_text(encoding="utf-8"))
    page = (folder / "page.html").read_bytes()
    options = maintext.Options(bylines=True)
    return maintext.extract(
        page, "https://example.org/1", comments=expected["in"] != "posts", options=options
    ), expected


def found(html: str) -> tuple[FoundPost, ...]:
    """The posts of a page of which everything is selected."""
    table = read(html)
    return posts_in(table, table.in_body[table.segment_owner])


def records(html: str) -> tuple[ThreadPost, ...]:
    table = read(html)
    return posts_of(blocks_of(Gathered(table, table.in_body[table.segment_owner], is_forum=True)))


def post(number: int, attributes: str = "", text: str = LONG, inner: str = "") -> str:
    return (
        f"<div class='reply' id='r{number}' {attributes}><b class=author>Name {number}</b>"
        f"<time datetime='2021-03-{number % 28 + 1:02}'>then</time><p>{text}</p>{inner}</div>"
    )


class TestGolden:
    def test_there_are_pages_of_many_engines(self) -> None:
        assert len(THREADS) >= 10

    @pytest.mark.parametrize("folder", THREADS, ids=lambda folder: folder.name)
    def test_posts(self, folder: Path) -> None:
        """Authors, times, depths, answers, votes and texts are those that the page was written with."""
        document, expected = golden(folder)
        posts = [each.to_dict() for each in getattr(document, expected["in"])]
        assert [{name: each[name] for name in expected["posts"][0]} for each in posts] == expected["posts"]
        assert document.author == expected["author"]

    @pytest.mark.parametrize("folder", THREADS, ids=lambda folder: folder.name)
    def test_text_and_markdown(self, folder: Path) -> None:
        document, _ = golden(folder)
        assert (folder / "expected.txt").read_text(encoding="utf-8").rstrip("\n") in document.formatted("text")
        assert (folder / "expected.md").read_text(encoding="utf-8").rstrip("\n") in document.markdown

    @pytest.mark.parametrize("folder", THREADS, ids=lambda folder: folder.name)
    def test_html_and_tei(self, folder: Path) -> None:
        """Each post is an article or a division with its facts, in the same order."""
        document, expected = golden(folder)
        names = [each["author"] for each in expected["posts"]]
        articles = etree.HTML(document.html).xpath("//article")
        assert [each.get("data-author") for each in articles][-len(names) :] == names
        root = etree.fromstring(document.xml.encode())
        divisions = root.findall(f".//{TEI}div[@type='post']")[-len(names) :]
        assert [each.findtext(f"{TEI}byline/{TEI}docAuthor") for each in divisions] == names
        dates = [each.find(f"{TEI}byline/{TEI}date").get("when") for each in divisions]
        assert dates == [each["published"] for each in expected["posts"]]
        kind = "comment" if expected["in"] == "comment_posts" else "post"
        answers = [each["replies_to"] for each in expected["posts"]]
        assert [each.get("corresp") for each in divisions] == [
            None if answer is None else f"#{kind}-{answer}" for answer in answers
        ]

    @pytest.mark.parametrize("folder", THREADS, ids=lambda folder: folder.name)
    def test_json_has_what_the_attributes_have(self, folder: Path) -> None:
        document, _ = golden(folder)
        values = json.loads(document.json)
        assert values["posts"] == [each.to_dict() for each in document.posts]
        assert values["comment_posts"] == [each.to_dict() for each in document.comment_posts]
        assert [each["author"] for each in values["blocks"] if each["type"] == "post"] == [
            each.author for each in document.posts
        ]


class TestComments:
    @pytest.mark.parametrize("name", ["article-comments", "microdata-comments"])
    def test_comments_are_apart_from_the_article(self, name: str) -> None:
        document, expected = golden(FOLDER / name)
        first = expected["posts"][0]["text"]
        assert [line for line in expected["article"] if line not in document.text] == []
        assert first not in document.text
        assert first in (document.comments or "")
        assert document.markdown.index(expected["article"][-1]) < document.markdown.index("## Comments")
        assert document.markdown.index("## Comments") < document.markdown.index(first)
        assert '<section class="comments">' in document.html
        assert '<div type="comments">' in document.xml

    def test_without_the_option_no_format_has_comments(self) -> None:
        page = (FOLDER / "article-comments" / "page.html").read_bytes()
        first = golden(FOLDER / "article-comments")[1]["posts"][0]["text"]
        document = maintext.extract(page)
        assert document.comments is None
        assert document.comment_posts == ()
        assert all(first not in document.formatted(form) for form in ("text", "markdown", "html", "xml"))


class TestBylines:
    def test_the_plain_text_has_bylines_on_request(self) -> None:
        page = (FOLDER / "discuz" / "page.html").read_bytes()
        with_bylines = maintext.extract(page, options=maintext.Options(bylines=True))
        assert "\n\n老丁头, 2023-5-14 09:05\n" in with_bylines.text
        assert "老丁头, 2023-5-14 09:05" not in maintext.extract(page).text

    def test_a_line_with_other_words_stays(self) -> None:
        """Only lines that say nothing but author and time are left out of the blocks."""
        said = "<p><b class=author>Name</b> has moved to the coast and writes letters about gulls.</p>"
        html = "".join(f"<div class=post><time datetime=2020-01-0{day}>day</time>{said}</div>" for day in (1, 2))
        assert "moved to the coast" in records(html)[0].text

    def test_profiles_are_not_part_of_a_post(self) -> None:
        profile = "<div><div><b class=username>Ann</b></div><i>Member</i><div>Posts: 12</div></div>"
        html = "".join(
            f"<div class=post id=p{number}>{profile}<time datetime=2020-01-01>1</time><p>{LONG}</p></div>"
            for number in (1, 2)
        )
        assert [each.text for each in records(html)] == [LONG, LONG]


class TestUnmarkedNames:
    """Comments whose markup does not say which part is the name."""

    @staticmethod
    def comments(head: str, names: list[str]) -> list[FoundPost]:
        box = f"<li class=comment><div>{head}</div><p>{LONG}</p></li>"
        return list(found("".join(box.format(name=name, day=day) for day, name in enumerate(names, 1))))

    @pytest.mark.parametrize(
        "head",
        [
            "<b>{name}</b> <time datetime='2025-03-0{day}'>then</time>",
            "<strong>{name}</strong> says: <time datetime='2025-03-0{day}'>then</time>",
            "<cite>{name}</cite> <span class=date>2025-03-0{day}</span>",
            "<h4>{name}</h4><time datetime='2025-03-0{day}'>then</time>",
            "{name}, <time datetime='2025-03-0{day}'>then</time>",
        ],
    )
    def test_a_name_before_the_time_is_the_author(self, head: str) -> None:
        posts = self.comments(head, ["Olle", "Maja Berg", "Kim"])
        assert [each.author for each in posts] == ["Olle", "Maja Berg", "Kim"]
        assert [each.when.date for each in posts] == ["2025-03-01", "2025-03-02", "2025-03-03"]

    @pytest.mark.parametrize("word", ["Posted", "am"])
    def test_the_same_word_before_each_time_is_not_a_name(self, word: str) -> None:
        posts = self.comments("{name} <time datetime='2025-03-0{day}'>then</time>", [word] * 3)
        assert [each.author for each in posts] == ["", "", ""]

    def test_a_text_before_the_time_is_not_a_name(self) -> None:
        box = f"<li class=comment><p>{LONG}</p><b>Ben</b> <time datetime='2025-03-01'>then</time></li>"
        table = read(3 * box)
        posts = posts_in(table, table.in_body[table.segment_owner])
        assert [each.author for each in posts] == ["", "", ""]

    def test_the_name_is_not_repeated_in_the_text(self) -> None:
        box = f"<li class=comment><div><b>Ann</b> <time datetime='2025-03-01'>then</time></div><p>{LONG}</p></li>"
        assert [each.text for each in records(2 * box)] == [LONG, LONG]


class TestStructure:
    def test_other_repeated_boxes_are_not_posts(self) -> None:
        assert (
            found("".join(f"<div class=teaser><h3>Title {number}</h3><p>{LONG}</p></div>" for number in range(5))) == ()
        )

    def test_the_box_around_all_posts_is_not_a_post(self) -> None:
        html = f"<div class=post id=p1><div class=post id=p2>{post(1)}{post(2)}{post(3)}</div></div>"
        assert [each.author for each in found(html)] == ["Name 1", "Name 2", "Name 3"]

    def test_depth_by_nesting(self) -> None:
        html = post(1, inner=post(2, inner=post(3)) + post(4)) + post(5)
        assert [(each.depth, each.replies_to) for each in found(html)] == [(0, None), (1, 0), (2, 1), (1, 0), (0, None)]

    @pytest.mark.parametrize(
        "attributes",
        [
            lambda depth: f"data-depth={depth}",
            lambda depth: f"style='margin-left: {30 * depth}px'",
            lambda depth: f"style='padding-left:{1.5 * depth}em'",
            lambda depth: f"aria-level={depth + 1}",
        ],
    )
    def test_depth_by_declared_levels(self, attributes: Callable[[int], str]) -> None:
        html = "".join(post(number, attributes(depth)) for number, depth in enumerate([0, 1, 2, 1, 0, 1]))
        expected = [(0, None), (1, 0), (2, 1), (1, 0), (0, None), (1, 4)]
        assert [(each.depth, each.replies_to) for each in found(html)] == expected

    def test_a_quotation_names_the_post_that_is_answered(self) -> None:
        quote = "<blockquote data-source='post: 1'>so</blockquote>"
        html = post(1) + post(2) + post(3, text=quote + LONG)
        assert [each.replies_to for each in found(html)] == [None, None, 0]

    def test_a_link_in_a_quotation_may_have_the_number_of_the_post(self) -> None:
        quote = (
            "<blockquote><a href='forum.php?goto=findpost&amp;pid=1&amp;ptid=2'>Name 1 wrote</a> The lamp.</blockquote>"
        )
        html = post(0) + post(1) + post(2) + post(3, inner=quote)
        assert [each.replies_to for each in records(html)] == [None, None, None, 1]
        assert [each.replies_to for each in records(html.replace("pid=", "uid="))] == [None] * 4

    def test_a_later_post_is_not_answered(self) -> None:
        quote = "<blockquote data-source='post: 2'>so</blockquote>"
        assert [each.replies_to for each in found(post(1, text=quote + LONG) + post(2))] == [None, None]

    @pytest.mark.parametrize("header", ["<b>{}</b> schrieb am 0{}.05.2009 um 18:00:", "<b>{}</b>, 0{}.05.2009"])
    def test_posts_whose_times_no_element_marks(self, header: str) -> None:
        names = ["Moni", "Rudi aus Kiel", "Familie Sommer"]
        headers = [header.format(name, day) for day, name in enumerate(names, 3)]
        html = "".join(f"<div class=entry><div class=head>{each}</div><div>{LONG}</div></div>" for each in headers)
        posts = [(each.author, each.published and each.published[:10]) for each in records(html)]
        assert posts == [(name, f"2009-05-0{day}") for day, name in enumerate(names, 3)]
        assert [each.text for each in records(html)] == [LONG] * 3

    def test_boxes_with_dates_that_nothing_marks_and_without_names_are_no_posts(self) -> None:
        html = "".join(f"<div class=entry><p>03.05.2009</p><div>{day}: {LONG}</div></div>" for day in range(3))
        assert records(html) == ()

    def test_an_edit_is_not_the_time_of_a_post(self) -> None:
        edit = "<p>edited <span class=date>2022-02-02</span></p>"
        html = "".join(
            f"<div class=post>{edit}<b class=author>Ann</b><i class=date>2020-01-0{day}</i><p>{LONG}</p></div>"
            for day in (1, 2)
        )
        assert [each.when.date for each in found(html)] == ["2020-01-01", "2020-01-02"]

    def test_a_pickle_with_fewer_fields_is_read(self) -> None:
        old = Post.__new__(Post)
        old.__setstate__(["Ann", "2020-01-01", ()])
        assert old == Post("Ann", "2020-01-01", ())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("by Ann", "Ann"),
        ("@ann_2", "ann_2"),
        ("Byron", "Byron"),
        ("Ann:", "Ann"),
        ("发表于", ""),
        ("3 hours ago", ""),
        ("2020-01-01", ""),
        ("12", ""),
        ("x" * 61, ""),
    ],
)
def test_names(text: str, name: str) -> None:
    assert name_in(text) == name


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("发表于 2013-1-2 10:11", ("2013-01-02T10:11:00", "2013-1-2 10:11")),
        ("3 hours ago", ("", "3 hours ago")),
        ("Sun Dec 17, 2023 11:23 am", ("2023-12-17T11:23:00", "Dec 17, 2023 11:23 am")),
        ("never", ("", "")),
    ],
)
def test_times(text: str, when: tuple[str, str]) -> None:
    assert time_in_text(text) == when


@st.composite
def threads(draw: st.DrawFn) -> tuple[str, list[int]]:
    """Nested posts as markup, and the depth of each."""
    depths = [0]
    for _ in range(draw(st.integers(1, 12))):
        depths.append(draw(st.integers(0, depths[-1] + 1)))
    parts, open_posts = [], 0
    for number, depth in enumerate(depths):
        parts.append("</div>" * (open_posts - depth))
        parts.append(post(number, text=f"{LONG} {number}.").removesuffix("</div>"))
        open_posts = depth + 1
    return "".join(parts) + "</div>" * open_posts, depths


@given(threads())
def test_no_post_is_lost_and_depths_agree(thread: tuple[str, list[int]]) -> None:
    """Order is kept, every text is in its own post alone, and a post answers one that is one level less deep."""
    html, depths = thread
    posts = records(html)
    assert [each.text for each in posts] == [f"{LONG} {number}." for number in range(len(depths))]
    assert [each.depth for each in posts] == depths
    for number, each in enumerate(posts):
        if each.replies_to is None:
            assert each.depth == 0
        else:
            assert each.replies_to < number
            assert posts[each.replies_to].depth == each.depth - 1


def calls_of(work: Callable[[], object]) -> int:
    """The number of function calls that work takes, compiled ones included."""
    count = 0

    def note(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


HOSTILE: Final[dict[str, Callable[[int], str]]] = {
    "flat": lambda count: "".join(post(number, text="Yes.") for number in range(count)),
    "nested": lambda count: "".join(post(number, text="Yes.").removesuffix("</div>") for number in range(count)),
    "quotes": lambda count: "".join(
        post(n, text=f"<blockquote cite='#r{n - 1}'>so</blockquote>") for n in range(count)
    ),
    "indented": lambda count: "".join(post(n, f"style='margin-left:{n}px'", "Yes.") for n in range(count)),
    "kinds": lambda count: "".join(post(n, f"data-x={n}").replace("reply", f"reply reply-{n}x") for n in range(count)),
    "authors": lambda count: post(0) + post(1, text="<a class=username href=/u/1>Ann</a>" * count) + post(2),
}


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE)
def test_the_work_grows_with_the_page(page: Callable[[int], str]) -> None:
    few, many = ((table, table.in_body[table.segment_owner]) for table in map(read, (page(150), page(600))))
    posts_in(*few)
    assert calls_of(lambda: posts_in(*many)) < 4.5 * calls_of(lambda: posts_in(*few)) + 1000


def test_ten_thousand_nested_replies_come_out() -> None:
    """Elements nested deeper than the reader allows belong to the last post; no text is lost."""
    html = "".join(post(number, text=f"Answer {number}.").removesuffix("</div>") for number in range(10_000))
    posts = records(html)
    assert "Answer 9999." in posts[-1].text
    assert [each.depth for each in posts] == list(range(len(posts)))


@pytest.mark.slow
def test_a_hundred_thousand_posts_come_out() -> None:
    posts = records("".join(post(number, text="Yes.") for number in range(100_000)))
    assert len(posts) == 100_000
    assert posts[-1].author == "Name 99999"


@pytest.mark.parametrize(
    "address",
    [
        *("/u/anna", "users/7", "/Members/anna", "/profile.php", "/people/anna", "/authors/anna", "/@anna", "/~anna"),
        *("/x?uid=7", "/x?a=1&author=7", "user?id=7", "space-uid-7.html", "/x.php?do=viewprofile"),
    ],
)
def test_links_to_members_are_signs_of_an_author(address: str) -> None:
    signs = row_signs(read(f"<p><a href='{address}'>a</a><a href='/about/posts'>b</a>".encode()))
    assert is_profile(address)
    assert [bool(sign & Sign.AUTHOR) for sign in signs.tolist()][-2:] == [True, False]


def test_rows_of_an_old_board_are_posts_and_not_a_table_of_data() -> None:
    page = (FOLDER.parent / "kinds" / "forum" / "en-board.html").read_bytes()
    document = maintext.extract(page)
    names = ["marshwiggle", "old_skep", "Bridie", "marshwiggle"]
    assert [each.author for each in document.posts] == names
    assert [each.published for each in document.posts][:2] == ["2009-06-02T19:41:00", "2009-06-02T20:15:00"]
    assert all("Joined" not in each.text for each in document.posts)
    assert "|" not in document.markdown
    assert "---" not in document.markdown


QUESTION = (
    "<div class=question><div class=text>{text}</div><div class=user><a href='/users/1'>Ann</a></div>"
    "<ul class=comments><li class=comment>Is it the fuse? <a class=comment-user href='/users/2'>Ben</a> "
    "<span class=comment-date title='2021-03-02 11:00Z'>2 March 2021</span></li></ul></div>"
)


def test_a_comment_on_a_question_does_not_tell_its_time() -> None:
    answers = post(3) + post(4)
    first, *others = found(QUESTION.format(text=LONG) + answers)
    assert (first.author, first.when.date) == ("Ann", "")
    assert [each.when.date for each in others] == ["2021-03-04", "2021-03-05"]
    asked = "<time datetime='2021-03-01'>asked on Monday</time>"
    assert found(QUESTION.format(text=LONG + asked) + answers)[0].when.date == "2021-03-01"


@pytest.mark.parametrize(("heading", "author"), [("15 comments", ""), ("Ann", "Ann")])
def test_a_count_in_a_heading_is_not_an_author(heading: str, author: str) -> None:
    box = f"<div class=reply><time datetime='2021-03-01'>then</time><p>{LONG}</p><h4>{heading}</h4></div>"
    table = read(2 * box)
    in_heading = table.inside(table.has_tag(frozenset({"h4"})))
    posts = posts_in(table, (table.in_body & ~in_heading)[table.segment_owner])
    assert [each.author for each in posts] == [author, author]


@pytest.mark.parametrize(
    ("below", "author"),
    [
        ("<p>120 points by <a href='user?id=karl'>karl</a> 5 hours ago | <a href=hide>hide</a></p>", "karl"),
        ("<p>Posted by <a href=/u/karl>u/karl</a></p>", "karl"),
        ("<p>by <a href=/u/karl>karl</a>, yesterday</p>", "karl"),
        ("<p>5 hours ago | <a href=hide>hide</a></p>", "Name 1"),
        ("<p>Judged by its cover alone</p>", "Name 1"),
    ],
)
def test_who_submitted_a_link_is_the_author_rather_than_the_first_who_answers(below: str, author: str) -> None:
    html = f"<title>A tool</title><h1>A tool that checks backups</h1>{below}{post(1)}{post(2)}{post(3)}"
    document = maintext.extract(html, kind="forum")
    assert len(document.posts) == 3
    assert document.author == author
