"""Errors as ``application/problem+json`` (RFC 9457): a status and a sentence that a person understands."""

from http import HTTPStatus
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

MEDIA_TYPE = "application/problem+json"


class RefusedError(Exception):
    """A request that cannot be answered."""

    def __init__(self, status: int, detail: str, retry_after: int | None = None) -> None:
        """Store the status, the sentence, and after how many seconds the client may try again."""
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after


def problem_response(status: int, detail: str, retry_after: int | None = None) -> JSONResponse:
    """The response for a problem."""
    body: dict[str, Any] = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status}
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return JSONResponse({**body, "detail": detail}, status, headers, MEDIA_TYPE)


async def on_problem(_request: Request, problem: Exception) -> JSONResponse:
    """Answer a request that raised ``RefusedError``."""
    assert isinstance(problem, RefusedError)
    return problem_response(problem.status, problem.detail, problem.retry_after)


async def on_http_error(_request: Request, error: Exception) -> JSONResponse:
    """Answer a request for a path or method that does not exist."""
    assert isinstance(error, HTTPException)
    response = problem_response(error.status_code, str(error.detail))
    response.headers.update(error.headers or {})
    return response


async def on_invalid(_request: Request, error: Exception) -> JSONResponse:
    """Answer a request whose parameters have the wrong form; name the first parameter that is wrong."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"][1:]) or "the body"
    return problem_response(422, f"{name}: {first['msg']}")


async def on_failure(_request: Request, _error: Exception) -> JSONResponse:
    """Answer a request that failed for a reason that we did not foresee, without details of the server."""
    return problem_response(500, "the service failed to answer this request; the log says why")
