"""The pages of the repository with the texts that people marked: they must come out exactly."""

import json
import subprocess
import sys
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from helpers.pages import EXAMPLES, GOLDEN

import maintext
from maintext.decode import decode, encoding_of_label
from maintext.extraction import JUDGES
from maintext.words import overlap

WITH_TEXT = [path for path in EXAMPLES if path.stem != "front-page"]
FRONT_PAGE = next(path for path in EXAMPLES if path.stem == "front-page")


def name_of(path: Path) -> str:
    return path.parent.name if path.stem == "page" else path.stem


def printed(path: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "maintext", str(path), *options], capture_output=True, check=False)


def expected_text(path: Path) -> str:
    file = path.parent / "expected.txt" if path.stem == "page" else path.parent / "expected" / f"{path.stem}.txt"
    return file.read_text(encoding="utf-8").rstrip("\n")


def meta(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((path.parent / "meta.json").read_text(encoding="utf-8"))
    return content


def test_there_are_pages_to_test() -> None:
    assert len(WITH_TEXT) >= 7
    assert len(GOLDEN) >= 19


@pytest.mark.parametrize("path", WITH_TEXT, ids=name_of)
def test_the_command_prints_the_expected_text_of_an_example(path: Path) -> None:
    """The examples keep their text in one element, so the P value finds just that, to the last character."""
    done = printed(path, "--method", "p-value")
    assert done.stdout.decode().rstrip("\n") == expected_text(path)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("path", [*WITH_TEXT, *GOLDEN], ids=name_of)
def test_the_default_method_finds_the_text_in_every_language(path: Path) -> None:
    """What a headline, a caption or a byline is worth is a matter of taste; the paragraphs are not."""
    found = maintext.extract(path.read_bytes()).text
    assert overlap(found, expected_text(path))[2] > 0.9
    lines = sorted(expected_text(path).split("\n"), key=len)
    assert [line for line in lines[-len(lines) // 3 :] if line not in found.split("\n")] == []


def test_the_default_method_is_right_on_the_whole() -> None:
    scores = [
        overlap(maintext.extract(path.read_bytes()).text, expected_text(path))[2] for path in (*WITH_TEXT, *GOLDEN)
    ]
    assert fmean(scores) > 0.97


@pytest.mark.parametrize("path", [*WITH_TEXT, *GOLDEN], ids=name_of)
def test_a_page_with_a_main_text_is_judged_to_have_one(path: Path) -> None:
    assert maintext.judge(path.read_bytes(), "p-value").has_main_text
    assert maintext.judge(path.read_bytes()).has_main_text


@pytest.mark.parametrize("method", JUDGES)
def test_the_front_page_is_judged_to_have_no_main_text(method: str) -> None:
    assert not maintext.judge(FRONT_PAGE.read_bytes(), method).has_main_text


def test_the_command_notes_that_the_front_page_may_have_no_main_text() -> None:
    done = printed(FRONT_PAGE)
    assert done.returncode in (0, 1)
    assert "may have no main text" in done.stderr.decode()
    assert done.stderr.decode().count("\n") == 1


@pytest.mark.parametrize("path", GOLDEN, ids=name_of)
def test_a_golden_page_gives_the_expected_text(path: Path) -> None:
    found = maintext.extract(path.read_bytes(), meta(path)["url"], "p-value")
    assert found.text.rstrip("\n") == expected_text(path)
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
