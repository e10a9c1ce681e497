"""Pages that show only a message until their scripts run: that they load, need JavaScript or check the browser."""

import re
from typing import Final

from maintext.document.plain_text import text_of
from maintext.table import Mask, PageTable

_MAX_CHARACTERS: Final = 300
"""A page that shows more characters has something to say."""
_LOADING: Final = re.compile(
    r"(?:the |this |your )?(?:page|app|application|content|site|website|data|article)?(?: is)? ?(?:still )?(?:now )?"
    r"(?:loading|please wait|just a moment|one moment please|connecting|redirecting|initializing)"
    r"(?: (?:the |your )?(?:page|app|application|content|site|data|article|please wait|now))*|please|"
    r"(?:seite |inhalt |die seite |der inhalt )?(?:wird geladen|lädt|laden|lade)(?: bitte warten)?|bitte(?: warten)?|"
    r"(?:einen )?moment(?: bitte)?|chargement(?: en cours)?|un instant|cargando(?: (?:la )?página)?|un momento|"
    r"veuillez patienter(?: (?:pendant|durant) le chargement(?: de (?:la|cette|votre) page)?)?|espere por favor|"
    r"por favor(?: espere)?|carregando|"
    r"a carregar|aguarde|caricamento(?: in corso)?|attendere(?: prego)?|(?:bezig met )?laden|even geduld|"
    r"(?:идёт |идет )?загрузка(?: страницы)?|(?:страница )?загружается|подождите(?: пожалуйста)?|завантаження|"
    r"пожалуйста(?: подождите)?|"
    r"ładowanie|wczytywanie|trwa ładowanie|proszę czekać|yükleniyor|lütfen bekleyin|načítání|načítavam|načítám|"
    r"betöltés|laddar|indlæser|laster(?: inn)?|ladataan|se încarcă|зареждане|φόρτωση|učitavanje|nalaganje|memuat|"
    r"sedang memuat|đang tải(?: trang)?|vui lòng chờ|"
    r"(?:正在|页面|頁面|数据|資料|内容)*(?:加载|載入|载入|读取|讀取)中? ?(?:[请請]稍[候后後等])?|[请請]稍[候后後等]|"
    r"拼命加载中|努力加载中|"
    r"(?:ただいま)?(?:読み込み|読込|ロード)中(?:です)?|しばらくお待ちください|"
    r"로딩 ?중?(?:입니다)?|불러오는 중(?:입니다)?|잠시만 기다려 ?주세요|"
    r"جار[يٍ]? ?التحميل|يرجى الانتظار|در حال بارگذاری|لطفا صبر کنید|"
    r"טוען|אנא המתן|लोड हो रहा है|कृपया प्रतीक्षा करें|กำลังโหลด|โปรดรอสักครู่"
)
"""Usual words for that in many languages, in lower case and without marks."""
_SCRIPTS: Final = re.compile(r"java ?script|جافا ?سكريبت|자바스크립트")
_CHECKS: Final = re.compile(
    r"(?:checking|verifying) (?:your browser|if the site connection is secure|(?:that )?you are (?:a )?human)|"
    r"verify (?:that )?you are (?:a )?human|needs to review the security of your connection"
)
"""What pages say that check the browser before they show anything."""
_PAUSE: Final = re.compile(r"[.…․·•,，、。!！?？:：;\-–—|]+")
_MARKS: Final = re.compile(r"[.…․·•,，、。!！?？:：;\-–—'\"“”()\[\]%*|/_0-9]")


def is_placeholder(table: PageTable, keep: Mask) -> bool:
    """Whether all selected text outside links says that the page is loading, or that it needs JavaScript."""
    if not 0 < table.visible_characters <= _MAX_CHARACTERS:
        return False
    lines = text_of(table, keep & ~table.in_link[table.segment_owner]).lower().split("\n")
    if any(map(_CHECKS.search, lines)):
        return True
    messages = [line for line in lines if _bare(line)]
    return bool(messages) and all(map(_is_message, messages))


def _is_message(line: str) -> bool:
    """Whether a line, or each of its parts, says that the page is loading, or the line asks for JavaScript."""
    if _LOADING.fullmatch(_bare(line)) or _SCRIPTS.search(line):
        return True
    parts = filter(None, map(_bare, _PAUSE.split(line)))
    return all(map(_LOADING.fullmatch, parts))


def _bare(line: str) -> str:
    """A line without marks and numbers, white space folded."""
    return " ".join(_MARKS.sub(" ", line).split())
