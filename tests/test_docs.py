"""The documentation: links lead somewhere, every page can be reached, and Sphinx builds it without a warning."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.servers import Reply, Server

import maintext

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), ROOT / "examples" / "README.md", *sorted(DOCS.rglob("*.md"))]
CODE = re.compile(r"^(`{3,}).*?^\1$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def prose(path: Path) -> str:
    """A page without its code."""
    return CODE.sub("", path.read_text(encoding="utf-8"))


def anchors(path: Path) -> set[str]:
    """The anchors that GitHub and MyST give to the headings of a page."""
    fenced = re.sub(r"^(`{3,}).*?^\1$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in HEADING.findall(fenced)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_within_the_repository_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        if re.match(r"\w+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), f"{link} does not exist"
        assert not anchor or anchor in anchors(target), f"{link}: no such heading"


def test_a_link_to_a_missing_heading_would_be_found() -> None:
    found = anchors(DOCS / "install.md")
    assert "from-source" in found
    assert "from-nowhere" not in found


def test_every_page_is_in_a_table_of_contents() -> None:
    listed = {
        name.strip()
        for table in TOCTREE.findall((DOCS / "index.md").read_text(encoding="utf-8"))
        for name in table.split("\n")
        if name.strip() and not name.startswith(":")
    }
    written = {path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")} - {"index"}
    assert listed == written


def examples(path: Path) -> list[str]:
    """The code of a page, without the comments and docstrings, which are in the language of the page."""
    blocks = re.findall(
        r"^(`{3,})(?:pycon|python)\n(.*?)^\1$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    return [re.sub(r"\s+#.*$|^.*\"\"\".*\n", "", block, flags=re.MULTILINE) for _, block in blocks]


def test_the_chinese_tutorial_has_the_examples_of_the_english_one() -> None:
    """Both are run as doctests; this finds an example that was changed or added in one of them only."""
    english = examples(DOCS / "tutorial.md")
    assert len(english) >= 8
    assert examples(DOCS / "tutorial.zh-CN.md") == english


def test_every_public_name_is_in_the_reference() -> None:
    reference = (DOCS / "api.md").read_text(encoding="utf-8")
    described = set(re.findall(r"^\.\. auto\w+:: maintext\.(\w+)(?:\(\))?$", reference, re.MULTILINE))
    assert described == set(maintext.__all__) - {"__version__"}


@pytest.mark.slow
def test_sphinx_builds_the_pages_without_a_warning(tmp_path: Path) -> None:
    for name in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(name)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", str(DOCS), str(tmp_path)]
    built = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert built.returncode == 0, built.stderr
    assert "Extract" in (tmp_path / "api.html").read_text("utf-8")


@pytest.mark.parametrize("name", ["tutorial.md", "tutorial.zh-CN.md", "chunks.md"])
def test_five_lines_lead_from_an_address_to_chunks(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lines run as they are, with the address of a server on this machine in the place of the one in the page."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    code = next(block for block in blocks if "extract_url" in block)
    assert len([line for line in code.split("\n") if line.strip()]) <= 5
    monkeypatch.setattr("maintext.fetch.guard.is_public", lambda ip: True)
    page = (ROOT / "examples" / "documentation.html").read_bytes()
    with Server() as server:
        server.pages["/page"] = Reply(page)
        url = f"{server.url}/page"
        exec(re.sub(r'"https://[^"]+"', repr(url), code), {})
    chunks = maintext.extract(page, url).chunks(tokens=512)
    assert len(chunks) > 1
    assert capsys.readouterr().out.splitlines() == [f"{each.headings} {each.tokens} {each.link}" for each in chunks]
