"""What several test files share: the pages, and a view of a page that owes nothing to the reader under test."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from commands import ARTICLE, PAGE, Ran
from selectolax.lexbor import LexborHTMLParser

from maintext import tags
from maintext.cli import main

ROOT: Final = Path(__file__).parents[1]
EXAMPLES: Final = sorted((ROOT / "examples").glob("*.html"))
GOLDEN: Final = sorted((ROOT / "tests" / "golden").glob("*/page.html"))
PAGES: Final = {**{path.stem: path for path in EXAMPLES}, **{path.parent.name: path for path in GOLDEN}}
"""All pages of the repository by a short name."""


class Element(NamedTuple):
    """An element as the parser's own tree has it."""

    name: str
    parent: int
    own_text: str
    """Its texts that a reader of the page sees, without white space."""


def elements_of(html: str) -> list[Element]:
    """The elements of a page in document order, from a walk through the parser's tree.

    Formatting that the parser opens again in a ``textarea``, which has text alone, is left out.
    """
    root = LexborHTMLParser(html, scripting=True).root
    place: dict[int, int] = {}
    names: list[str] = []
    parents: list[int] = []
    texts: list[list[str]] = []
    hidden: list[bool] = []
    for node in root.traverse(include_text=True) if root else ():
        above = place.get(node.parent.mem_id, -1) if node.parent else -1
        if node.is_text_node:
            if not hidden[above]:
                texts[above].append(squeezed(node.text_content or ""))
        elif node.is_element_node and above >= 0 and names[above] == "textarea":
            place[node.mem_id] = above
        elif node.is_element_node:
            place[node.mem_id] = len(names)
            name = str(node.tag).lower()
            names.append(name)
            parents.append(above)
            texts.append([])
            hidden.append(name in tags.UNRENDERED or (above >= 0 and hidden[above]))
    return [Element(name, parent, "".join(text)) for name, parent, text in zip(names, parents, texts, strict=True)]


def visible_text(html: str) -> str:
    """The text that a page shows, in page order and without white space."""
    root = LexborHTMLParser(html, scripting=True).root
    shown: list[str] = []
    inside: dict[int, bool] = {}
    for node in root.traverse(include_text=True) if root else ():
        hidden = node.parent is not None and inside.get(node.parent.mem_id, False)
        if node.is_text_node and not hidden:
            shown.append(squeezed(node.text_content or ""))
        inside[node.mem_id] = hidden or node.tag in tags.UNRENDERED
    return "".join(shown)


def squeezed(text: str) -> str:
    """A text without its white space."""
    return "".join(text.split())


def in_order(words: list[str], text: str) -> bool:
    """Whether the words stand in a text one behind the other, with anything in between."""
    place = 0
    for word in words:
        found = text.find(word, place)
        if found < 0:
            return False
        place = found + len(word)
    return True


@pytest.fixture(name="run_here")
def fixture_run_here(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run the command in this process, which is quicker: an error that it does not expect fails the test."""

    def run_here(*words: str) -> Ran:
        try:
            code = main(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run_here


@pytest.fixture(name="labelled")
def fixture_labelled(tmp_path: Path) -> Path:
    """A file of three good pages and five rows that cannot be used."""
    good = [{"id": f"page-{number}", "html": PAGE, "text": ARTICLE} for number in range(3)]
    bad = ["{broken", '{"html": "<p>no id</p>"}', '{"id": "no page"}', '{"id": 1, "html_b64": "%%"}', "5"]
    path = tmp_path / "tiny.jsonl"
    path.write_text("\n".join([*map(json.dumps, good), "", *bad]) + "\n", encoding="utf-8")
    return path
