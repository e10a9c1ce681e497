"""The scripts in examples/integrations run as they are."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from helpers.commands import BLOG, CHINESE
from helpers.pages import EXAMPLES, ROOT
from helpers.servers import Reply, Server

import maintext

TITLE = str(maintext.extract(Path(BLOG)).title)
CHINESE_TITLE = str(maintext.extract(Path(CHINESE)).title)
SCRIPTS = sorted((ROOT / "examples" / "integrations").glob("with_*.py"))


def run_script(framework: str, *words: str | Path, package: str = "") -> str:
    if find_spec(package or framework) is None:
        pytest.skip(f"{framework} is not installed")
    script = ROOT / "examples" / "integrations" / f"with_{framework}.py"
    done = subprocess.run([sys.executable, script, *words], capture_output=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    return done.stdout.decode()


def test_every_example_is_in_the_documentation() -> None:
    page = (ROOT / "docs" / "integrations.md").read_text("utf-8")
    assert [path.name for path in SCRIPTS if f"examples/integrations/{path.name}" not in page] == []
    assert len(SCRIPTS) == 7


def test_the_code_of_the_documentation_is_that_of_the_examples() -> None:
    page = (ROOT / "docs" / "integrations.md").read_text("utf-8")
    lines = {line for path in SCRIPTS for line in path.read_text("utf-8").splitlines()}
    shown = [line for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    assert len(shown) > 20
    assert [line for line in shown if line not in lines] == []


@pytest.mark.slow
class TestScripts:
    def test_langchain(self) -> None:
        lines = run_script("langchain", BLOG, CHINESE, package="langchain_core").splitlines()
        assert [line.rpartition(" ")[0] for line in lines[:2]] == [TITLE, CHINESE_TITLE]
        assert lines[2] == "https://example.org/1 | It rained all day in Harwick, and nobody minded."

    def test_llama_index(self) -> None:
        lines = run_script("llama_index", ROOT / "examples", package="llama_index").splitlines()
        assert [line.split(" | ")[0] for line in lines[: len(EXAMPLES)]] == [path.name for path in EXAMPLES]
        assert lines[-1] == "It rained all day, and nobody minded."

    def test_haystack(self) -> None:
        lines = run_script("haystack", BLOG, CHINESE).splitlines()
        assert [line.split(" | ")[1] for line in lines] == [TITLE, CHINESE_TITLE]

    def test_scrapy(self, tmp_path: Path) -> None:
        with Server() as server:
            server.pages["/blog"] = Reply(Path(BLOG).read_bytes())
            run_script("scrapy", tmp_path / "out.jsonl", f"{server.url}/blog", package="scrapy_poet")
        rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
        text = maintext.extract(Path(BLOG)).text
        assert sorted(row.get("title") or row["headline"] for row in rows) == [TITLE, TITLE]
        assert [row.get("text") or row["articleBody"] for row in rows] == [text, text]

    def test_datatrove(self, tmp_path: Path) -> None:
        (tmp_path / "in").mkdir()
        page = json.dumps({"id": "blog", "html": Path(BLOG).read_text("utf-8")})
        (tmp_path / "in" / "pages.jsonl").write_text(f"{page}\n", "utf-8")
        run_script("datatrove", tmp_path / "out", tmp_path / "in")
        [row] = [json.loads(line) for line in (tmp_path / "out" / "00000.jsonl").read_text("utf-8").splitlines()]
        assert row["text"] == maintext.extract(Path(BLOG)).text
