"""Bytes to text: the order of belief, the labels, wrong declarations, damage, and real Chinese pages."""

from __future__ import annotations

import base64
import codecs
import functools
import importlib
import importlib.util
import json
import lzma
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import utf8

from maintext.decode import Decoded, as_utf8, decode, encoding_of_label, repair
from maintext.decode._utf8 import continuations
from maintext.decode.detect import excerpt
from maintext.decode.labels import ENCODINGS as ENCODING_OF_LABEL
from maintext.decode.labels import read_as

DATA = Path(__file__).parents[3] / "shared" / "data"

CHINESE = "昨天下午，市里的图书馆重新开放，门口排起了长队。记者了解到，修缮工程历时两年。"
TRADITIONAL = "昨天下午，市裡的圖書館重新開放，門口排起了長隊。記者瞭解到，修繕工程歷時兩年。"
JAPANESE = "昨日の午後、市の図書館が再び開館し、入口には長い列ができました。"
KOREAN = "어제 오후 시립 도서관이 다시 문을 열자 입구에 긴 줄이 생겼습니다."
RUSSIAN = "Вчера днём городская библиотека снова открылась, и у входа выстроилась длинная очередь."
FRENCH = "Hier après-midi, la bibliothèque a rouvert, et l’été déjà, une longue file s’est formée."
THAI = "เมื่อวานตอนบ่ายห้องสมุดประชาชนกลับมาเปิดอีกครั้งและมีคนต่อแถวยาวหน้าประตู"

needs_detector = pytest.mark.skipif(
    importlib.util.find_spec("chardetng_py") is None, reason="chardetng_py is not installed"
)

ENCODINGS = {
    "utf-8": "utf-8", "gb18030": "gb18030", "big5": "big5hkscs", "shift_jis": "cp932", "euc-jp": "euc_jp",
    "euc-kr": "cp949", "iso-2022-jp": "iso2022_jp", "koi8-r": "koi8_r", "ibm866": "cp866", "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic", "windows-874": "cp874", "iso-8859-8-i": "iso8859_8",
    **{f"windows-{page}": f"cp{page}" for page in range(1250, 1259)},
    **{f"iso-8859-{part}": f"iso8859_{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
}  # fmt: skip


def page(text: str, declared: str | None = None) -> str:
    """A small page, with a declaration if there is one."""
    meta = f'<meta charset="{declared}">' if declared else ""
    return f"<html><head>{meta}<title>News</title></head><body><p>{text}</p></body></html>"


@functools.cache
def repertoire(codec: str) -> list[str]:
    """The letters and digits of the basic plane that come back from a codec as they went in."""
    letters = (chr(code) for code in range(0x20, 0xD800) if chr(code).isalnum())
    return [char for char in letters if char.encode(codec, "ignore").decode(codec) == char]


class TestOrderOfBelief:
    @pytest.mark.parametrize(
        ("bom", "codec", "encoding"),
        [
            (codecs.BOM_UTF8, "utf-8", "utf-8"),
            (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16le"),
            (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16be"),
        ],
    )
    def test_a_byte_order_mark_beats_caller_and_meta_and_is_not_part_of_the_text(
        self, bom: bytes, codec: str, encoding: str
    ) -> None:
        html = page(CHINESE, "big5")
        assert decode(bom + html.encode(codec), "shift_jis") == Decoded(html, encoding, "bom")

    def test_the_caller_beats_the_meta(self) -> None:
        html = page(RUSSIAN, "windows-1251")
        assert decode(html.encode("koi8-r"), "koi8-r") == Decoded(html, "koi8-r", "caller")

    def test_the_meta_is_obeyed_without_a_caller(self) -> None:
        html = page(RUSSIAN, "koi8-r")
        assert decode(html.encode("koi8-r")) == Decoded(html, "koi8-r", "meta")

    def test_an_unknown_label_of_the_caller_is_ignored(self) -> None:
        html = page(CHINESE, "gb2312")
        assert decode(html.encode("gb2312"), "x-klingon").source == "meta"

    @pytest.mark.parametrize("charset", ["", " ", '"GBK"', " gbk\n"])
    def test_quotes_and_spaces_around_the_label_of_the_caller_do_no_harm(self, charset: str) -> None:
        assert decode(page(CHINESE, "gbk").encode("gbk"), charset).encoding == "gb18030"

    def test_ascii_says_nothing_and_keeps_what_was_declared(self) -> None:
        assert decode(b"<p>hello", "iso-8859-1") == Decoded("<p>hello", "windows-1252", "caller")
        assert decode(b"<p>hello") == Decoded("<p>hello", "utf-8", "detected")
        assert decode(b"") == Decoded("", "utf-8", "detected")


class TestPrescan:
    @pytest.mark.parametrize(
        "declaration",
        [
            '<meta charset="koi8-r">',
            "<meta charset='koi8-r'>",
            "<meta charset=koi8-r>",
            "<META  CharSet = KOI8-R />",
            '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
            "<meta content='text/html;charset=koi8-r' http-equiv=content-type>",
            "<!-- <meta charset=big5> --><meta charset=koi8-r>",
            "<meta charset=nonsense><meta charset=koi8-r>",
            "<meta name=description content='charset=big5'><meta charset=koi8-r>",
            "<script>var x = 1;</script>" + " " * 5000 + "<meta charset=koi8-r>",
            '<?xml version="1.0" encoding="koi8-r"?>',
        ],
    )
    def test_every_form_of_declaration_is_understood(self, declaration: str) -> None:
        html = declaration + RUSSIAN
        assert decode(html.encode("koi8-r")) == Decoded(html, "koi8-r", "meta")

    @pytest.mark.parametrize("declared", ["utf-16", "UTF-16LE", "utf-16be"])
    def test_a_meta_that_says_utf_16_means_utf_8(self, declared: str) -> None:
        html = page(CHINESE, declared)
        assert decode(html.encode()) == Decoded(html, "utf-8", "meta")

    @pytest.mark.parametrize(
        "junk", [b"<!-- \xe9", b"<meta \xe9", b"<meta charset", b"<meta charset=>\xe9", b"<?xml \xe9"]
    )
    def test_an_unfinished_declaration_is_none(self, junk: bytes) -> None:
        assert decode(junk).source == "detected"


class TestLabels:
    @pytest.mark.parametrize(
        ("label", "encoding"),
        [
            ("gb2312", "gb18030"), ("GBK", "gb18030"), ("gb_2312-80", "gb18030"), ("x-gbk", "gb18030"),
            ("iso-8859-1", "windows-1252"), ("latin1", "windows-1252"), ("us-ascii", "windows-1252"),
            ("sjis", "shift_jis"), ("ms_kanji", "shift_jis"), ("ks_c_5601-1987", "euc-kr"), ("big5-hkscs", "big5"),
            ("iso-8859-9", "windows-1254"), ("tis-620", "windows-874"), ("koi8-ru", "koi8-u"), ("UTF8", "utf-8"),
            ("utf-16", "utf-16le"), ("unicode", "utf-16le"), ("x-user-defined", "windows-1252"),
        ],
    )  # fmt: skip
    def test_labels_mean_what_the_standard_says(self, label: str, encoding: str) -> None:
        assert encoding_of_label(label) == encoding

    @pytest.mark.parametrize("label", ["utf-7", "hz-gb-2312", "iso-2022-kr", "", "utf 8"])
    def test_labels_outside_the_standard_are_unknown(self, label: str) -> None:
        assert encoding_of_label(label) is None

    def test_every_encoding_can_be_read(self) -> None:
        for encoding in set(ENCODING_OF_LABEL.values()):
            assert read_as(b"a\xe9\xff b\0", encoding)

    def test_undefined_bytes_of_windows_1252_are_controls(self) -> None:
        assert decode(b"\x81\x8d\x8f\x90\x9d \x80", "iso-8859-1").text == "\x81\x8d\x8f\x90\x9d €"

    def test_bytes_that_python_reads_unlike_the_standard(self) -> None:
        assert decode(b"<p>\xae\xbe\xc1", "koi8-u").text == "<p>ўЎа"
        assert decode(b"<p>\x80 5", "gb2312").text == "<p>€ 5"
        assert decode(b"<p>\xad\xa1\xa4\xa2</p>", "euc-jp").text == "<p>①あ</p>"
        assert decode(TRADITIONAL.encode("big5") + b"\xa3\xe1", "big5").text == TRADITIONAL + "€"


class TestWrongDeclarations:
    @needs_detector
    @pytest.mark.parametrize(
        ("text", "codec", "encoding"),
        [(CHINESE, "gbk", "gb18030"), (FRENCH, "cp1252", "windows-1252"), (RUSSIAN, "cp1251", "windows-1251")],
    )
    def test_a_page_that_wrongly_says_utf_8_is_detected(self, text: str, codec: str, encoding: str) -> None:
        html = page(text, "utf-8")
        assert decode(html.encode(codec), "utf-8") == Decoded(html, encoding, "detected")

    @pytest.mark.parametrize("declared", ["gb2312", "iso-8859-1", "big5", "shift_jis", "windows-1251", "utf-16le"])
    @pytest.mark.parametrize("text", [CHINESE, FRENCH, RUSSIAN, "© News", "Привет", "café"])
    def test_valid_utf_8_is_utf_8_whatever_is_declared(self, text: str, declared: str) -> None:
        for html in (page(text), page(text, declared)):
            assert decode(html.encode(), declared).text == html

    def test_two_hanzi_that_happen_to_be_valid_utf_8_follow_the_declaration(self) -> None:
        data = "<p>一种</p>".encode("gbk")[:5] + b"</p>"
        assert data.decode("utf-8")
        assert decode(data, "gbk") == Decoded("<p>一</p>", "gb18030", "caller")

    def test_the_meta_is_believed_when_the_caller_is_plainly_wrong(self) -> None:
        html = page(CHINESE, "gb2312")
        assert decode(html.encode("gbk"), "iso-8859-1") == Decoded(html, "gb18030", "meta")

    @needs_detector
    def test_hanzi_declared_as_latin_1_are_detected(self) -> None:
        html = page(CHINESE, "iso-8859-1")
        assert decode(html.encode("gbk")) == Decoded(html, "gb18030", "detected")

    def test_an_ascii_page_is_not_utf_16_though_the_caller_says_so(self) -> None:
        html = page("hello")
        assert decode(html.encode(), "utf-16le").text == html


class TestDamage:
    @pytest.mark.parametrize("declared", ["utf-8", None, "gb2312"])
    def test_a_few_bad_bytes_do_not_make_utf_8_another_encoding(self, declared: str | None) -> None:
        html = page(CHINESE, declared)
        data = html.encode().replace("，".encode(), b"\xff", 1)
        assert decode(data) == Decoded(
            html.replace("，", "\ufffd", 1), "utf-8", "meta" if declared == "utf-8" else "detected"
        )

    @pytest.mark.parametrize(("text", "codec"), [(CHINESE, "utf-8"), (CHINESE, "gb18030"), ("caf", "utf-8")])
    def test_a_character_cut_off_at_the_end_does_not_change_the_verdict(self, text: str, codec: str) -> None:
        head = page(text, codec)[: -len("</p></body></html>")]
        assert decode(head.encode(codec) + "é是".encode(codec)[:1]) == Decoded(head + "\ufffd", codec, "meta")

    @pytest.mark.parametrize(
        ("text", "codec", "encoding"),
        [(CHINESE, "gbk", "gb18030"), (TRADITIONAL, "big5", "big5"), (KOREAN, "cp949", "euc-kr")],
    )
    def test_bad_bytes_in_a_declared_legacy_page_swallow_no_markup(self, text: str, codec: str, encoding: str) -> None:
        html = page(text, encoding)
        data = html.encode(codec).replace(b"<p>", b"<p>\xff<b>x</b>").replace(b"</p>", b"\x84</p>")
        expected = html.replace("<p>", "<p>\ufffd<b>x</b>").replace("</p>", "\ufffd</p>")
        assert decode(data) == Decoded(expected, encoding, "meta")

    @needs_detector
    @pytest.mark.parametrize(
        ("text", "codec", "encoding"),
        [(CHINESE, "gbk", "gb18030"), (TRADITIONAL, "big5", "big5"), (KOREAN, "cp949", "euc-kr")],
    )
    def test_bad_bytes_do_not_mislead_the_detection(self, text: str, codec: str, encoding: str) -> None:
        data = b"<p>\xff</p>" + page(text).encode(codec) + text.encode(codec)[:-1]
        assert decode(data).encoding == encoding

    def test_nul_and_control_characters_pass(self) -> None:
        assert decode(b"<p>a\0b\x01\x1b\x7f</p>").text == "<p>a\0b\x01\x1b\x7f</p>"


class TestDetection:
    @needs_detector
    @pytest.mark.parametrize(
        ("text", "codec", "encoding"),
        [
            (CHINESE, "gb18030", "gb18030"), (TRADITIONAL, "big5", "big5"), (JAPANESE, "cp932", "shift_jis"),
            (JAPANESE, "euc_jp", "euc-jp"), (KOREAN, "cp949", "euc-kr"), (RUSSIAN, "koi8_r", "koi8-u"),
            (RUSSIAN, "cp1251", "windows-1251"), (FRENCH, "cp1252", "windows-1252"), (THAI, "cp874", "windows-874"),
        ],
    )  # fmt: skip
    def test_undeclared_legacy_pages(self, text: str, codec: str, encoding: str) -> None:
        html = page(text)
        assert decode(html.encode(codec)) == Decoded(html, encoding, "detected")

    @pytest.mark.parametrize("data", [b"!-- Javascript D\xc8but --", b"caf\xe9", b"<p>caf\xe9"])
    def test_a_lone_accented_letter_is_neither_a_hanzi_nor_cut_off_utf_8(self, data: bytes) -> None:
        assert decode(data) == Decoded(data.decode("latin-1"), "windows-1252", "detected")

    @pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
    @pytest.mark.parametrize("text", ["hello", CHINESE])
    def test_utf_16_without_a_byte_order_mark(self, codec: str, text: str) -> None:
        html = page(text, "utf-8")
        assert decode(html.encode(codec), "utf-8") == Decoded(html, codec.replace("16-", "16"), "detected")

    def test_the_escapes_of_iso_2022_jp(self) -> None:
        html = page(JAPANESE)
        assert decode(html.encode("iso2022_jp")) == Decoded(html, "iso-2022-jp", "detected")

    def test_the_excerpt_holds_only_passages_beyond_ascii(self) -> None:
        assert excerpt("<p>plain</p><p>café noir</p>\nplain\n été".encode("latin-1")) == b"caf\xe9 noir\n \xe9t\xe9"

    @pytest.mark.parametrize(("text", "codec"), [(CHINESE, "gb18030"), (FRENCH, "cp1252")])
    def test_without_the_detector_the_commonest_encodings_still_work(
        self, text: str, codec: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def no_module(name: str) -> None:
            raise ImportError(name)

        monkeypatch.setattr(importlib, "import_module", no_module)
        assert decode(page(text).encode(codec)).text == page(text)


def test_a_few_characters_that_look_like_damaged_utf_8_are_what_the_page_says() -> None:
    html = page("圓圓圓熚", "euc-jp")
    assert decode(html.encode("euc-jp")).text == html


class TestAnyInput:
    @given(st.binary(max_size=400), st.none() | st.sampled_from([*ENCODINGS, "utf-16", "nonsense"]) | st.text())
    @settings(max_examples=300)
    def test_any_bytes_give_valid_text(self, data: bytes, charset: str | None) -> None:
        result = decode(data, charset)
        result.text.encode("utf-8")
        assert result.encoding in set(ENCODING_OF_LABEL.values())

    @pytest.mark.parametrize("declared", [None, "utf-8", "gb2312", "windows-1252", "utf-16", "nonsense"])
    @pytest.mark.parametrize("charset", [None, "utf-8", "gb2312", "utf-16"])
    @given(st.binary(max_size=8) | st.text("a©中йé\0\x1b", max_size=5).map(str.encode))
    @settings(max_examples=20)
    def test_a_page_in_utf_8_is_what_decode_makes_of_it(
        self, declared: str | None, charset: str | None, text: bytes
    ) -> None:
        """Most pages are recognised as UTF-8 without a string of them; the answer must be the same."""
        html = page("TEXT", declared).encode().replace(b"TEXT", text)
        assert as_utf8(html, charset) == decode(html, charset).text.encode()

    @given(
        st.lists(st.tuples(st.integers(0, 300), st.sampled_from(["é", "中", "\U0001f600", ""]))), st.binary(max_size=3)
    )
    def test_bytes_are_counted_like_in_the_reference(self, pieces: list[tuple[int, str]], odd: bytes) -> None:
        """Stretches of ASCII are passed over many bytes at a time, wherever they begin and end."""
        data = "".join("a" * length + character for length, character in pieces).encode()
        for page in (data, data[:-1], data + odd, data + odd + data):
            assert continuations(page) == utf8.continuations(page)

    @pytest.mark.parametrize("encoding", sorted(ENCODINGS))
    @given(st.data())
    @settings(max_examples=20)
    def test_text_in_its_declared_encoding_comes_back(self, encoding: str, data: st.DataObject) -> None:
        """Up to seven characters: more of them at random are no text, and may well be taken for another encoding."""
        text = "".join(data.draw(st.lists(st.sampled_from(repertoire(ENCODINGS[encoding])), max_size=7)))
        html = page(text, encoding)
        raw = html.encode(ENCODINGS[encoding])
        result = decode(raw)
        assert result.text == html or (result.encoding == "utf-8" and result.text == raw.decode("utf-8"))


class TestRepair:
    def test_a_pair_of_surrogates_is_joined_and_a_lone_one_replaced(self) -> None:
        assert repair("a\ud83d\ude00b\ud83dc\ude00") == "a😀b\ufffdc\ufffd"

    def test_valid_text_is_returned_as_it_is(self) -> None:
        text = CHINESE + "😀"
        assert repair(text) is text

    @given(st.text(st.characters(exclude_categories=())))
    def test_anything_comes_back_as_valid_unicode_of_the_same_or_shorter_length(self, text: str) -> None:
        fixed = repair(text)
        fixed.encode("utf-8")
        assert len(fixed) <= len(text)


def bytes_no_gb18030_decoder_can_read(data: bytes) -> int:
    """How many places of the bytes are not GB18030 (0x80 is, as the euro sign)."""
    count = 0
    while True:
        try:
            data.decode("gb18030")
        except UnicodeDecodeError as error:
            count += data[error.start] != 0x80
            data = data[error.start + 1 :]
        else:
            return count


@pytest.mark.skipif(not (DATA / "zh-dev.jsonl.xz").exists(), reason="the labelled pages are not here")
@pytest.mark.parametrize("with_declaration", [True, False])
def test_real_gb2312_pages_have_no_replacement_character_but_for_bad_bytes(with_declaration: bool) -> None:
    if not with_declaration and importlib.util.find_spec("chardetng_py") is None:
        pytest.skip("chardetng_py is not installed")
    with lzma.open(DATA / "zh-dev.jsonl.xz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    pages = [base64.b64decode(record["html_b64"]) for record in records if "html_b64" in record]
    assert pages
    for data in pages:
        raw = data if with_declaration else data.replace(b"charset", b"xxxxxxx")
        result = decode(raw)
        assert result.encoding == "gb18030"
        assert result.text.count("\ufffd") <= bytes_no_gb18030_decoder_can_read(raw)
