"""Which elements in code may number its lines."""

import pytest

from maintext.blocks._build import may_number_lines
from maintext.blocks.code_furniture import _NUMBERS
from maintext.read import read
from maintext.table import tags


@pytest.mark.parametrize(
    "tag",
    [
        *"class=lineno|class='line-no'|class=Line_Number|class=LINENUM|class=ln|class='x LN'|class=lnum".split("|"),
        *"class=gutter|class=blob-num|class=BLOB-NUM|class=line-numbers-rows|style='user-select: none'".split("|"),
        "style=USER-SELECT:none",
    ],
)
def test_no_element_that_numbers_lines_is_missed(tag: str) -> None:
    table = read(f"<body><p {tag}>0</p><pre>a <b {tag}>1</b> <i class=k>if</i></pre><pre><u class=s>b</u></pre>")
    assert _NUMBERS.search(f"<b {tag}>".encode())
    rows = may_number_lines(table, table.rows_of(tags.code_of("pre")))
    assert [table.name(row) for row in rows] == ["b"]


def test_elements_of_code_in_code_are_looked_at_once() -> None:
    table = read("<body><pre><pre><b class=ln>1</b></pre></pre>")
    assert len(may_number_lines(table, table.rows_of(tags.code_of("pre")))) == 1
