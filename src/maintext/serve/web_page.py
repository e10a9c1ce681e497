"""The web page and the requests that only it sends."""

from importlib.resources import files
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse

from maintext.decode import decode
from maintext.serve.api import workers_of
from maintext.serve.demo_pages import example_pages
from maintext.serve.method_settings import described_methods
from maintext.serve.requests import posted_task

router = APIRouter(include_in_schema=False)


@router.get("/")
async def page() -> HTMLResponse:
    """The web page."""
    return HTMLResponse((files("maintext.serve") / "static" / "index.html").read_text("utf-8"))


@router.get("/page/examples")
async def examples() -> list[dict[str, str]]:
    """Example pages that a visitor can open."""
    return example_pages()


@router.get("/page/methods")
async def page_methods() -> list[dict[str, Any]]:
    """The methods and their options, for the controls of the page; open even if the API needs a key."""
    return described_methods()


@router.get("/page/settings")
async def settings(request: Request) -> dict[str, Any]:
    """What the page needs to know about the service."""
    return {"labels": request.app.state.labels is not None, "needs_key": bool(request.app.state.options.keys)}


@router.post("/page/source")
async def source(request: Request) -> JSONResponse:
    """Fetch a page for the browser, which then sends it back for each view: it is fetched once."""
    task = await posted_task("extract", request, workers_of(request))
    text = task.page if isinstance(task.page, str) else decode(task.page, task.charset).text
    return JSONResponse({"html": text, "url": task.url, "fetched": str(task.fetched or "")})


@router.post("/page/why")
async def why(request: Request) -> JSONResponse:
    """The heat map of a method."""
    workers = workers_of(request)
    return JSONResponse(await workers.answer(await posted_task("why", request, workers)))


@router.post("/page/compare")
async def side_by_side(request: Request) -> JSONResponse:
    """All methods side by side, line by line."""
    workers = workers_of(request)
    return JSONResponse(await workers.answer(await posted_task("side by side", request, workers)))
