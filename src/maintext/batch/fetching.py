"""Fetch the pages of records that only have a URL."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from maintext.batch.record import Record
from maintext.fetch.politeness import Politeness, in_threads
from maintext.parallel.pages import one_line_error


def with_pages(records: Iterable[Record], politeness: Politeness) -> Iterator[Record]:
    """Yield the records in order, with their pages; a page that cannot be fetched is a record with an error."""

    def complete(record: Record) -> Record:
        if record.html is not None or record.error or record.url is None:
            return record
        try:
            page = politeness.page(record.url)
        except Exception as error:  # whatever a server says, every page has a row
            return replace(record, error=one_line_error(error))
        return replace(record, url=page.url, html=page.body, charset=page.charset, fetched=page.fetched)

    for _, record in in_threads(complete, records):
        yield record
