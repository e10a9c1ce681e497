"""The layouts of labelled pages, the language of a page, and ``maintext data info``."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from maintext.cli.arguments import UsageError
from maintext.cli.data import COMMAND
from maintext.data import LabelledPage, language_of, read_pages
from maintext.data.page_language import declared_language
from maintext.data.summary import summarize
from maintext.errors import DataError

PAGE = b"<html><body><div><p>It rained all day.</p></div></body></html>"
BROKEN_GZIP = gzip.compress(PAGE, mtime=0)[:-12]


def put(path: Path, content: bytes | str | object) -> Path:
    """Write a file and the folders above it: bytes and characters as they are, anything else as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def read_all(path: Path) -> tuple[list[LabelledPage], list[str]]:
    complaints: list[str] = []
    return list(read_pages(path, complaints.append)), complaints


def wcxb_label(text: str = "It rained all day.") -> dict[str, Any]:
    return {
        "schema_version": "2.0",
        "url": "https://example.org/rain",
        "file_id": "0001",
        "_internal": {"page_type": {"primary": "article", "tags": ["weather"]}},
        "ground_truth": {
            "title": "Rain", "author": "A. Walker", "publish_date": "2025-09-04", "main_content": text,
            "with": ["rained all"], "without": ["Home"], "main_content_markdown": "**It rained** all day.",
        },
    }  # fmt: skip


class TestPairs:
    def test_a_page_has_its_text_and_stays_bytes(self, tmp_path: Path) -> None:
        put(tmp_path / "b.htm", PAGE)
        put(tmp_path / "b.txt", "It rained\r\nall day.\r\n")
        put(tmp_path / "a.HTML", "<p>雨</p>".encode("gb18030"))
        put(tmp_path / "a.txt", "雨")
        put(tmp_path / "notes.md", "not a page")
        assert read_all(tmp_path) == (
            [LabelledPage("a", "<p>雨</p>".encode("gb18030"), "雨"), LabelledPage("b", PAGE, "It rained\nall day.")],
            [],
        )

    def test_a_text_in_a_legacy_encoding_is_read(self, tmp_path: Path) -> None:
        put(tmp_path / "a.html", PAGE)
        put(tmp_path / "a.txt", "Es regnete für alle über Köln.".encode("windows-1252"))
        assert read_all(tmp_path)[0][0].text == "Es regnete für alle über Köln."

    def test_what_has_no_partner_is_told_and_the_rest_is_read(self, tmp_path: Path) -> None:
        for name in ("a.html", "a.txt", "only.html", "text.txt", "z.html", "z.htm", "z.txt"):
            put(tmp_path / name, PAGE)
        pages, complaints = read_all(tmp_path)
        assert [page.id for page in pages] == ["a", "z"]
        assert complaints == [
            f"{tmp_path / 'z.html'}: z.htm has the same name and is used instead",
            f"{tmp_path / 'only.html'}: this page has no label",
            f"{tmp_path / 'text.txt'}: this label has no page",
        ]


class TestExpected:
    """The layouts of our own pages: ``examples`` and ``tests/golden/pages``."""

    def test_texts_are_in_a_folder_beside_the_pages(self, tmp_path: Path) -> None:
        for name in ("a.html", "b.html", "only.html"):
            put(tmp_path / name, PAGE)
        put(tmp_path / "expected" / "a.txt", "It rained\n")
        put(tmp_path / "expected" / "b.txt", "")
        put(tmp_path / "README.md", "not a page")
        assert read_all(tmp_path) == (
            [LabelledPage("a", PAGE, "It rained"), LabelledPage("b", PAGE, "", text_known=True)],
            [f"{tmp_path / 'only.html'}: this page has no label"],
        )

    def test_every_page_has_a_folder_with_its_labels(self, tmp_path: Path) -> None:
        for name in ("plain", "rich", "wrong"):
            put(tmp_path / name / "page.html", PAGE)
            put(tmp_path / name / "expected.txt", "It rained\n")
        put(tmp_path / "rich" / "meta.json", {"title": "Rain", "date": "2001-02-03", "language": "en", "text": "no"})
        put(tmp_path / "wrong" / "meta.json", "{")
        put(tmp_path / "bare" / "page.html", PAGE)
        assert read_all(tmp_path) == (
            [
                LabelledPage("plain", PAGE, "It rained"),
                LabelledPage("rich", PAGE, "It rained", title="Rain", date="2001-02-03", language="en"),
            ],
            [
                f"{tmp_path / 'bare' / 'page.html'}: this page has no label",
                f"{tmp_path / 'wrong'}: not JSON in UTF-8",
            ],
        )

    @pytest.mark.parametrize(("folder", "least"), [("examples", 8), ("tests/golden/pages", 19)])
    def test_our_own_pages_can_be_read(self, folder: str, least: int) -> None:
        pages, complaints = read_all(Path(__file__).parents[2] / folder)
        assert len(pages) >= least
        assert complaints == []


class TestScrapinghub:
    def test_pages_have_the_fields_of_the_ground_truth(self, tmp_path: Path) -> None:
        labels = {
            "b": {"articleBody": "It rained.", "url": "https://example.org/b"},
            "a": {"articleBody": "It snowed.", "title": "Snow", "author": ["A", "B"], "publish_date": "2019-01-02"},
        }
        put(tmp_path / "ground-truth.json", labels)
        for name in labels:
            put(tmp_path / "html" / f"{name}.html.gz", gzip.compress(PAGE, mtime=0))
        assert read_all(tmp_path) == (
            [
                LabelledPage("a", PAGE, "It snowed.", title="Snow", author="A, B", date="2019-01-02"),
                LabelledPage("b", PAGE, "It rained.", "https://example.org/b"),
            ],
            [],
        )

    def test_bad_rows_are_told_with_their_file_and_name(self, tmp_path: Path) -> None:
        good = {"articleBody": "It rained."}
        labels = {"bodiless": {"url": ""}, "cut": good, "good": good, "no-page": good, "number": {"articleBody": [1]},
                  "row": 5, "with": {**good, "with": "x"}}  # fmt: skip
        truth = put(tmp_path / "ground-truth.json", labels)
        for name in (*labels, "no-label"):
            put(tmp_path / "html" / f"{name}.html.gz", BROKEN_GZIP if name == "cut" else gzip.compress(PAGE, mtime=0))
        (tmp_path / "html" / "no-page.html.gz").unlink()
        pages, complaints = read_all(tmp_path)
        assert [page.id for page in pages] == ["good"]
        assert [complaint.split(": ")[0] for complaint in complaints] == [
            f"{truth}, bodiless",
            str(tmp_path / "html" / "cut.html.gz"),
            str(tmp_path / "html" / "no-label.html.gz"),
            f"{truth}, no-page",
            f"{truth}, number",
            f"{truth}, row",
            f"{truth}, with",
        ]
        assert "'articleBody'" in complaints[0]
        assert "text is not a string" in complaints[4]
        assert "list of strings" in complaints[6]

    @pytest.mark.parametrize("content", ["{", "[]"])
    def test_a_broken_ground_truth_loses_the_set(self, tmp_path: Path, content: str) -> None:
        put(tmp_path / "ground-truth.json", content)
        (tmp_path / "html").mkdir()
        with pytest.raises(DataError, match=r"ground-truth\.json: not .*JSON"):
            read_all(tmp_path)


class TestWcxb:
    def test_a_part_is_read_with_all_its_labels(self, tmp_path: Path) -> None:
        put(tmp_path / "html" / "0001.html.gz", gzip.compress(PAGE, mtime=0))
        put(tmp_path / "ground-truth" / "0001.json", wcxb_label())
        expected = LabelledPage(
            "0001", PAGE, "It rained all day.", "https://example.org/rain", "Rain", "A. Walker", "2025-09-04",
            "article", ("rained all",), ("Home",),
        )  # fmt: skip
        assert read_all(tmp_path) == ([expected], [])

    def test_flat_labels_are_taken_too(self, tmp_path: Path) -> None:
        put(tmp_path / "html" / "1.html", PAGE)
        put(tmp_path / "ground-truth" / "1.json", {"text": "Rain.", "date": "2025", "page_type": "forum"})
        assert read_all(tmp_path) == ([LabelledPage("1", PAGE, "Rain.", date="2025", type="forum")], [])

    def test_the_root_gives_both_parts_and_ids_that_do_not_clash(self, tmp_path: Path) -> None:
        for part in ("test", "dev"):
            put(tmp_path / part / "html" / "1.html.gz", gzip.compress(PAGE, mtime=0))
            put(tmp_path / part / "ground-truth" / "1.json", wcxb_label(part))
        pages, complaints = read_all(tmp_path)
        assert [(page.id, page.text) for page in pages] == [("dev/1", "dev"), ("test/1", "test")]
        assert complaints == []

    def test_a_part_without_its_pages_is_told(self, tmp_path: Path) -> None:
        put(tmp_path / "dev" / "html" / "1.html.gz", gzip.compress(PAGE, mtime=0))
        put(tmp_path / "dev" / "ground-truth" / "1.json", wcxb_label())
        label = put(tmp_path / "test" / "ground-truth" / "2.json", wcxb_label())
        pages, complaints = read_all(tmp_path)
        assert [page.id for page in pages] == ["dev/1"]
        assert complaints == [f"{label}: this label has no page"]

    @pytest.mark.parametrize(
        ("label", "complaint"),
        [
            ("{broken", "not JSON in UTF-8"),
            (b'{"text": "\xff"}', "not JSON in UTF-8"),
            ("[" * 100_000, "not JSON in UTF-8"),
            ("[1]", "not a JSON object"),
            ({"ground_truth": {"title": "Rain"}}, "the field 'main_content' is missing"),
            ({"ground_truth": 5}, "ground_truth is not a JSON object"),
            ({"text": "", "title": {"a": 1}}, "title is not a string"),
        ],
    )
    def test_a_bad_label_is_told_and_the_rest_is_read(self, tmp_path: Path, label: object, complaint: str) -> None:
        for name in ("1", "2", "3"):
            put(tmp_path / "html" / f"{name}.html.gz", gzip.compress(PAGE, mtime=0))
            put(tmp_path / "ground-truth" / f"{name}.json", label if name == "2" else wcxb_label())
        pages, complaints = read_all(tmp_path)
        assert [page.id for page in pages] == ["1", "3"]
        assert complaints == [f"{tmp_path / 'ground-truth' / '2.json'}: {complaint}"]

    @pytest.mark.parametrize(
        "packed",
        [BROKEN_GZIP, b"no gzip", gzip.compress(PAGE, mtime=0)[:12] + b"\xff" * 40],
        ids=["cut", "none", "damaged"],
    )
    def test_a_page_that_cannot_be_unpacked_is_told(self, tmp_path: Path, packed: bytes) -> None:
        page = put(tmp_path / "html" / "1.html.gz", packed)
        put(tmp_path / "ground-truth" / "1.json", wcxb_label())
        pages, complaints = read_all(tmp_path)
        assert pages == []
        assert len(complaints) == 1
        assert complaints[0].startswith(f"{page}: ")


class TestCleanEval:
    def test_marks_wrappers_and_the_address_come_off(self, tmp_path: Path) -> None:
        wrapper = b'<text id="1" title="A > B" encoding="utf-8">\n'
        put(tmp_path / "input" / "1.html", wrapper + PAGE + b"\n</text>\n")
        gold = "URL: http://example.org/1\n\n<h>Rain\n<p>It rained all day.<P>Nobody minded.\n\n <l> One\n<L>2 < 3\n"
        put(tmp_path / "GoldStandard" / "1-cleaned.txt", gold)
        put(tmp_path / "input" / "2.html", b"<svg><text x=1>Rain</text></svg>")
        put(tmp_path / "GoldStandard" / "2.txt", '<TEXT id="2">\n<p>No address: URL: here.\n</TEXT>')
        pages, complaints = read_all(tmp_path)
        text = "Rain\nIt rained all day.\nNobody minded.\nOne\n2 < 3"
        assert complaints == []
        assert pages[0].html.strip() == PAGE
        assert (pages[0].id, pages[0].text, pages[0].url) == ("1", text, "http://example.org/1")
        assert pages[1] == LabelledPage("2", b"<svg><text x=1>Rain</text></svg>", "No address: URL: here.")

    def test_what_has_no_partner_is_told(self, tmp_path: Path) -> None:
        page = put(tmp_path / "input" / "1.html", PAGE)
        text = put(tmp_path / "GoldStandard" / "2-cleaned.txt", "<p>Rain")
        assert read_all(tmp_path) == (
            [],
            [f"{page}: this page has no label", f"{text}: this label has no page"],
        )


def test_a_folder_of_no_known_layout_says_what_was_looked_for(tmp_path: Path) -> None:
    put(tmp_path / "a.html", PAGE)
    put(tmp_path / "html" / "a.html", PAGE)
    with pytest.raises(DataError) as caught:
        read_all(tmp_path)
    for part in (str(tmp_path), "folder", ".jsonl", "ID.txt", "ground-truth.json", "dev/", "GoldStandard/"):
        assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_of_another_kind_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"a file with an unknown layout.*\.jsonl\.zst"):
        read_all(put(tmp_path / "pages.csv", "id,html"))


def test_zstandard_files_of_several_frames_are_read_to_the_end(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    rows = [json.dumps({"id": number, "html": ""}).encode() + b"\n" for number in range(3)]
    path = put(tmp_path / "a.jsonl.zst", b"".join(map(zstandard.ZstdCompressor().compress, rows)))
    assert [page.id for page in read_all(path)[0]] == ["0", "1", "2"]


def test_snippets_that_are_one_string_are_a_bad_row(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", {"id": "x", "html": "", "with": "rain"})
    assert read_all(path) == ([], [f"{path}, line 1: with is not a list of strings"])


@pytest.mark.parametrize(
    ("declared", "text", "language"),
    [
        ("en-GB", "It rained all day.", "en"),
        ("de", "Es regnete den ganzen Tag über Köln.", "de"),
        ("vi", "Trời mưa suốt cả ngày.", "vi"),
        ("", "It rained all day.", "und"),
        ("zh-CN", "It rained all day.", "und"),
        ("sr", "Padala je kiša.", "sr"),
        ("en", "雨下了一整天，没有人介意。", "zh"),
        ("ja", "雨下了一整天，没有人介意。", "zh"),
        ("", "下雨了 see the iPhone 12 review，没有人介意这件事情", "zh"),
        ("zh", "一日中雨が降っていたが、誰も気にしなかった。", "ja"),
        ("en", "하루 종일 비가 왔지만 아무도 신경 쓰지 않았다.", "ko"),
        ("en", "Весь день шёл дождь.", "ru"),
        ("uk", "Цілий день ішов дощ.", "uk"),
        ("", "هطل المطر طوال اليوم", "ar"),
        ("fa", "تمام روز باران بارید", "fa"),
        ("iw", "ירד גשם כל היום", "he"),
        ("en", "ירד גשם כל היום", "he"),
        ("en", "Έβρεχε όλη μέρα", "el"),
        ("", "ฝนตกทั้งวัน", "th"),
        ("en", "सारा दिन बारिश हुई", "hi"),
        ("mr", "दिवसभर पाऊस पडला", "mr"),
        ("fr", "1234", "fr"),
        ("", "1234", "und"),
    ],
)
def test_the_language_is_what_page_and_script_agree_on(declared: str, text: str, language: str) -> None:
    html = f'<!DOCTYPE html>\n<html class="x" lang="{declared}"><body>' if declared else "<html data-lang=en><body>"
    assert language_of(LabelledPage("1", html, text)) == language
    assert language_of(LabelledPage("1", html.encode(), text)) == language


def test_without_a_text_the_language_is_that_of_what_the_page_shows() -> None:
    html = "<html lang=en><script>var english = 'a long script in latin letters'</script><p>雨下了一整天。</p>"
    assert language_of(LabelledPage("1", html, "")) == "zh"
    assert language_of(LabelledPage("1", html.encode("gb18030"), " \n")) == "zh"


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<HTML LANG='EN_us'>", "en"),
        ('<html xmlns="x" xml:lang="fr">', "fr"),
        ("<html lang=de>", "de"),
        ("<html lang=fil>", ""),
        ("<html lang=''>", ""),
        ("<html><body lang=de>", ""),
        ('<html lang="pl">'.encode("utf-16"), "pl"),
    ],
)
def test_the_declared_language(html: str | bytes, language: str) -> None:
    assert declared_language(html) == language


@pytest.fixture(name="tiny")
def fixture_tiny(tmp_path: Path) -> Path:
    """Two pages with a text, one with snippets only, and two bad rows."""
    rows = [
        {"id": 1, "html": '<html lang="en">' + "x" * 984, "text": "It rained.", "url": "https://a.org/1",
         "type": "news", "title": "Rain", "date": "2020-01-01"},
        {"id": 2, "html_b64": "PHA+1+PPwsHL0rvV+8zsPC9wPg==", "text": "雨下了一整天", "url": "https://a.org/2",
         "author": "A"},
        {"id": 3, "html": "<p>Rain</p>", "with": ["Rain"], "url": "https://[broken"},
        {"id": 4},
        [5],
    ]  # fmt: skip
    return put(tmp_path / "tiny.jsonl", "\n".join(map(json.dumps, rows)))


def test_a_set_is_summed_up(tiny: Path) -> None:
    complaints: list[str] = []
    summary = summarize(tiny, complaints.append)
    assert len(complaints) == 2
    assert summary.to_dict() == {
        "pages": 3, "with_text": 2, "bad_rows": 2, "sites": 1,
        "languages": {"en": 1, "und": 1, "zh": 1},
        "types": {"unknown": 2, "news": 1},
        "encodings": {"decoded": 2, "gb18030": 1},
        "mean_page_bytes": pytest.approx((1000 + 19 + 11) / 3), "largest_page_bytes": 1000,
        "mean_text_characters": 8.0,
        "with_title": 1, "with_author": 1, "with_date": 1, "with_snippets": 1,
    }  # fmt: skip
    assert list(summary.types) == ["unknown", "news"]


def test_an_empty_set_is_summed_up(tmp_path: Path) -> None:
    summary = summarize(put(tmp_path / "empty.jsonl", ""), print)
    assert (summary.pages, summary.mean_page_bytes, summary.languages) == (0, 0.0, {})


class TestDataInfo:
    def test_the_table_has_a_row_a_set(self, tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert COMMAND.run_words(["info", str(tiny)]) == 0
        out, err = capsys.readouterr()
        name = str(tiny)
        lines = [line.replace(name, "SET").split() for line in out.splitlines()]
        assert ["SET", "3", "2", "2", "1", "0.3", "1.0", "8"] in lines
        assert ["SET", "1", "1", "1", "1"] in lines
        assert ["SET", "languages", "en", "1,", "und", "1,", "zh", "1"] in lines
        assert err.splitlines() == [
            f"maintext: left out: {name}, line 4: the field 'html' is missing",
            f"maintext: left out: {name}, line 5: not a JSON object",
        ]

    def test_json_is_a_line_a_set(self, tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert COMMAND.run_words(["info", str(tiny), str(tiny), "--format", "json"]) == 0
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [(row["data"], row["pages"], row["bad_rows"]) for row in rows] == [(str(tiny), 3, 2)] * 2

    @pytest.mark.parametrize("words", [[], ["info"], ["other", "x.jsonl"], ["info", "x.jsonl", "--format", "xml"]])
    def test_a_wrong_command_line_is_told(self, words: list[str]) -> None:
        with pytest.raises(UsageError):
            COMMAND.run_words(words)

    def test_a_set_that_is_not_there_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(DataError, match=r"missing\.jsonl"):
            COMMAND.run_words(["info", str(tmp_path / "missing.jsonl")])


def test_the_order_is_that_of_the_names(tmp_path: Path) -> None:
    for number in range(11, -1, -1):
        put(tmp_path / f"{number}.html", PAGE)
        put(tmp_path / f"{number}.txt", str(number))
    assert [page.text for page in read_pages(tmp_path, print)] == "0 1 10 11 2 3 4 5 6 7 8 9".split()


@pytest.mark.parametrize(("label", "language"), [("Polish", "pl"), ("polish", "pl"), ("uk", "und"), ("", "und")])
def test_a_label_decides_if_it_names_a_language(label: str, language: str) -> None:
    """Two letters may be those of a country."""
    assert language_of(LabelledPage("1", "<p>x</p>", "Padało cały dzień.", language=label)) == language
