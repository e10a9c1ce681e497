"""Pages that visitors label: the list, adding and removing a page, and an evaluation of all methods on them."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from maintext.algorithms import methods
from maintext.data import read_pages
from maintext.errors import DataError
from maintext.serve.api import PROBLEMS, workers_of
from maintext.serve.label_file import LabelFile
from maintext.serve.page_tasks import PageTask
from maintext.serve.problems import RefusedError

router = APIRouter(include_in_schema=False, responses=PROBLEMS)


class LabelledBlocks(BaseModel):
    """A page, and the elements that a person marked as main text."""

    html: str
    url: str = ""
    rows: list[int] = Field(max_length=100_000)


def _labels(request: Request) -> LabelFile:
    labels: LabelFile | None = request.app.state.labels
    if labels is None:
        raise RefusedError(404, "labelling is switched off; start the service with --labels FILE")
    return labels


@router.get("/page/labels")
async def labelled_pages(request: Request) -> list[dict[str, Any]]:
    """List the labelled pages."""
    labels = _labels(request)
    try:
        return await run_in_threadpool(labels.pages)
    except DataError as error:
        raise RefusedError(422, "the file of labels cannot be read") from error


@router.post("/page/label")
async def labelled_line(request: Request, blocks: LabelledBlocks) -> dict[str, Any]:
    """The line of JSON for a labelled page, to look at or download; nothing is stored."""
    task = PageTask("label", blocks.html, blocks.url, rows=tuple(blocks.rows))
    return await workers_of(request).answer(task)


@router.post("/page/labels")
async def add_label(request: Request, blocks: LabelledBlocks) -> dict[str, Any]:
    """Add a labelled page to the file."""
    labels = _labels(request)
    row = await labelled_line(request, blocks)
    await run_in_threadpool(labels.add, row)
    return {"id": row["id"], "text": row["text"]}


@router.delete("/page/labels/{identifier}")
async def remove_label(request: Request, identifier: str) -> dict[str, str]:
    """Remove a labelled page from the file."""
    await run_in_threadpool(_labels(request).remove, identifier)
    return {"removed": identifier}


@router.post("/page/labels/evaluation")
async def evaluate_labels(request: Request) -> list[dict[str, Any]]:
    """Measure all methods on the labelled pages, as ``maintext evaluate`` does."""
    return await run_in_threadpool(_evaluated, _labels(request))


def _evaluated(labels: LabelFile) -> list[dict[str, Any]]:
    from maintext.evaluate.run import DataSet, Setting, evaluate  # noqa: PLC0415 (needs the extra evaluate)
    from maintext.evaluate.systems import methods_of_ours  # noqa: PLC0415

    pages = tuple(read_pages(labels.path, lambda complaint: None)) if labels.path.exists() else ()
    if not pages:
        raise RefusedError(422, "label at least one page first")
    results = evaluate([DataSet("labels", pages)], methods_of_ours(methods()), Setting(workers=1))
    return [
        {"method": figure["system"], "pages": figure["pages"], **figure["metrics"]}
        for figure in results["figures"]
        if figure["group"] == "all"
    ]
