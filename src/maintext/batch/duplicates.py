"""Near duplicates within a run: rows whose text is nearly that of an earlier row. The first in input order stays.

Two texts are nearly the same if their fingerprints differ in at most ``MAX_DISTANCE`` of 64 bits. Then at least one of
four quarters of the fingerprints is equal, so only rows with an equal quarter are compared. The fingerprints are in a
file of the run: memory does not grow, and a resumed run knows the rows of the run before.
"""

import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Final

from maintext.batch.output import OWN_DATA
from maintext.errors import DataError

MAX_DISTANCE: Final = 3
"""Bits, as in Manku et al. 2007, who used it for eight billion pages."""
COLUMN: Final = "duplicate_of"
"""The id of the first row with nearly the same text."""
STORE: Final = f"{OWN_DATA}duplicates.sqlite"
_QUARTERS: Final = range(4)
_SCHEMA: Final = (
    "CREATE TABLE IF NOT EXISTS seen (number INTEGER PRIMARY KEY, id TEXT, fingerprint TEXT, "
    f"{', '.join(f'q{each} INTEGER' for each in _QUARTERS)});"
    + "".join(f"CREATE INDEX IF NOT EXISTS by_q{each} ON seen (q{each});" for each in _QUARTERS)
)
_FIND: Final = " UNION ".join(f"SELECT number, id, fingerprint FROM seen WHERE q{each} = ?" for each in _QUARTERS)


class Duplicates:
    """The fingerprints of the rows of a run that are not duplicates."""

    def __init__(self, path: Path, first: int, part_rows: int) -> None:
        """Continue with a record; those of later ones, from a run that was killed, are forgotten.

        Args:
            path: the file of the run.
            first: the number of the first record.
            part_rows: the records of a part. They are committed before its last row is passed on, so
                a complete part is always known.
        """
        self._number, self._part_rows = first, part_rows
        try:
            self._connection = sqlite3.connect(path, isolation_level=None)
            self._connection.executescript(_SCHEMA)
            self._connection.execute("BEGIN")
            self._connection.execute("DELETE FROM seen WHERE number >= ?", (first,))
        except sqlite3.Error as error:
            raise DataError(f"cannot write {path}: {error}") from error

    def __enter__(self) -> "Duplicates":
        """The record itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._connection.close()

    def first_like(self, identifier: str, fingerprint: str | None) -> str | None:
        """The id of the first row with nearly the fingerprint of the next row, None if there is none.

        Rows that are not duplicates are remembered. A row without a text is none, and never has one.
        """
        first = self._first(identifier, fingerprint) if fingerprint else None
        self._number += 1
        if self._number % self._part_rows == 0:
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN")
        return first

    def _first(self, identifier: str, fingerprint: str) -> str | None:
        quarters = [int(fingerprint[4 * each : 4 * each + 4], 16) for each in _QUARTERS]
        number = int(fingerprint, 16)
        near = [
            (place, name)
            for place, name, other in self._connection.execute(_FIND, quarters)
            if (int(other, 16) ^ number).bit_count() <= MAX_DISTANCE
        ]
        if near:
            return str(min(near)[1])
        self._connection.execute(
            "INSERT INTO seen VALUES (?, ?, ?, ?, ?, ?, ?)", (self._number, identifier, fingerprint, *quarters)
        )
        return None
