"""Who wrote a page, from small pages that hold one thing each."""

import json

import pytest

import maintext
from maintext.metadata import Fact
from maintext.metadata.person_names import byline_name, cleaned, is_person, single_names

TEXT = "<div><p>It rained all day, and nobody minded, for there was enough to read in the house.</p></div>"


def found(head: str = "", body: str = "", url: str | None = None) -> Fact | None:
    page = f"<html><head>{head}</head><body>{body}{TEXT}</body></html>"
    return maintext.extract(page, url).metadata.get("author")


def author_of(head: str = "", body: str = "", url: str | None = None) -> str | None:
    fact = found(head, body, url)
    return fact.value if fact else None


def linked(content: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(content)}</script>'


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Ann Lee", ("Ann Lee",)),
        ({"@type": "Person", "name": "Ann Lee"}, ("Ann Lee",)),
        ([{"@type": "Person", "name": "Ann Lee"}, {"name": "Bo Chen"}], ("Ann Lee", "Bo Chen")),
        ([{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "name": "ANN LEE"}], ("Ann Lee",)),
        ({"@type": "Person", "name": "By Ann Lee"}, ("Ann Lee",)),
        ({"@type": "Person", "name": "Ludwig von Berg"}, ("Ludwig von Berg",)),
        ({"@type": "Person", "name": "Von Berg"}, ("Von Berg",)),
        ({"@type": "Person", "name": ["Ann Lee", "Bo Chen"]}, ("Ann Lee", "Bo Chen")),
    ],
)
def test_the_authors_are_found_in_linked_data(author: object, names: tuple[str, ...]) -> None:
    article = {"@type": "NewsArticle", "headline": "Rain", "author": author}
    assert found(linked(article)) == Fact(", ".join(names), "json-ld", names)
    assert found(linked([{"@type": "WebSite", "name": "The Daily"}, article])) == found(linked(article))
    assert found(linked({"@graph": [{"@type": "Organization", "name": "The Daily"}, article]})) == found(
        linked(article)
    )


def test_a_reference_to_a_person_elsewhere_in_the_linked_data_is_followed() -> None:
    graph = [
        {"@type": "Article", "author": {"@id": "#ann"}},
        {"@type": "Person", "@id": "#ann", "name": "Ann Lee"},
    ]
    assert author_of(linked({"@graph": graph})) == "Ann Lee"


def test_authors_of_comments_and_reviews_are_not_the_author() -> None:
    article = {"@type": "Article", "comment": [{"@type": "Comment", "author": {"name": "Bo Chen"}}]}
    assert author_of(linked(article)) is None
    assert author_of(linked({"@type": "Product", "review": {"@type": "Review", "author": "Bo Chen"}})) is None


@pytest.mark.parametrize(
    "broken",
    [
        '<!-- {"@type": "Article", "author": {"@type": "Person", "name": "Ann Lee"}} -->',
        '{"@type": "Article", "author": {"@type": "Person", "name": "Ann Lee",},}',
        '{"@type": "Article", "author": {"@type": "Person", "name": "Ann Lee"}};',
        '{"@type": "Article", "headline": "She said "no"", "author": {"@type": "Person", "name": "Ann Lee"}}',
        '{"@type": "WebSite"}\n{"@type": "Article", "author": "Ann Lee"}',
        '// from the template\n{"@type": "Article", "author": "Ann Lee"}',
        '{"@type": "Article", "author": "Ann\nLee"}',
        '{"@type": "Article", "author": "Ann &amp; Lee"}',
    ],
)
def test_broken_linked_data_is_mended_or_read_pair_by_pair(broken: str) -> None:
    script = f'<script type="application/ld+json">{broken}</script>'
    assert (author_of(script) or "").replace(" &", "") == "Ann Lee"


def test_a_publisher_is_not_an_author() -> None:
    publisher = {"@type": "Article", "publisher": {"@type": "Organization", "name": "The Daily"}}
    assert author_of(linked(publisher)) is None
    both = {**publisher, "author": {"@type": "Organization", "name": "The Daily"}}
    assert author_of(linked(both), "<h1>Rain</h1><p>By Ann Lee</p>") == "Ann Lee"
    site = '<meta property="og:site_name" content="The Daily"><meta name="author" content="The Daily">'
    assert author_of(site, "<h1>Rain</h1><p>By Ann Lee</p>") == "Ann Lee"


def test_a_site_that_signs_its_pages_is_better_than_nothing() -> None:
    assert author_of('<meta property="og:site_name" content="The Daily"><meta name="author" content="The Daily">') == (
        "The Daily"
    )


@pytest.mark.parametrize(
    "meta",
    [
        '<meta name="author" content="Ann Lee">',
        '<meta name="Author" content="by Ann Lee">',
        '<meta property="article:author" content="Ann Lee">',
        '<meta name="DC.creator" content="Lee, Ann">',
        '<meta name="citation_author" content="Lee, Ann">',
        '<meta name="parsely-author" content="Ann Lee">',
        '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ann Lee">',
    ],
)
def test_the_author_is_found_in_a_meta_element(meta: str) -> None:
    assert found(meta) == Fact("Ann Lee", "meta", ("Ann Lee",))


@pytest.mark.parametrize(
    "content", ["https://www.facebook.com/thedaily", "admin", "ann@example.org", "", "  ", "page.head.author", "1234"]
)
def test_what_is_no_name_is_passed_over(content: str) -> None:
    assert author_of(f'<meta property="article:author" content="{content}">') is None


@pytest.mark.parametrize(
    "markup",
    [
        '<div itemscope itemtype="https://schema.org/Article"><span itemprop="author">Ann Lee</span></div>',
        '<div itemscope itemtype="https://schema.org/Article"><span itemprop="author" itemscope>'
        '<a itemprop="name">Ann Lee</a><img itemprop="image" src="a.png"></span></div>',
        '<span property="schema:author">Ann Lee</span>',
    ],
)
def test_the_author_is_found_in_microdata(markup: str) -> None:
    assert found(body=markup) == Fact("Ann Lee", "microdata", ("Ann Lee",))


def test_authors_of_comments_in_microdata_are_not_the_author() -> None:
    comment = '<div itemscope itemtype="https://schema.org/Comment"><b itemprop="author">Bo Chen</b></div>'
    assert author_of(body=comment) is None


@pytest.mark.parametrize(
    "byline",
    [
        '<p class="byline">By Ann Lee, Senior Editor</p>',
        '<p><a rel="author" href="/ann">Ann Lee</a></p>',
        '<p>Words: <a href="/authors/ann-lee">Ann Lee</a></p>',
        '<div class="post-author"><span>By</span><span>Ann Lee</span><span>Updated May 2, 2019</span></div>',
        '<div class="author-name">Ann Lee</div><div class="author-bio">Ann Lee writes about rain.</div>',
    ],
)
def test_the_author_is_found_in_a_marked_element_near_the_headline(byline: str) -> None:
    assert found(body=f"<h1>Rain</h1>{byline}") == Fact("Ann Lee", "byline", ("Ann Lee",))


def test_several_authors_in_one_byline_are_all_found() -> None:
    byline = '<p>By <a class="author" href="/a">Ann Lee</a> and <a class="author" href="/b">Bo Chen</a></p>'
    fact = found(body=f"<h1>Rain</h1>{byline}")
    assert fact is not None
    assert fact.values == ("Ann Lee", "Bo Chen")


@pytest.mark.parametrize(
    "line",
    [
        "By Ann Lee",
        "by Ann Lee",
        "BY Ann Lee | May 2, 2019",
        "Von Ann Lee",
        "Par Ann Lee",
        "Por Ann Lee",
        "Written by: Ann Lee",
        "Posted by Ann Lee on 2 May 2019",
        "May 2, 2019 · 3 min read · By Ann Lee",
        "06.11.2019 13:30 von Ann Lee",
        "Ann Lee - May 2, 2019",
        "11.12.2019 - Ann Lee",
        "Autorin: Ann Lee",
    ],
)
def test_the_author_is_found_in_a_line_below_the_headline(line: str) -> None:
    assert found(body=f"<h1>Rain</h1><p>{line}</p>") == Fact("Ann Lee", "visible text", ("Ann Lee",))


@pytest.mark.parametrize(
    "line",
    ["By the time it stopped, all was wet.", "Photo by Ann Lee", "Von der Wiege bis zur Bahre", "Powered by rain"],
)
def test_a_sentence_is_no_byline(line: str) -> None:
    assert author_of(body=f"<h1>Rain</h1><p>{line}</p>") is None


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("作者：王小明", "王小明"),
        ("来源：新华社　作者：王小明　责任编辑：李四", "王小明"),
        ("（记者 王小明）", "王小明"),
        ("本报记者 王小明", "王小明"),
        ("文/王小明", "王小明"),
        ("责任编辑：王小明", "王小明"),
        ("王小明 发表于 2005-9-15 11:46:00", "王小明"),
        ("作者： 周思博 (Joel Spolsky)", "周思博 (Joel Spolsky)"),
        ("執筆：山田太郎", "山田太郎"),
        ("홍길동 기자", "홍길동"),
    ],
)
def test_the_author_is_found_by_the_words_of_east_asia(line: str, name: str) -> None:
    assert author_of(body=f"<h1>雨</h1><p>{line}</p><p>五月的雨下了一整天，谁也没有在意。</p>") == name


def test_who_wrote_goes_before_who_edited() -> None:
    body = "<h1>雨</h1><p>责任编辑：李四</p><p>五月的雨下了一整天，谁也没有在意。（记者 王小明）</p>"
    assert author_of(body=body) == "王小明"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("By Ann Lee, Senior Editor", "Ann Lee"),
        ("Jul 11 Written By Ann Lee", "Ann Lee"),
        ("ByAnn Lee", "Ann Lee"),
        ("Ann Lee | The Daily", "Ann Lee"),
        ("erstellt von Ann", "Ann"),
        ("via ann_lee 2 hours ago", "ann_lee"),
        ("By", ""),
        ("", ""),
    ],
)
def test_a_name_is_taken_out_of_its_byline(text: str, name: str) -> None:
    assert byline_name(text) == name


def test_names_are_told_from_other_words() -> None:
    assert all(
        map(is_person, ["Ann Lee", "Ann B. Lee", "Ludwig van Berg", "Dr. Ann Lee", "Ann Lee, Bo Chen", "Ann O'Lee"])
    )
    assert not any(map(is_person, ["", "Rain", "rain in may", "The Daily", "Why It Rains?", "Ann Lee writes"]))
    assert cleaned("x" * 1_000) == ""


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("Ann Lee, Berlin", ("Ann Lee",)),
        ("Ann Lee, New York", ("Ann Lee",)),
        ("Ann Lee, The Associated Press", ("Ann Lee",)),
        ("Ann Lee, daily.com", ("Ann Lee",)),
        ("Ann Lee, Ph.D.", ("Ann Lee, Ph.D.",)),
        ("Ann Lee and Bo Chen", ("Ann Lee", "Bo Chen")),
        ("Ann Lee und Bo Chen", ("Ann Lee", "Bo Chen")),
        ("Rain and Sun", ("Rain and Sun",)),
    ],
)
def test_places_and_agencies_are_not_part_of_a_name(content: str, names: tuple[str, ...]) -> None:
    assert single_names(content) == list(names)
    assert found(f'<meta name="author" content="{content}">') == Fact(", ".join(names), "meta", names)


@pytest.mark.parametrize(
    "text",
    ["Von Ann Lee aus Berlin", "By Ann Lee in Paris", "Par Ann Lee à Paris", "Por Ann Lee en Madrid", "Ann Lee Fr"],
)
def test_a_place_or_a_weekday_after_a_name_in_a_byline_is_left_out(text: str) -> None:
    assert byline_name(text) == "Ann Lee"


@pytest.mark.parametrize(
    "box",
    [
        '<table class="infobox vcard"><tr><th>Author</th><td>Bo Chen</td></tr></table>',
        "<table><tr><th>Written by</th><td>Bo Chen</td></tr></table>",
        '<div class="vcard"><span class="fn">Bo Chen</span></div>',
        '<div class="info-box"><p>Author: Bo Chen</p></div>',
        '<aside class="infobox"><a class="author" href="/bo">Bo Chen</a></aside>',
    ],
)
def test_people_in_an_info_box_or_a_business_card_are_not_the_author(box: str) -> None:
    assert author_of(body=f"<h1>Rain in May</h1>{box}") is None


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("王小明_NBJ11331", "王小明"),
        ("王小明（NF1234）", "王小明"),
        ("王小明 关注", "王小明"),
        ("王小明 +关注", "王小明"),
        ("王小明(微博)", "王小明"),
        ("【日報╱記者王小明／台北報導】", "王小明"),
        ("記者王小明/綜合報導", "王小明"),
        ("홍길동 기자", "홍길동"),
        ("山田太郎 さん", "山田太郎"),
        ("投稿者 yamada", "yamada"),
    ],
)
def test_a_name_of_east_asia_has_nothing_attached(content: str, name: str) -> None:
    assert cleaned(content) == name


@pytest.mark.parametrize(
    "word",
    ["图", "整合", "网络整理", "发布于", "发表于", "未知", "佚名", "总篇数 919 篇", "3.2万粉丝", "关注", "某某网",
     "财经频道", "匿名", "2014年7月10日", "25天之前", "王小明攝", "马", "任何人无权剥夺农民土地财产权"],
)  # fmt: skip
def test_roles_actions_counters_and_portals_are_not_names(word: str) -> None:
    assert cleaned(word) == ""


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("编辑 锁定", None),
        ("记者 被称之为", None),
        ("记者 王小明报道", "王小明"),
        ("记者：王小明 张三丰", "王小明, 张三丰"),
        ("责任编辑：NB0013", None),
    ],
)
def test_a_blank_after_a_role_is_followed_by_a_surname(line: str, name: str | None) -> None:
    assert author_of(body=f"<h1>雨</h1><p>{line}</p><p>五月的雨下了一整天，谁也没有在意。</p>") == name


def test_a_chinese_portal_is_not_the_author_but_the_site() -> None:
    head = '<meta property="og:site_name" content="每日新闻"><meta name="author" content="每日新闻">'
    document = maintext.extract(f"{head}<h1>雨</h1><p>五月的雨下了一整天，谁也没有在意，因为书够多。</p>")
    assert (document.author, document.site) == (None, "每日新闻")


def test_the_site_is_left_out_beside_a_person() -> None:
    head = '<meta property="og:site_name" content="The Daily"><meta name="author" content="The Daily">'
    assert author_of(head + '<meta name="author" content="Ann Lee">') == "Ann Lee"
