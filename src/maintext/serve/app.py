"""The application: the API, the dialects of other services, and the page."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from maintext.serve import api, firecrawl, jina, labelling, open_webui, web_page
from maintext.serve.counters import CONTENT_TYPE, Metrics
from maintext.serve.label_file import LabelFile
from maintext.serve.problems import RefusedError, on_failure, on_http_error, on_invalid, on_problem
from maintext.serve.safety import Safety
from maintext.serve.settings import ServeOptions
from maintext.serve.workers import Workers
from maintext.version import __version__


def application(options: ServeOptions) -> FastAPI:
    """The service with all its routes. Worker processes start with the first page and end with the application."""
    workers = Workers(options)
    metrics = Metrics(workers)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        workers.close()

    app = FastAPI(
        title="maintext",
        version=__version__,
        description="The main text of web pages, and why it was chosen.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        middleware=[Middleware(Safety, options=options, metrics=metrics)],
        exception_handlers={
            RefusedError: on_problem,
            HTTPException: on_http_error,
            RequestValidationError: on_invalid,
            Exception: on_failure,
        },
    )
    app.state.workers = workers
    app.state.options = options
    app.state.labels = LabelFile(options.labels) if options.labels else None

    @app.get("/metrics", tags=["service"], response_class=Response)
    async def counters() -> Response:
        """What the service counts, for Prometheus."""
        return Response(metrics.text(), media_type=CONTENT_TYPE)

    app.mount("/static", StaticFiles(directory=str(files("maintext.serve") / "static")), "static")
    for part in (api, web_page, labelling, firecrawl, open_webui, jina):
        app.include_router(part.router)
    return app
