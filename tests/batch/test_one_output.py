"""Awkward moments of a batch run: links that lead nowhere, two runs on one output, outputs of somebody else."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.batches import rows_at, settings
from helpers.commands import Ran, assert_one_line_error

import maintext
from maintext.batch.run import run_batch
from maintext.support.file_lock import FileLock, LockedError

SENTENCE = "The ferry number {} left at noon, and nobody on the quay had seen it come back since."


def lines(path: Path, count: int) -> Path:
    rows = (json.dumps({"html": f"<p>{SENTENCE.format(number)}</p>"}) + "\n" for number in range(count))
    path.write_text("".join(rows), encoding="utf-8")
    return path


class TestFolders:
    def folder(self, tmp_path: Path) -> Path:
        (tmp_path / "pages" / "inner").mkdir(parents=True)
        (tmp_path / "pages" / "a.html").write_text(f"<p>{SENTENCE.format(1)}</p>", encoding="utf-8")
        (tmp_path / "pages" / "inner" / "b.html").write_text(f"<p>{SENTENCE.format(2)}</p>", encoding="utf-8")
        return tmp_path / "pages"

    def test_a_link_that_leads_nowhere_has_a_row_that_says_so(self, tmp_path: Path) -> None:
        folder = self.folder(tmp_path)
        (folder / "gone.html").symlink_to("nowhere.html")
        (folder / "itself.html").symlink_to("itself.html")
        run_batch(settings(folder, output=tmp_path / "o.jsonl"))
        rows = rows_at(tmp_path / "o.jsonl")
        assert [row["id"] for row in rows] == ["a.html", "gone.html", f"inner{os.sep}b.html", "itself.html"]
        assert [bool(row["error"]) for row in rows] == [False, True, False, True]
        assert "No such file" in rows[1]["error"]

    def test_a_link_that_leads_back_is_not_followed(self, tmp_path: Path) -> None:
        folder = self.folder(tmp_path)
        (folder / "inner" / "up").symlink_to("..")
        (folder / "self").symlink_to(".")
        (folder / "first").symlink_to("second")
        (folder / "second").symlink_to("first")
        run_batch(settings(folder, output=tmp_path / "o.jsonl"))
        assert [row["id"] for row in rows_at(tmp_path / "o.jsonl")] == ["a.html", f"inner{os.sep}b.html"]

    def test_a_link_to_another_folder_is_followed(self, tmp_path: Path) -> None:
        folder = self.folder(tmp_path)
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "c.html").write_text(f"<p>{SENTENCE.format(3)}</p>", encoding="utf-8")
        (folder / "link").symlink_to(tmp_path / "other")
        run_batch(settings(folder, output=tmp_path / "o.jsonl"))
        assert len(rows_at(tmp_path / "o.jsonl")) == 3

    @pytest.mark.slow
    def test_folders_may_be_nested_deeply(self, tmp_path: Path) -> None:
        deep = tmp_path / "pages" / "/".join(["a"] * 1_200)
        for count in (400, 800, 1_200):  # the system makes no longer path at once
            (tmp_path / "pages" / "/".join(["a"] * count)).mkdir(parents=True)
        (deep / "x.html").write_text(f"<p>{SENTENCE.format(1)}</p>", encoding="utf-8")
        run_batch(settings(tmp_path / "pages", output=tmp_path / "o.jsonl"))
        subprocess.run(["rm", "-rf", tmp_path / "pages"], check=True)  # pytest's own clean-up would recurse too deeply
        assert [row["error"] for row in rows_at(tmp_path / "o.jsonl")] == [None]


class TestOneRunAtATime:
    @pytest.mark.parametrize("name", ["o.jsonl", "out"])
    def test_a_second_run_is_refused_with_a_line(self, tmp_path: Path, name: str, run_here: Callable[..., Ran]) -> None:
        """The first run writes while the second is started, also with --resume, and is not disturbed."""
        source = lines(tmp_path / "a.jsonl", 30)
        output = tmp_path / name
        refusals: list[Ran] = []

        def second(_progress: Any) -> None:
            if len(refusals) < 2:
                words = ["--resume"] if refusals else []
                refusals.append(run_here("batch", str(source), "-o", str(output), "-m", "p-value", *words))

        run_batch(settings(source, output=output, part_rows=10), second)
        for ran in refusals:
            assert_one_line_error(ran, f"another run is writing {output}; wait for it, or choose another name")
        assert [row["text"] for row in rows_at(output)] == [SENTENCE.format(number) for number in range(30)]
        assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", name}

    def test_the_lock_ends_with_its_process(self, tmp_path: Path) -> None:
        script = """import os, sys, time
from pathlib import Path
from maintext.support.file_lock import FileLock
lock = FileLock(Path(sys.argv[1]))
lock.__enter__()
print("held", flush=True)
time.sleep(60)"""
        path = tmp_path / "lock"
        process = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(LockedError), FileLock(path):
            pass
        process.kill()
        process.communicate()
        with FileLock(path):
            assert path.exists()
        assert not path.exists()

    def test_the_lock_of_a_file_that_was_removed_is_taken_again(self, tmp_path: Path) -> None:
        with FileLock(tmp_path / "lock"):
            (tmp_path / "lock").unlink()
            with FileLock(tmp_path / "lock"):
                assert (tmp_path / "lock").exists()

    @pytest.mark.slow
    def test_of_many_runs_at_once_one_writes_and_the_others_say_why_not(self, tmp_path: Path) -> None:
        source = lines(tmp_path / "a.jsonl", 200)
        words = [
            sys.executable,
            "-m",
            "maintext",
            "batch",
            str(source),
            "-o",
            str(tmp_path / "o.jsonl"),
            "-m",
            "p-value",
        ]
        runs = [
            subprocess.Popen([*words, "--workers", "1", "--part-rows", "7"], stderr=subprocess.PIPE) for _ in range(4)
        ]
        told = [run.communicate(timeout=120)[1].decode() for run in runs]
        assert sorted(run.returncode for run in runs) == [0, 2, 2, 2]
        for run, text in zip(runs, told, strict=True):
            if run.returncode:
                assert text.count("\n") == 1
                assert "another run is writing" in text or "exists already" in text
        assert [row["text"] for row in rows_at(tmp_path / "o.jsonl")] == [SENTENCE.format(each) for each in range(200)]


@pytest.mark.slow
class TestResume:
    @pytest.mark.parametrize("name", ["o.jsonl", "o.jsonl.gz", "o.parquet", "out"])
    def test_a_finished_output_is_reported_as_finished(
        self, tmp_path: Path, name: str, run_here: Callable[..., Ran]
    ) -> None:
        words = ["batch", str(lines(tmp_path / "a.jsonl", 3)), "-o", str(tmp_path / name), "-m", "p-value"]
        assert run_here(*words).code == 0
        before = rows_at(tmp_path / name)
        assert run_here(*words, "--resume") == Ran(
            0, "", f"maintext: {tmp_path / name} is complete already; nothing was done\n"
        )
        assert rows_at(tmp_path / name) == before
        assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", name}

    @pytest.mark.parametrize(
        ("name", "content"),
        [("o.jsonl", b'{"mine": 1}\n'), ("o.jsonl", b"dear\n"), ("o.jsonl.gz", b"dear"), ("o.parquet", b"dear")],
    )
    def test_a_file_of_somebody_else_is_left_alone(
        self, tmp_path: Path, name: str, content: bytes, run_here: Callable[..., Ran]
    ) -> None:
        (tmp_path / name).write_bytes(content)
        ran = run_here("batch", str(lines(tmp_path / "a.jsonl", 3)), "-o", str(tmp_path / name), "--resume")
        assert_one_line_error(ran, "other columns than this run would write")
        assert (tmp_path / name).read_bytes() == content
        assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", name}

    @pytest.mark.parametrize("note", ["[]", "5", "{", "[" * 100_000, '{"inputs": []}'])
    def test_a_note_that_is_not_ours_is_refused(self, tmp_path: Path, note: str, run_here: Callable[..., Ran]) -> None:
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "_maintext.json").write_text(note, encoding="utf-8")
        ran = run_here("batch", str(lines(tmp_path / "a.jsonl", 3)), "-o", str(tmp_path / "out"), "--resume")
        assert_one_line_error(ran)

    def test_parts_that_were_removed_halfway_are_removed(self, tmp_path: Path) -> None:
        source = lines(tmp_path / "a.jsonl", 3)
        run_batch(settings(source, output=tmp_path / "o.jsonl"))
        (tmp_path / "o.jsonl.parts").mkdir()
        (tmp_path / "o.jsonl.parts" / "part-00001.jsonl").write_text("", encoding="utf-8")
        assert run_batch(settings(source, output=tmp_path / "o.jsonl", resume=True)).was_complete
        assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", "o.jsonl"}

    def test_a_file_in_place_of_the_folder_is_reported(self, tmp_path: Path) -> None:
        (tmp_path / "o.jsonl.parts").write_text("dear", encoding="utf-8")
        with pytest.raises(maintext.DataError, match="cannot write to"):
            run_batch(settings(lines(tmp_path / "a.jsonl", 3), output=tmp_path / "o.jsonl"))
