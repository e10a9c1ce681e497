"""``maintext serve``: the web page and the HTTP service."""

import ipaddress
import logging
import sys
import threading
import time
from argparse import Namespace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from maintext.cli.arguments import Command, OneLineParser, UsageError, parser_of
from maintext.errors import OptionError
from maintext.fetch.options import FetchOptions
from maintext.serve import ServeOptions, create_app
from maintext.support.extras import needed

DESCRIPTION = """Open a web page where you can paste an address or HTML and see its main text, why it was chosen, and
what other methods choose; and serve an HTTP API. The API is described at /openapi.json, and it understands the calls of
Jina Reader, Firecrawl and Open WebUI too.

The service refuses to fetch from its own network. By default it listens on this machine only. Before you open it to
others, set --rate or --keys. Needs the extra: pip install 'maintext[serve]'."""
LABELS: Final = Path("labels.jsonl")
"""Where pages labelled on this machine are stored."""
_SHUTDOWN_SECONDS: Final = 30


def _parser() -> OneLineParser:
    defaults = ServeOptions()
    parser = parser_of("serve", DESCRIPTION)
    parser.add_argument("--host", metavar="H", default="127.0.0.1", help="the address to listen on (%(default)s)")
    parser.add_argument("--port", metavar="P", type=int, default=8000, help="the port to listen on (%(default)s)")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument("--workers", metavar="N", type=int, help="number of processes (one per core)")
    parser.add_argument(
        "--waiting", metavar="N", type=int, default=defaults.waiting, help="requests that may wait (%(default)s)"
    )
    parser.add_argument(
        "--page-seconds", metavar="S", type=float, default=defaults.page_seconds, help="time for a page (%(default)g)"
    )
    parser.add_argument("--rate", metavar="R", default="", help="requests per client, such as 60/minute (no limit)")
    parser.add_argument("--keys", metavar="FILE", type=Path, help="a file with one API key per line")
    parser.add_argument(
        "--labels", metavar="FILE", type=Path, help=f"where labelled pages are stored (on this machine only: {LABELS})"
    )
    parser.add_argument("--user-agent", metavar="NAME", default=FetchOptions().user_agent, help="sent to servers")
    return parser


def _run(arguments: Namespace) -> int:
    needed("uvicorn", extra="serve", user="maintext serve", error=UsageError)
    is_local = is_local_host(arguments.host)
    options = ServeOptions(
        workers=arguments.workers,
        waiting=arguments.waiting,
        page_seconds=arguments.page_seconds,
        rate=arguments.rate,
        keys=_keys(arguments.keys) if arguments.keys else (),
        labels=arguments.labels or (LABELS if is_local else None),
        fetch=FetchOptions(user_agent=arguments.user_agent),
    )
    app = create_app(options)
    if not is_local and not options.keys and not options.rate:
        print("maintext: the service is open to others; set --rate or --keys", file=sys.stderr)
    logging.basicConfig(format="%(message)s", level=logging.INFO, stream=sys.stderr)
    return run_app(app, arguments.host, arguments.port, opens=arguments.open)


def run_app(app: Any, host: str, port: int, *, path: str = "/", opens: bool = False) -> int:
    """Serve an application until it is interrupted, and return the exit code; ``opens`` shows it in a browser."""
    uvicorn = import_module("uvicorn")
    config = uvicorn.Config(
        app,
        host,
        port,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
    )
    server = uvicorn.Server(config)
    address = f"http://{host}:{port}{path}"
    threading.Thread(target=_announce, args=(server, address, opens), daemon=True).start()
    try:
        server.run()
    except (SystemExit, OSError, OverflowError, UnicodeError):
        raise UsageError(f"cannot listen on {host}, port {port}; choose another --host or --port") from None
    return 0 if server.started else 2


def _announce(server: object, address: str, opens: bool) -> None:
    """Print the address once the service answers, and open it if requested."""
    while not getattr(server, "started", False):
        time.sleep(0.05)
    print(f"maintext: serving on {address}", file=sys.stderr, flush=True)
    if opens:
        import webbrowser  # noqa: PLC0415 (few commands need it)

        webbrowser.open(address)


def is_local_host(host: str) -> bool:
    """Whether only this machine can reach the service."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _keys(path: Path) -> tuple[str, ...]:
    try:
        keys = tuple(line.strip() for line in path.read_text("utf-8").splitlines() if line.strip())
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the keys in {path}: {getattr(error, 'strerror', None) or error}") from error
    if not keys:
        raise OptionError(f"{path} has no keys: write one per line")
    return keys


COMMAND = Command("open a web page and an HTTP service for extraction", _parser, _run)
