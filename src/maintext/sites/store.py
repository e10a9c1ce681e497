"""Many sites in one file, by name: an SQLite database, so that a crawl of any number of hosts needs little memory.

Sites are merged into the file in transactions, together with how many records were learnt. A process that is killed
loses at most the last transaction, and learning a page twice changes nothing.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import reduce
from operator import or_
from pathlib import Path
from types import TracebackType
from typing import Final

from maintext.errors import DataError
from maintext.sites.learned_site import MAX_BLOCKS, Marks, Site, SiteBuilder
from maintext.sites.site_names import GROUPINGS, Grouping, site_name

_APPLICATION: Final = 0x6D745374
"""Marks the file as ours."""
_SCHEMA: Final = (
    "CREATE TABLE sites (name TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE progress (records INTEGER NOT NULL, grouping TEXT NOT NULL);"
)
_MOST_BYTES: Final = 1 << 21
_WAITING_BLOCKS: Final = 4 * MAX_BLOCKS
"""Blocks of all sites that are kept in memory before they are written: four megabytes."""
_CACHED: Final = 32
"""Sites that a reader keeps in memory."""
ALL_RECORDS: Final = -1
"""The number of learnt records of a store to which nothing will be added."""


class SiteStore:
    """A file of sites."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Use an open file."""
        self._path, self._connection = path, connection
        self._waiting: dict[str, SiteBuilder] = {}
        self._waiting_blocks = 0

    @classmethod
    def create(cls, path: Path, grouping: Grouping) -> "SiteStore":
        """Open a file to learn sites, and make it if it is not there.

        Raises:
            DataError: the file cannot be written, is something else, or has sites of another grouping.
        """
        try:
            connection = sqlite3.connect(path, isolation_level=None)
            connection.execute("PRAGMA synchronous = NORMAL")
            if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                begun = f"INSERT INTO progress VALUES (0, '{grouping}');"
                connection.executescript(f"BEGIN; PRAGMA application_id = {_APPLICATION}; {_SCHEMA} {begun} COMMIT;")
        except sqlite3.OperationalError as error:
            raise DataError(f"cannot write {path}: {error}") from error
        except sqlite3.DatabaseError:
            raise DataError(f"{path} was not written by 'maintext site learn'") from None
        store = cls(path, connection)._checked()
        if store.grouping != grouping:
            raise DataError(f"{path} has one site per {store.grouping}, not per {grouping}")
        return store

    @classmethod
    def new(cls, path: Path, grouping: Grouping) -> "SiteStore":
        """Make a file without sites, in place of one that is there."""
        for each in (path, path.with_name(f"{path.name}-journal")):
            each.unlink(missing_ok=True)
        return cls.create(path, grouping)

    @classmethod
    def open(cls, path: Path) -> "SiteStore":
        """Open a file to read from; it may come from a stranger.

        Raises:
            DataError: the file cannot be read, or is something else.
        """
        if not path.is_file():
            raise DataError(f"cannot read the sites in {path}: there is no such file")
        try:
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
            connection.execute("PRAGMA trusted_schema = OFF")
        except sqlite3.Error as error:
            raise DataError(f"cannot read the sites in {path}: {error}") from error
        return cls(path, connection)._checked()

    def _checked(self) -> "SiteStore":
        try:
            is_ours = self._connection.execute("PRAGMA application_id").fetchone()[0] == _APPLICATION
            self.grouping: Grouping = self._connection.execute("SELECT grouping FROM progress").fetchone()[0]
            is_ours = is_ours and self.grouping in GROUPINGS
        except (sqlite3.Error, TypeError):
            is_ours = False
        if not is_ours:
            self._connection.close()
            raise DataError(f"{self._path} was not written by 'maintext site learn'")
        return self

    def __enter__(self) -> "SiteStore":
        """The store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file; pages that were not committed are lost."""
        self._connection.close()

    def get(self, name: str) -> Site | None:
        """The site of a name, None if it is unknown.

        Raises:
            DataError: the file is damaged.
        """
        query = "SELECT content FROM sites WHERE name = ? AND length(content) <= ?"
        try:
            row = self._connection.execute(query, (name, _MOST_BYTES)).fetchone()
            return Site.from_bytes(bytes(row[0])) if row else None
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise DataError(f"{self._path} is damaged: {error}") from error

    def names(self) -> Iterator[str]:
        """The names of all sites, in order."""
        with closing(self._connection.execute("SELECT name FROM sites ORDER BY name")) as rows:
            for (name,) in rows:
                yield name

    def add(self, name: str, key: int, marks: Marks) -> None:
        """Add a page to a site."""
        self._waiting.setdefault(name, SiteBuilder()).add_marks(key, marks)
        self._waiting_blocks += len(marks)

    @property
    def is_full(self) -> bool:
        """Whether so much is kept in memory that it should be committed."""
        return self._waiting_blocks > _WAITING_BLOCKS

    def commit(self, records: int) -> None:
        """Write the pages that were added, and the number of records that were learnt.

        Raises:
            DataError: the file cannot be written.
        """
        try:
            self._connection.execute("BEGIN")
            for name, builder in sorted(self._waiting.items()):
                known = self.get(name)
                if known is not None:
                    builder.add_site(known)
                self._connection.execute("REPLACE INTO sites VALUES (?, ?)", (name, builder.site().to_bytes()))
            self._connection.execute("UPDATE progress SET records = ?", (records,))
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise DataError(f"cannot write {self._path}: {error}") from error
        self._waiting, self._waiting_blocks = {}, 0

    @property
    def records(self) -> int:
        """The number of records that were learnt, ``ALL_RECORDS`` if there are no more."""
        return int(self._connection.execute("SELECT records FROM progress").fetchone()[0])

    @property
    def version(self) -> int:
        """A number that changes whenever another process writes to the file."""
        return int(self._connection.execute("PRAGMA data_version").fetchone()[0])


class SiteLookup:
    """Finds the site of a page in one or more files. Sites that were used lately stay in memory."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        """Open the files."""
        self._stores = [SiteStore.open(path) for path in paths]
        self._cached: dict[tuple[str, ...], Site | None] = {}
        self._versions: list[int] = []

    def site_of(self, url: str | None) -> Site | None:
        """The site that an address belongs to, None if it is unknown."""
        names = tuple(site_name(url, store.grouping) for store in self._stores)
        versions = [store.version for store in self._stores]
        if versions != self._versions:
            self._cached, self._versions = {}, versions
        if names not in self._cached:
            if len(self._cached) == _CACHED:
                del self._cached[next(iter(self._cached))]
            self._cached[names] = self._found(names)
        return self._cached[names]

    def _found(self, names: tuple[str, ...]) -> Site | None:
        found = [store.get(name) for store, name in zip(self._stores, names, strict=True) if name]
        known = [site for site in found if site is not None]
        return reduce(or_, known) if known else None
