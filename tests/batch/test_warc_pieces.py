"""WARC files in pieces: the rows are those of the whole file, wherever its pieces end and whatever is in it."""

import gzip
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest
from helpers.batches import NAMES, PAGE, plain_row, rows_at, rows_of_the_whole, settings
from helpers.hostile import Hostile
from helpers.warcs import PACKERS, http_response, warc_of, warc_record, without_id, write_warc

from maintext.batch.inputs import inputs_at
from maintext.batch.ordering import PieceOrder, WrongStartError
from maintext.batch.record import Boundary, Columns, Record
from maintext.batch.rows import Answer, Row, answered
from maintext.batch.run import run_batch
from maintext.batch.tasks import Inputs
from maintext.batch.warc_pieces import Piece, has_pieces
from maintext.fetch.options import FetchOptions
from maintext.parallel.pool import Failed


@pytest.fixture
def tiny_pieces(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    return partial(monkeypatch.setattr, "maintext.batch.warc_pieces.PIECE_BYTES")


def answer_of(item: Record | Boundary) -> Answer | Boundary:
    return answered(plain_row, item)


def lost_answer(item: Record | Boundary, error: str) -> Answer | Boundary:
    return answered(lambda record: {**plain_row(record), "error": error}, item)


def inputs_of(*paths: Path) -> Inputs:
    return Inputs(inputs_at(paths), Columns(), FetchOptions())


def rows_in_pieces(inputs: Inputs, skip: int = 0) -> tuple[list[Row], int]:
    """What is joined from pieces, here and not in workers; and how many started at a wrong offset."""
    order = PieceOrder(lost_answer)
    rows: list[Row] = []
    wrong_starts = 0
    _, tasks = inputs.tasks_after(skip)
    while True:
        try:
            for task in tasks:
                rows += [answer.row for answer in order.answers(task, map(answer_of, task))]
            return rows, wrong_starts
        except WrongStartError as error:
            wrong_starts += 1
            tasks = inputs.tasks_again(*error.where)


def records(count: int) -> list[bytes]:
    """Pages of all lengths, some in records without an id, and records between them that are no pages."""
    chance = random.Random(count)
    found = []
    for number in range(count):
        page = PAGE % number + chance.randbytes(chance.choice([0, 10, 100, 2000]))
        kind = chance.choice(["response", "response", "response", "request", "metadata"])
        record = warc_record(number, http_response(page), kind)
        found.append(without_id(record) if chance.random() < 0.3 else record)
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [50, 300, 1_000, 5_000, 1_000_000])
class TestBoundaries:
    def test_wherever_pieces_end_the_rows_are_the_same(
        self, tmp_path: Path, tiny_pieces: Callable[[int], None], name: str, size: int
    ) -> None:
        tiny_pieces(size)
        path = write_warc(tmp_path / name, records(60))
        expected = rows_of_the_whole(path)
        assert has_pieces(path)
        assert rows_in_pieces(inputs_of(path)) == (expected, 0)
        assert len({row["id"] for row in expected}) == len(expected) > 30
        assert any(row["id"].startswith(f"{name}#") for row in expected)

    def test_a_run_goes_on_behind_any_row(
        self, tmp_path: Path, tiny_pieces: Callable[[int], None], name: str, size: int
    ) -> None:
        tiny_pieces(size)
        path = write_warc(tmp_path / name, records(12))
        other = write_warc(tmp_path / f"b-{name}", records(5))
        expected = rows_of_the_whole(path) + rows_of_the_whole(other)
        for skip in range(len(expected) + 2):
            inputs = inputs_of(path, other)
            assert inputs.tasks_after(skip)[0] == min(skip, len(expected))
            assert rows_in_pieces(inputs, skip)[0] == expected[skip:]

    def test_a_file_that_is_cut_off_has_the_rows_up_to_there(
        self, tmp_path: Path, tiny_pieces: Callable[[int], None], name: str, size: int
    ) -> None:
        tiny_pieces(size)
        whole = write_warc(tmp_path / name, records(20)).read_bytes()
        for length in range(0, len(whole), 997):
            (tmp_path / name).write_bytes(whole[:length])
            assert rows_in_pieces(inputs_of(tmp_path / name))[0] == rows_of_the_whole(tmp_path / name)


class TestFalseBegins:
    @pytest.mark.parametrize("inner", NAMES)
    @pytest.mark.parametrize("outer", NAMES)
    def test_a_warc_inside_a_warc_is_one_page(
        self, tmp_path: Path, tiny_pieces: Callable[[int], None], inner: str, outer: str
    ) -> None:
        """Its records are found where a piece begins inside it, and seen not to be records of the file."""
        inside = write_warc(tmp_path / inner, records(30)).read_bytes()
        blocks = [http_response(PAGE % 1), http_response(inside), http_response(PAGE % 2)]
        pack = partial(gzip.compress, compresslevel=0) if outer.endswith(".gz") else PACKERS.get(outer[6:], bytes)
        path = tmp_path / f"outer-{outer}"
        path.write_bytes(b"".join(pack(warc_record(number, block)) for number, block in enumerate(blocks)))
        wrong_starts = 0
        for size in range(500, 8_000, 500):
            tiny_pieces(size)
            found, more = rows_in_pieces(inputs_of(path))
            wrong_starts += more
            assert [row["html"] for row in found] == [PAGE % 1, inside, PAGE % 2]
        assert wrong_starts or inner != outer or outer.endswith(".zst")

    def test_a_page_about_the_format_is_a_page(self, tmp_path: Path, tiny_pieces: Callable[[int], None]) -> None:
        tiny_pieces(100)
        page = b"<pre>" + b"WARC/1.0\r\n" * 500 + warc_record(7, b"an example") * 3
        path = warc_of(tmp_path / "a.warc", [PAGE % 0, page, PAGE % 1])
        assert [row["html"] for row in rows_in_pieces(inputs_of(path))[0]] == [PAGE % 0, page, PAGE % 1]

    @pytest.mark.parametrize("name", ["a.warc.gz", "a.warc.zst"])
    @pytest.mark.parametrize("together", [2, 3, 60])
    def test_records_that_are_compressed_together_are_kept_together(
        self, tmp_path: Path, tiny_pieces: Callable[[int], None], name: str, together: int
    ) -> None:
        tiny_pieces(200)
        found = records(60)
        members = [b"".join(found[start : start + together]) for start in range(0, 60, together)]
        whole = write_warc(tmp_path / name, members)
        assert not has_pieces(whole)
        mixed = write_warc(tmp_path / f"mixed-{name}", [*found[:10], *members])
        assert has_pieces(mixed)
        for path in (whole, mixed):
            assert rows_in_pieces(inputs_of(path))[0] == rows_of_the_whole(path)
        assert len(rows_of_the_whole(whole)) == len(rows_of_the_whole(write_warc(tmp_path / "plain.warc", found)))


@pytest.mark.slow
class TestDamage:
    @pytest.mark.parametrize("name", NAMES)
    def test_a_record_that_is_corrupt_gives_the_rows_of_the_whole_file(
        self, tmp_path: Path, tiny_pieces: Callable[[int], None], name: str
    ) -> None:
        tiny_pieces(500)
        whole = write_warc(tmp_path / name, records(20)).read_bytes()
        chance = random.Random(name)
        errors = 0
        for _ in range(100):
            content = bytearray(whole)
            content[chance.randrange(len(content))] ^= 255
            (tmp_path / name).write_bytes(content)
            expected = rows_of_the_whole(tmp_path / name)
            errors += any(row["error"] for row in expected)
            for skip in (0, len(expected) // 2, len(expected)):
                assert rows_in_pieces(inputs_of(tmp_path / name), skip)[0] == expected[skip:]
        assert errors

    @pytest.mark.slow
    def test_a_page_that_does_harm_costs_itself_alone(self, tmp_path: Path, tiny_pieces: Callable[[int], None]) -> None:
        tiny_pieces(1_000)
        said = {3: b"<p>abort", 4: b"<p>raise", 11: b"<p>hang", 29: b"<p>abort"}
        pages = [said.get(number, PAGE % number) for number in range(30)]
        found = [warc_record(number, http_response(page)) for number, page in enumerate(pages)]
        path = write_warc(tmp_path / "a.warc.gz", [without_id(record) for record in found])
        where = settings(path, output=tmp_path / "o.jsonl", method=Hostile(), workers=2, page_seconds=2)
        assert run_batch(where).failed == 4
        rows = rows_at(tmp_path / "o.jsonl")
        assert [row["id"] for row in rows] == [f"a.warc.gz#{number}" for number in range(1, 31)]
        assert [row["url"] for row in rows] == [f"https://example.org/{number}" for number in range(30)]
        assert {number: row["error"] for number, row in enumerate(rows) if row["error"]} == {
            3: "the process ended with code -6",
            4: "ValueError: so it said",
            11: "no answer after 2 s",
            29: "the process ended with code -6",
        }

    def test_a_file_that_ends_its_readers_has_a_row_that_says_so(
        self, tmp_path: Path, tiny_pieces: Callable[[int], None]
    ) -> None:
        tiny_pieces(500)
        path = warc_of(tmp_path / "a.warc", (PAGE % number for number in range(20)))
        order = PieceOrder(lost_answer)
        _, tasks = inputs_of(path).tasks_after(0)
        found = []
        for number, task in enumerate(tasks):
            answers: Iterator[Any] = map(answer_of, task)
            lost = chain(islice(answers, 2), [Failed("the process ended")]) if number == 1 else answers
            found += [answer.row for answer in order.answers(task, lost)]
        *pages, last = found
        assert pages == rows_of_the_whole(path)[: len(pages)]
        assert last["id"] == f"a.warc#{len(pages) + 1}"
        assert last["error"] == f"the rest of {path} cannot be read: the process ended"


class TestWorkers:
    @pytest.mark.slow
    @pytest.mark.parametrize("name", NAMES)
    def test_workers_read_the_pieces(self, tmp_path: Path, tiny_pieces: Callable[[int], None], name: str) -> None:
        tiny_pieces(2_000)
        inside = write_warc(tmp_path / f"inside-{name}", records(30)).read_bytes()
        pages = [PAGE % number if number != 50 else inside for number in range(100)]
        path = warc_of(tmp_path / name, pages)
        progress = run_batch(settings(path, path, output=tmp_path / "o.jsonl", workers=2, fields=("text",)))
        ids = [row["id"] for row in rows_at(tmp_path / "o.jsonl")]
        assert ids == [row["id"] for row in rows_of_the_whole(path)] * 2
        assert (progress.pages, progress.bytes) == (200, 2 * sum(map(len, pages)))
        assert path.stat().st_size < progress.offset < progress.size == 2 * path.stat().st_size

    def test_a_piece_tells_where_it_begins_and_ends(self, tmp_path: Path) -> None:
        path = write_warc(tmp_path / "a.warc.gz", records(9))
        first, *rest = list(Piece(path, 1, path.stat().st_size - 1))
        assert isinstance(first, Boundary)
        assert isinstance(rest[-1], Boundary)
        assert list(Piece(path, first.offset + 1, first.offset + 2)) == []

    def test_a_file_that_is_gone_has_a_row_that_says_so(self, tmp_path: Path) -> None:
        path = warc_of(tmp_path / "a.warc", [PAGE % 1, PAGE % 2])
        inputs = inputs_of(path)
        _, tasks = inputs.tasks_after(0)
        path.unlink()
        (row,) = (
            answer.row for task in tasks for answer in PieceOrder(lost_answer).answers(task, map(answer_of, task))
        )
        assert row["id"] == "a.warc#1"
        assert "cannot be read" in row["error"]
