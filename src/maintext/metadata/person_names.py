"""Names of people in bylines: separated from the words around them, and from texts that are not names."""

import re
from collections.abc import Iterable
from typing import Final

from maintext.dates import written_dates
from maintext.metadata._collect import Snippets, WordSet, contains_any, has_letter, may_hold_date
from maintext.metadata.byline_words import BEFORE_COLON, LABELS
from maintext.metadata.cjk_names import bare_name, has_wide_letters, is_cjk_word

_LABELS: Final = "|".join(LABELS).replace(" ", r"\s+")
AUTHOR_LABELS: Final = (
    r"by|autor(?:in|en|es)?|authors?|auteure?s?|autore|redakteur(?:in)?|verfasser(?:in)?|автор|"
    rf"{_LABELS}|{'|'.join(BEFORE_COLON)}"
)
"""Words that introduce an author if a colon follows, anywhere in a line."""
_BY: Final = (
    r"by|von|vom|par|por|di|door|av|af|przez|oleh|bởi|autor(?:in|en|es)?|authors?|auteure?s?|autore|redakteur(?:in)?|"
    rf"verfasser(?:in)?|автор|текст|via|{_LABELS}"
)
_WROTE: Final = (
    r"article|story|text|words?|post(?:ed)?|published|written|reported|reviewed|created|submitted|uploaded|edited|"
    r"contributed|medically\s+reviewed|guest\s+post|sponsored|presented|review|analysis|opinion|compiled|started|"
    r"geschrieben|verfasst|artikel|ein\s+beitrag|beitrag|veröffentlicht|écrit|publié|rédigé|escrito|publicado|scritto|"
    r"pubblicato|gepost|geschreven|thread\s+starter|topic\s+author|originally|erstellt|eingestellt|gepostet|guide"
)
LEAD: Final = re.compile(
    rf"^\W*(?:(?:\w+\s+)?(?:{_WROTE})\s+(?:(?:and|und)\s+\w+\s*)?(?:on\s+)?){{0,4}}"
    rf"(?:(?:{_BY})(?!\w)\s*[:：|/=՝]?\s*|(?:{_WROTE}|interview|{'|'.join(BEFORE_COLON)})\s*[:：]\s*)",
    re.IGNORECASE,
)
"""The words before a name in a byline: "By", "Written by:", "Von", "Autorin:".

Each word may also be the word before the next, so the ways to read them would grow exponentially without a limit."""
_WORD: Final = re.compile(r"[^\W\d]+")
BY_WORDS: Final = WordSet(
    "by von vom par por di door av af przez oleh bởi autor autorin autoren autores author authors auteur auteure "
    "auteurs auteures autore redakteur redakteurin verfasser verfasserin автор текст via".split()
    + [max(_WORD.findall(label), key=len) for label in LABELS]
)
WORDS_BEFORE_COLON: Final = WordSet(
    [
        "interview",
        *[max(_WORD.findall(label), key=len) for label in BEFORE_COLON],
        *_WORD.findall(_WROTE.replace(r"\s+", " ").replace("(?:ed)?", "|posted").replace("words?", "word|words")),
    ]
)
"""Every line that introduces a name has one of these words, those of the second set with a colon."""
_GLUED_BY: Final = re.compile(r"^(?:By|Von|Par|Por)(?=[A-ZÀ-ÝА-Я])")
"""Where there were tags instead of a blank between the words."""
_PLAIN_LEAD: Final = re.compile(
    r"^\W*(?:(?:posted|written|published|words|story)\s+)*(?:by\b|authors?\s*[:：])\s*"
    r"|^(?-i:Von|Par|Por)\s+(?=(?-i:[A-ZÀ-Ý])\S*\s+(?-i:[A-ZÀ-Ý]))",
    re.IGNORECASE,
)
"""Words before a name that are not part of it; "von" is, unless two other names follow."""
_SHORT_DATE: Final = re.compile(r"^\W*[A-Z][a-z]{2,8}\.?\s\d{1,2}\b\W*")
_ROLE: Final = (
    r"editors?|writers?|reporters?|correspondents?|contribut\w+|experts?|director|manager|professor|analysts?|staff|"
    r"journalist\w*|columnists?|founder|co-founder|ceo|president|specialist|attorney|redakteur\w*|redaktion|"
    r"korrespondent\w*|autor\w*|journaliste|rédact\w+|redactor\w*|senior|associate|fellow|intern|producer|team lead|"
    r"consultant|strategist|representative|dietitian|nutritionist|therapist|physician|professional|blogger|photographer"
)
_TAIL: Final = re.compile(
    rf"\s*(?:[|•·⋅●»›]|\s[-–—]\s|\s/\s|[(\[]|\s@|\+\d+|,\s*(?:[^,]*\b)?(?:{_ROLE})\b|"
    rf"\s(?:{_ROLE})\b(?=\s*$|\s*[,|]|\s+at\b)|"
    r"\b(?:is an?|on behalf of|last updated|updated|published|posted|medically|reviewed|fact[- ]checked|follow|for the|"
    r"in partnership)\b|\b(?:on|am|um|stand)$|\s(?:in|aus|à|en|em|from|из)\s|\d+\s*(?:min|hour|day|week|month|year)|"
    r"\s(?:Mo|Di|Mi|Do|Fr|Sa|So)$|"
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:mo|di|mi|do|fr|sa|so)\.,).*$",
    re.IGNORECASE,
)
"""Texts that follow a name in a byline: an office, a place, a time, a button."""
_NOT_IN_NAMES: Final = re.compile(
    r"https?:|www\.|\w\.\w+\.\w|\S@\S|©|\d:\d|\bago\b|^(?:vor|il y a|hace)\s+\d|pexels|unsplash|shutterstock|"
    r"getty|\bcomments?\b|\bcookies?\b|\bsubscribe|\bsign (?:up|in)\b|\bread more\b|\bview (?:all|more)\b|\bprivacy\b|"
    r"^(?:foto|photo|bild|bilder|quelle|source|credit|symbolbild)\s*:",
    re.IGNORECASE,
)
_NOT_IN_NAMES_PARTS: Final = Snippets((
    "http", ".", "@", "©", ":", "ago", "vor", "il y a", "hace", "pexels", "unsplash", "shutterstock", "getty",
    "comment", "cookie", "subscribe", "sign ", "read more", "view ", "privacy",
))  # fmt: skip
"""Every match of the pattern contains one of these in lower case."""
_NO_NAME: Final = re.compile(
    r"\W*|(?:admin|administrator|root|user|guest|anonymous|unknown|none|null|undefined|n/a|webmaster|default|"
    r"super user|share|follow|contact|login|log in|menu|home|about|more|news|bio|all posts|profile|avatar|image|photo|"
    r"and|search|name|date|title|quelle|source|about the author|meet the author|the author|this author|author bio|"
    rf"editor|writer|contributor|{_BY}|{_WROTE})s?",
    re.IGNORECASE,
)
_CAPITAL: Final = "".join(letter for letter in map(chr, [*range(0x590), *range(0x1E00, 0x2000)]) if letter.isupper())
_PERSON: Final = re.compile(
    rf"(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?\s+)*[{_CAPITAL}][\w.'’\-]*"
    rf"(?:\s+(?:(?:de|da|di|du|van|von|der|den|la|le|del|dos|bin|al|el|y|zu)\s+)*[{_CAPITAL}][\w.'’\-]*){{1,3}}"
)
_PARTICLES: Final = frozenset(
    "de da di du van von der den la le del dos bin al el y zu and und et e i v. of the".split()
)
_NO_WORD: Final = re.compile(
    r"[?!%:;]|\w{5}\.\s|\b(?:GmbH|Ltd|Inc|LLC|Corp|Verlag)\b|^(?:The|A|An|Our|Your|This|How|Why|What|Share|Example|PDF)\b"
)
_SPLIT: Final = re.compile(r"\s*(?:;|\s&\s|\s\+\s|\b(?:and|und|et|og|och)\b|、|，)\s*|\s*,\s*(?=\S+\s+\S)")
_AND: Final = re.compile(r"\s(?:and|und|et|og|och|&|\+)\s")
_TWO: Final = re.compile(r"(\S+\s\S[^,]*?)\s(?:y|e|i|a|ja|ve|și|и|і|й|та|και)\s(\S+\s\S[^,]*)")
"""Two full names with a word for "and" between them that is also a part of names, as in Ortega y Gasset."""
_PLACE: Final = re.compile(rf"[{_CAPITAL}][^\W\d_A-Z]{{2,}}|\S+\.[a-z]{{2,4}}")
"""A single word after a comma, as a place or a site is written; degrees have capitals or dots in them."""
_NOT_PEOPLE: Final = frozenset(
    "associated press|the associated press|financial times|bloomberg news|agence france-presse|deutsche presse-agentur|"
    "new york|los angeles|san francisco|las vegas|hong kong|tel aviv|buenos aires|mexico city|são paulo|sao paulo|"
    "rio de janeiro|cape town|new delhi|kuala lumpur|abu dhabi|washington dc|washington d.c.|st. petersburg|den haag|"
    "the hague|frankfurt am main|saudi arabia|south africa|south korea|north korea|new zealand|united states|"
    "united kingdom|ciudad de méxico|santiago de chile".split("|")
)
"""News agencies, and places of several words, that may follow a name after a comma."""
_NAME_WORD: Final = re.compile(r"\w+")
_MAX_NAME: Final = 120
_MAX_BYLINE: Final = 300


def cleaned(text: str) -> str:
    """A name without the words that introduce it; empty if the text is not a name."""
    if len(text) > _MAX_BYLINE:
        return ""
    name = _PLAIN_LEAD.sub("", " ".join(text.split())).strip(" ,;:|·•-–—/\u3000\xa0\u200b")
    if not name.isascii() and has_wide_letters(name):
        name = bare_name(name)
    return name if is_name(name) else ""


def is_name(text: str) -> bool:
    """Whether a text may be a name: not an address, not a button and not a sentence."""
    usable = 0 < len(text) <= _MAX_NAME and has_letter(text)
    if not usable or _NO_NAME.fullmatch(text) or (not text.isascii() and is_cjk_word(text)):
        return False
    return not (contains_any(text.lower(), _NOT_IN_NAMES_PARTS) and _NOT_IN_NAMES.search(text))


def is_person(text: str) -> bool:
    """Whether a text looks like the first and the last name of a person, or several of them."""
    if " " not in text or _NO_WORD.search(text):
        return False
    parts = [part for part in _SPLIT.split(text) if part]
    return bool(parts) and all(_PERSON.fullmatch(part) for part in parts)


def byline_name(text: str) -> str:
    """The name in a byline, without the dates, places and offices after it."""
    text = " ".join(text[:_MAX_BYLINE].split())
    for date in reversed(written_dates(text)) if may_hold_date(text) else ():
        text = f"{text[: date.start]} | {text[date.end :]}"
    text = _SHORT_DATE.sub("", text.strip(" |·•,-–—"))
    text = LEAD.sub("", _GLUED_BY.sub("", text))
    rest = _TAIL.sub("", text)
    name = cleaned(rest if rest == text else _TAIL.sub("", rest)).rstrip(".") if text else ""
    return name if len(name.split()) <= 8 or "," in name else ""


def is_capitalised(text: str) -> bool:
    """Whether all words of a text except particles begin with a capital, or it is a single word, as names do."""
    words = text.replace(",", " ").replace("&", " ").split()
    if len(words) == 1:
        return text[:1].isalpha() and (text[-1:].isalnum() or _has_no_case(text))
    large = [word for word in words if word.lower() not in _PARTICLES]
    if not (0 < len(large) <= 12) or _NO_WORD.search(text):
        return False
    return all(word[0].isupper() for word in large) or (len(large) <= 5 and all(map(_has_no_case, large)))


def _has_no_case(word: str) -> bool:
    """Whether a word begins with a letter of a script without capitals, or of Georgian, which seldom uses them."""
    return word[0].isalpha() and (word[0].upper() == word[0].lower() or "\u10d0" <= word[0] <= "\u10ff")


def single_names(name: str) -> list[str]:
    """The single names of people that one text has, without the places and agencies after them."""
    while ", " in name:
        before, _, last = name.rpartition(", ")
        if last.lower() not in _NOT_PEOPLE and not (_PLACE.fullmatch(last) and is_person(before)):
            break
        name = before
    if _AND.search(name) and is_person(name):
        return [part for part in _SPLIT.split(name) if part]
    if (both := _TWO.fullmatch(name)) and is_person(both[1]) and is_person(both[2]):
        return [both[1], both[2]]
    return [name]


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names in their order, each once, regardless of case and order of words."""
    kept: dict[str, str] = {}
    for name in names:
        kept.setdefault(" ".join(sorted(_NAME_WORD.findall(name.lower()))), name)
    return tuple(kept.values())
