"""Pages for tests of the command line, and functions that run a command."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_EXAMPLES = Path(__file__).parents[2] / "examples"
BLOG, CHINESE, FRONT_PAGE = (str(_EXAMPLES / f"{name}.html") for name in ("blog", "chinese-news", "front-page"))
ARTICLE = "It rained all day, and nobody minded, for there was enough to read and enough to eat."
PAGE = f"""<html><body>
<div id=menu><a href=1>Home</a> <a href=2>News</a></div>
<section><div id=text><p>{ARTICLE}</p></div></section>
</body></html>"""


class Ran(NamedTuple):
    """The exit code and output of a command."""

    code: int
    out: str
    err: str


def run(*words: str, stdin: bytes = b"", environment: Mapping[str, str] = os.environ) -> Ran:
    """Run the command in a separate process."""
    done = subprocess.run(
        [sys.executable, "-m", "maintext", *words],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env=environment,
    )
    ran = Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
    assert "Traceback" not in ran.err and "internal error" not in ran.err, ran.err
    return ran


def assert_one_line_error(ran: Ran, *parts: str) -> None:
    assert ran.code == 2, ran
    assert ran.out == ""
    assert ran.err.startswith("maintext: ")
    assert ran.err.endswith("\n")
    assert ran.err.count("\n") == 1, ran.err
    assert all(part in ran.err for part in parts), ran.err
