"""Whole crawls: all kinds of input and output, a row for every record, and runs that are killed and go on."""

import base64
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from helpers.batches import rows_at, settings
from helpers.commands import Ran, assert_one_line_error
from helpers.hostile import Hostile
from helpers.pages import EXAMPLES
from helpers.warcs import http_response, warc_of, warc_record, write_warc

import maintext
from maintext.batch.fields import DEFAULT_FIELDS, checked_fields, field_kinds, fields_of
from maintext.batch.record import Columns
from maintext.batch.run import run_batch

PAGES: Final = [path.read_bytes() for path in EXAMPLES]
SENTENCE: Final = "The ferry number {} left at noon, and nobody on the quay had seen it come back since."
MEASURED: Final = """
import re, resource, sys
from pathlib import Path
from maintext.cli import main
if __name__ == "__main__":
    main(sys.argv[1:])
    print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""The command, and then how much memory it and the largest of its workers had at most."""


def expected_rows(fields: tuple[str, ...] = DEFAULT_FIELDS) -> list[dict[str, Any]]:
    return [fields_of(maintext.extract(page), fields) for page in PAGES]


def without(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


def small_pages(path: Path, count: int) -> Path:
    rows = ({"id": str(number), "html": f"<p>{SENTENCE.format(number)}</p>"} for number in range(count))
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def small_lines(folder: Path, count: int) -> Path:
    return small_pages(folder / "a.jsonl", count)


def small_warc(folder: Path, count: int) -> Path:
    """A WARC file of small pages, each with something in it that makes the file long enough for several pieces."""
    chance = random.Random(count)
    pages = (
        f"<!-- {chance.randbytes(1000).hex()} --><p>{SENTENCE.format(number)}</p>".encode() for number in range(count)
    )
    return warc_of(folder / "a.warc.gz", pages)


class TestInputs:
    def write_folder(self, folder: Path) -> Path:
        for number, page in enumerate(PAGES):
            inner = folder / f"{number // 3}"
            inner.mkdir(parents=True, exist_ok=True)
            (inner / f"{number}.html").write_bytes(page)
        (folder / "notes.css").write_text("no page")
        return folder

    def write_jsonl(self, path: Path) -> Path:
        rows = [{"id": number, "html_b64": base64.b64encode(page).decode()} for number, page in enumerate(PAGES)]
        content = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
        packers: dict[str, Callable[[bytes], bytes]] = {".gz": gzip.compress, ".zst": zstandard.compress}
        path.write_bytes(packers.get(path.suffix, bytes)(content))
        return path

    def write_parquet(self, path: Path) -> Path:
        pq.write_table(pa.table({"html": pa.array(PAGES, pa.binary())}), path)
        return path

    @pytest.mark.parametrize(
        "name",
        ["folder", "a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "a.parquet", "a.warc", "a.warc.gz", "a.warc.zst"],
    )
    def test_every_kind_of_input_gives_the_rows_of_its_pages_in_order(
        self, tmp_path: Path, run_here: Callable[..., Ran], name: str
    ) -> None:
        path = tmp_path / name
        if name == "folder":
            self.write_folder(path)
        elif ".jsonl" in name:
            self.write_jsonl(path)
        elif name == "a.parquet":
            self.write_parquet(path)
        else:
            write_warc(path, (warc_record(n, http_response(page, "text/html")) for n, page in enumerate(PAGES)))
        out = tmp_path / "out.parquet"
        ran = run_here("batch", str(path), "-o", str(out), "--workers", "1", "--fields", "text,title")
        assert (ran.code, ran.out) == (0, "")
        assert f"{len(PAGES)} pages in" in ran.err
        assert "0 failed" in ran.err
        found = rows_at(out)
        assert [without(row, "id", "url", "error") for row in found] == expected_rows(("text", "title"))
        assert [row["error"] for row in found] == [None] * len(PAGES)
        assert len({row["id"] for row in found}) == len(PAGES)

    def test_a_warc_record_tells_its_name_address_and_date(self, tmp_path: Path) -> None:
        page = b"<body><h1>Rain</h1><p>2 hours ago</p><p>It rained all day, and nobody minded.</p></body>"
        run_batch(settings(warc_of(tmp_path / "a.warc.gz", [page]), output=tmp_path / "o.jsonl"))
        (row,) = rows_at(tmp_path / "o.jsonl")
        assert row["id"] == "urn:uuid:00000000-0000-0000-0000-000000000000"
        assert row["url"] == "https://example.org/0"

    def test_the_charset_of_the_server_is_used(self, tmp_path: Path) -> None:
        page = "<p>Шёл дождь, и никто не был против, потому что было что почитать.</p>".encode("koi8-r")
        record = warc_record(1, http_response(page, "text/html; charset=koi8-r"))
        run_batch(settings(write_warc(tmp_path / "a.warc", [record]), output=tmp_path / "o.jsonl"))
        assert rows_at(tmp_path / "o.jsonl")[0]["text"].startswith("Шёл дождь")

    def test_records_that_cannot_be_read_have_rows_too(self, tmp_path: Path) -> None:
        good = b'{"id": 1, "html": "<p>It rained.</p>"}'
        lines = [good, b"{broken", b"5", b'{"id": 4}', b'{"id": 5, "html_b64": "%"}']
        (tmp_path / "a.jsonl").write_bytes(b"\n".join(lines) + b"\n\n")
        records = [
            warc_record(1, http_response(b"<p>It rained.</p>")),
            warc_record(2, b"GET / HTTP/1.1\r\n\r\n", "request"),
            warc_record(3, http_response(b"\x89PNG", "image/png")),
            warc_record(4, b"<p>It rained again.</p>", "resource", "text/html"),
            warc_record(5, http_response(b"<p>It rained once more." + b" " * 999))[:-500],
        ]
        write_warc(tmp_path / "b.warc", records)
        (tmp_path / "c.warc.gz").write_bytes(b"no warc at all, but a name that says so")
        (tmp_path / "d.jsonl.gz").write_bytes(gzip.compress(good * 50)[:-20])
        inputs = [tmp_path / name for name in ("a.jsonl", "b.warc", "c.warc.gz", "d.jsonl.gz")]
        progress = run_batch(settings(*inputs, output=tmp_path / "o.jsonl"))
        found = [(row["id"], row["text"], row["error"] or "") for row in rows_at(tmp_path / "o.jsonl")]
        expected = [
            ("1", "It rained.", ""),
            ("a.jsonl#2", None, "not a line of JSON"),
            ("a.jsonl#3", None, "not a JSON object"),
            ("4", None, "no page in 'html'"),
            ("5", None, "not base64"),
            ("urn:uuid:00000000-0000-0000-0000-000000000001", "It rained.", ""),
            ("urn:uuid:00000000-0000-0000-0000-000000000003", None, "image/png"),
            ("urn:uuid:00000000-0000-0000-0000-000000000004", "It rained again.", ""),
            ("urn:uuid:00000000-0000-0000-0000-000000000005", None, "cut off"),
            ("c.warc.gz#1", None, "cannot be read"),
            ("d.jsonl.gz#1", None, "cannot be read"),
        ]
        assert [row[:2] for row in found] == [row[:2] for row in expected]
        assert [part for (*_, error), (*_, part) in zip(found, expected, strict=True) if part not in error] == []
        assert (progress.pages, progress.failed) == (11, 8)

    @pytest.mark.parametrize("name", ["kinds.jsonl", "kinds.parquet"])
    def test_a_column_may_name_the_kind_of_each_page(self, tmp_path: Path, name: str) -> None:
        page = next(path for path in EXAMPLES if path.stem == "front-page").read_text(encoding="utf-8")
        rows = [{"html": page, "what": kind} for kind in ("article", "listing", None, "", "news")]
        if name.endswith("jsonl"):
            (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        else:
            pq.write_table(pa.Table.from_pylist(rows), tmp_path / name)
        given = settings(
            tmp_path / name,
            output=tmp_path / "rows.jsonl",
            method=maintext.Learned(),
            fields=("page_type", "text"),
            columns=Columns(kind="what"),
        )
        run_batch(given)
        written = rows_at(tmp_path / "rows.jsonl")
        plain = maintext.extract(page)
        assert [row["page_type"] for row in written] == ["article", "listing", plain.page_type, plain.page_type, None]
        assert written[0]["text"] == maintext.extract(page, kind="article").text
        assert written[4]["error"].startswith("kind must be one of article, forum")

    def test_columns_may_have_other_names(self, tmp_path: Path) -> None:
        pages = pa.table({"content": ["<p>It rained.</p>", None], "address": ["https://example.org/", None]})
        pq.write_table(pages, tmp_path / "a.parquet")
        columns = Columns(html="content", url="address")
        run_batch(settings(tmp_path / "a.parquet", output=tmp_path / "o.jsonl", columns=columns))
        first, second = rows_at(tmp_path / "o.jsonl")
        assert (first["text"], first["url"], first["error"]) == ("It rained.", "https://example.org/", None)
        assert second["error"] == "there is no page in 'content'"


class TestOutputs:
    @pytest.mark.parametrize("name", ["o.parquet", "o.jsonl", "o.jsonl.gz", "o.jsonl.zst", "folder"])
    def test_every_kind_of_output_has_the_same_rows(self, tmp_path: Path, name: str) -> None:
        source = small_pages(tmp_path / "a.jsonl", 25)
        run_batch(settings(source, output=tmp_path / name, part_rows=10, fields=("text", "score", "metadata")))
        found = rows_at(tmp_path / name)
        assert [row["id"] for row in found] == [str(number) for number in range(25)]
        assert [row["text"] for row in found] == [SENTENCE.format(number) for number in range(25)]
        assert all(isinstance(row["score"], float) for row in found)
        data = [json.loads(row["metadata"]) if isinstance(row["metadata"], str) else row["metadata"] for row in found]
        assert data[3] == {"language": {"value": "en", "source": "visible text"}}
        left = {path.name for path in tmp_path.iterdir()}
        assert left == {"a.jsonl", name}

    def test_a_folder_gets_parts_of_so_many_rows(self, tmp_path: Path) -> None:
        run_batch(settings(small_pages(tmp_path / "a.jsonl", 25), output=tmp_path / "out", part_rows=10))
        names = sorted(path.name for path in (tmp_path / "out").iterdir())
        assert names == ["_maintext.json", "part-00000.parquet", "part-00001.parquet", "part-00002.parquet"]
        assert [len(rows_at(tmp_path / "out" / name)) for name in names[1:]] == [10, 10, 5]
        assert pq.read_table(tmp_path / "out").num_rows == 25

    @pytest.mark.parametrize("name", ["o.parquet", "o.jsonl", "folder"])
    def test_nothing_in_gives_an_output_without_rows(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "a.jsonl").write_bytes(b"")
        progress = run_batch(settings(tmp_path / "a.jsonl", output=tmp_path / name))
        assert (progress.pages, rows_at(tmp_path / name)) == (0, [])

    def test_every_field_of_a_document_can_be_asked_for(self, tmp_path: Path) -> None:
        fields = tuple(field_kinds())
        assert {"text", "source_html", "metadata", "score", "page_type"} <= set(fields)
        run_batch(settings(small_pages(tmp_path / "a.jsonl", 2), output=tmp_path / "o.parquet", fields=fields))
        names = pq.read_schema(tmp_path / "o.parquet").names
        assert names == ["id", "url", *fields, "error"]

    def test_fields_are_checked(self) -> None:
        assert checked_fields(["text", "title", "text"]) == ("text", "title")
        with pytest.raises(maintext.OptionError, match="no field 'txt'"):
            checked_fields(["txt"])


class TestHarm:
    @pytest.mark.slow
    def test_a_page_that_does_harm_has_a_row_and_the_rest_goes_on(self, tmp_path: Path) -> None:
        pages = ["<p>It rained.</p>", "<p>abort", "<p>It rained.</p>", "<p>hang", "<p>raise", "<p>It rained.</p>"]
        (tmp_path / "a.jsonl").write_text("\n".join(json.dumps({"html": page}) for page in pages))
        where = settings(tmp_path / "a.jsonl", output=tmp_path / "o.jsonl", method=Hostile(), workers=2, page_seconds=2)
        assert run_batch(where).failed == 3
        found = rows_at(tmp_path / "o.jsonl")
        assert [row["text"] for row in found] == ["It rained.", None, "It rained.", None, None, "It rained."]
        assert [row["error"] for row in found if row["error"]] == [
            "the process ended with code -6",
            "no answer after 2 s",
            "ValueError: so it said",
        ]

    def test_a_page_without_measure_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("maintext.batch.warc.MOST_BYTES", 100)
        path = warc_of(tmp_path / "a.warc", [b"<p>" + b"rain " * 50])
        run_batch(settings(path, output=tmp_path / "o.jsonl"))
        assert "more than 100 bytes" in rows_at(tmp_path / "o.jsonl")[0]["error"]


class TestResume:
    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "maintext", "batch", *words, "--part-rows", "10", "-m", "p-value", "--resume"]

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("make", "name"),
        [(small_lines, "o.parquet"), (small_lines, "o.jsonl.gz"), (small_lines, "folder"), (small_warc, "o.parquet")],
    )
    def test_killed_at_any_moment_it_loses_and_repeats_nothing(
        self, tmp_path: Path, make: Callable[[Path, int], Path], name: str
    ) -> None:
        count = 4_000
        source = make(tmp_path, count)
        words = self.command(str(source), "-o", str(tmp_path / name), "--workers", "2", "--fields", "text")
        chance = random.Random(name)
        kills = 0
        while True:
            process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(chance.uniform(0.5, 2.0) if kills < 5 else None)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                kills += 1
            if process.wait() == 0:
                break
        found = rows_at(tmp_path / name)
        assert len({row["id"] for row in found}) == count
        assert [row["text"] for row in found] == [SENTENCE.format(number) for number in range(count)]
        assert kills >= 3

    @pytest.mark.slow
    @pytest.mark.parametrize("name", ["o.parquet", "o.jsonl.zst", "folder"])
    def test_a_failure_at_every_step_leaves_what_can_be_resumed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
    ) -> None:
        """Every time a file gets its name is a moment to die, before or after."""
        source = small_pages(tmp_path / "a.jsonl", 25)
        where = settings(source, output=tmp_path / name, part_rows=10, resume=True, fields=("text",))
        replace = Path.replace
        died = 0
        for steps in range(8):
            for after in (False, True):
                left = [steps]

                def dying(self: Path, target: Path, left: list[int] = left, after: bool = after) -> Path:
                    if not left[0] and not after:
                        raise KeyboardInterrupt
                    found = replace(self, target)
                    if not left[0]:
                        raise KeyboardInterrupt
                    left[0] -= 1
                    return found

                monkeypatch.setattr(Path, "replace", dying)
                try:
                    run_batch(where)
                except KeyboardInterrupt:
                    died += 1
        monkeypatch.setattr(Path, "replace", replace)
        run_batch(where)
        assert died >= 4
        assert [row["text"] for row in rows_at(tmp_path / name)] == [SENTENCE.format(number) for number in range(25)]
        assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", name}

    @pytest.mark.parametrize("name", ["o.jsonl", "folder"])
    def test_what_is_there_is_not_overwritten(self, tmp_path: Path, name: str) -> None:
        where: dict[str, Any] = {"output": tmp_path / name, "part_rows": 10}
        run_batch(settings(small_pages(tmp_path / "a.jsonl", 5), **where))
        before = rows_at(tmp_path / name)
        with pytest.raises(maintext.DataError, match=r"exists already|--resume"):
            run_batch(settings(tmp_path / "a.jsonl", **where))
        progress = run_batch(settings(tmp_path / "a.jsonl", **where, resume=True))
        assert (progress.pages, rows_at(tmp_path / name)) == (0, before)

    def test_other_pages_or_settings_are_not_mixed(self, tmp_path: Path) -> None:
        source = small_pages(tmp_path / "a.jsonl", 5)
        run_batch(settings(source, output=tmp_path / "out"))
        with pytest.raises(maintext.DataError, match="fields"):
            run_batch(settings(source, output=tmp_path / "out", resume=True, fields=("text",)))
        small_pages(source, 6)
        with pytest.raises(maintext.DataError, match="what is in the inputs"):
            run_batch(settings(source, output=tmp_path / "out", resume=True))

    def test_a_folder_of_something_else_is_left_alone(self, tmp_path: Path) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "letter.txt").write_text("dear")
        with pytest.raises(maintext.DataError, match="not empty"):
            run_batch(settings(small_pages(tmp_path / "a.jsonl", 1), output=tmp_path / "out", resume=True))


@pytest.fixture
def heard_interrupts() -> Iterator[None]:
    """Tests that run in the background ignore interrupts, and so would the processes that they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class TestCommand:
    @pytest.mark.parametrize(
        ("words", "parts"),
        [
            (["missing.warc", "-o", "o.jsonl"], ["missing.warc"]),
            (["a.pdf", "-o", "o.jsonl"], ["a.pdf"]),
            ([".", "-o", "o.csv"], ["o.csv", ".parquet", "folder"]),
            ([".", "-o", "o.jsonl", "--fields", "txt"], ["'txt'", "text"]),
            ([".", "-o", "o.jsonl", "--workers", "0"], ["--workers"]),
            ([".", "-o", "o.jsonl", "--page-seconds", "0"], ["--page-seconds"]),
            (["."], ["--output"]),
        ],
    )
    def test_wrong_words_are_told_in_a_line(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        run_here: Callable[..., Ran],
        words: list[str],
        parts: list[str],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        (tmp_path / "a.pdf").write_bytes(b"%PDF-")
        assert_one_line_error(run_here("batch", *words), *parts)
        assert {path.name for path in tmp_path.iterdir()} == {"a.pdf"}

    @pytest.mark.slow
    def test_memory_does_not_grow_with_the_crawl(self, tmp_path: Path) -> None:
        peaks = []
        for times in (1, 4):
            pages = (page + b" " * 200_000 for _ in range(8 * times) for page in PAGES)
            source = warc_of(tmp_path / f"{times}.warc", pages)
            words = ["batch", str(source), "-o", str(tmp_path / f"{times}.parquet"), "-m", "p-value", "--workers", "2"]
            done = subprocess.run([sys.executable, "-c", MEASURED, *words], capture_output=True, check=True)
            peaks.append([int(peak) for peak in done.stdout.split()])
        assert [after < 1.2 * before for before, after in zip(*peaks, strict=True)] == [True, True], peaks

    @pytest.mark.slow
    @pytest.mark.usefixtures("heard_interrupts")
    def test_an_interrupt_says_how_to_go_on(self, tmp_path: Path) -> None:
        source = small_pages(tmp_path / "a.jsonl", 50_000)
        words = [sys.executable, "-m", "maintext", "batch", str(source), "-o", str(tmp_path / "o.jsonl")]
        process = subprocess.Popen([*words, "-m", "p-value"], stderr=subprocess.PIPE, start_new_session=True)
        while not list(tmp_path.glob("o.jsonl.parts/*")):
            time.sleep(0.05)
        time.sleep(1)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=60)
        assert process.returncode == 130
        assert b"--resume" in told
        assert b"Traceback" not in told
