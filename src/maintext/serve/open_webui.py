"""The external web loader of Open WebUI: addresses in, pages as Markdown out."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from maintext.serve.api import workers_of
from maintext.serve.page_tasks import PageTask
from maintext.serve.problems import RefusedError
from maintext.serve.workers import Workers

router = APIRouter(tags=["dialects"])


class LoadRequest(BaseModel):
    """The addresses of pages."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"urls": ["https://news.example/1"]}]})

    urls: list[str] = Field(max_length=100)


@router.post("/open-webui")
async def load(request: Request, wanted: LoadRequest) -> list[dict[str, Any]]:
    """Fetch pages and return their main text, as Open WebUI's external loader expects it."""
    workers = workers_of(request)
    return list(await asyncio.gather(*(_loaded(url, workers) for url in wanted.urls)))


async def _loaded(url: str, workers: Workers) -> dict[str, Any]:
    """One page; a page that cannot be loaded has no content and says why."""
    try:
        page = await workers.fetch(url)
        task = PageTask("extract", page.body, page.url, page.charset, page.fetched, formats=("markdown",))
        found = await workers.answer(task)
    except RefusedError as problem:
        return {"page_content": "", "metadata": {"source": url, "error": problem.detail}}
    facts = {name: found[name] for name in ("title", "description", "language", "author", "date") if found[name]}
    return {"page_content": found["markdown"], "metadata": {"source": url, **facts}}
