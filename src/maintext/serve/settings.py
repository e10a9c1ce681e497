"""The settings of the service."""

from dataclasses import dataclass, field
from pathlib import Path

from maintext.errors import OptionError, check_fields, check_range
from maintext.fetch.options import FetchOptions
from maintext.parallel.pages import checked_workers


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """Limits and permissions of the service."""

    workers: int | None = None
    """Processes that extract pages; None means one per core."""
    waiting: int = 64
    """Requests that may wait for a worker. Further ones get status 503 and are told when to try again."""
    page_seconds: float = 10.0
    """The time limit for extracting one page. A worker that takes longer is replaced."""
    worker_bytes: int = 4_000_000_000
    """The address space of a worker, where the system can limit it."""
    max_bytes: int = 20_000_000
    """The largest request body."""
    rate: str = ""
    """Requests that one client may send, such as ``60/minute``; empty for no limit."""
    keys: tuple[str, ...] = ()
    """API keys. With any, every request except for the page itself and ``/health`` needs one."""
    labels: Path | None = None
    """The file that pages labelled in the browser are added to; None switches labelling off."""
    fetch: FetchOptions = field(default_factory=FetchOptions)
    """How pages are fetched. Addresses in the server's own network are refused by default."""

    def __post_init__(self) -> None:
        """Refuse values that make no sense."""
        check_fields(self)
        checked_workers(self.workers)
        check_range("page_seconds", self.page_seconds, 0)
        for name in ("worker_bytes", "max_bytes"):
            check_range(name, getattr(self, name), 0)
        if self.waiting < 0:
            raise OptionError(f"waiting must be 0 or more, not {self.waiting}")
