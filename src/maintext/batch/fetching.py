"""Records that only say where a page is, with the page."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from maintext.batch.record import Record
from maintext.errors import FetchError
from maintext.fetch.politeness import Manners, in_threads


def with_pages(records: Iterable[Record], manners: Manners) -> Iterator[Record]:
    """The records in their order, each fetched that was to be; a page that cannot be had is a record with the error."""

    def complete(record: Record) -> Record:
        if record.html is not None or record.error or record.url is None:
            return record
        try:
            page = manners.page(record.url)
        except FetchError as error:
            return replace(record, error=str(error))
        return replace(record, url=page.url, html=page.body, charset=page.charset, fetched=page.fetched)

    for _, record in in_threads(complete, records):
        yield record
