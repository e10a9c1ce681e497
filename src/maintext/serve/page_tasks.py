"""What a worker process does with a page: one function per kind of task, each returning data for JSON."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from maintext.algorithms.whole_page import WholePage
from maintext.comparison import compare
from maintext.errors import MaintextError, OptionError, field_types
from maintext.explanation import explain
from maintext.extraction import chosen_method, extract, judge
from maintext.fetch.response import Fetched
from maintext.links import listing_of
from maintext.links.link import absolute
from maintext.metadata import base_address
from maintext.options import EVERYTHING, Limits, Options
from maintext.read import page_table
from maintext.selection import Method
from maintext.serve.compare_view import compare_view
from maintext.serve.label_file import labelled_row
from maintext.serve.why_view import why_view


@dataclass(frozen=True, slots=True)
class PageTask:
    """A page, and what to do with it."""

    kind: str
    """One of ``TASKS``."""
    page: str | bytes
    url: str | None = None
    charset: str | None = None
    fetched: datetime | None = None
    method: str = "learned"
    method_options: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    formats: tuple[str, ...] = ()
    """Formats to add to the result of ``extract``."""
    chunk_tokens: int = 0
    overlap: int = 0
    """The most words of a chunk and of what it repeats, to add chunks to the result of ``extract``; 0 for none."""
    rows: tuple[int, ...] = ()
    """Elements that a person marked as main text, for ``label``."""

    def fetched_at(self, moment: datetime) -> "PageTask":
        """The task for a page that was fetched at a moment."""
        return dataclasses.replace(self, fetched=moment)

    def chosen_method(self) -> Method:
        """The method with its options."""
        if self.method == WholePage.name:
            return WholePage()
        method = chosen_method(self.method, **{name: self.method_options.get(name) for name in _OF_LEARNED})
        others = {name: value for name, value in self.method_options.items() if name not in _OF_LEARNED}
        known = {field.name for field in dataclasses.fields(method)} - {"model"}  # type: ignore[arg-type]
        if unknown := sorted(set(others) - known):
            raise OptionError(f"the method {method.name} has no option {unknown[0]!r}")
        changed: Method = dataclasses.replace(method, **others)  # type: ignore[type-var]
        return changed

    def chosen_options(self) -> Options:
        """The options of the document."""
        known = {field.name for field in dataclasses.fields(Options)}
        if unknown := sorted(set(self.options) - known):
            raise OptionError(f"there is no option {unknown[0]!r}; the options are {', '.join(sorted(known))}")
        limits = self.options.get("limits", {})
        if not isinstance(limits, Mapping) or set(limits) - set(field_types(Limits)):
            raise OptionError(f"limits must be an object with some of {', '.join(field_types(Limits))}")
        return dataclasses.replace(EVERYTHING, **{**self.options, "limits": Limits(**limits)})


@dataclass(frozen=True, slots=True)
class UnusablePage:
    """The page or the options cannot be used."""

    detail: str


def task_runner(worker_bytes: int) -> Callable[[PageTask], Any]:
    """Return the function that answers tasks. Each worker calls this once."""
    _limit_memory(worker_bytes)
    extract("<p>Extracting this page loads the model before the first request.</p>")

    def answer(task: PageTask) -> Any:
        try:
            return TASKS[task.kind](task)
        except MaintextError as error:
            return UnusablePage(str(error))
        except MemoryError:
            return UnusablePage("the page needs more memory than a page may use")

    return answer


def _limit_memory(size: int) -> None:
    """Limit the memory of this process, where the system can."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def _extracted(task: PageTask) -> dict[str, Any]:
    document = extract(
        task.page,
        task.url,
        task.chosen_method(),
        charset=task.charset,
        fetched=task.fetched,
        options=task.chosen_options(),
    )
    found = {**document.to_dict(), **{form: document.formatted(form) for form in task.formats if form != "json"}}
    if task.chunk_tokens:
        found["chunks"] = [chunk.to_dict() for chunk in document.chunks(task.chunk_tokens, task.overlap)]
    return found


def _judged(task: PageTask) -> dict[str, Any]:
    return dataclasses.asdict(judge(task.page, task.chosen_method(), url=task.url, charset=task.charset))


def _explained(task: PageTask) -> dict[str, Any]:
    return explain(task.page, task.chosen_method(), charset=task.charset).to_dict()


def _compared(task: PageTask) -> dict[str, Any]:
    return compare(task.page, charset=task.charset).to_dict()


def _why(task: PageTask) -> dict[str, Any]:
    return why_view(task.page, task.chosen_method(), task.charset)


def _side_by_side(task: PageTask) -> dict[str, Any]:
    return compare_view(task.page, charset=task.charset)


def _links(task: PageTask) -> dict[str, Any]:
    body = task.page.encode() if isinstance(task.page, str) else task.page
    listing = listing_of(Fetched(task.url or "", body, task.charset, "", task.fetched or datetime.now(UTC)))
    return {"kind": listing.kind, "links": [dataclasses.asdict(link) for link in listing.links]}


def _all_links(task: PageTask) -> dict[str, Any]:
    """All web addresses that the page links to, in the order of the page, each once."""
    table = page_table(task.page, task.charset)
    base = base_address(table, task.url or "")
    targets = (table.attribute(row, "href") for row in table.is_link.nonzero()[0].tolist())
    found = (absolute(base, target) for target in targets if target)
    return {"links": list(dict.fromkeys(link for link in found if link))}


def _labelled(task: PageTask) -> dict[str, Any]:
    return labelled_row(task.page, task.url or "", task.rows, task.charset)


_OF_LEARNED: Final = ("favor", "comments", "kind")
"""Options of the method ``learned`` that other methods refuse with a message of their own."""
TASKS: Final[Mapping[str, Callable[[PageTask], dict[str, Any]]]] = {
    "extract": _extracted,
    "judge": _judged,
    "explain": _explained,
    "compare": _compared,
    "why": _why,
    "side by side": _side_by_side,
    "links": _links,
    "all links": _all_links,
    "label": _labelled,
}
"""By kind of task: the function that answers it."""
