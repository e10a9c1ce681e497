"""``maintext mcp``: a server of the Model Context Protocol, for language models."""

import asyncio
import sys
from argparse import Namespace

from maintext.cli.arguments import Command, OneLineParser, UsageError, parser_of
from maintext.cli.serve import is_local_host, run_app
from maintext.fetch.options import FetchOptions
from maintext.support.extras import needed

DESCRIPTION = """Give language models the main text of web pages, over the Model Context Protocol.

By default the server speaks over standard input and output, as clients expect that start it themselves. With --http it
listens for streamable HTTP at /mcp. The tool and the prompt 'fetch' replace those of mcp-server-fetch; more tools are
extract, judge, links and compare. Addresses in the local network are refused, and text that a page hides from its
readers is left out. Needs the extra: pip install 'maintext[mcp]'."""


def _parser() -> OneLineParser:
    defaults = FetchOptions()
    parser = parser_of("mcp", DESCRIPTION)
    parser.add_argument("--user-agent", metavar="NAME", default=defaults.user_agent, help="sent to servers")
    parser.add_argument("--ignore-robots-txt", action="store_true", help="fetch pages that robots.txt does not allow")
    parser.add_argument(
        "--proxy-url", metavar="URL", help="fetch through a proxy: http://host:port or socks5://host:port"
    )
    parser.add_argument("--allow-private-ips", action="store_true", help="allow addresses in the local network")
    parser.add_argument("--http", action="store_true", help="serve streamable HTTP, not standard input and output")
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="the address to listen on (%(default)s)")
    parser.add_argument("--port", metavar="P", type=int, default=8000, help="the port to listen on (%(default)s)")
    return parser


def _run(arguments: Namespace) -> int:
    for module in ("mcp.server", "httpx", "uvicorn"):
        needed(module, extra="mcp", user="maintext mcp", error=UsageError)
    from maintext.integrations.mcp import McpOptions, create_server  # noqa: PLC0415

    fetch = FetchOptions(
        user_agent=arguments.user_agent, proxy=arguments.proxy_url, allow_private=arguments.allow_private_ips
    )
    server = create_server(McpOptions(fetch, robots=not arguments.ignore_robots_txt))
    if arguments.http:
        if not is_local_host(arguments.host):
            print("maintext: the server is open to others, who can fetch pages through it", file=sys.stderr)
        return run_app(server.streamable_http_app(host=arguments.host), arguments.host, arguments.port, path="/mcp")
    asyncio.run(server.run_stdio_async())
    return 0


COMMAND = Command("give language models the main text of pages, over the Model Context Protocol", _parser, _run)
