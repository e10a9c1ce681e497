"""Many pages in one request: lines of JSON in, lines of JSON out, in the same order."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from typing import Any, Final

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from maintext.serve.problems import RefusedError
from maintext.serve.requests import checked, requested_task
from maintext.serve.workers import Workers

AHEAD: Final = 16
"""Lines of one request that are extracted or wait at the same time, so that one request cannot fill the queue."""
_BUSY_SECONDS: Final = 0.05


class LineResponse(StreamingResponse):
    """A response that is sent while the request is still being received.

    The class that it is made from watches for a client that leaves, and swallows the rest of the request by that. Here
    sending fails when the client has left.
    """

    media_type = "application/x-ndjson"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        await self.stream_response(send)


async def answered_lines(body: AsyncIterator[bytes], workers: Workers) -> AsyncIterator[bytes]:
    """Yield one line of JSON per line of the body. A line that cannot be answered has ``error`` instead of a text."""
    running: deque[asyncio.Task[bytes]] = deque()
    try:
        async for line in _lines(body):
            running.append(asyncio.create_task(_answered(line, workers)))
            if len(running) >= AHEAD:
                yield await running.popleft()
        while running:
            yield await running.popleft()
    finally:
        for task in running:
            task.cancel()


async def _lines(body: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    rest = b""
    async for piece in body:
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            if line.strip():
                yield line
    if rest.strip():
        yield rest


async def _answered(line: bytes, workers: Workers) -> bytes:
    given = _fields(line) or {}
    identifier = {"id": given.pop("id")} if "id" in given else {}
    try:
        if not given and not identifier:
            raise RefusedError(422, "not a JSON object with html or url")
        found = await _answer(given, workers)
    except RefusedError as problem:
        found = {"url": given.get("url"), "error": problem.detail}
    return json.dumps({**identifier, **found}, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


async def _answer(given: dict[str, Any], workers: Workers) -> dict[str, Any]:
    """The answer to a line. A full queue makes the line wait instead of failing: the client cannot send it again."""
    task = await requested_task("extract", checked(given), workers)
    while workers.busy >= workers.capacity:
        await asyncio.sleep(_BUSY_SECONDS)
    return await workers.answer(task)


def _fields(line: bytes) -> dict[str, Any] | None:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) else None
