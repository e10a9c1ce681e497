"""Write the output as part files, so that a run can be killed at any moment.

A part has a fixed number of rows. It is written under a temporary name and then renamed, so a part file is always
complete, and the number of parts says how many records are done. A folder keeps its parts. For a single file the parts
are collected next to it and joined at the end, again under a temporary name.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, Final

from maintext.batch.rows import Row, row_names
from maintext.batch.writers import check_packages, columns_of, joiner_for, suffix_of, writer_for
from maintext.errors import DataError
from maintext.support.file_lock import FileLock, LockedError

_NOTE: Final = "_maintext.json"
"""The settings of the run, in the folder of the parts; Parquet readers ignore names that start with an underscore."""
_LOCK: Final = "_maintext.lock"
"""Held by the run that writes."""
_TEMPORARY: Final = ".unfinished-"
"""Prefix of unfinished files. They keep their suffix, which determines the format."""
OWN_DATA: Final = "_data-"
"""Prefix of what a run keeps for itself in the folder of the parts until it is complete."""
_GROUP_ROWS: Final = 500
"""Rows kept in memory."""


@dataclass(frozen=True, slots=True)
class Output:
    """The destination of the rows."""

    path: Path
    suffix: str
    """The format of the parts."""
    part_rows: int
    fields: tuple[str, ...]

    @classmethod
    def at(cls, path: Path, part_rows: int, fields: tuple[str, ...]) -> "Output":
        """Return the output for a path; a folder gets Parquet files."""
        return cls(path, suffix_of(path) or ".parquet", part_rows, fields)

    @property
    def is_folder(self) -> bool:
        """Whether the parts are the output."""
        return not suffix_of(self.path)

    @property
    def folder(self) -> Path:
        """The folder of the parts."""
        return self.path if self.is_folder else self.path.with_name(f"{self.path.name}.parts")

    @contextmanager
    def locked(self, resume: bool) -> Iterator[None]:
        """Keep other runs from writing to the same place.

        Raises:
            DataError: another run is writing, there is something else in the way, or a package is missing.
        """
        check_packages(self.path, self.suffix)
        self._check_place(resume)
        is_new = not self.folder.exists()
        with ExitStack() as stack:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                stack.enter_context(FileLock(self.folder / _LOCK))
            except LockedError:
                raise DataError(f"another run is writing {self.path}; wait for it, or choose another name") from None
            except OSError as error:
                raise DataError(f"cannot write to {self.folder}: {error.strerror or error}") from error
            yield
        if is_new or not self.is_folder:
            with suppress(OSError):
                self.folder.rmdir()  # empty if nothing was begun, or if everything is done

    def begin(self, identity: dict[str, Any], resume: bool) -> int:
        """Prepare for rows and return how many parts exist already, or -1 if the output is complete.

        Raises:
            DataError: there is output that may not be resumed, or that has other settings.
        """
        self._check_place(resume)
        note = self._note()
        if note is None:
            if not self.is_folder and self.path.exists():
                self._remove_parts()
                return -1
            self._write_note(identity)
            return 0
        if not resume:
            raise DataError(f"{self.folder} has rows of an earlier run; continue it with --resume, or remove it")
        for name, value in identity.items():
            if note.get(name) != value:
                before, now = _shown(note.get(name)), _shown(value)
                raise DataError(f"cannot resume with other settings: {name} = {now} instead of {before}")
        if not self.is_folder and self.path.exists():
            self._remove_parts()
            return -1
        for leftover in self.folder.glob(f"{_TEMPORARY}*"):
            leftover.unlink()
        return -1 if "rows" in note else self._part_count()

    def _check_place(self, resume: bool) -> None:
        """Raise DataError if something is in the way that no run of this kind has written."""
        if not self.is_folder and self.path.exists():
            if not resume:
                raise DataError(f"{self.path} exists already; remove it or choose another name")
            if columns_of(self.path) not in (None, row_names(self.fields)):
                raise DataError(f"{self.path} has other columns than this run would write; choose another name")
            return
        if self.folder.is_dir() and not (self.folder / _NOTE).exists():
            names = (path.name for path in self.folder.iterdir())
            if any(name != _LOCK and not name.startswith(_TEMPORARY) for name in names):
                raise DataError(f"{self.folder} is not empty and has no rows of a batch run; choose another name")

    def write(self, rows: Iterable[Row | None], first_part: int) -> None:
        """Write rows to parts, starting with number ``first_part``; each appears when it is complete.

        None counts as a row of its part, but nothing is written for it.
        """
        waiting = iter(rows)
        for number in count(first_part):
            if not self._write_part(waiting, number):
                return

    def finish(self, identity: dict[str, Any], rows: int) -> None:
        """Mark the output as complete; join the parts if it is a single file."""
        if self.is_folder:
            self._write_note({**identity, "rows": rows})
            for own in self.folder.glob(f"{OWN_DATA}*"):
                own.unlink()
            return
        parts = [self._part(number) for number in range(self._part_count())]
        if len(parts) == 1:
            _put_in_place(parts[0], self.path)
        else:
            temporary = self.folder / f"{_TEMPORARY}{self.path.name}"
            joiner_for(self.suffix)(parts, temporary)
            _put_in_place(temporary, self.path)
        self._remove_parts()

    def _write_part(self, rows: Iterator[Row | None], number: int) -> bool:
        """Write one part and return whether there may be more."""
        temporary = self.folder / f"{_TEMPORARY}{self._part(number).name}"
        written = 0
        writer = None
        while written < self.part_rows:
            group = list(islice(rows, min(_GROUP_ROWS, self.part_rows - written)))
            if group or (number == 0 and not writer):
                writer = writer or writer_for(self.suffix)(temporary, self.fields)
                writer.write([row for row in group if row is not None])
                written += len(group)
            if not group:
                break
        if writer:
            writer.close()
            _put_in_place(temporary, self._part(number))
        return written == self.part_rows

    def _part(self, number: int) -> Path:
        return self.folder / f"part-{number:05d}{self.suffix}"

    def _part_count(self) -> int:
        return next(number for number in count() if not self._part(number).exists())

    def _note(self) -> dict[str, Any] | None:
        try:
            note: dict[str, Any] = json.loads((self.folder / _NOTE).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except NotADirectoryError:
            raise DataError(f"cannot write to {self.folder}: it is not a folder") from None
        except (OSError, ValueError, RecursionError) as error:
            raise DataError(f"cannot read {self.folder / _NOTE}: {error}") from error
        if not isinstance(note, dict):
            raise DataError(f"{self.folder / _NOTE} was not written by a batch run; choose another name")
        return note

    def _write_note(self, note: dict[str, Any]) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            temporary = self.folder / f"{_TEMPORARY}{_NOTE}"
            temporary.write_text(json.dumps(note, indent=1), encoding="utf-8")
            _put_in_place(temporary, self.folder / _NOTE)
        except OSError as error:
            raise DataError(f"cannot write to {self.folder}: {error.strerror or error}") from error

    def _remove_parts(self) -> None:
        """Remove what a run writes to the folder, the note last, and nothing else."""
        for pattern in (f"{_TEMPORARY}*", f"part-*{self.suffix}", f"{OWN_DATA}*", _NOTE):
            for path in self.folder.glob(pattern):
                path.unlink()


def _put_in_place(temporary: Path, path: Path) -> None:
    """Rename a file once all of it is on the disk."""
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
    temporary.replace(path)


def _shown(setting: Any) -> str:
    """A setting as a person would write it."""
    return ",".join(map(str, setting)) if isinstance(setting, list | tuple) else str(setting)
