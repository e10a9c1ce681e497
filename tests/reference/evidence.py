"""The headline and container evidence of a page in plain Python, block by block, from its definition."""

import html
import math
import re
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from maintext.algorithms.learned.features import FIRST
from maintext.table import PageTable

MISSING: Final = -999.0
HEADINGS: Final = {"h1", "h2", "h3", "h4", "h5", "h6"}
_WIDE: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORDS: Final = re.compile(rf"[{_WIDE}]|[^\W{_WIDE}]+")
_SEPARATORS: Final = re.compile(r"[|:_<>»«·–—―•‹›：｜＿]|(?<=\s)[-/](?=\s)")


def words_of(text: str) -> list[str]:
    """The words of a text in lower case; all words with a digit are one."""
    return ["0" if re.search(r"\d", word) else word.lower() for word in _WORDS.findall(text)]


def pieces_of(source: str) -> list[set[str]]:
    """The words of the titles that a page declares and of their parts, if there are enough."""
    found = re.findall(r"<title[^>]*>(.*?)</title>", source, re.DOTALL | re.IGNORECASE)[:1]
    found += re.findall(r'<meta (?:property|name)="(?:og|twitter):title" content="([^"]*)"', source)
    pieces = []
    for title in map(html.unescape, found):
        parts = _SEPARATORS.split(title)
        for part in [*(parts if len(parts) > 1 else []), title]:
            words = set(words_of(part))
            if len(words) > 1 or any(len(word) > 8 for word in words):
                pieces.append(words)
    return pieces


def match(text: str, pieces: list[set[str]]) -> float:
    """How much a text is like the title that it is most like.

    Two of its first twelve words, or its only one, must be words of a title.
    """
    words = words_of(text)
    own = set(words)
    begun = sum(any(word in piece for piece in pieces) for word in words[:12])
    if len(words) > 60 or begun < min(2, len(words)):
        return 0.0
    scores = [0.0]
    for piece in pieces:
        common = len(own & piece)
        if common >= 2 or (common and own == piece):
            scores.append(common / len(own) * math.sqrt(common / len(piece)) * (1 - 1 / (1 + 0.7 * common)))
    return max(scores)


@dataclass
class Reference:
    """The blocks of a page and what was found around them."""

    table: PageTable
    blocks: Any
    first: Any
    """The features of the first stage, of which only counts are used."""

    def __post_init__(self) -> None:
        """Find the headline and the container."""
        self.count = len(self.blocks)
        self.characters = self._column("characters")
        self.link_share = self._column("link share")
        self.texts = self.blocks.texts(self.table)
        wide = self._column("page wide share")[0] > 0.3
        self.prose = [
            c * (1 - share) if t and c > (25 if w else 60) else 0.0
            for c, share, t, w in zip(
                self.characters, self.link_share, self._column("terminals"), self._is_wide_block(), strict=True
            )
        ]
        self.chains = [self._chain(row) for row in self.blocks.owner.tolist()]
        self.heading = [
            next((name for name in self._names(chain[:4]) if name in HEADINGS), "") for chain in self.chains
        ]
        pieces = pieces_of(self.table.source.decode())
        self.matches = [
            match(text, pieces) if 8 <= c <= 300 else 0.0 for text, c in zip(self.texts, self.characters, strict=True)
        ]
        self.headline = self._headline()
        self.container, self.second = self._container(wide)
        self.is_title = [
            share > 0.85 and (8 if wide else 18) < c < 200
            for c, share in zip(self.characters, self.link_share, strict=True)
        ]

    def _is_wide_block(self) -> list[bool]:
        visible = ["".join(text.split()) for text in self.texts]
        return [len(re.findall(f"[{_WIDE}]", text)) > 0.3 * len(text) for text in visible]

    def _column(self, name: str) -> list[float]:
        values: list[float] = self.first[FIRST.index(name)].tolist()
        return values

    def _chain(self, row: int) -> list[int]:
        """A row and the rows around it."""
        rows = []
        while row >= 0:
            rows.append(row)
            row = int(self.table.parent[row])
        return rows

    def _names(self, rows: list[int]) -> list[str]:
        return [self.table.name(row) for row in rows]

    def _headline(self) -> int:
        scores = []
        for block in range(self.count):
            score = self.matches[block]
            if score > 0.3:
                score += {"": 0.0, "h1": 0.25}.get(self.heading[block], 0.12)
            scores.append(score - 0.2 * (self.link_share[block] > 0.8))
        best = int(np.argmax(scores))
        if scores[best] > 0.35:
            return best
        return self.heading.index("h1") if "h1" in self.heading else -1

    def _container(self, wide: bool) -> tuple[int, float]:
        points = dict.fromkeys(range(len(self.table)), 0.0)
        commas = self._column("commas")
        for block in range(self.count):
            c = self.characters[block]
            if c < (15 if wide else 25) or self.link_share[block] > 0.5:
                continue
            given = 1 + commas[block] + min(3, c / (50 if wide else 100))
            row = int(self.blocks.row[block])
            if self.table.name(row) in {"p", "td", "pre", *HEADINGS}:
                row = int(self.table.parent[row])
            points[row] += given
            if self.table.parent[row] >= 0:
                points[int(self.table.parent[row])] += given / 2
        for row in points:
            inside = self.inside(row)
            total = sum(self.characters[block] for block in inside)
            linked = sum(self.characters[block] * self.link_share[block] for block in inside)
            points[row] *= 1 - linked / max(1, total)
        best = max(points, key=lambda row: points[row])
        if not points[best]:
            return -1, 0.0
        apart = [points[row] for row in points if self.table.end[row] <= best or row >= self.table.end[best]]
        return best, max(apart, default=0.0) / points[best]

    def inside(self, row: int) -> list[int]:
        """The blocks in a row."""
        return [block for block in range(self.count) if row in self.chains[block]]

    def between(self, block: int, values: list[Any]) -> float:
        """The sum over the blocks between the headline and a block, -1 before the headline."""
        return float(sum(values[self.headline + 1 : block])) if block >= self.headline else -1.0

    def column(self, name: str) -> list[float]:
        """A feature of all blocks."""
        return [self._value(name, block) for block in range(self.count)]

    def _value(self, name: str, block: int) -> float:
        of_common = {
            "common level", "steps below common", "headline below common", "share of common", "prose of common",
            "linked headings in common",
        }  # fmt: skip
        if name == "title match":
            return self.matches[block]
        if self.headline < 0 and ("headline" in name or name in of_common):
            return MISSING
        linked_heading = [bool(h) and share > 0.6 for h, share in zip(self.heading, self.link_share, strict=True)]
        if name in of_common:
            return self._common(name, block, linked_heading)
        simple = {
            "after headline": lambda: max(-100, min(100, block - self.headline)),
            "text after headline": lambda: (
                sum(self.characters[:block]) - sum(self.characters[: self.headline])
            ) / sum(self.characters),
            "prose since headline": lambda: self.between(block, self.prose),
            "headings since headline": lambda: self.between(block, [bool(h) for h in self.heading]),
            "linked headings since headline": lambda: self.between(block, linked_heading),
            "links since headline": lambda: self.between(block, [share > 0.85 for share in self.link_share]),
            "level from headline": lambda: len(self.chains[block]) - len(self.chains[self.headline]),
            "since heading": lambda: self._since(block, [bool(h) for h in self.heading]),
            "since linked title": lambda: self._since(block, self.is_title),
            "in container": lambda: self.container in self.chains[block],
            "after container": lambda: self.container >= 0
            and self.blocks.owner[block] >= self.table.end[self.container],
            "second container": lambda: self.second,
            "headline to container": lambda: (self.inside(self.container) or [0])[0] - self.headline
            if self.container >= 0
            else MISSING,
            "container blocks": lambda: len(self.inside(self.container)),
        }  # fmt: skip
        value: Any = simple[name]
        return float(value())

    @staticmethod
    def _since(block: int, marked: list[bool]) -> int:
        return next((block - each for each in range(block, -1, -1) if marked[each] and block - each < 60), 60)

    def _common(self, name: str, block: int, linked_heading: list[bool]) -> float:
        mine, other = self.chains[block], self.chains[self.headline]
        common = next(row for row in mine if row in other)
        inside = self.inside(common)
        return float(
            {
                "common level": len(self._chain(common)) - 1,
                "steps below common": mine.index(common),
                "headline below common": other.index(common),
                "share of common": sum(self.characters[each] for each in inside) / sum(self.characters),
                "prose of common": sum(self.prose[each] for each in inside) / max(1, sum(self.prose)),
                "linked headings in common": sum(linked_heading[each] for each in inside),
            }[name]
        )
