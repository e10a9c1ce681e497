"""Articles in the data for scripts: found in every form, linear in size, and never with a broken character."""

import json
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import maintext
from maintext.document import script_data
from maintext.document.script_data import encodable, longest_text, script_article
from maintext.read import read

PAGES: Final = sorted((Path(__file__).parents[1] / "golden" / "scripts").glob("*.html"))
EXPECTED: Final = (
    (Path(__file__).parents[1] / "golden" / "scripts" / "expected.txt").read_text(encoding="utf-8").strip()
)
MESSAGES: Final = (
    "Loading…|Loading, please wait...|50 % Loading|Wird geladen …|Bitte warten|Chargement en cours…|Cargando...|"
    "Caricamento in corso|Carregando…|Загрузка…|Ładowanie|Yükleniyor...|加载中...|正在加载，请稍候|"
    "読み込み中です|로딩중입니다|"
    "جاري التحميل...|در حال بارگذاری…|טוען...|लोड हो रहा है|กำลังโหลด|Đang tải…|Φόρτωση…|"
    "You need to enable JavaScript to run this app.|Bitte aktivieren Sie JavaScript.|"
    "読み込み中です。しばらくお待ちください。|Пожалуйста, подождите, идёт загрузка|Carregando, aguarde|"
    "数据加载中，请稍后……|"
    "Veuillez patienter pendant le chargement de la page|Einen Moment, bitte. Die Seite wird geladen …|"
    "Just a moment... Checking your browser before accessing the site. This process is automatic.|"
    "example.org needs to review the security of your connection before proceeding."
).split("|")
PROSE: Final = "It rained all day in the valley, and nobody minded, for there was enough to read. "


def page_of(script: str, shown: str = "") -> str:
    return f"<html><body><div>{shown}</div>{script}</body></html>"


def state(value: object) -> str:
    return f'<script type="application/json">{json.dumps(value)}</script>'


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_article_is_found_in_the_data(path: Path) -> None:
    document = maintext.extract(path.read_bytes())
    assert document.text == EXPECTED
    assert document.source == ("json-ld" if path.stem == "article-body" else "script data")
    assert document.reason == ""
    assert [block.kind for block in document.blocks] == ["heading"] + 4 * ["paragraph"]


def test_the_markup_of_the_text_is_that_in_the_data() -> None:
    body = f"<p>{5 * PROSE}</p><h2>Later</h2><p>{5 * PROSE}</p>"
    document = maintext.extract(page_of(state({"body": body})))
    assert document.source_html == f"<body>{body}</body>"


def test_all_forms_are_tested() -> None:
    assert len(PAGES) == 7


def test_the_longest_text_is_taken_and_not_those_of_teasers() -> None:
    data = {"body": 8 * PROSE, "teasers": [{"intro": f"Number {each} is short. {PROSE}"} for each in range(5)]}
    assert maintext.extract(page_of(state(data))).text == (8 * PROSE).strip()


def test_the_same_paragraph_twice_in_the_data_comes_once() -> None:
    blocks = [{"text": f"{each}: {PROSE}{PROSE}"} for each in ("one", "two", "three")]
    text = maintext.extract(page_of(state({"a": blocks, "b": blocks}))).text
    assert text.split("\n") == [f"{each}: {PROSE}{PROSE}".strip() for each in ("one", "two", "three")]


@pytest.mark.parametrize(
    "form", ["<script>window.__STATE__ = {};</script>", '<script type="application/json">{}</script>']
)
def test_strings_of_one_name_are_one_text_and_others_are_not_part_of_it(form: str) -> None:
    texts = [f"{each}: {PROSE}{PROSE}".strip() for each in ("one", "two", "three")]
    blocks = [{"kind": "text", "data": {"text": text, "note": f"A note on {text[:3]}. {PROSE}"}} for text in texts]
    data = {"messages": {"cookies": f"We use cookies. {PROSE}"}, "article": {"blocks": blocks}}
    assert maintext.extract(page_of(form.replace("{}", json.dumps(data)))).text.split("\n") == texts


@pytest.mark.parametrize("quote", ["", '"'])
def test_strings_of_a_list_have_the_name_of_the_list(quote: str) -> None:
    texts = [f"{each}: {PROSE}{PROSE}".strip() for each in ("one", "two", "three")]
    links = ["$", "a", None, {"href": "/x"}]
    parts = [texts[0], links, *texts[1:]]
    script = f"{{{quote}tips{quote}: {json.dumps([PROSE])}, {quote}parts{quote}: {json.dumps(parts)}}}"
    assert maintext.extract(page_of(f"<script>var data = {script}</script>")).text.split("\n") == texts


def test_json_in_a_string_is_read_as_json() -> None:
    inner = json.dumps({"article": {"title": "Rain", "body": f"<p>{5 * PROSE}</p><p>It stopped.</p>"}})
    for script in (f"<script>window.__STATE__ = JSON.parse({json.dumps(inner)});</script>", state({"data": inner})):
        assert maintext.extract(page_of(script)).text.split("\n") == [(5 * PROSE).strip(), "It stopped."]


def test_a_page_with_a_text_of_its_own_keeps_it() -> None:
    shown = "".join(f"<p>{each}. {PROSE}</p>" for each in range(6))
    document = maintext.extract(page_of(state({"body": 9 * PROSE}), shown))
    assert document.source == "page"
    assert document.text.startswith("0. It rained")


@pytest.mark.parametrize(
    "script",
    [
        "<script>function f() { return 'It is. ' + x; }" * 40 + "</script>",
        state({"css": "a { color: red; } " * 60}),
        state({"words": ["rain"] * 500}),
        state({"ids": "a1b2c3" * 200}),
        "<script>throw new Error('A promise cannot return that same promise, ever.');" * 20 + "</script>",
        '<script type="application/json">{"body": "' + PROSE * 9,
    ],
)
def test_code_styles_words_and_strings_without_an_end_are_not_a_text(script: str) -> None:
    document = maintext.extract(page_of(script))
    assert document.text == ""
    assert "--render" in document.reason


def test_lone_surrogates_never_come_out() -> None:
    script = (
        '<script type="application/json">{"body": "' + 6 * PROSE + "\\ud83d\\ude00 \\ud800 \\udc00x." + '"}</script>'
    )
    document = maintext.extract(page_of(script))
    assert document.text.endswith("\U0001f600 \ufffd \ufffdx.")
    document.json.encode("utf-8")


@given(st.text(st.characters(exclude_categories=[])))
def test_every_text_can_be_encoded(text: str) -> None:
    encodable(text).encode("utf-8")
    encodable(text.encode("utf-16-le", "surrogatepass").decode("latin-1") + "\ud83d" + text).encode("utf-8")


@pytest.mark.parametrize(
    "data",
    ["[" * 200_000, '{"a":' * 100_000, '"' + '\\"' * 200_000, '"' * 200_000,
     "'\\" * 100_000, '"a":"b",' * 50_000, "1:T" * 99_999],
)  # fmt: skip
def test_hostile_data_is_read_in_few_steps(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each end of a string is looked for once: the characters looked at are at most those of the data."""
    seen = 0

    class Counted:
        def __init__(self, pattern: object) -> None:
            self.pattern = pattern

        def match(self, text: str, start: int) -> object:
            nonlocal seen
            found = self.pattern.match(text, start)  # type: ignore[attr-defined]
            seen += found.end() - start + 1
            return found

    monkeypatch.setattr(script_data, "_ENDS", {mark: Counted(end) for mark, end in script_data._ENDS.items()})
    assert longest_text([(data, False), (data, True)], 300, joined=True) == ""
    assert seen <= 2 * len(data) + 2
    for script in (data, f"self.__next_f.push([1,{json.dumps(data)}])", f"window.__STATE__ = {data}"):
        script_article(read(f"<body><script>{script}</script></body>"))


def test_only_so_many_bytes_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script_data, "_MAX_BYTES", 2_000)
    far = state({"filler": "x" * 3_000}) + state({"body": 9 * PROSE})
    assert maintext.extract(page_of(far)).text == ""
    assert maintext.extract(page_of(state({"body": 9 * PROSE}))).text == (9 * PROSE).strip()


@pytest.mark.parametrize("message", MESSAGES)
def test_a_loading_mark_is_never_a_main_text(message: str) -> None:
    for page in (page_of("", message), page_of("", f"<p>{message}</p><p>{message}</p>"),
                 f"<body><nav><a href=/>Home</a></nav><div>{message}</div></body>"):  # fmt: skip
        document = maintext.extract(page)
        assert document.text == ""
        assert "--render" in document.reason
        assert not maintext.judge(page).has_main_text


def test_a_text_about_loading_is_a_text() -> None:
    text = f"Loading a ship takes half a day. {PROSE}"
    assert maintext.extract(page_of("", f"<p>{text}</p>")).text == text.strip()
    for short in ("Loading bay closed on Monday", "Loading, unloading and the law", "Please, Mr. Postman"):
        assert maintext.extract(page_of("", f"<p>{short}</p>")).text == short
