"""The pages of the repository with the texts that people marked: they must come out exactly."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import EXAMPLES, GOLDEN

import maintext
from maintext.decode import decode, encoding_of_label

WITH_TEXT = [path for path in EXAMPLES if path.stem != "front-page"]
FRONT_PAGE = next(path for path in EXAMPLES if path.stem == "front-page")


def name_of(path: Path) -> str:
    return path.parent.name if path.stem == "page" else path.stem


def printed(path: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "maintext", str(path)], capture_output=True, check=False)


def meta(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((path.parent / "meta.json").read_text(encoding="utf-8"))
    return content


def test_there_are_pages_to_test() -> None:
    assert len(WITH_TEXT) >= 7
    assert len(GOLDEN) >= 19


@pytest.mark.parametrize("path", WITH_TEXT, ids=name_of)
def test_the_command_prints_the_expected_text_of_an_example(path: Path) -> None:
    done = printed(path)
    expected = (path.parent / "expected" / f"{path.stem}.txt").read_text(encoding="utf-8")
    assert done.stdout.decode().rstrip("\n") == expected.rstrip("\n")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("path", [*WITH_TEXT, *GOLDEN], ids=name_of)
def test_a_page_with_a_main_text_is_judged_to_have_one(path: Path) -> None:
    assert maintext.judge(path.read_bytes()).has_main_text


def test_the_front_page_is_judged_to_have_no_main_text() -> None:
    assert not maintext.judge(FRONT_PAGE.read_bytes()).has_main_text


def test_the_command_notes_that_the_front_page_may_have_no_main_text() -> None:
    done = printed(FRONT_PAGE)
    assert done.returncode in (0, 1)
    assert "may have no main text" in done.stderr.decode()
    assert done.stderr.decode().count("\n") == 1


@pytest.mark.parametrize("path", GOLDEN, ids=name_of)
def test_a_golden_page_gives_the_expected_text(path: Path) -> None:
    found = maintext.extract(path.read_bytes(), meta(path)["url"])
    expected = (path.parent / "expected.txt").read_text(encoding="utf-8")
    assert found.text.rstrip("\n") == expected.rstrip("\n")
    assert found.reason == ""


@pytest.mark.parametrize("path", GOLDEN, ids=name_of)
def test_a_golden_page_is_read_in_its_encoding(path: Path) -> None:
    assert decode(path.read_bytes()).encoding == encoding_of_label(meta(path)["encoding"])


@pytest.mark.parametrize("path", GOLDEN, ids=name_of)
def test_a_golden_page_has_its_title_and_date(path: Path) -> None:
    found = maintext.extract(path.read_bytes(), meta(path)["url"])
    assert (found.title, (found.date or "")[:10]) == (meta(path)["title"], meta(path)["date"])


@pytest.mark.parametrize(
    ("name", "date"),
    [
        ("english-news", "2023-03-14"),
        ("chinese-news", "2018-09-02T10:40:22"),
        ("blog", "2021-11-06T18:30:00-05:00"),
        ("japanese-news", "2020-04-18"),
        ("arabic-news", "2022-10-05"),
    ],
)
def test_an_example_has_the_date_that_its_readme_tells(name: str, date: str) -> None:
    path = next(path for path in EXAMPLES if path.stem == name)
    found = maintext.extract(path.read_bytes()).date
    assert found is not None
    assert found.startswith(date)
