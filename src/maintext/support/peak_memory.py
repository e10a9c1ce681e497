"""The peak memory of this process, as the system reports it."""

import re
from pathlib import Path


def peak_mb() -> float:
    """Return the peak of the resident memory so far, or 0 if the system does not report it.

    ``getrusage`` is not used because its figure may be that of the parent process.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    peak = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    return int(peak[1]) / 1e3 if peak else 0.0
