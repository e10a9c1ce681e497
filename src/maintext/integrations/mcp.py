"""A server of the Model Context Protocol: language models fetch pages and get their main text (extra ``mcp``).

The tool and the prompt ``fetch`` take the arguments of ``mcp-server-fetch`` and answer in its format, so that this
server can take its place. Text that a page hides from its readers is left out, because it may be written to mislead
models.
"""

import asyncio
from collections.abc import Awaitable
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Annotated, Any, Final, Literal, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import AnyUrl, Field

import maintext
from maintext.read.binary import type_refusal

SHOWN: Final = maintext.Options(hidden="drop", limits=maintext.Limits(seconds=20))
"""What a model gets: the text that readers see, and as much of it as can be extracted in this time."""
LENGTH: Final = 5_000
"""Characters of an answer, by default."""
_MOST: Final = 999_999
_TEXT_TYPES: Final = ("text/", "application/json", "application/xml", "application/javascript", "+json", "+xml")
_HTML_TYPES: Final = ("", "text/html", "application/xhtml+xml", "text/markdown", "text/x-markdown")
_COMPARED_LENGTH: Final = 300
_READING: Final = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=True
)

Url = Annotated[AnyUrl, Field(description="the address of the page")]
MaxLength = Annotated[int, Field(description="the most characters to return", ge=1, le=_MOST, strict=True)]
StartIndex = Annotated[int, Field(description="where to start, to continue a truncated answer", ge=0, strict=True)]
Raw = Annotated[bool, Field(description="return the page as the server sent it", strict=True)]
Form = Literal["markdown", "text", "html"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class McpOptions:
    """The settings of the server."""

    fetch: maintext.FetchOptions = field(default_factory=maintext.FetchOptions)
    """Limits, the user agent, the proxy, and whether addresses in the local network are allowed."""
    robots: bool = True
    """Obey robots.txt when a model fetches a page. A person who uses the prompt may fetch any page."""


def create_server(options: McpOptions | None = None) -> MCPServer:
    """Return a server with all tools, ready to run over stdio or HTTP."""
    tools = _Tools(options or McpOptions())
    server = MCPServer("maintext", version=maintext.__version__, log_level="WARNING")
    for tool in (tools.extract, tools.judge, tools.links, tools.compare):
        server.add_tool(tool, annotations=_READING)
    server.add_tool(tools.fetch, annotations=_READING, structured_output=False)
    server.prompt("fetch", description="Fetch a page and show its main text as Markdown")(tools.fetch_prompt)
    return server


@dataclass(frozen=True, slots=True)
class _Tools:
    """The tools. Their docstrings and annotations are what a model reads."""

    options: McpOptions

    async def fetch(
        self, url: Url, max_length: MaxLength = LENGTH, start_index: StartIndex = 0, raw: Raw = False
    ) -> str:
        """Fetch a page from the web and return its main text as Markdown, without menus, adverts and hidden text."""
        content, note = await _reporting(self._content(str(url), raw=raw, polite=self.options.robots))
        return f"{note}Contents of {url}:\n{_piece(content, start_index, max_length)}"

    async def fetch_prompt(self, url: Annotated[str, Field(description="the address of the page")]) -> str:
        """Fetch a page and show its main text."""
        try:
            content, note = await self._content(url, raw=False, polite=False)
        except maintext.MaintextError as error:
            return f"Failed to fetch {url}: {error}"
        return note + content

    async def extract(
        self,
        url: Url,
        format: Form = "markdown",  # noqa: A002 (the name that models see)
        max_length: MaxLength = LENGTH,
        start_index: StartIndex = 0,
    ) -> dict[str, Any]:
        """Fetch a page and return its main text with title, author, date, language, kind of page and confidence.

        If next_index is set, call again with it as start_index to continue.
        """
        page = await self._page(str(url))
        document = await asyncio.to_thread(_document, page)
        content = document.formatted(format)
        stop = start_index + max_length
        names = ("url", "title", "author", "date", "language", "site", "description", "page_type", "confidence")
        return {
            **{name: getattr(document, name) for name in names},
            "content": content[start_index:stop],
            "next_index": stop if stop < len(content) else None,
            "reason": document.reason,
        }

    async def judge(self, url: Url) -> dict[str, Any]:
        """Judge whether a page has a main text, such as an article, or only lists others."""
        page = await self._page(str(url))
        return asdict(await asyncio.to_thread(maintext.judge, page.body, charset=page.charset))

    async def links(
        self, url: Url, limit: Annotated[int, Field(description="the most links to return", ge=1, le=1000)] = 50
    ) -> dict[str, Any]:
        """List the articles that a site, front page, sitemap or feed links to, with titles and dates."""
        problems: list[str] = []
        fetch = replace(self.options.fetch, robots=self.options.robots)
        links = maintext.find_links(str(url), fetch, problems.append, polite=True)
        found = await _reporting(asyncio.to_thread(lambda: list(islice(links, limit))))
        return {"links": [asdict(link) for link in found], "problems": problems}

    async def compare(self, url: Url) -> dict[str, Any]:
        """Run all extraction methods on a page; return the start of each text and how far the methods agree."""
        page = await self._page(str(url))
        comparison = await asyncio.to_thread(maintext.compare, page.body, charset=page.charset)
        results = [
            {"method": each.method, "characters": each.characters, "text": each.text[:_COMPARED_LENGTH]}
            for each in comparison.results
        ]
        return {"results": results, "agreement": {name: dict(row) for name, row in comparison.agreement.items()}}

    async def _page(self, url: str) -> maintext.Fetched:
        return await _reporting(maintext.afetch_page(url, self.options.fetch, polite=self.options.robots))

    async def _content(self, url: str, *, raw: bool, polite: bool) -> tuple[str, str]:
        """The content of a page for a model, and a note that comes before it."""
        options = replace(self.options.fetch, markdown="never") if raw else self.options.fetch
        page = await maintext.afetch_page(url, options, polite=polite, any_type=True)
        if page.content_type in _HTML_TYPES and not raw:
            document = await asyncio.to_thread(_document, page)
            return document.markdown or f"<error>Page failed to be simplified from HTML</error>\n{document.reason}", ""
        if page.content_type and not any(each in page.content_type for each in _TEXT_TYPES):
            raise maintext.FetchError(f"{url} {type_refusal(page.content_type)}")
        note = f"Content type {page.declared_type} cannot be simplified to markdown, but here is the raw content:\n"
        return page.text, note


def _document(page: maintext.Fetched) -> maintext.Document:
    return maintext.extract(page.body, page.url, charset=page.charset, fetched=page.fetched, options=SHOWN)


async def _reporting(work: Awaitable[T]) -> T:
    """Await something; an error of ours is an answer that the model can read."""
    try:
        return await work
    except maintext.MaintextError as error:
        raise ToolError(str(error)) from error


def _piece(content: str, start: int, length: int) -> str:
    """A piece of the content, and how to get the next one."""
    stop = start + length
    if start >= len(content):
        return "<error>No more content available.</error>"
    if stop >= len(content):
        return content[start:]
    more = f"Content truncated. Call the fetch tool with a start_index of {stop} to get more content."
    return f"{content[start:stop]}\n\n<error>{more}</error>"
