"""How pages are fetched, in one record."""

from dataclasses import dataclass
from pathlib import Path

from maintext.errors import OptionError, check_fields, check_range
from maintext.version import __version__


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """Limits and manners."""

    seconds: float = 30.0
    """After how long a page is given up, with all its redirects and retries."""
    max_bytes: int = 20_000_000
    """How large a page may be, as it comes and after it is decompressed."""
    retries: int = 3
    """How often a server that is busy or does not answer is asked again."""
    max_redirects: int = 10
    allow_private: bool = False
    """Ask addresses of the own machine and network too. Never for a service that strangers may use."""
    cache: Path | None = None
    """A folder for pages, which are then asked for only if they have changed."""
    user_agent: str = f"maintext/{__version__}"
    host_seconds: float = 1.0
    """The time between two requests to a host, where there is more than one page to fetch."""
    robots: bool = True
    """Heed robots.txt where there is more than one page to fetch."""
    ca_file: Path | None = None
    """Certificates to trust in place of the usual ones."""

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        check_fields(self)
        check_range("seconds", self.seconds, 0)
        check_range("max_bytes", self.max_bytes, 0)
        check_range("host_seconds", self.host_seconds, -1)
        if min(self.retries, self.max_redirects) < 0:
            raise OptionError("retries and max_redirects are numbers from 0 on")
