"""The web page and the HTTP service (extra ``serve``)."""

from typing import TYPE_CHECKING

from maintext.serve.settings import ServeOptions
from maintext.support.extras import needed

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["ServeOptions", "create_app"]


def create_app(options: ServeOptions | None = None) -> "FastAPI":
    """Return the service as an ASGI application, for any ASGI server."""
    for package in ("fastapi", "limits", "prometheus_client"):
        needed(package, extra="serve", user="maintext serve")
    from maintext.serve.app import application  # noqa: PLC0415

    return application(options or ServeOptions())
