"""Jina Reader's API: ``GET /https://…`` or ``POST /``, with its headers and its forms of answer."""

import json
import math
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from maintext.fetch import Fetched
from maintext.serve.api import workers_of
from maintext.serve.page_tasks import PageTask
from maintext.serve.problems import RefusedError
from maintext.serve.workers import Workers

router = APIRouter(tags=["dialects"])
FORMATS: Final = ("content", "markdown", "html", "text")
CHARACTERS_PER_TOKEN: Final = 4
"""A usual estimate for English; characters of East Asian scripts count as one token each."""


@dataclass(frozen=True, slots=True)
class ReaderRequest:
    """What a request asks for, from its path or body and its headers."""

    url: str
    html: str | None
    form: str
    include: str
    exclude: str
    with_links: bool
    with_images: bool
    keeps_images: bool
    seconds: float | None
    budget: float

    @classmethod
    def of(cls, request: Request, url: str, html: str | None) -> "ReaderRequest":
        """Read the headers.

        Raises:
            RefusedError: a header has a value that it cannot have.
        """
        header = request.headers.get
        form = (header("x-respond-with") or header("x-return-format") or "content").lower()
        if form not in FORMATS:
            raise RefusedError(422, f"X-Respond-With must be one of {', '.join(FORMATS)}, not {form!r}")
        return cls(
            url,
            html,
            form,
            header("x-target-selector", ""),
            header("x-remove-selector", ""),
            _is_on(header("x-with-links-summary")),
            _is_on(header("x-with-images-summary")),
            header("x-retain-images", "all").lower() != "none",
            _number("X-Timeout", header("x-timeout")),
            _number("X-Token-Budget", header("x-token-budget")) or math.inf,
        )

    async def page(self, workers: Workers) -> Fetched | None:
        """The page, fetched unless the request has it. Nothing is cached, so X-No-Cache needs no work."""
        return None if self.html is not None else await workers.fetch(self.url, self.seconds)


def _is_on(value: str | None) -> bool:
    return (value or "false").lower() not in ("false", "0", "none")


def _number(name: str, value: str | None) -> float | None:
    if value is None:
        return None
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise RefusedError(422, f"{name} must be a number above 0, not {value!r}")
    return number


@router.post("/", openapi_extra={"requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}})
async def read_posted(request: Request) -> Response:
    """Read a page: JSON with `url`, or with `html` and perhaps `url`, as Jina Reader does."""
    try:
        body = json.loads(await request.body())
        url, html = body.get("url") or "", body.get("html")
    except (ValueError, AttributeError, RecursionError) as error:
        raise RefusedError(422, "the body must be a JSON object with url or html") from error
    if not isinstance(url, str) or not isinstance(html, str | None) or not (url or html):
        raise RefusedError(422, "the body must be a JSON object with url or html")
    return await _read(request, ReaderRequest.of(request, url, html))


@router.get("/{url:path}", include_in_schema=False)
async def read(request: Request, url: str) -> Response:
    """Read the page at an address, as Jina Reader does."""
    if not url.startswith(("http:/", "https:/")):
        raise RefusedError(404, "there is nothing at this address; put a web address after the first slash to read it")
    scheme, _, rest = url.partition(":")
    query = f"?{request.url.query}" if request.url.query else ""
    return await _read(request, ReaderRequest.of(request, f"{scheme}://{rest.lstrip('/')}{query}", None))


async def _read(request: Request, wanted: ReaderRequest) -> Response:
    workers = workers_of(request)
    found = await _extracted(wanted, workers)
    content = found["markdown" if wanted.form in ("content", "markdown") else wanted.form]
    if wanted.form in ("content", "markdown"):
        content += _summaries(found, wanted)
    tokens = token_estimate(content)
    if tokens > wanted.budget:
        raise RefusedError(409, f"the text has about {tokens} tokens, more than the budget of {wanted.budget:g}")
    accepted = request.headers.get("accept", "")
    data = {
        "title": found["title"] or "",
        "description": found["description"] or "",
        "url": found["url"] or wanted.url,
        "content": content,
        "publishedTime": found["date"],
        "usage": {"tokens": tokens},
    }
    if "application/json" in accepted:
        return JSONResponse({"code": 200, "status": 20000, "data": data})
    if "text/event-stream" in accepted:
        return Response(f"event: data\ndata: {json.dumps(data)}\n\n", media_type="text/event-stream")
    return PlainTextResponse(_as_text(data) if wanted.form in ("content", "markdown") else content)


async def _extracted(wanted: ReaderRequest, workers: Workers) -> dict[str, Any]:
    page = await wanted.page(workers)
    options: dict[str, Any] = {"images": wanted.keeps_images}
    options |= {name: value for name, value in (("include", wanted.include), ("exclude", wanted.exclude)) if value}
    body = wanted.html or "" if page is None else page.body
    task = PageTask(
        "extract",
        body,
        wanted.url or None if page is None else page.url,
        None if page is None else page.charset,
        None if page is None else page.fetched,
        method="whole-page" if wanted.form == "markdown" else "learned",
        options=options,
        formats=("markdown", "html"),
    )
    return await workers.answer(task)


def _as_text(data: dict[str, Any]) -> str:
    lines = [f"Title: {data['title']}", f"URL Source: {data['url']}"]
    if data["publishedTime"]:
        lines.append(f"Published Time: {data['publishedTime']}")
    return "\n\n".join([*lines, f"Markdown Content:\n{data['content']}\n"])


def _summaries(found: dict[str, Any], wanted: ReaderRequest) -> str:
    """Lists of the links and images of the text, if requested."""
    links, images = addresses_in(found["blocks"])
    parts = []
    if wanted.with_images:
        parts.append("Images:\n" + "\n".join(f"- ![{text}]({address})" for address, text in images.items()))
    if wanted.with_links:
        parts.append("Links/Buttons:\n" + "\n".join(f"- [{text}]({address})" for address, text in links.items()))
    return "".join(f"\n\n{part}" for part in parts)


def token_estimate(text: str) -> int:
    """About how many tokens a language model counts."""
    wide = sum(character >= "\u2e80" for character in text)
    return wide + math.ceil((len(text) - wide) / CHARACTERS_PER_TOKEN)


def addresses_in(records: Any) -> tuple[dict[str, str], dict[str, str]]:
    """The addresses of links and of images in the records of a document, each with its words, in their order."""
    links: dict[str, str] = {}
    images: dict[str, str] = {}
    waiting = [records]
    while waiting:
        record = waiting.pop()
        if isinstance(record, list):
            waiting += reversed(record)
        elif isinstance(record, dict):
            if record.get("src"):
                images.setdefault(record["src"], record.get("alt", ""))
            if record.get("href"):
                links.setdefault(record["href"], record.get("text") or record.get("alt", ""))
            waiting += reversed([value for value in record.values() if isinstance(value, list)])
    return links, images
