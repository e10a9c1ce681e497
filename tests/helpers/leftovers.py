"""Check that a piece of code leaves no thread, process or socket behind."""

import multiprocessing
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

_PATIENCE: Final = 10.0
"""Seconds until what ends by itself has ended; what was left behind stays much longer."""


def _present() -> dict[str, set[Any]]:
    """The threads, processes and sockets of this process."""
    return {
        "threads": {thread for thread in threading.enumerate() if thread.is_alive()},
        "processes": set(multiprocessing.active_children()),
        "sockets": set(_sockets()),
    }


def _sockets() -> Iterator[str]:
    """The sockets of this process as Linux names them, without those of test servers; none on other systems."""
    folder = Path("/proc/self/fd")
    ports = dict(_local_ports(folder)) if folder.is_dir() else {}
    of_servers = {port for port, is_listening in ports.values() if is_listening}
    yield from (name for name, (port, _) in ports.items() if port not in of_servers)


def _local_ports(folder: Path) -> Iterator[tuple[str, tuple[int, bool]]]:
    """Each socket with its local port, 0 if it has none, and whether it listens for connections."""
    for entry in folder.iterdir():
        try:
            name = str(entry.readlink())
            if not name.startswith("socket:"):
                continue
            with socket.socket(fileno=os.dup(int(entry.name))) as found:
                is_inet = found.family in (socket.AF_INET, socket.AF_INET6)
                is_listening = bool(found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
                yield name, (found.getsockname()[1] if is_inet else 0, is_inet and is_listening)
        except OSError:  # closed in the meantime
            continue


@contextmanager
def leaves_nothing(patience: float = _PATIENCE) -> Iterator[None]:
    """Fail if there are more threads, processes or sockets afterwards."""
    before = _present()
    yield
    deadline = time.monotonic() + patience
    while True:
        after = _present()
        left = {kind: after[kind] - before[kind] for kind in before if after[kind] - before[kind]}
        if not left or time.monotonic() > deadline:
            break
        time.sleep(0.05)
    assert not left, left
