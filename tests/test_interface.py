"""The public interface is written down, and the changelog names what changed since the last release."""

import re

import pytest
from helpers.public_interface import CHANGELOG, CURRENT, RELEASED, ROOT, changed, interface, parsed, unmentioned

import maintext

OLD = """\
maintext.Chunk
    class
    text: str
    start: int

maintext.extract
    () -> Document
      page: str

command maintext batch
    --resume (flag) = False
"""


def test_the_interface_is_the_one_that_is_written_down() -> None:
    """After a change on purpose: ``python tests/helpers/public_interface.py``, and an entry in the changelog."""
    now, written = parsed(interface()), parsed(CURRENT.read_text(encoding="utf-8"))
    assert list(now) == list(written)
    for name, lines in now.items():
        assert lines == written[name], name


def test_every_public_name_is_written_down() -> None:
    written = parsed(CURRENT.read_text(encoding="utf-8"))
    assert {f"maintext.{name}" for name in maintext.__all__} <= set(written)


def test_the_changelog_names_every_change_since_the_last_release() -> None:
    names = changed(RELEASED.read_text(encoding="utf-8"), CURRENT.read_text(encoding="utf-8"))
    assert unmentioned(names, CHANGELOG.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ("start: int", "start: int = 0", ["Chunk"]),
        ("page: str", "page: str | bytes", ["extract"]),
        ("-> Document", "-> str", ["extract"]),
        ("--resume (flag) = False", "--resume (flag) = True", ["batch"]),
        ("maintext.Chunk", "maintext.Piece", ["Chunk", "Piece"]),
        ("    start: int\n", "", ["Chunk"]),
        ("", "", []),
    ],
)
def test_a_changed_line_is_a_change_of_its_name(before: str, after: str, names: list[str]) -> None:
    assert changed(OLD, OLD.replace(before, after) if before else OLD) == names


def test_only_code_in_the_top_section_mentions_a_name() -> None:
    changelog = "# Changelog\n\n## 2\n\n- `Chunk.start` may be left out. To extract is easy.\n\n## 1\n\n- `extract`\n"
    assert unmentioned(["Chunk", "batch", "extract"], changelog) == ["batch", "extract"]


def test_the_version_is_written_once_and_everything_else_agrees() -> None:
    """``version.py`` defines it. The changelog and the citation have to be changed by hand at a release."""
    defined = re.findall(r'^__version__ = "([^"]+)"$', (ROOT / "src/maintext/version.py").read_text("utf-8"), re.M)
    assert defined == [maintext.__version__]
    section = re.search(r"^## (\S+)", CHANGELOG.read_text(encoding="utf-8"), re.M)
    cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.M)
    assert section and cited
    assert section[1] in (maintext.__version__, "Unreleased")
    assert cited[1] == maintext.__version__
    assert not re.search(r"^version\s*=\s*\"", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)
