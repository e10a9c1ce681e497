"""Requests to the service's own API: their form, and the tasks that they become."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from maintext.serve.page_tasks import PageTask
from maintext.serve.problems import RefusedError
from maintext.serve.workers import Workers

Format = Literal["text", "markdown", "html", "json", "xml"]
EXAMPLE_PAGE: Final = "<h1>The ferry is back</h1><p>It runs every hour, and the crossing takes ten minutes.</p>"


class PageRequest(BaseModel):
    """A page, and how to extract it."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"html": EXAMPLE_PAGE, "url": "https://news.example/1", "formats": ["markdown"]}]
        },
    )

    html: Annotated[str | None, Field(description="The page. Without it, the page is fetched from `url`.")] = None
    url: Annotated[str | None, Field(description="The address of the page.", max_length=8192)] = None
    charset: Annotated[str | None, Field(description="The encoding that the server declared.", max_length=64)] = None
    method: Annotated[str, Field(description="A name from `/methods`.", max_length=64)] = "learned"
    method_options: Annotated[dict[str, Any], Field(description="Options of the method, see `/methods`.")] = {}
    options: Annotated[dict[str, Any], Field(description="Which parts of the main text to keep.")] = {}
    formats: Annotated[list[Format], Field(description="Formats to add to the answer of `/extract`.")] = []
    chunks: Annotated[
        int | None,
        Field(description="The size of a chunk in words. Adds the text in chunks to the answer of `/extract`.", ge=16),
    ] = None
    overlap: Annotated[int, Field(description="Words that a chunk may repeat from the one before.", ge=0)] = 0


REQUEST_BODY: Final = {
    "required": True,
    "content": {
        "application/json": {"schema": PageRequest.model_json_schema()},
        "text/html": {"schema": {"type": "string", "examples": [EXAMPLE_PAGE]}},
    },
}
"""The body of requests in the OpenAPI description."""


async def posted_task(kind: str, request: Request, workers: Workers) -> PageTask:
    """The task in a POST request: JSON as in ``PageRequest``, or the page itself and the rest in the query.

    Raises:
        RefusedError: the request has the wrong form, or its page cannot be fetched.
    """
    media_type, _, parameters = request.headers.get("content-type", "").partition(";")
    body = await request.body()
    if media_type.strip().lower() == "application/json":
        return await requested_task(kind, checked(body), workers)
    wanted = checked(query_fields(request))
    if wanted.html is not None:
        raise RefusedError(422, "html: send the page as the body, or as a field of a JSON body")
    if not body:
        raise RefusedError(422, "the body is empty; send the page, or JSON with html or url")
    charset = wanted.charset or _charset(parameters)
    return task_of(kind, wanted, body, wanted.url, charset)


async def requested_task(kind: str, wanted: PageRequest, workers: Workers) -> PageTask:
    """The task of a request that has its page as ``html`` or must have it fetched."""
    if wanted.html is not None:
        return task_of(kind, wanted, wanted.html, wanted.url, wanted.charset)
    if not wanted.url:
        raise RefusedError(422, "the request needs html or url")
    page = await workers.fetch(wanted.url)
    task = task_of(kind, wanted, page.body, page.url, wanted.charset or page.charset)
    return task.fetched_at(page.fetched)


def task_of(kind: str, wanted: PageRequest, page: str | bytes, url: str | None, charset: str | None) -> PageTask:
    """The task for a page that is at hand."""
    return PageTask(
        kind,
        page,
        url,
        charset,
        method=wanted.method,
        method_options=wanted.method_options,
        options=wanted.options,
        formats=tuple(wanted.formats),
        chunk_tokens=wanted.chunks or 0,
        overlap=wanted.overlap,
    )


def checked(fields: bytes | str | Mapping[str, Any]) -> PageRequest:
    """A request from JSON or from fields.

    Raises:
        RefusedError: it has the wrong form.
    """
    try:
        if isinstance(fields, bytes | str):
            return PageRequest.model_validate_json(fields)
        return PageRequest.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]) or "the body"
        raise RefusedError(422, f"{name}: {first['msg']}") from error


def query_fields(request: Request) -> dict[str, Any]:
    """The fields of a request in its query: such as ``options.links=false`` or ``method_options.ltd=0.3``."""
    fields: dict[str, Any] = {"options": {}, "method_options": {}}
    for name, value in request.query_params.multi_items():
        place, _, option = name.partition(".")
        if place in ("options", "method_options") and option:
            fields[place][option] = _typed(value)
        elif name in ("favor", "comments", "kind"):
            fields["method_options"][name] = _typed(value)
        elif name == "format":
            fields["formats"] = [value]
        else:
            fields[name] = value
    return fields


def _typed(value: str) -> str | bool | int | float:
    """A value from a query as the type that it looks like."""
    if value.lower() in ("true", "false"):
        return value.lower() == "true"
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value


def _charset(parameters: str) -> str | None:
    """The charset of a Content-Type header."""
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip('"') or None
    return None
