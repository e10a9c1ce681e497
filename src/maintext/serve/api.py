"""The service's own API."""

import dataclasses
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from maintext.serve.batches import LineResponse, answered_lines
from maintext.serve.method_settings import described_methods
from maintext.serve.page_tasks import PageTask
from maintext.serve.problems import MEDIA_TYPE
from maintext.serve.requests import REQUEST_BODY, checked, posted_task, query_fields, requested_task
from maintext.serve.workers import Workers
from maintext.version import __version__

MEDIA_TYPES: Final = {
    "application/json": "json",
    "text/plain": "text",
    "text/markdown": "markdown",
    "text/html": "html",
    "application/tei+xml": "xml",
    "application/xml": "xml",
}
"""By media type: the format that a client accepts. A client that accepts anything gets JSON."""
_CONTENT_TYPES: Final = {
    "text": "text/plain; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "xml": "application/tei+xml; charset=utf-8",
}
PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"description": description, "content": {MEDIA_TYPE: {}}}
    for status, description in {
        401: "An API key is missing or wrong.",
        403: "The address points into the server's own network.",
        413: "The body is too large.",
        422: "The request, the page or an option cannot be used.",
        429: "Too many requests from this client.",
        502: "The page could not be fetched.",
        503: "All workers are busy; try again later.",
    }.items()
}

router = APIRouter(responses=PROBLEMS)
_POSTED: Final = {"requestBody": REQUEST_BODY}
Url = Annotated[
    str, Query(description="The address of the page.", max_length=8192, examples=["https://news.example/1"])
]


def workers_of(request: Request) -> Workers:
    """The workers of the service that answers a request."""
    workers: Workers = request.app.state.workers
    return workers


@router.post("/extract", tags=["pages"], openapi_extra=_POSTED)
async def extract(request: Request) -> Response:
    """Extract the main text of a page, which is the body, a field of a JSON body, or at an address.

    The `Accept` header, or `format` in the query, chooses text, Markdown, HTML, TEI or JSON.
    """
    return await _extracted(request, await posted_task("extract", request, workers_of(request)))


@router.get("/extract", tags=["pages"])
async def extract_url(request: Request, url: Url) -> Response:
    """Fetch a page and extract its main text."""
    return await _extracted(request, await _fetched_task("extract", request))


@router.post("/judge", tags=["pages"], openapi_extra=_POSTED)
async def judge(request: Request) -> JSONResponse:
    """Judge whether a page has a main text."""
    return await _posted_answer("judge", request)


@router.get("/judge", tags=["pages"])
async def judge_url(request: Request, url: Url) -> JSONResponse:
    """Fetch a page and judge whether it has a main text."""
    return await _fetched_answer("judge", request)


@router.post("/explain", tags=["pages"], openapi_extra=_POSTED)
async def explain(request: Request) -> JSONResponse:
    """Explain how a method scored each element of a page."""
    return await _posted_answer("explain", request)


@router.get("/explain", tags=["pages"])
async def explain_url(request: Request, url: Url) -> JSONResponse:
    """Fetch a page and explain how a method scored each element."""
    return await _fetched_answer("explain", request)


@router.post("/compare", tags=["pages"], openapi_extra=_POSTED)
async def compare(request: Request) -> JSONResponse:
    """Run all methods on a page, and say how far they agree."""
    return await _posted_answer("compare", request)


@router.get("/compare", tags=["pages"])
async def compare_url(request: Request, url: Url) -> JSONResponse:
    """Fetch a page and run all methods on it."""
    return await _fetched_answer("compare", request)


@router.post("/links", tags=["pages"], openapi_extra=_POSTED)
async def links(request: Request) -> JSONResponse:
    """List the articles that a front page, a sitemap or a feed links to."""
    return await _posted_answer("links", request)


@router.get("/links", tags=["pages"])
async def links_url(request: Request, url: Url) -> JSONResponse:
    """Fetch a front page, a sitemap or a feed, and list the articles that it links to."""
    return await _fetched_answer("links", request)


@router.post(
    "/batch",
    tags=["pages"],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/x-ndjson": {"schema": {"type": "string", "examples": ['{"html": "<p>One</p>"}']}}},
        }
    },
)
async def batch(request: Request) -> LineResponse:
    """Extract many pages: one line of JSON per page in, as for `/extract`, and one line out, in the same order."""
    return LineResponse(answered_lines(request.stream(), workers_of(request)))


@router.get("/methods", tags=["service"])
async def methods() -> list[dict[str, Any]]:
    """List the methods, each with its formula and its options."""
    return described_methods()


@router.get("/health", tags=["service"])
async def health(request: Request) -> dict[str, Any]:
    """Say that the service runs, and how busy it is."""
    workers = workers_of(request)
    return {"status": "ok", "version": __version__, "busy": workers.busy, "capacity": workers.capacity}


async def _posted_answer(kind: str, request: Request) -> JSONResponse:
    workers = workers_of(request)
    return JSONResponse(await workers.answer(await posted_task(kind, request, workers)))


async def _fetched_answer(kind: str, request: Request) -> JSONResponse:
    return JSONResponse(await workers_of(request).answer(await _fetched_task(kind, request)))


async def _fetched_task(kind: str, request: Request) -> PageTask:
    return await requested_task(kind, checked(query_fields(request)), workers_of(request))


async def _extracted(request: Request, task: PageTask) -> Response:
    form = _wanted_format(request)
    task = dataclasses.replace(task, formats=(*task.formats, form))
    found = await workers_of(request).answer(task)
    if form == "json":
        return JSONResponse(found)
    return Response(found[form], media_type=_CONTENT_TYPES[form])


def _wanted_format(request: Request) -> str:
    """The format in the query, else the first in the Accept header that we have, else JSON."""
    if chosen := request.query_params.get("format"):
        return chosen
    for part in request.headers.get("accept", "").split(","):
        if form := MEDIA_TYPES.get(part.partition(";")[0].strip().lower()):
            return form
    return "json"
