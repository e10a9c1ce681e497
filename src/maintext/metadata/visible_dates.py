"""Dates in the visible text, each with how likely its position is that of a date of publication."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Final, NamedTuple

import numpy as np

from maintext.dates import first_date, written_dates, written_month
from maintext.dates.relative import relative_date
from maintext.metadata._collect import Lines, RowIndex, Snippets, contains_any, linked_texts, may_hold_date
from maintext.metadata.candidates import Candidates
from maintext.metadata.headline import Headline
from maintext.table import tags

_UPDATED: Final = re.compile(
    r"updated?\b|modified\b|edited\b|revised\b|reviewed\b|\bchanged\b|aktualisiert|geändert|änderung|zuletzt|\bstand\b|"
    r"mis à jour|mise à jour|modifié|actualizado|actualización|aggiornat|atualizad|更新|修改|最終|갱신|수정|"
    r"обновлен|изменен|bijgewerkt|gewijzigd|uppdaterad|oppdatert|opdateret|güncelle|aktualizov|zaktualizowan|"
    r"editad[ao]|alterad[ao]|modificad[ao]|modificat|redigera|redigert|redigeret|ändrad|endret|ændret|päivitetty|"
    r"muokattu|frissítve|módosít|upraven|změněn|zmodyfikowan|edytowan|оновлен|змінен|отредактирован|изменён|"
    r"ενημερώθηκε|τροποποι|düzenlen|diperbarui|diubah|cập nhật|sửa đổi|แก้ไข|อัปเดต|تحديث|تعديل|עודכן|נערך|"
    r"به‌روزرسانی|ویرایش|अपडेट|अद्यतन|alteração|editó|"
    r"dernière modif|ultima modif|bewerkt|editov|muutettu|修订|修訂|редакція"
)
_PUBLISHED: Final = re.compile(
    r"\b(?:created|written|released?|vom)\b\W*$|"
    r"publish|posted|post (?:time|date)|originally|veröffentlicht|erschienen|erstellt|gepostet|"
    r"publié|publicad|pubblicat|"
    r"发布|發佈|發布|发表|發表|时间|時間|日期|刊登|公開|投稿|掲載|配信|등록|입력|작성|게시|опубликован|gepubliceerd|geplaatst|"
    r"publicerad|julkaistu|yayın|opublikowan|ngày đăng"
)
_UPDATED_PARTS: Final = Snippets(
    "update modified edited revised reviewed changed aktualisiert geändert änderung zuletzt stand jour modifié "
    "actualiza aggiornat atualizad 更新 修改 最終 갱신 수정 обновлен изменен bijgewerkt gewijzigd "
    "uppdaterad oppdatert opdateret güncelle aktualizov zaktualizowan editad alterad redig "
    "ändrad endret ændret päivitetty muokattu frissítve módosít upraven změněn zmodyfikowan edytowan оновлен змінен "
    "отредактирован изменён ενημερώθηκε τροποποι düzenlen diperbarui diubah nhật sửa แก้ไข อัปเดต تحديث تعديل עודכן "
    "נערך روزرسانی ویرایش अपडेट अद्यतन alteração editó modif bewerkt editov muutettu 修订 修訂 редакція".split()
)
"""Every match of the pattern of changes contains one of these."""
_PUBLISHED_PARTS: Final = Snippets(
    "created written release vom publish post originally veröffentlicht erschienen erstellt gepostet publié publicad "
    "pubblicat 发布 發佈 發布 发表 發表 时间 時間 日期 刊登 公開 投稿 掲載 配信 등록 입력 작성 게시 опубликован "
    "gepubliceerd geplaatst publicerad julkaistu yayın opublikowan ngày".split()
)
"""Every match of the pattern of publications contains one of these."""
_FIRST_PUBLISHED: Final = re.compile(
    r"(?:originally|first) (?:published|posted|appeared)|erstmals (?:veröffentlicht|erschienen)|"
    r"(?:initialement|d'abord) publié|publicado originalmente|originalmente publicado|pubblicato originariamente|"
    r"首次发[布表]|首次發[布表佈]|初出|впервые опубликован"
)
"""Labels of the day of publication on a page that has been changed since."""
_WORD: Final = re.compile(r"\w+")
_WEAKLY_PUBLISHED: Final = frozenset("on date datum fecha data am le el".split())
"""Words that say so only in a line with little else."""
_OTHER: Final = re.compile(
    r"©|copyright|\(c\)|registered|joined|member since|born|geboren|\bnée?\b|expires?|deadline|valid (?:until|till)|"
    r"effective|"
    r"since\b|seit\b|注册|註冊|加入|出生|截至|版权|retrieved|accessed|abgerufen|archived|scheduled|starts?\b|ends?\b|until\b|"
    r"visited|last seen|\bbis\b|\bab\b|événement|from\s*$|between\b|clos(?:es|ing)\b|apply (?:by|before)\b|"
    r"(?:bewerbungs|einsende|anmelde)schluss|frist\b|date limite|fecha límite|\bplazo\b|scadenza|\bprazo\b|"
    r"uiterlijk|sluitingsdatum|截止|締切|締め切り|마감|крайний срок|последний день|\btermin składania"
)
_OTHER_PARTS: Final = Snippets(
    "© copyright (c) registered joined member born geboren né expire deadline valid effective since seit 注册 註冊 "
    "加入 出生 截至 版权 retrieved accessed abgerufen archived scheduled start end until visited seen bis ab événement "
    "from between closes closing apply schluss frist limite límite plazo scadenza prazo uiterlijk sluitingsdatum 截止 "
    "締切 締め切り 마감 срок последний termin".split()
)
"""Every match of the pattern of other events contains one of these."""
_DATE_CLASSES: Final = Snippets((
    "date", "time", "publish", "posted", "entry-meta", "post-meta", "article-meta", "byline", "article-info",
))  # fmt: skip
_UPDATED_CLASS: Final = re.compile(
    r"modified|(?:last|date|time)[-_]?updated?|updated?[-_]?(?:at|on|date|time)|[-_]updated"
)
_UPDATED_CLASSES: Final = Snippets(("modified", "update"))
"""Every class of a change contains one of these."""
_PUBLISHED_CLASSES: Final = Snippets(("publish", "posted", "created"))
_ASIDE_CLASSES: Final = Snippets((
    "comment", "related", "sidebar", "widget", "footer", "recommend", "most-read", "popular", "teaser",
))  # fmt: skip
_LONG: Final = 150
"""A line with more characters besides the date is running text, in which dates are those of events."""
_SHORT: Final = 80
_NEXT_LINES: Final = 8
"""Relative dates are searched for in this number of short lines right after the headline."""
_MONTHS_BEFORE: Final = 4
_MONTHS_AFTER: Final = 20
"""Months without a day are searched for in this number of lines before and after the headline."""
_SLASHED: Final = re.compile(r"\d[/-]\d")
_MAX_LINES: Final = 30
"""Lines with dates that are looked at, the nearest to the headline first: lists may have a date in each line."""
_MIDDLE: Final = re.compile(r"/\d\d?/(?:19|20)\d\d(?!\d)")
_SLASHED_DATE: Final = re.compile(r"(?<![\d/])(\d\d?)/(\d\d?)/((?:19|20)\d\d)(?!\d)")
"""Dates with slashes; the middle of one is found much faster than its beginning."""
_DAY: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/]?(\d\d)[-/]?(\d\d)(?!\d)")
_LINKED_DATES: Final = ("datePublished", "dateModified", "dateCreated", "uploadDate")
_AMERICAN_ENGLISH: Final = ("en", "en-us")
_AMERICAN_DOMAINS: Final = frozenset("com org net edu gov us io co info biz".split())
_BEFORE: Final = 5_000
_AFTER: Final = 20_000
"""Characters before and after the headline in which dates are searched for."""
_MAX_DISTANCE: Final = 60
_IRRELEVANT: Final = 22.0
"""Lines that are farther from the headline than the cost of a date plus this cannot have a date of publication that is
within 10 of its cost: labels, classes and attributes lower the cost of a date by 12 at most."""
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_FOUR_DIGITS: Final = re.compile(r"\d{4}")
_MAX_ROWS: Final = 500
_QUOTE: Final = tags.code_of("blockquote")
_MAX_QUOTES: Final = 50
_MAX_QUOTE: Final = 1_500
"""Characters of a quotation; longer ones are for layout."""
_LABEL_WORDS: Final = 3
"""Words before a month that say it is that of publication."""
_TITLED_CLASSES: Final = frozenset({"published", "updated", "dtstart", "date"})
_TIME_ATTRIBUTES: Final = frozenset({"datetime", "title"})
_CLASS: Final = frozenset({"class"})


class VisibleDate(NamedTuple):
    """A date in the visible text."""

    value: str
    source: str
    cost: float
    """Distance from where a date of publication usually is; the least is the best."""
    is_change: bool
    """Whether it is labelled as the day of a change."""
    is_labelled: bool = False
    """Whether it is labelled as the day of publication, or in one line with the day of a change."""
    is_written: bool = True
    """Whether readers see the day: the text of a ``<time>`` may be only the hour."""
    is_first: bool = False
    """Whether the page says that it was first published then."""


def visible_dates(candidates: Candidates, headline: Headline | None) -> tuple[VisibleDate, ...]:
    """All dates on the page that may be those of its publication or of its last change, the best first."""
    lines = candidates.lines
    if headline is None or not lines:
        return ()
    times = _time_rows(lines)
    years = lines.with_years(headline.last, _BEFORE, _AFTER)
    times_of_line: dict[int, list[tuple[int, str]]] = {}
    nearest: list[int] = []
    quotes = _quotes(lines, headline) if lines.rows.table.present_tags[_QUOTE] else ()
    for number in sorted(years | times.keys(), key=lambda number: (abs(number - headline.last), number)):
        if quotes and any(lines.row(number) in quote for quote in quotes):
            continue
        if number in times and (dates := _dates_of_times(lines.rows, times[number])):
            times_of_line[number] = dates
        elif number not in years:
            continue
        nearest.append(number)
        if len(nearest) == _MAX_LINES:
            break
    limit = candidates.latest_day
    month_first = cache(lambda: is_month_first(candidates))
    is_prunable = not _YEAR.search(candidates.url)
    enough = float("inf")
    found: dict[int, list[VisibleDate]] = {}
    for number in nearest:
        if number not in times_of_line and not may_hold_date(lines.text(number)):
            continue
        before = headline.first - number
        distance = 3 * before + 1 if before > 0 else max(0, number - headline.last)
        if min(distance, _MAX_DISTANCE) > enough and not _may_be_change(lines, number):
            continue
        dates_of_line = _dates_of_line(lines, number, distance, times_of_line.get(number, ()), month_first)
        found[number] = [each for each in dates_of_line if each.value[:10] <= limit]
        for each in found[number]:
            if is_prunable and not each.is_change:
                enough = min(enough, each.cost + _IRRELEVANT)
    dates_in_order = [each for number in sorted(found) for each in found[number]]
    dates_in_order += _relative_dates(candidates, lines, headline) if candidates.fetched else ()
    return tuple(sorted(dates_in_order, key=attrgetter("cost")))


def _quotes(lines: Lines, headline: Headline) -> list[range]:
    """The rows of quotations. Their dates are those of what is quoted, such as a post of another site."""
    found: list[range] = []
    for row in np.flatnonzero(lines.rows.table.tag == _QUOTE)[:_MAX_QUOTES].tolist():
        first, last = lines.lines_of_row(row)
        is_short = lines.start(last) - lines.start(first) <= _MAX_QUOTE
        if is_short and not first <= headline.first <= last:
            found.append(range(row, lines.rows.end(row)))
    return found


def _may_be_change(lines: Lines, number: int) -> bool:
    """Whether the dates of a line may be labelled as those of a change, by their words or classes."""
    text = lines.text(number)
    before = lines.text(number - 1) if number and len(text) < 40 else ""
    if contains_any(f"{before} {text}".lower(), _UPDATED_PARTS):
        return True
    classes = lines.rows.classes(lines.row(number))
    return contains_any(classes, _UPDATED_CLASSES) and _UPDATED_CLASS.search(classes) is not None


def _time_rows(lines: Lines) -> Mapping[int, list[int]]:
    """The elements that may have a date in an attribute, by the number of the line in which they begin."""
    rows = lines.rows
    titled = [
        row
        for row in rows.titled[:_MAX_ROWS]
        if not _TITLED_CLASSES.isdisjoint(rows.attributes(row, _CLASS).get("class", "").split())
    ]
    found: dict[int, list[int]] = {}
    for row in sorted({*titled, *rows.named("time")[:_MAX_ROWS], *rows.datetimes})[:_MAX_ROWS]:
        found.setdefault(lines.line_of_row(row), []).append(row)
    return found


def _dates_of_times(rows: RowIndex, times: Sequence[int]) -> list[tuple[int, str]]:
    """Row and date of the elements that have one in an attribute or in their text."""
    found = []
    for row in times:
        attributes = rows.attributes(row, _TIME_ATTRIBUTES)
        written = attributes.get("datetime") or attributes.get("title")
        if value := (first_date(written) if written else None) or first_date(rows.text(row)):
            found.append((row, value))
    return found


def _dates_of_line(
    lines: Lines, number: int, distance: int, times: Sequence[tuple[int, str]], month_first: Callable[[], bool]
) -> list[VisibleDate]:
    """The dates of one line: those in its text, and those of its ``<time>`` elements that are not in the text.

    Args:
        lines: of the page.
        number: of the line.
        distance: of the line from the headline.
        times: row and date of the ``<time>`` elements.
        month_first: whether ``02/09/2018`` is in February on this page; called only where it matters.
    """
    text = lines.text(number)
    written = written_dates(text, month_first=_SLASHED.search(text) is not None and month_first())
    if not written and not times:
        return []
    found: list[VisibleDate] = []
    row = lines.row(number)
    classes = lines.rows.classes(row)
    base = (
        (min(distance, _MAX_DISTANCE) or 3)
        + (8 if lines.rows.is_aside(row) else 0)
        + (6 if lines.is_link(number) else 0)
    )
    base += (10 if contains_any(classes, _ASIDE_CLASSES) else 0) - (3 if contains_any(classes, _DATE_CLASSES) else 0)
    is_change_class = (
        contains_any(classes, _UPDATED_CLASSES)
        and _UPDATED_CLASS.search(classes) is not None
        and not contains_any(classes, _PUBLISHED_CLASSES)
    )
    days = set()
    for index, each in enumerate(written):
        before = text[max(0, each.start - 40) : each.start].lower()
        if number and each.start < 3 and len(text) < 40 and len(previous := lines.text(number - 1)) < 30:
            before = f"{previous} {text[: each.start]}".lower()
        if contains_any(before, _OTHER_PARTS) and _OTHER.search(before):
            continue
        days.add(each.value[:10])
        rest = len(text) - (each.end - each.start)
        is_change = distance != 0 and (is_change_class or _says_updated(before))
        is_labelled = not is_change and bool(
            (contains_any(before, _PUBLISHED_PARTS) and _PUBLISHED.search(before))
            or (rest < 40 and not _WEAKLY_PUBLISHED.isdisjoint(_WORD.findall(before)[-1:]))
        )
        is_first = is_labelled and _FIRST_PUBLISHED.search(before) is not None
        is_running = rest > _LONG and not is_labelled
        cost = base + (25 if is_running else min(rest, 120) / 30) - (6 if is_labelled else 0)
        exact = _exact([date.value[:10] for date in written], index, [value for _, value in times]) if times else ""
        source = "time element" if exact else "visible text"
        found.append(
            VisibleDate(
                max(each.value, exact, key=len),
                source,
                cost - 3 * bool(exact),
                is_change,
                is_labelled,
                is_first=is_first,
            )
        )
    if any(each.is_change for each in found):
        found = [each if each.is_change else each._replace(is_labelled=True) for each in found]
    for row, value in times:
        if value[:10] not in days:
            start = max(0, text.find(lines.rows.text(row)))
            before = text[max(0, start - 40) : start].lower()
            is_change = is_change_class or _says_updated(before)
            is_labelled = not is_change and contains_any(before, _PUBLISHED_PARTS) and bool(_PUBLISHED.search(before))
            cost = base - 3 + min(len(text), 120) / 30 - (6 if is_labelled else 0) + (2 if written else 0)
            found.append(VisibleDate(value, "time element", cost, is_change, is_labelled, is_written=False))
    return found


def _exact(days: Sequence[str], index: int, times: Sequence[str]) -> str:
    """The exact time of one of some days: if as many times are of that day, they are in the same order."""
    day = days[index]
    of_day = [value for value in times if value[:10] == day]
    if days.count(day) == len(of_day):
        return of_day[days[:index].count(day)]
    return max(of_day, key=len, default="")


def _relative_dates(candidates: Candidates, lines: Lines, headline: Headline) -> Iterator[VisibleDate]:
    """Dates relative to the time of fetching, in short lines after the headline."""
    if candidates.fetched is None:
        return
    for number in range(headline.last + 1, min(len(lines), headline.last + _NEXT_LINES)):
        text = lines.text(number)
        value = relative_date(text, candidates.fetched) if len(text) < _SHORT else None
        if value:
            yield VisibleDate(value, "visible text", float(number - headline.last), _says_updated(text.lower()))


def visible_month(lines: Lines, headline: Headline) -> str | None:
    """The month of a line near the headline that has nothing else besides the word for a date.

    Several months are those of an archive.
    """
    found = set()
    first, last = max(0, headline.first - _MONTHS_BEFORE), min(len(lines), headline.last + _MONTHS_AFTER)
    for number in (*range(first, headline.first), *range(headline.last + 1, last)):
        text = lines.text(number)
        may_be_date = len(text) < _SHORT and _FOUR_DIGITS.search(text) and not _says_updated(text.lower())
        if may_be_date and (month := _month_of_line(text)):
            found.add(month)
    return found.pop() if len(found) == 1 else None


def _month_of_line(text: str) -> str | None:
    """The month of a line that has nothing else besides a label: "Date: May 2018", "Published in May 2018"."""
    label, mark, rest = text.rpartition(":")
    if mark:
        is_date = _PUBLISHED.search(label.lower()) or label.lower().split()[-1:] == ["date"]
        return written_month(rest) if is_date else None
    words = text.split()
    tails = range(1, 1 + _LABEL_WORDS) if _PUBLISHED.match(text.lower()) else (0,)
    return next((month for first in tails if (month := written_month(" ".join(words[first:])))), None)


def _says_updated(text: str) -> bool:
    """Whether a text in lower case mentions a change, and no publication after it."""
    if not contains_any(text, _UPDATED_PARTS):
        return False
    changes = [match.end() for match in _UPDATED.finditer(text)]
    if not changes:
        return False
    publications = [match.start() for match in _PUBLISHED.finditer(text)]
    return not publications or max(changes) >= max(publications)


def is_month_first(candidates: Candidates) -> bool:
    """Whether ``02/09/2018`` is in February on this page.

    Another date of the page with a number above twelve, or one that the page declares for machines, decides. Without
    one, American English is assumed if the page is in English and its address is not of another country.
    """
    known: frozenset[str] | None = None
    for first, second, year in _slashed_dates(candidates.text):
        if int(first) > 12 or int(second) > 12:
            return int(second) > 12
        readings = f"{year}-{int(first):02}-{int(second):02}", f"{year}-{int(second):02}-{int(first):02}"
        known = _declared_days(candidates) if known is None else known
        if readings[0] != readings[1] and any(each in known for each in readings):
            return readings[0] in known
    claimed = candidates.languages[0][0].strip().lower().replace("_", "-") if candidates.languages else ""
    return claimed in _AMERICAN_ENGLISH and candidates.host.rpartition(".")[2] in _AMERICAN_DOMAINS


def _declared_days(candidates: Candidates) -> frozenset[str]:
    """All days in the page's address, meta elements and linked data, of whatever event."""
    texts = [candidates.url, *[content for pairs in candidates.meta.values() for _, content in pairs]]
    for name in _LINKED_DATES:
        texts += linked_texts(candidates.linked, name)
    return frozenset(["-".join(match) for text in texts for match in _DAY.findall(text)])


def _slashed_dates(text: str) -> Iterator[tuple[str, str, str]]:
    """The numbers of all dates with slashes."""
    for middle in _MIDDLE.finditer(text):
        for before in (2, 1):
            if middle.start() >= before and (found := _SLASHED_DATE.match(text, middle.start() - before)):
                yield found[1], found[2], found[3]
                break
