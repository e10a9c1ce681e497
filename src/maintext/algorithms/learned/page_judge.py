"""Whether a page has a main text, in any language: two forests, for pages without and with a known address.

They look at no word. What the page does not tell, its address often does: how deep it is, and how it ends.
"""

import json
import math
import re
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import Final
from urllib.parse import urlsplit

import numpy as np

from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.engine import Floats
from maintext.algorithms.learned.features import GIVEN_ADDRESS, JUDGE, KIND_FEATURES
from maintext.algorithms.learned.forest import Forest
from maintext.algorithms.learned.model import FOREST_COLUMNS, arrays_of, forest_in
from maintext.support.array_archive import ArrayKind, archive_of, packed_text, read_arrays
from maintext.table import PageTable

WITH_ADDRESS: Final = JUDGE + GIVEN_ADDRESS
_FORESTS: Final = {"page": JUDGE, "address": WITH_ADDRESS}
_ARRAYS: Final = {
    "header": ArrayKind("|u1", 1 << 16),
    **{f"{name} {column}": kind for name in _FORESTS for column, kind in FOREST_COLUMNS.items()},
}
_JUDGED: Final = np.array([KIND_FEATURES.index(name) for name in JUDGE])
_MOST_CHARACTERS: Final = 2_000
"""Of an address."""
LISTS: Final = re.compile(
    r"(?:categor(?:y|ies)|tags?|topics?|authors?|archives?|sections?|rubrik|thema|news|page|search)", re.IGNORECASE
)
"""Parts of a path that are followed by the name of a list, or are one."""
ENDS_IN_DATE: Final = re.compile(r"/(?:19|20)\d\d(?:/\d\d?){0,2}/?$")
_DATE: Final = re.compile(r"/(?:19|20)\d\d[-/]?(?:\d\d)?")
_NUMBER: Final = re.compile(r"[0-9]+")
_FILE: Final = re.compile(r"\.(?:s?html?|php|aspx)$", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class JudgeModel:
    """The result of ``maintext train judge``."""

    page: Forest
    """For a page of which no address is known."""
    address: Forest
    trained_on: dict[str, int] = field(default_factory=dict)
    """Pages used, by the name of the data file."""

    def probability(self, table: PageTable, url: str | None = None) -> float:
        """The probability that a page has a main text."""
        features = page_features(table)
        if features is None:
            return 0.0
        address = address_features(url)
        forest = self.page if address is None else self.address
        case = features if address is None else np.concatenate([features, address])
        return 1 / (1 + math.exp(-float(forest.sums(case)[0])))

    def to_bytes(self) -> bytes:
        """The content of a model file, the same bytes for the same model."""
        header = packed_text(json.dumps({"trained_on": self.trained_on}))
        return archive_of({"header": header, **arrays_of("page", self.page), **arrays_of("address", self.address)})


@lru_cache(maxsize=1)
def shipped_judge() -> JudgeModel:
    """The judge that comes with the package."""
    content = (files("maintext.algorithms") / "models" / "judge.npz").read_bytes()
    arrays = read_arrays(content, _ARRAYS)
    forests = {name: forest_in(arrays, name, features, 1) for name, features in _FORESTS.items()}
    return JudgeModel(**forests, trained_on=json.loads(arrays["header"].tobytes())["trained_on"])


def page_features(table: PageTable) -> Floats | None:
    """What the judge looks at on a page, None if the page has no text."""
    engine = Engine()
    if not engine.load(table):
        return None
    features: Floats = engine.page_features()[_JUDGED]
    return features


def address_features(url: str | None) -> Floats | None:
    """What the judge looks at in an address, None if it is not one of the web."""
    parts = path_of(url)
    if parts is None:
        return None
    path, query = parts
    names = [name for name in path.split("/") if name]
    last = names[-1] if names else ""
    stem = _FILE.sub("", last)
    numbers = [len(number) for number in _NUMBER.findall(last)]
    return np.array(
        [
            len(path),
            len(names),
            last.count("-") + last.count("_"),
            sum(numbers),
            not names and not query,
            any(LISTS.fullmatch(name) for name in names[-2:]),
            _DATE.search(path) is not None,
            bool(query),
            max(numbers, default=0),
            ENDS_IN_DATE.search(path) is not None,
            len(stem),
            stem != last,
        ],
        dtype=np.float32,
    )


def path_of(url: str | None) -> tuple[str, str] | None:
    """The path and the query of an address of the web, None for anything else."""
    try:
        found = urlsplit((url or "")[:_MOST_CHARACTERS])
    except ValueError:
        return None
    return (found.path, found.query) if found.scheme in {"http", "https"} and found.netloc else None
