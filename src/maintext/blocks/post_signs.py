"""Signs of a post: the elements that name its author, its time and its votes, and what they say.

Forum engines use the same few words in their classes, ids and microdata. No rule here names a site or an engine.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from maintext.dates import first_date, relative_date, written_dates


class Sign:
    """What the attributes of an element say about it, as bits."""

    POST: Final = 1
    AUTHOR: Final = 2
    DATE: Final = 4
    VOTES: Final = 8
    ACCEPTED: Final = 16
    NOT_AUTHOR: Final = 32
    """An avatar, a rank or a counter of the author."""
    NOT_DATE: Final = 64
    """When the author registered, or when the post was edited."""
    NOT_VOTES: Final = 128
    """The author's reputation."""
    IN_MICRODATA: Final = 256
    """The sign comes from ``itemprop`` or ``itemtype``, which are more reliable than class names."""


class When(NamedTuple):
    """The time of a post."""

    date: str
    """In ISO 8601, empty if it is not known."""
    written: str
    """As the page shows it; empty if it shows only how long ago that was, but the date is known."""


UNKNOWN: Final = When("", "")
MAX_NAME: Final = 60
MAX_DATE: Final = 100
MAX_VOTES: Final = 40
_TIMES: Final = ("datetime", "content", "title")
_VOTES: Final = ("content", "data-value", "data-score", "title")
TIME_ATTRIBUTES: Final = frozenset(_TIMES)
VOTE_ATTRIBUTES: Final = frozenset(_VOTES)
_SHORT_DATE: Final = 40
_MAX_COUNTER: Final = 4
"""Digits of a number that is a counter rather than a name."""
_NAMED: Final = (
    (Sign.POST, r"(?:^|[\s_-])(?:post|posts?row|comment|message|msg|reply|answer|question)(?:$|[\s_-])"),
    (
        Sign.AUTHOR,
        r"author|\bauthi?\b|user[-_]?(?:name|link|info|details)|\buser\b|poster\b|nick|by-?line|member|creator|\bfn\b|^name$",
    ),
    (Sign.DATE, r"date|time|posted|poston|post-?details|published|\bage\b|\bwhen\b"),
    (Sign.VOTES, r"vote[-_]?count|\bvotes?\b|\bscore\b|\bpoints\b|upvotes?\b"),
    (Sign.ACCEPTED, r"accepted|best[-_]?answer|solution|is[-_]?solved"),
    (Sign.NOT_AUTHOR, r"avatar|title|rank|signature|stat|badge|count|reputation"),
    (Sign.NOT_DATE, r"since|join|regist|signature|edit|last|member"),
    (Sign.NOT_VOTES, r"reputation"),
)
"""Words in classes and ids."""
_MARKED: Final = (
    (Sign.POST, r"(?:^|[/\s])(?:comment|answer|question|discussionforumposting|suggestedanswer|acceptedanswer)$"),
    (Sign.AUTHOR, r"\bauthor\b|\bcreator\b|/person$"),
    (Sign.DATE, r"datepublished|datecreated"),
    (Sign.VOTES, r"upvotecount"),
    (Sign.ACCEPTED, r"acceptedanswer"),
)
"""Values of ``itemprop`` and ``itemtype``."""


def _patterns(words: tuple[tuple[int, str], ...]) -> tuple[tuple[int, re.Pattern[bytes]], ...]:
    return tuple((sign, re.compile(pattern.encode())) for sign, pattern in words)


_NAME_PATTERNS: Final = _patterns(_NAMED)
_MARK_PATTERNS: Final = _patterns(_MARKED)
_ANY_NAME: Final = re.compile(
    rb"post|comment|message|msg|reply|answer|question|auth|user|name|nick|by-?line|member|fn|creator|date|time|publish|age|when|"
    rb"vote|score|points|accepted|best|solution|solved|avatar|title|rank|signature|stat|badge|count|reputation"
)
"""The words in one pattern: most names have none of them."""
_LEAD: Final = re.compile(
    r"(?:(?:(?:posted|written|answered|asked|submitted)\s+)?by|von|par|door|作者|楼主|投稿者)(?:\s*[:：]\s*|\s+)|@",
    re.IGNORECASE,
)
_NOT_NAMES: Final = re.compile(
    r"(?:posted|reply|quote|report|permalink|share|edit|link|offline|online|member|author|says|发表于|回复|只看该作者)\W*",
    re.IGNORECASE,
)
_EDITED: Final = re.compile(
    r"\W*(?:last\s+)?(?:edited|modified|bearbeitet|modifié|editado|编辑|編集|изменено)", re.IGNORECASE
)
_JOINED: Final = re.compile(
    r"(?:joined|join date|registered|member since|registriert|dabei seit|mitglied seit|inscrit|registrado|iscritto|"
    r"зарегистрирован|регистрация|注册|註冊|加入|登録)"
)
"""What says when somebody registered, in lower case."""
_COUNT: Final = re.compile(r"\s*\+?([-−]?\d{1,12}(?:[.,]\d{1,6})*)\s*([km]?)(?![\w.,])", re.IGNORECASE)
_NUMBER_OF: Final = re.compile(r"(?<!\w)\d{1,3}\s*[^\W\d_]")
_SIZES: Final = {"": 1, "k": 1000, "m": 1_000_000}
_SOME_DAY: Final = datetime(2020, 1, 1)
"""Only used to recognise times such as "2 hours ago"."""


@lru_cache(maxsize=4096)
def signs_of_name(name: bytes) -> int:
    """The signs in a class or an id."""
    name = name.lower()
    if not _ANY_NAME.search(name):
        return 0
    return sum(sign for sign, pattern in _NAME_PATTERNS if pattern.search(name))


@lru_cache(maxsize=1024)
def signs_of_mark(mark: bytes) -> int:
    """The signs in a value of ``itemprop`` or ``itemtype``."""
    found = sum(sign for sign, pattern in _MARK_PATTERNS if pattern.search(mark.lower()))
    return found | Sign.IN_MICRODATA if found else 0


def name_in(text: str) -> str:
    """The name that a short text consists of, empty if it is not a name."""
    lead = _LEAD.match(text)
    name = text[lead.end() if lead else 0 :].strip(" \t\xa0:：,;·•|»›-–—")
    if not name or len(name) > MAX_NAME or _NOT_NAMES.fullmatch(name) or first_date(name):
        return ""
    is_named = any(character.isalpha() for character in name) or (name.isdecimal() and len(name) > _MAX_COUNTER)
    return name if is_named and not _is_relative(name) else ""


def is_edited(text: str) -> bool:
    """Whether a text says when a post was changed."""
    return _EDITED.match(text) is not None


def time_in(text: str, attributes: Mapping[str, str]) -> When:
    """The time that an element names in its attributes, see ``TIME_ATTRIBUTES``, or in its text."""
    if is_edited(text) or _JOINED.search(text.lower()):
        return UNKNOWN
    shown = time_in_text(text)
    for name in _TIMES:
        value = attributes.get(name, "")
        if 0 < len(value) <= MAX_DATE and (date := first_date(value)):
            return When(date, shown.written if shown.date else "")
    return shown


def time_in_text(text: str) -> When:
    """The time that a short text names."""
    found = written_dates(text) if text else []
    if found:
        return When(found[0].value, text[found[0].start : found[0].end].strip(" ,|·"))
    return When("", text) if len(text) <= _SHORT_DATE and _is_relative(text) else UNKNOWN


def _is_relative(text: str) -> bool:
    """Whether a short text says how long ago something was."""
    return _NUMBER_OF.search(text) is not None and relative_date(text, _SOME_DAY) is not None


def votes_in(text: str, attributes: Mapping[str, str]) -> int | None:
    """The number of votes that an element shows in its text or has in its attributes, see ``VOTE_ATTRIBUTES``."""
    for written in (text, *(attributes.get(name, "") for name in _VOTES)):
        if written and len(written) <= MAX_VOTES and (number := _COUNT.match(written)):
            return _number(number)
    return None


def _number(written: re.Match[str]) -> int:
    """A number such as ``12``, ``1,204`` or ``1.5k``."""
    digits, size = written[1].replace("−", "-"), written[2].lower()
    if size:
        whole, _, fraction = digits.replace(",", ".").partition(".")
        return round(float(f"{whole}.{fraction.replace('.', '') or 0}") * _SIZES[size])
    return int(digits.replace(",", "").replace(".", ""))
