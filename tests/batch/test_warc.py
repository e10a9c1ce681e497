"""Pages of WARC files: whatever one is packed in or cut off at, it is one row, and so is every other."""

import gzip
from pathlib import Path

import pytest
import zstandard
from helpers.batches import NAMES, PAGE, rows_of_the_whole
from helpers.warcs import PACKERS, http_response, warc_record, write_warc


@pytest.mark.parametrize("name", NAMES)
def test_wherever_a_file_is_cut_off_no_record_is_left_out(tmp_path: Path, name: str) -> None:
    found = [warc_record(number, http_response(PAGE % number)) for number in range(3)]
    packed = [PACKERS.get(name[6:], bytes)(record) for record in found]
    for length in range(len(packed[0]), sum(map(len, packed))):
        (tmp_path / name).write_bytes(b"".join(packed)[:length])
        begun = 1 + (length > len(packed[0])) + (length > len(packed[0]) + len(packed[1]))
        assert len(rows_of_the_whole(tmp_path / name)) >= begun, length


def test_a_page_that_is_packed_wrongly_costs_itself_alone(tmp_path: Path) -> None:
    def chunked(page: bytes) -> bytes:
        return b"%x\r\n%b\r\n0\r\n\r\n" % (len(page), page)

    page = PAGE % 1
    gzipped, in_chunks = "Content-Encoding: gzip", "Transfer-Encoding: chunked"
    blocks = [
        http_response(gzip.compress(page), "text/html", gzipped),
        http_response(b"this is not gzip", "text/html", gzipped),
        http_response(chunked(gzip.compress(page)), "text/html", gzipped, in_chunks),
        http_response(zstandard.compress(page), "text/html", "Content-Encoding: zstd"),
        b"HTTP/1.1 200 OK\r\nX-Long: " + b"long " * 50_000 + b"\r\n\r\n" + page,
        http_response(page),
    ]
    path = write_warc(tmp_path / "a.warc.gz", (warc_record(n, block) for n, block in enumerate(blocks)))
    found = rows_of_the_whole(path)
    assert [row["html"] for row in found] == [page, None, page, page, None, page]
    assert ["cannot be read" in row["error"] for row in found] == [False, True, False, False, True, False]


def test_only_answers_of_200_are_pages(tmp_path: Path) -> None:
    """A page about an error is marked, not taken for the page."""
    answers = [http_response(PAGE % 0), http_response(PAGE % 1).replace(b"200 OK", b"404 Not Found")]
    path = write_warc(tmp_path / "a.warc.gz", (warc_record(number, answer) for number, answer in enumerate(answers)))
    found = rows_of_the_whole(path)
    assert [row["error"] or "" for row in found] == ["", "the server answered with status 404, not 200"]
    assert found[1]["html"] is None
