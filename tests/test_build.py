"""Building the package from source."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.pages import ROOT

pytest.importorskip("Cython", reason="building needs Cython, which the extra test brings")


@pytest.mark.slow
def test_a_build_without_a_compiler_ends_with_the_package_to_install(tmp_path: Path) -> None:
    """The last line names the package for each system."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__"))
    built = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext"],
        cwd=tmp_path,
        env={**os.environ, "CC": str(tmp_path / "no-compiler")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 1
    last = built.stderr.strip().splitlines()[-1]
    assert last.startswith("maintext needs a C compiler to install from source.")
    for package in ("apt install gcc python3-dev", "dnf install gcc python3-devel", "xcode-select --install"):
        assert package in last
    assert "Visual Studio Build Tools" in last
    assert "Traceback" not in built.stderr
