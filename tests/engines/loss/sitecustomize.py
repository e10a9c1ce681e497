"""Ends the first worker of an engine that comes to the fifth page of its batch, as a machine that is lost would.

Python imports a module of this name when it starts, so the example scripts are tested as they are.
"""

import os
import signal
from pathlib import Path
from typing import Any

from maintext.batch import rows

_made = rows.row_maker


def _row_maker(*arguments: Any) -> Any:
    row_of = _made(*arguments)
    pages = 0

    def row(record: Any) -> Any:
        nonlocal pages
        pages += 1
        if pages == 5:
            try:
                Path(os.environ["LOST_WORKER"]).touch(exist_ok=False)
            except FileExistsError:
                return row_of(record)
            os.kill(os.getpid(), signal.SIGKILL)
        return row_of(record)

    return row


if "LOST_WORKER" in os.environ:
    rows.row_maker = _row_maker  # type: ignore[assignment]
