"""Sites from Arrow batches of pages, for engines: each batch is reduced on a worker, and the results are merged."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from maintext.errors import MaintextError
from maintext.read import page_table
from maintext.sites.learned_site import Site, SiteBuilder
from maintext.sites.site_names import Grouping, site_name
from maintext.sites.store import ALL_RECORDS, SiteStore

SITE_SCHEMA: Final = pa.schema([("site", pa.string()), ("content", pa.binary())])
"""One row per site of a batch: its name, and the site as bytes."""


def learn_batch(
    batch: pa.RecordBatch | pa.Table, html: str = "html", url: str = "url", grouping: Grouping = "host"
) -> pa.Table:
    """The sites of the pages of a batch; pages without a URL, and those that cannot be read, are left out.

    Args:
        batch: the pages; the column ``charset`` is used if there is one.
        html: the column with the pages.
        url: the column with their addresses.
        grouping: what makes a site.
    """
    columns = [name for name in (html, url, "charset") if name in batch.schema.names]
    builders: dict[str, SiteBuilder] = {}
    for row in batch.select(columns).to_pylist():
        name = site_name(row.get(url), grouping)
        if name and row[html] is not None:
            _add(builders.setdefault(name, SiteBuilder()), row[html], row.get("charset"))
    found = [{"site": name, "content": builder.site().to_bytes()} for name, builder in sorted(builders.items())]
    return pa.Table.from_pylist(found, SITE_SCHEMA)


def _add(builder: SiteBuilder, page: Any, charset: str | None) -> None:
    try:
        builder.add(page_table(page, charset))
    except MaintextError:
        return


def save_sites(rows: Iterable[tuple[str, bytes]], path: Path, grouping: Grouping) -> None:
    """Merge the rows of ``learn_batch`` into a new file of sites."""
    with SiteStore.new(path, grouping) as store:
        for name, content in rows:
            for key, marks in Site.from_bytes(content).pages().items():
                store.add(name, key, marks)
            if store.is_full:
                store.commit(0)
        store.commit(ALL_RECORDS)
