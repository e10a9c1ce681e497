"""Faults as real processes meet them: nothing is lost or repeated, there is one clear line, and the right exit code."""

import gzip
import json
import lzma
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from helpers.batches import rows_at
from helpers.commands import run
from helpers.warcs import http_response, warc_record

pytestmark = pytest.mark.slow

SENTENCE = "The ferry number {} left at noon, and nobody on the quay had seen it come back since."
COUNT = 3_000
OUTPUTS = ("o.jsonl", "o.jsonl.gz", "o.jsonl.zst", "o.parquet", "folder")


def page(number: int) -> str:
    return f"<html><body><div><p>{SENTENCE.format(number)}</p></div></body></html>"


def lines(path: Path, count: int = COUNT) -> Path:
    rows = (json.dumps({"id": str(number), "html": page(number)}) + "\n" for number in range(count))
    path.write_text("".join(rows), encoding="utf-8")
    return path


class Run:
    """A run of ``maintext batch`` in a process of its own."""

    def __init__(self, source: Path, output: Path, *words: str, **others: Any) -> None:
        self.output = output
        fixed = ["--resume", "--part-rows", "100", "--workers", "2", "-m", "p-value", "--fields", "text"]
        command = [sys.executable, "-m", "maintext", "batch", str(source), "-o", str(output), *fixed, *words]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True, **others)

    def wait_for_rows(self) -> "Run":
        """Wait until a part is complete, or the run has ended."""
        while self.process.poll() is None and not any(parts_of(self.output)):
            time.sleep(0.01)
        return self

    def wait_for_lock(self) -> "Run":
        """Wait until the run has begun to write; earlier, Python itself would answer a signal."""
        folder = self.output if not self.output.suffix else self.output.with_name(f"{self.output.name}.parts")
        while self.process.poll() is None and not (folder / "_maintext.lock").exists():
            time.sleep(0.01)
        return self

    def end(self) -> tuple[int, str]:
        """The exit code, and what was said; the lines about a run that ended well are left out."""
        _, told = self.process.communicate(timeout=240)
        said = [line for line in told.decode().splitlines() if " pages" not in line and "failed; wrote" not in line]
        return self.process.returncode, "\n".join(said)


def parts_of(output: Path) -> Iterator[Path]:
    folder = output if not output.suffix else output.with_name(f"{output.name}.parts")
    return folder.glob("part-*")


def children_of(parent: int) -> list[int]:
    """The workers of a run: its child processes that were spawned for tasks."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            is_child = int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent
            if is_child and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except (OSError, ValueError, IndexError):
            continue
    return found


def is_running(process: int) -> bool:
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def assert_whole(output: Path, count: int = COUNT, errors: int = 0) -> None:
    """Every page has its row, in order, and only the expected number have an error."""
    rows = rows_at(output)
    assert [row["id"] for row in rows] == [str(number) for number in range(count)]
    assert sum(row["error"] is not None for row in rows) <= errors
    assert all(row["error"] or row["text"] == SENTENCE.format(row["id"]) for row in rows)
    left = {path.name for path in output.parent.iterdir()}
    assert not {name for name in left if name.endswith(".parts")}, left


def resumed(source: Path, output: Path) -> None:
    """Finish a run that was ended."""
    code, said = Run(source, output).end()
    assert code == 0, said


def assert_cannot_write(code: int, said: str, why: str) -> None:
    assert code == 2
    assert said.startswith("maintext: cannot write the output: ")
    assert said.endswith(why)
    assert "\n" not in said


class TestProcesses:
    @pytest.mark.parametrize("number", range(3))
    def test_a_worker_that_is_killed_costs_at_most_the_page_that_it_was_at(self, tmp_path: Path, number: int) -> None:
        chance = random.Random(number)
        batch = Run(lines(tmp_path / "a.jsonl"), tmp_path / "o.jsonl").wait_for_rows()
        killed = 0
        while killed < 2 and batch.process.poll() is None:
            if workers := children_of(batch.process.pid):
                os.kill(chance.choice(workers), signal.SIGKILL)
                killed += 1
            time.sleep(chance.uniform(0.05, 0.4))
        assert batch.end() == (0, "")
        assert_whole(tmp_path / "o.jsonl", errors=killed)

    @pytest.mark.parametrize("name", OUTPUTS)
    def test_a_run_that_is_killed_takes_its_workers_along_and_can_be_resumed(self, tmp_path: Path, name: str) -> None:
        source, output = lines(tmp_path / "a.jsonl"), tmp_path / name
        batch = Run(source, output).wait_for_rows()
        workers = children_of(batch.process.pid)
        batch.process.kill()
        batch.process.communicate()
        for _ in range(600):
            if not any(map(is_running, workers)):
                break
            time.sleep(0.1)
        assert not any(map(is_running, workers))
        resumed(source, output)
        assert_whole(output)

    @pytest.mark.parametrize("name", ["o.jsonl", "folder"])
    @pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
    def test_a_signal_at_any_moment_leaves_what_can_be_resumed(
        self, tmp_path: Path, number: signal.Signals, code: int, name: str
    ) -> None:
        """The signal goes to the run, as from a scheduler, or to all its processes, as from a terminal."""
        source, output = lines(tmp_path / "a.jsonl"), tmp_path / name
        chance = random.Random(f"{number} {name}")
        ended = 0
        for attempt in range(2):
            batch = Run(source, output, preexec_fn=_heard).wait_for_lock()
            time.sleep(chance.uniform(0, 1.5))
            if batch.process.poll() is None:
                (os.kill if attempt % 2 else os.killpg)(batch.process.pid, number)
            found, said = batch.end()
            if found == 0 or (found == -number and not said):  # the run had ended, and Python was shutting down
                break
            what = "interrupted" if number == signal.SIGINT else "terminated"
            assert (found, said) == (code, f"maintext: {what}; run the same command with --resume to continue")
            ended += 1
        resumed(source, output)
        assert ended >= 1
        assert_whole(output)

    def test_a_clock_that_jumps_changes_nothing(self, tmp_path: Path) -> None:
        """The wall clock goes back and forth by days at every look."""
        jumping = """import random, time
real = time.time
time.time = lambda: real() + random.choice((-1, 1)) * 1e6 * random.random()
time.time_ns = lambda: int(time.time() * 1e9)
"""
        (tmp_path / "jump").mkdir()
        (tmp_path / "jump" / "sitecustomize.py").write_text(jumping, encoding="utf-8")
        paths = [str(tmp_path / "jump"), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        assert Run(lines(tmp_path / "a.jsonl"), tmp_path / "o.jsonl", env=environment).end() == (0, "")
        assert_whole(tmp_path / "o.jsonl")

    def test_a_worker_without_memory_costs_the_page_that_needs_too_much(self, tmp_path: Path) -> None:
        """Its page takes more than a gigabyte; all processes may take less."""
        (tmp_path / "pages").mkdir()
        for number in range(20):
            content = "<p>x" * 10_000_000 if number == 7 else page(number)
            (tmp_path / "pages" / f"{number:02d}.html").write_text(content, encoding="utf-8")
        limited = {
            "preexec_fn": _little_memory,
            "env": {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        }
        assert Run(tmp_path / "pages", tmp_path / "o.jsonl", **limited).end() == (0, "")
        rows = rows_at(tmp_path / "o.jsonl")
        assert [row["id"] for row in rows] == [f"{number:02d}.html" for number in range(20)]
        assert [row["id"] for row in rows if row["error"]] == ["07.html"]


def _heard() -> None:
    """Tests that run in the background ignore interrupts, and so would the processes that they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000, 1_000_000_000))


def _small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000))


@pytest.fixture(name="small_disk")
def fixture_small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 100 kB; needs the right to mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if (
        not shutil.which("mount")
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(folder)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


class TestOutput:
    @pytest.mark.parametrize("name", OUTPUTS)
    def test_a_file_that_cannot_grow_is_reported_and_the_run_can_be_resumed(self, tmp_path: Path, name: str) -> None:
        source, output = lines(tmp_path / "a.jsonl"), tmp_path / name
        words = ["--part-rows", "2000"]
        code, said = Run(source, output, *words, preexec_fn=_small_files).end()
        assert_cannot_write(code, said, "File too large")
        code, said = Run(source, output, *words).end()
        assert code == 0, said
        assert_whole(output)

    @pytest.mark.parametrize("name", ["o.jsonl", "o.parquet", "folder"])
    def test_a_full_disk_is_reported_and_the_run_can_be_resumed(
        self, tmp_path: Path, small_disk: Path, name: str
    ) -> None:
        source = lines(tmp_path / "a.jsonl")
        code, said = Run(source, small_disk / name).end()
        assert_cannot_write(code, said, "No space left on device")
        subprocess.run(["mount", "-o", "remount,size=10m", str(small_disk)], check=True)
        resumed(source, small_disk / name)
        assert_whole(small_disk / name)

    def test_a_disk_that_is_read_only_is_reported(self, tmp_path: Path, small_disk: Path) -> None:
        subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
        for name in ("o.jsonl", "folder"):
            code, said = Run(lines(tmp_path / "a.jsonl", 5), small_disk / name).end()
            folder = small_disk / name if name == "folder" else small_disk / f"{name}.parts"
            assert (code, said) == (2, f"maintext: cannot write to {folder}: Read-only file system")

    @pytest.mark.parametrize("name", ["o.jsonl", "o.parquet", "folder"])
    def test_a_folder_that_vanishes_is_reported(self, tmp_path: Path, name: str) -> None:
        source, output = lines(tmp_path / "a.jsonl", 20_000), tmp_path / name
        batch = Run(source, output).wait_for_rows()
        folder = output if name == "folder" else tmp_path / f"{name}.parts"
        folder.rename(tmp_path / "gone")
        code, said = batch.end()
        assert_cannot_write(code, said, "No such file or directory")

    def test_standard_output_that_is_full_is_reported(self, tmp_path: Path) -> None:
        (tmp_path / "a.html").write_text(page(1), encoding="utf-8")
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "maintext", str(tmp_path / "a.html")],
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
        assert (done.returncode, done.stderr) == (2, b"maintext: cannot write the output: No space left on device\n")

    @pytest.mark.parametrize("words", [["--format", "json"], ["explain"], ["compare"]])
    def test_a_reader_that_leaves_is_no_error(self, tmp_path: Path, words: list[str]) -> None:
        (tmp_path / "a.html").write_text(page(1) * 500, encoding="utf-8")
        files = [str(tmp_path / "a.html")] * (40 if words[0] == "--format" else 1)
        command = [*words, *files] if words[0] != "--format" else [*files, *words]
        process = subprocess.Popen(
            [sys.executable, "-m", "maintext", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert (process.wait(timeout=120), process.stderr.read()) == (0, b"")
        process.stderr.close()


def _warc(pack: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        records = (warc_record(number, http_response(page(number).encode())) for number in range(60))
        path.write_bytes(b"".join(pack(record) for record in records))

    return write


def _lines(pack: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(pack("".join(json.dumps({"html": page(number)}) + "\n" for number in range(60)).encode()))

    return write


def _parquet(path: Path) -> None:
    pq.write_table(pa.table({"html": [page(number) for number in range(200)]}), path, row_group_size=20)


def _addresses(path: Path) -> None:
    path.write_bytes(gzip.compress("".join(f"http://127.0.0.1:9/{number}\n" for number in range(3)).encode()))


def _page(path: Path) -> None:
    path.write_text(page(1), encoding="utf-8")


INPUTS: dict[str, Callable[[Path], None]] = {
    "a.warc": _warc(bytes),
    "a.warc.gz": _warc(gzip.compress),
    "a.warc.zst": _warc(zstandard.compress),
    "a.jsonl": _lines(bytes),
    "a.jsonl.gz": _lines(gzip.compress),
    "a.jsonl.xz": _lines(lzma.compress),
    "a.jsonl.zst": _lines(zstandard.compress),
    "a.parquet": _parquet,
    "a.txt.gz": _addresses,
    "a.html": _page,
}


class TestInput:
    @pytest.mark.parametrize("damage", ["cut", "changed", "empty"])
    @pytest.mark.parametrize("name", list(INPUTS))
    def test_damaged_input_gives_the_rows_before_the_damage_or_one_line(
        self, tmp_path: Path, name: str, damage: str
    ) -> None:
        """Each file is damaged in the middle. Rows that are there are right, and a row or the line says why."""
        source, output = tmp_path / name, tmp_path / "o.jsonl"
        INPUTS[name](source)
        content = source.read_bytes()
        middle = len(content) // 2
        source.write_bytes(
            {
                "cut": content[:middle],
                "changed": content[:middle] + b"\xff\x00\xfe" * 20 + content[middle + 60 :],
                "empty": b"",
            }[damage]
        )
        ran = run("batch", str(source), "-o", str(output), "-m", "p-value", "--workers", "1", "--timeout", "1")
        if ran.code == 2:
            assert ran.err.count("\n") == 1, ran.err
            assert str(source) in ran.err
            assert not output.exists()
            return
        rows = rows_at(output)
        assert ran.code == int(bool(rows) and all(row["error"] for row in rows)), ran.err
        right = {SENTENCE.format(number) for number in range(200)}
        texts = [row["text"] for row in rows if row["text"] in right]
        assert texts == sorted(texts, key=lambda text: int(text.split()[3]))
        assert len(set(texts)) == len(texts)
        if damage == "cut" and name not in ("a.html", "a.jsonl"):
            assert rows[-1]["error"]
        if name in ("a.warc", "a.warc.gz", "a.warc.zst", "a.jsonl", "a.parquet") and damage != "empty":
            assert texts, "the rows before the damage"

    def test_input_that_vanishes_is_a_row_with_an_error(self, tmp_path: Path) -> None:
        (tmp_path / "pages").mkdir()
        for number in range(2_000):
            (tmp_path / "pages" / f"{number:04d}.html").write_text(page(number), encoding="utf-8")
        batch = Run(tmp_path / "pages", tmp_path / "o.jsonl").wait_for_rows()
        (tmp_path / "pages" / "1999.html").unlink()
        assert batch.end() == (0, "")
        rows = rows_at(tmp_path / "o.jsonl")
        assert [row["id"] for row in rows] == [f"{number:04d}.html" for number in range(2_000)]
        assert [row["id"] for row in rows if row["error"]] in ([], ["1999.html"])
