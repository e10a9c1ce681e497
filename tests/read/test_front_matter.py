"""Front matter as it is written on the web, and what only looks like it."""

import pytest

from maintext.read.front_matter import split_front_matter


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("title: Rain in May", {"title": ["Rain in May"]}),
        ('Title: "Rain: a \\"report\\""', {"title": ['Rain: a "report"']}),
        ("title: 'It''s raining' # since May", {"title": ["It's raining"]}),
        ("date: 2024-05-06   # the day", {"date": ["2024-05-06"]}),
        ("tags: [rain, 'wind, strong', \"sea\"]", {"tags": ["rain", "wind, strong", "sea"]}),
        ("tags:\n  - rain\n  - 'wind'\ntitle: x", {"tags": ["rain", "wind"], "title": ["x"]}),
        ("tags:\n- rain\n- wind", {"tags": ["rain", "wind"]}),
        ("author:\n  name: Ann Lee\n  url: /ann", {"author.name": ["Ann Lee"], "author.url": ["/ann"]}),
        ("description: >-\n  It rained\n  all day.\ntitle: x", {"description": ["It rained all day."], "title": ["x"]}),
        ("description: |\n  key: not a key\ntitle: x", {"description": ["key: not a key"], "title": ["x"]}),
        ("image: null\nurl: https://example.org/a#b", {"url": ["https://example.org/a#b"]}),
        ("title: 雨の一日\r\nlang: ja\r", {"title": ["雨の一日"], "lang": ["ja"]}),
    ],
)  # fmt: skip
def test_values_are_read(written: str, values: dict[str, list[str]]) -> None:
    assert split_front_matter(f"---\n{written}\n---\n\nText.\n") == (values, "\nText.\n")


def test_it_may_end_with_dots_and_begin_with_a_mark() -> None:
    assert split_front_matter("\ufeff---\ntitle: x\n...\nText.") == ({"title": ["x"]}, "Text.")


@pytest.mark.parametrize(
    "text",
    ["Text.", "---\nNo key here\n---\nText.", "---\n\n---\nText.", "---\ntitle: x\nText.", "----\ntitle: x\n---\n", ""],
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert split_front_matter(text) == ({}, text)


@pytest.mark.parametrize("unit", ["a: [", "- ", "a: >\n", 'a: "', "a:", "[['"])
def test_hostile_front_matter_is_read_in_no_time(unit: str) -> None:
    values, _ = split_front_matter(f"---\nk: {unit * 4000}\n---\nText.")
    assert len(str(values)) < 100_000
