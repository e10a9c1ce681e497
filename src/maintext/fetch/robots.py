"""The rules of a robots.txt, by RFC 9309: which paths a program may fetch, and how long it should pause.

Patterns come from strangers, so they are matched by searching for their parts from left to right, which takes time in
proportion to the length of the path. A regular expression with many wildcards could take years.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlsplit

_SAFE: Final = "".join(map(chr, range(0x21, 0x7F)))
"""ASCII, which a path may have as it is."""
_ESCAPE: Final = re.compile("%[0-9A-Fa-f]{2}")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SECONDS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_ANYBODY: Final = "*"


@dataclass(frozen=True, slots=True)
class _Rule:
    """Whether paths that match a pattern are allowed."""

    parts: tuple[str, ...]
    """The pattern between its wildcards."""
    is_whole: bool
    """Whether the pattern ends with ``$``: the path must end where it does."""
    allows: bool
    length: int
    """The longest pattern that matches counts."""

    def matches(self, path: str) -> bool:
        """Whether the path begins with the first part and has the others after it, in their order."""
        if not path.startswith(self.parts[0]):
            return False
        at = len(self.parts[0])
        for part in self.parts[1 : -1 if self.is_whole else None]:
            at = path.find(part, at)
            if at < 0:
                return False
            at += len(part)
        if not self.is_whole:
            return True
        last = self.parts[-1]
        return at == len(path) if len(self.parts) == 1 else len(path) - len(last) >= at and path.endswith(last)


@dataclass(frozen=True, slots=True)
class Robots:
    """What a robots.txt says to one program."""

    rules: tuple[_Rule, ...]
    delay: float | None
    """Seconds between two requests."""
    sitemaps: tuple[str, ...] = ()
    """The addresses of sitemaps, which are for all programs."""

    @classmethod
    def parse(cls, content: str, agent: str) -> "Robots":
        """Return the rules for a program, those for all others if none are for it."""
        name = agent.lower()
        rules: dict[str, list[_Rule]] = {name: [], _ANYBODY: []}
        delays: dict[str, float] = {}
        named: set[str] = set()
        for agents, field, value in _lines(content, frozenset(rules)):
            named |= agents
            for each in agents:
                if field == "crawl-delay" and _SECONDS.fullmatch(value):
                    delays.setdefault(each, float(value))
                elif field in ("allow", "disallow") and value:
                    rules[each].append(_rule(value, field == "allow"))
        who = name if name in named else _ANYBODY
        return cls(tuple(rules[who]), delays.get(who), tuple(_sitemaps(content)))

    def allow(self, url: str) -> bool:
        """Whether a URL may be fetched; of two rules that match, the longer one counts, then the one that allows."""
        parts = urlsplit(url)
        path = _normal((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        matching = [rule for rule in self.rules if rule.matches(path)]
        return max(matching, key=lambda rule: (rule.length, rule.allows)).allows if matching else True


def _sitemaps(content: str) -> Iterator[str]:
    for line in content.removeprefix("\ufeff").splitlines():
        field, _, value = line.partition(":")
        if field.strip().lower() == "sitemap" and value.strip():
            yield value.strip()


def _lines(content: str, wanted: frozenset[str]) -> Iterator[tuple[frozenset[str], str, str]]:
    """Yield the lines of all groups, each with those of the wanted names that its group has; a name is a line too."""
    agents: frozenset[str] = frozenset()
    is_open = False
    for line in content.removeprefix("\ufeff").splitlines():
        field, colon, value = line.partition("#")[0].partition(":")
        field, value = field.strip().lower(), value.strip()
        if field == "user-agent":
            found = wanted & {value.partition("/")[0].strip().lower()}
            agents = agents | found if is_open else found
            is_open = True
            yield agents, field, value
        elif colon and field in ("allow", "disallow", "crawl-delay"):
            is_open = False
            yield agents, field, value


def _rule(pattern: str, allows: bool) -> _Rule:
    is_whole = pattern.endswith("$")
    parts = tuple(_normal(part) for part in re.split(r"\*+", pattern.removesuffix("$")))
    return _Rule(parts, is_whole, allows, len(pattern))


def _normal(path: str) -> str:
    """Return a path in one spelling: escapes where they are needed, and in upper case."""
    return _ESCAPE.sub(_shortest, quote(path, safe=_SAFE))


def _shortest(escape: re.Match[str]) -> str:
    character = chr(int(escape[0][1:], 16))
    return character if character in _UNRESERVED else escape[0].upper()
