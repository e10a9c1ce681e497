"""The ``scrape`` calls of Firecrawl's API, so that its clients can use this service."""

import dataclasses
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from maintext.decode import decode
from maintext.serve.api import workers_of
from maintext.serve.page_tasks import PageTask
from maintext.serve.problems import RefusedError
from maintext.serve.workers import Workers

router = APIRouter(tags=["dialects"])
FORMATS: Final = ("markdown", "html", "rawHtml", "links")


class ScrapeRequest(BaseModel):
    """The fields that this service understands; others are ignored."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"url": "https://news.example/1", "formats": ["markdown"]}]}
    )

    url: str = Field(max_length=8192)
    formats: list[str | dict[str, Any]] = ["markdown"]
    onlyMainContent: Annotated[bool, Field(description="False keeps everything visible.")] = True  # noqa: N815
    includeTags: Annotated[list[str], Field(description="CSS selectors of elements to keep.")] = []  # noqa: N815
    excludeTags: Annotated[list[str], Field(description="CSS selectors of elements to leave out.")] = []  # noqa: N815
    timeout: Annotated[float | None, Field(description="Milliseconds.", gt=0)] = None
    waitFor: Annotated[float, Field(description="Accepted and ignored: scripts are not run.", ge=0)] = 0  # noqa: N815


@router.post("/v1/scrape")
@router.post("/v2/scrape")
async def scrape(request: Request, wanted: ScrapeRequest) -> JSONResponse:
    """Fetch a page and return its main text in the requested formats, as Firecrawl does."""
    formats = [each if isinstance(each, str) else str(each.get("type", "")) for each in wanted.formats]
    if unknown := [form for form in formats if form not in FORMATS]:
        return _failed(400, f"the format {unknown[0]!r} is not supported; the formats are {', '.join(FORMATS)}")
    workers = workers_of(request)
    try:
        page = await workers.fetch(wanted.url, wanted.timeout / 1000 if wanted.timeout else None)
        options = {"include": ", ".join(wanted.includeTags), "exclude": ", ".join(wanted.excludeTags)}
        task = PageTask(
            "extract",
            page.body,
            page.url,
            page.charset,
            page.fetched,
            method="learned" if wanted.onlyMainContent else "whole-page",
            options={name: value for name, value in options.items() if value},
            formats=("markdown", "html"),
        )
        found = await workers.answer(task)
        data: dict[str, Any] = {form: found[form] for form in formats if form in ("markdown", "html")}
        if "rawHtml" in formats:
            data["rawHtml"] = decode(page.body, page.charset).text
        if "links" in formats:
            data["links"] = await _links(workers, task)
    except RefusedError as problem:
        return _failed(problem.status, problem.detail)
    return JSONResponse({"success": True, "data": {**data, "metadata": _metadata(found, wanted.url, page.url)}})


async def _links(workers: Workers, task: PageTask) -> list[str]:
    found = await workers.answer(dataclasses.replace(task, kind="all links"))
    links: list[str] = found["links"]
    return links


def _failed(status: int, error: str) -> JSONResponse:
    return JSONResponse({"success": False, "error": error}, status)


def _metadata(found: dict[str, Any], requested: str, url: str) -> dict[str, Any]:
    """The facts under the names that Firecrawl has for them; facts that are not known are left out."""
    facts = {
        "title": found["title"],
        "description": found["description"],
        "language": found["language"],
        "author": found["author"],
        "publishedTime": found["date"],
        "modifiedTime": found["modified"],
        "ogSiteName": found["site"],
        "ogImage": found["image"],
        "sourceURL": requested,
        "url": url,
        "statusCode": 200,
    }
    return {name: value for name, value in facts.items() if value is not None}
