"""A service and a web server that the tests of a file share."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from helpers.servers import Reply, Server
from helpers.services import TRUSTING, running

from maintext.serve import ServeOptions

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(name="site", scope="session")
def fixture_site() -> Iterator[Server]:
    """A web site with the example pages."""
    with Server() as server:
        for path in EXAMPLES.glob("*.html"):
            server.pages[f"/{path.name}"] = Reply(path.read_bytes())
        server.pages["/empty.html"] = Reply(b"<title>Nothing</title>")
        yield server


@pytest.fixture(name="service", scope="session")
def fixture_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with one worker."""
    labels = tmp_path_factory.mktemp("labels") / "labels.jsonl"
    with running(ServeOptions(workers=1, labels=labels, fetch=TRUSTING)) as address:
        yield address


@pytest.fixture(name="client", scope="session")
def fixture_client(service: str) -> Iterator[httpx.Client]:
    """A client of the service."""
    with httpx.Client(base_url=service, timeout=60) as client:
        yield client
