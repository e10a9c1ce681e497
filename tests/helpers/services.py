"""A running service for tests: the application on a real port, in a thread."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from maintext.fetch.options import FetchOptions
from maintext.serve import ServeOptions, create_app

TRUSTING = FetchOptions(allow_private=True, retries=0)
"""Lets the service fetch from the servers of tests, which are on this machine."""


@contextmanager
def running(options: ServeOptions) -> Iterator[str]:
    """Run a service and yield its address, without a slash at the end."""
    config = uvicorn.Config(create_app(options), "127.0.0.1", 0, log_level="critical", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the service did not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
