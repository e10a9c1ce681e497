"""The search for bytes sixteen at a time."""

import shutil
import subprocess
import textwrap
from pathlib import Path

import pytest
from helpers.pages import ROOT

import maintext

COMPILER = shutil.which("gcc") or shutil.which("clang")
PROGRAM = """
#include <stdio.h>
int main(void) {
    const unsigned char text[16] = "aaaaaaaaaaaaaaa";
    #define IS_UNSIGNED(bits) _Generic((bits), unsigned int: 1, default: 0)
    printf("%d %d\\n", IS_UNSIGNED(like_among_sixteen(text, 'a')), IS_UNSIGNED(wide_among_sixteen(text)));
    return 0;
}
"""


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None, reason="no C compiler")
def test_bits_of_bytes_are_unsigned_as_declared(tmp_path: Path) -> None:
    """Otherwise the bits of the next sixteen bytes cannot be shifted next to them: that overflows an int."""
    source = (ROOT / "src/maintext/table/byte_scan.pxd").read_text(encoding="utf-8")
    operations = source.partition("cdef extern from *:")[2].split('"""')[1]
    (tmp_path / "bits.c").write_text(textwrap.dedent(operations) + PROGRAM, encoding="utf-8")
    assert COMPILER
    subprocess.run([COMPILER, "-o", "bits", "bits.c"], cwd=tmp_path, check=True)
    assert subprocess.check_output([tmp_path / "bits"], text=True) == "1 1\n"


@pytest.mark.parametrize("before", range(40))
def test_a_declaration_is_found_at_every_place(before: int) -> None:
    style = f"<style>.{'n' * (before + 1)}{{color:red}}.x{{display:none}}</style>"
    text = maintext.extract(f"{style}<p>It rained all day in the town.<p class=x>Nobody sees this.").text
    assert text == "It rained all day in the town."
