"""A lock between processes, held on a file. It ends with the process that holds it, even if that is killed."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import errno
    import fcntl

    def _take(file: int) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.ENOLCK, errno.ENOTSUP):  # some network file systems have no locks
                raise


class LockedError(Exception):
    """Another process holds the lock."""


class FileLock:
    """A lock on a file that is created for it and removed afterwards."""

    def __init__(self, path: Path) -> None:
        """Store the path of the file."""
        self._path = path
        self._file = -1

    def __enter__(self) -> Self:
        """Take the lock.

        Raises:
            LockedError: another process holds it.
            OSError: the file cannot be created.
        """
        while True:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                _take(file)
            except OSError:
                os.close(file)
                raise LockedError(str(self._path)) from None
            if self._is(file):
                self._file = file
                return self
            os.close(file)  # the last holder has removed the file in the meantime

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Remove the file, then release the lock."""
        with suppress(OSError):
            if self._is(self._file):
                self._path.unlink()
        os.close(self._file)

    def _is(self, file: int) -> bool:
        """Whether an open file is still the one at the path."""
        try:
            return os.path.samestat(os.fstat(file), self._path.stat())
        except OSError:
            return False
