"""Dates that people see on the page, each with how well it stands where a date of publication would."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from maintext.dates import written_dates
from maintext.dates.relative import relative_date
from maintext.metadata.headline import Place
from maintext.metadata.page import ASIDE, Page

_UPDATED: Final = re.compile(
    r"updated?\b|modified\b|edited\b|revised\b|reviewed\b|\bchanged\b|aktualisiert|geändert|änderung|zuletzt|\bstand\b|"
    r"mis à jour|mise à jour|modifié|actualizado|actualización|aggiornat|atualizad|更新|修改|最終|갱신|수정|"
    r"обновлен|изменен|bijgewerkt|gewijzigd|uppdaterad|oppdatert|opdateret|güncelle|aktualizov|zaktualizowan"
)
_PUBLISHED: Final = re.compile(
    r"\b(?:created|written|released?|vom)\b\W*$|"
    r"publish|posted|originally|veröffentlicht|erschienen|erstellt|gepostet|publié|publicad|pubblicat|"
    r"发布|發佈|發布|发表|發表|时间|時間|日期|刊登|公開|投稿|掲載|配信|등록|입력|작성|게시|опубликован|gepubliceerd|geplaatst|"
    r"publicerad|julkaistu|yayın|opublikowan|ngày đăng"
)
_WORD: Final = re.compile(r"\w+")
_WEAKLY_PUBLISHED: Final = frozenset("on date datum fecha data am le el".split())
"""Words that say so only where the line holds little else."""
_OTHER: Final = re.compile(
    r"©|copyright|\(c\)|registered|joined|member since|born|geboren|\bnée?\b|expires?|deadline|valid (?:until|till)|"
    r"effective|"
    r"since\b|seit\b|注册|註冊|加入|出生|截至|版权|retrieved|accessed|abgerufen|archived|scheduled|starts?\b|ends?\b|until\b|"
    r"visited|last seen|\bbis\b|\bab\b|événement|from\s*$|between\b"
)
_DATE_CLASS: Final = re.compile(
    r"date|time|publish|posted|pubdate|entry-meta|post-meta|article-meta|byline|article-info|dateline"
)
_UPDATED_CLASS: Final = re.compile(
    r"modified|(?:last|date|time)[-_]?updated?|updated?[-_]?(?:at|on|date|time)|[-_]updated"
)
_PUBLISHED_CLASS: Final = re.compile(r"publish|posted|created")
_ASIDE_CLASS: Final = re.compile(r"comment|related|sidebar|widget|footer|recommend|most-read|popular|teaser")
_LONG: Final = 150
"""Characters besides the date from which on a line is running text, in which dates are those of events."""
_SHORT: Final = 80
_NEXT_LINES: Final = 8
"""Where a date told from now may stand: in short lines right below the headline."""
_SLASHED: Final = re.compile(r"\d[/-]\d")
_MOST_LINES: Final = 30
"""Lists may have a date in each line; those far from the headline are not looked at."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A date that people see."""

    value: str
    source: str
    cost: float
    """How far it stands from where a date of publication would: the least is the best."""
    updated: bool
    """Whether it is said to be the day of a change."""


def shown_dates(page: Page, place: Place | None) -> tuple[Shown, ...]:
    """All dates on the page that may be those of its publication or of its last change, the best first."""
    if place is None:
        return ()
    aside = page.rows.spans_of(*ASIDE)
    nearest = sorted(page.lines_with_dates(place.last), key=lambda number: abs(number - place.last))[:_MOST_LINES]
    found = [
        each for number in sorted(nearest) for each in _of_line(page, number, place, aside.hold(page.lines.row(number)))
    ]
    found += _relative_dates(page, place)
    return tuple(sorted(found, key=lambda each: each.cost))


def _of_line(page: Page, number: int, place: Place, in_aside: bool) -> Iterator[Shown]:
    """The dates of one line: those in its text, and those of its ``<time>`` elements that the text does not name."""
    text = page.lines.text(number)
    written = written_dates(text, month_first=_SLASHED.search(text) is not None and page.month_first)
    times = page.time_lines.get(number, ())
    if not written and not times:
        return
    distance = max(number - place.last, 2 * (place.first - number) + 1 if number < place.first else 0)
    classes = _classes(page, page.lines.row(number))
    base = (
        (min(distance, 60) or 3)
        + (8 if in_aside else 0)
        + (6 if page.lines.is_within(number, page.rows.spans_of("a")) else 0)
    )
    base += (10 if _ASIDE_CLASS.search(classes) else 0) - (3 if _DATE_CLASS.search(classes) else 0)
    changed = bool(_UPDATED_CLASS.search(classes)) and not _PUBLISHED_CLASS.search(classes)
    named = set()
    for each in written:
        before = _before(page, number, each.start)
        if _OTHER.search(before):
            continue
        named.add(each.value[:10])
        rest = len(text) - (each.end - each.start)
        updated = distance != 0 and (changed or _says_updated(before))
        labelled = not updated and bool(
            _PUBLISHED.search(before) or (rest < 40 and _WEAKLY_PUBLISHED.intersection(_WORD.findall(before)[-1:]))
        )
        running = rest > _LONG and not labelled
        cost = base + (25 if running else min(rest, 120) / 30) - (6 if labelled else 0)
        exact = max((value for _, value in times if value[:10] == each.value[:10]), key=len, default="")
        source = "time element" if exact else "visible text"
        yield Shown(max(each.value, exact, key=len), source, cost - 3 * bool(exact), updated)
    for row, value in times:
        if value[:10] not in named:
            start = max(0, text.find(page.table.text_of(row)))
            before = text[max(0, start - 40) : start].lower()
            updated = changed or _says_updated(before)
            labelled = not updated and bool(_PUBLISHED.search(before))
            cost = base - 3 + min(len(text), 120) / 30 - (6 if labelled else 0) + (2 if written else 0)
            yield Shown(value, "time element", cost, updated)


def _relative_dates(page: Page, place: Place) -> Iterator[Shown]:
    """Dates told from now in short lines below the headline, if it is known when now was."""
    if page.fetched is None:
        return
    for number in range(place.last + 1, min(len(page.lines), place.last + _NEXT_LINES)):
        text = page.lines.text(number)
        value = relative_date(text, page.fetched) if len(text) < _SHORT else None
        if value:
            yield Shown(value, "visible text", float(number - place.last), _says_updated(text.lower()))


def _before(page: Page, number: int, start: int) -> str:
    """The words before a date in lower case, those of the line before if it begins its own."""
    text = page.lines.text(number)
    before = text[max(0, start - 40) : start]
    if number and start < 3 and len(text) < 40 and len(previous := page.lines.text(number - 1)) < 30:
        before = f"{previous} {before}"
    return before.lower()


def _says_updated(text: str) -> bool:
    """Whether a text in lower case speaks of a change, and not of the publication behind that."""
    changes = [match.end() for match in _UPDATED.finditer(text)]
    if not changes:
        return False
    publications = [match.start() for match in _PUBLISHED.finditer(text)]
    return not publications or max(changes) >= max(publications)


def _classes(page: Page, row: int) -> str:
    """Classes and identifiers of an element and of the two around it, in lower case."""
    words = []
    for _ in range(3):
        if row < 0:
            break
        attributes = page.table.attributes(row)
        words += [attributes.get("class", ""), attributes.get("id", ""), attributes.get("itemprop", "")]
        row = int(page.table.parent[row])
    return " ".join(words).lower()
