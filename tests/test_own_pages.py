"""Pages of our own of many kinds, with navigation, teasers and a footer: their facts, text and Markdown.

Each was written before it was tried. Expected are facts that a reader of the page would name.
"""

from pathlib import Path
from typing import Final, NamedTuple

import pytest
from helpers.markdown_structure import structure_of_blocks, structure_of_markdown

import maintext

FOLDER: Final = Path(__file__).parent / "golden" / "facts"
CHROME: Final = ("Most read", "Sign up for our newsletter", "Imprint", "Library opens on Sundays", "Cookies", "分享到")
"""Words around the articles."""


class Page(NamedTuple):
    """What a page says."""

    title: str
    author: str | None
    date: str | None
    language: str
    has: tuple[str, ...]
    """Parts of the Markdown."""
    has_not: tuple[str, ...] = ()


PAGES: Final = {
    "arabic": Page(
        "مكتبة على عجلات تجوب القرى",
        "هالة المنصوري",
        "2023-04-17",
        "ar",
        ("\n> «لم أكن أحب القراءة",),
        ("موسم الزيتون",),
    ),
    "callouts": Page(
        "Install the agent",
        None,
        None,
        "en",
        (
            "\n## Requirements\n",
            "> **Warning**\n>\n> Do not run",
            "```bash\nsudo apt install ferry-agent\nsudo systemctl enable ferry-agent\n```",
            "```bash\nbrew install ferry-agent\n```",
            "```\n$ ferry status\nok\n$ ferry version\n```",
            "port 7443",
        ),
        ("Copy", "¶", "Previous:"),
    ),
    "gb18030": Page(
        "老码头变身书店 市民排队进场",
        "顾青禾",
        "2019-07-08T09:15:00",
        "zh-CN",
        ("停用二十年的城南老码头",),
        ("责任编辑",),
    ),
    "hebrew": Page(
        "השעון שבכיכר חוזר לפעול", "נועם ברק", "2023-03-12", "he", ("שני שענים עבדו עליו",), ("שוק האיכרים",)
    ),
    "hidden": Page(
        "Ten bridges of Harwick",
        "Vera Stone",
        None,
        "en",
        ("Cats sit on the Baker's Bridge",),
        ("Ignore all", "vendor"),
    ),
    "job": Page(
        "Bootsbauer/in (m/w/d)", None, "2024-03-04", "de", ("- 30 Tage Urlaub\n", "Ihre Aufgaben"), ("Koch auf",)
    ),
    "khmer": Page("ទូកដរបណ្ណាល័យ", "សុខ ដារ៉ា", None, "km", ("គម្រោងនេះ",)),
    "legal": Page(
        "Harbour Regulations 2019",
        None,
        None,
        "en",
        (
            "\n## Part 2 Duties of masters\n\n### 3 Lights\n",
            "1. vessels of the coast guard",
            "- **“berth”**",
            "| € 25 |",
        ),
    ),
    "paywall": Page(
        "The last lighthouse keeper", "Rhoda Penn", "2024-01-20", "en", ("another cup of tea",), ("Subscribe", "Log in")
    ),
    "photostory": Page(
        "A winter on the ice road",
        "Sanna Lind",
        None,
        "en",
        (
            "/ice0.jpg)\\\nThe road opens when the ice is forty centimetres thick.\n",
            "/ice3.jpg)\\\nIn March the first cracks appear, and everyone drives with open windows.\n",
        ),
    ),
    "podcast": Page(
        "Episode 41: The map maker", None, "2022-09-09", "en", ("\n## Transcript\n", "**Idris Quaye:**", "ep41.mp3")
    ),
    "poem": Page(
        "The Ferryman's Song",
        "Edda Holm",
        None,
        "en",
        (
            "grey,\\\nand who will row me over?\\\n",
            "Row, row, the water is deep,\\\nrow, row, the town is asleep.\n\nThe lamp",
        ),
    ),
    "recipe": Page(
        "Lentil soup with lemon",
        "Mara Lindt",
        "2023-03-03",
        "en",
        ("- [ ] ½ lemon\n", "\n1. Chop the onion", "| Protein | 17 g |"),
    ),
    "ruby": Page(
        "霧の谷の祭り", "佐伯遥", "2023-11-05", "ja", ("谷の奥(おく)にある", "太鼓(たいこ)の音"), ("米の収穫",)
    ),
    "science": Page(
        "Damping of small pendulums in humid air",
        "Ilse Brandt, Kofi Mensah",
        "2021-06-14",
        "en",
        (
            "$A(t) = A_0 e^{-\\gamma t}$",
            "\n$$\\ddot\\theta + 2\\gamma\\dot\\theta + \\omega^2\\theta = 0$$\n",
            "/fig1.png)\\\n**Figure 1.** Damping $\\gamma$ against relative humidity.",
            "[^1]: We neglect the mass of the thread.",
        ),
        ("ω=g/l",),
    ),
    "thai": Page(
        "ตลาดน้ำเก่ากลับมาเปิดอีกครั้ง", "สมหญิง รักเรียน", "2022-12-01", "th", ("พ่อค้าแม่ค้ากว่าห้าสิบราย",), ("รถไฟสายใหม่",)
    ),
    "ticker": Page(
        "Storm hits coast: live updates",
        "Nora Finch, Tom Adeyemi",
        "2024-02-11T06:00:00Z",
        "en",
        (
            "/storm.jpg)\\\nWaves broke over the pier at high tide.",
            "14:30\n\n## Coast road open",
            "07:10\n\n## First damage",
        ),
    ),
    "wechat": Page("在屋顶种一片水稻", None, "2022-06-01T08:00:00+08:00", "zh", ("![](https://img.example/rice.jpg)",)),
}


def document_of(name: str) -> maintext.Document:
    return maintext.extract((FOLDER / f"{name}.html").read_bytes(), f"https://example.org/{name}")


@pytest.mark.parametrize("name", PAGES)
def test_the_facts_of_a_page(name: str) -> None:
    document, page = document_of(name), PAGES[name]
    assert document.title == page.title
    assert document.author == page.author
    assert document.date == page.date
    assert document.language == page.language


@pytest.mark.parametrize("name", PAGES)
def test_the_markdown_of_a_page(name: str) -> None:
    document, page = document_of(name), PAGES[name]
    markdown = f"{document.markdown}\n"
    assert [part for part in page.has if part not in markdown] == []
    assert [part for part in (*page.has_not, *CHROME) if part in markdown] == []
    assert structure_of_markdown(document.markdown) == structure_of_blocks(document.blocks)


def test_all_pages_are_tested() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(PAGES)


def test_the_update_of_a_ticker_is_not_its_publication() -> None:
    modified = document_of("ticker").modified
    assert modified is not None
    assert modified.isoformat() == "2024-02-11T14:30:00+00:00"


def test_each_way_to_hide_a_text_is_reported() -> None:
    hidden = document_of("hidden").hidden
    assert {each.text[-2] for each in hidden if each.text.startswith("Ignore")} == set("0123456789")
    assert {each.sign for each in hidden} >= {"zero-width characters", "tag characters"}


def test_a_page_for_subscribers_says_so() -> None:
    assert document_of("paywall").paywalled
    assert document_of("poem").paywalled is None
