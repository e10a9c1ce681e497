"""Whatever a server answers, a page or a ``FetchError`` with one line comes out, and a batch has a row for it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import maintext
from fuzz.servers import hostile_server, options_for, verdict
from maintext.batch.run import Settings, run_batch


def cases(numbers: range, folder: Path) -> list[str]:
    """What is wrong with answers, by their numbers."""
    options = options_for(folder)
    with hostile_server(1) as server:
        verdicts = [verdict(f"http://127.0.0.1:{server.port}/{number}", number, options)[1] for number in numbers]
    return [f"{number}: {wrong}" for number, wrong in zip(numbers, verdicts, strict=True) if wrong]


@pytest.mark.slow
def test_hostile_answers_give_a_page_or_one_line(tmp_path: Path) -> None:
    assert cases(range(300), tmp_path) == []


@pytest.mark.slow
def test_thousands_of_hostile_answers_give_a_page_or_one_line(tmp_path: Path) -> None:
    assert cases(range(300, 4_000), tmp_path) == []


def test_the_fuzzer_makes_pages_and_errors(tmp_path: Path) -> None:
    """A fuzzer whose answers are all refused at the first line would find nothing."""
    with hostile_server(1) as server:
        url, options = f"http://127.0.0.1:{server.port}", options_for(tmp_path)
        made = [verdict(f"{url}/{number}", number, options)[0] for number in range(100)]
    assert 5 <= made.count("page") <= 60


def test_every_address_of_a_batch_has_a_row(tmp_path: Path) -> None:
    impossible = ["http://xn--/", "http://[", "no address", "http://127.0.0.1:99999/"]
    with hostile_server(1) as server:
        addresses = [*(f"http://127.0.0.1:{server.port}/{number}" for number in range(60)), *impossible]
        (tmp_path / "list.txt").write_text("\n".join(addresses), encoding="utf-8")
        settings = Settings(
            inputs=(tmp_path / "list.txt",),
            output=tmp_path / "rows.jsonl",
            method=maintext.PValue(),
            fetching=replace(options_for(tmp_path / "cache"), robots=False),
        )
        assert run_batch(settings, lambda _progress: None).pages == 64
    rows = [json.loads(line) for line in settings.output.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in rows] == addresses
    assert all(row["error"] is None or row["error"].isprintable() for row in rows)
    assert {row["error"] is None for row in rows} == {True, False}
