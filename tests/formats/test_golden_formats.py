"""The example pages in all formats are what they were; see ``helpers/write_golden_formats.py``."""

from pathlib import Path

import pytest
from helpers.markdown_structure import structure_of_blocks, structure_of_markdown
from helpers.write_golden_formats import PAGES, SUFFIXES, file_of, written

import maintext
from maintext.document import FORMATS


def test_every_format_has_its_files() -> None:
    assert set(SUFFIXES) == set(FORMATS)
    assert len(PAGES) >= 12


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", FORMATS)
def test_an_example_is_written_as_before(path: Path, form: str) -> None:
    assert written(path, form) == file_of(path, form).read_text(encoding="utf-8")


@pytest.mark.parametrize("method", ["learned", "p-value"])
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_markdown_of_a_page_is_read_back_as_its_blocks(path: Path, method: str) -> None:
    document = maintext.extract(path.read_bytes(), f"https://example.org/{path.name}", method)
    assert structure_of_markdown(document.markdown) == structure_of_blocks(document.blocks)


EXPECTED = {
    "english-manual": [
        "runs for ~~six~~ <ins>eight</ins> days",
        "> **Warning**\n>\n> Never turn",
        "- [x] Open the case",
        "- [ ] Wind the going train with **twelve** turns",
        "press <kbd>Reset</kbd>",
        "- **Escapement**\n\n  The part",
        "in full.\n\n```python\ndef is_late(shown, expected):\n    difference",
        "| --- | :---: | ---: |",
        "[How to wind the tide clock](https://video.example/embed/tide-clock)",
    ],
    "german-encyclopedia": [
        "14 km² wurde",
        "260 g·l⁻¹ ungewöhnlich hoch war. Neben",
        "(CaSO₄)",
        "„das ‚weiße Herz‘ des Tales“.[^1] Die",
        "BSG (Brenntaler Salinen-Gesellschaft), und die BSG beschäftigte",
        "[^1]: Vierlinger, *Chronik des Brenntals*, Seite 212.\n\n[^2]:",
    ],
    "japanese-travel": [
        "三ツ沢(みつさわ)の駅",
        "霧峠(きりとうげ)という",
        "「晴れた日に越えた人は、この峠を知らない」",
        "/img/kiri.jpg",
    ],
    "french-mathematics": [
        "rayon $r$ et",
        "donne\n\n$$\\left(\\frac{l}{2}\\right)^2 = r^2 - d^2$$\n\net il",
        "«il suffit de plier la feuille»",
        "1<sup>er</sup> cahier",
        "5 $ au comptoir",
    ],
}
"""Written by hand from the pages."""


@pytest.mark.parametrize("name", EXPECTED)
def test_inline_elements_keep_their_meaning(name: str) -> None:
    path = next(path for path in PAGES if path.stem == name)
    markdown = written(path, "markdown")
    assert [part for part in EXPECTED[name] if part not in markdown] == []
    assert markdown.count("\n# ") + markdown.startswith("# ") == 1
    assert [mark for mark in ("¶", "Copy", "↩", "\\[14", "spacer.gif", "formule.svg") if mark in markdown] == []
