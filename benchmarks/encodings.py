"""Compare detectors of legacy character encodings on pages that we encode ourselves.

Usage: ``python benchmarks/encodings.py`` (peers that are not installed are skipped with a line).

Every page is encoded without any declaration, so a detector has only the bytes to go by. A verdict is right when the
bytes decode to the text we started from, whatever name the detector gives to the encoding: ISO-8859-1 for a page
without any byte in which it differs from windows-1252 is right.

Shapes of page:

* ``markup``: all sentences of a language inside some 120 kB of ASCII markup, as on a portal's article page;
* ``page``: the same sentences in a bare page;
* ``short``: one sentence in a bare page;
* ``damaged``: ``page`` with two bytes that no encoding allows there, and cut in the middle of the last character;
* ``sparse``: English text with one or two characters of windows-1252 in it.

Every peer is measured twice: on the whole page, and (``+excerpt``) on the passages that hold bytes above 127, which is
what `maintext.decode` hands to its detector.
"""

from __future__ import annotations

import importlib
import statistics
import time
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Detector = Callable[[bytes], str | None]

SENTENCES: dict[str, tuple[str, ...]] = {
    "zh-Hans": (
        "昨天下午，市里的图书馆重新开放，门口排起了长队。",
        "记者了解到，修缮工程历时两年，新增阅览座位三百多个。",
        "很多读者带着孩子来借书，他们说以后周末有地方可以去了。",
        "馆长表示，今年还会增加夜间开放的时间，欢迎大家提出意见。",
    ),
    "zh-Hant": (
        "昨天下午，市裡的圖書館重新開放，門口排起了長隊。",
        "記者瞭解到，修繕工程歷時兩年，新增閱覽座位三百多個。",
        "很多讀者帶著孩子來借書，他們說以後週末有地方可以去了。",
        "館長表示，今年還會增加夜間開放的時間，歡迎大家提出意見。",
    ),
    "ja": (
        "昨日の午後、市の図書館が再び開館し、入口には長い列ができました。",
        "改修工事には二年かかり、閲覧席が三百席以上増えたそうです。",
        "子どもを連れて本を借りに来た人も多く、週末の楽しみができたと話していました。",
        "館長は、夜間の開館時間も延ばすので、ぜひ意見を聞かせてほしいと述べています。",
    ),
    "ko": (
        "어제 오후 시립 도서관이 다시 문을 열자 입구에 긴 줄이 생겼습니다.",
        "보수 공사는 이 년이 걸렸고 열람석이 삼백 개 넘게 늘었다고 합니다.",
        "아이들과 함께 책을 빌리러 온 사람이 많았으며 주말에 갈 곳이 생겼다고 말했습니다.",
        "관장은 올해 야간 개관 시간도 늘릴 예정이니 의견을 들려 달라고 밝혔습니다.",
    ),
    "ru": (
        "Вчера днём городская библиотека снова открылась, и у входа выстроилась длинная очередь.",
        "Ремонт продолжался два года, в читальных залах появилось более трёхсот новых мест.",
        "Многие пришли за книгами вместе с детьми и говорят, что теперь есть куда пойти в выходные.",
        "Директор обещает, что в этом году библиотека будет работать и по вечерам.",
    ),
    "uk": (
        "Учора вдень міська бібліотека знову відкрилася, і біля входу вишикувалася довга черга.",
        "Ремонт тривав два роки, у читальних залах з'явилося понад триста нових місць.",
        "Багато хто прийшов по книжки разом із дітьми й каже, що тепер є куди піти у вихідні.",
        "Директорка обіцяє, що цього року її бібліотека працюватиме і ввечері.",
    ),
    "bg": (
        "Вчера следобед градската библиотека отново отвори врати и пред входа се изви дълга опашка.",
        "Ремонтът продължи две години, а в читалните има над триста нови места.",
        "Много хора дойдоха за книги заедно с децата си и казват, че вече има къде да отидат в почивните дни.",
        "Директорът обещава, че тази година библиотеката ще работи и вечер.",
    ),
    "el": (
        "Χθες το απόγευμα η δημοτική βιβλιοθήκη άνοιξε ξανά και στην είσοδο σχηματίστηκε μεγάλη ουρά.",
        "Οι εργασίες κράτησαν δύο χρόνια και προστέθηκαν περισσότερες από τριακόσιες θέσεις.",
        "Πολλοί ήρθαν με τα παιδιά τους για να δανειστούν βιβλία και λένε ότι έχουν πού να πάνε.",
        "Η διευθύντρια υπόσχεται ότι φέτος η βιβλιοθήκη θα λειτουργεί και το βράδυ.",
    ),
    "tr": (
        "Dün öğleden sonra şehir kütüphanesi yeniden açıldı ve girişte uzun bir kuyruk oluştu.",
        "Onarım iki yıl sürdü, okuma salonlarına üç yüzden fazla yeni koltuk eklendi.",
        "Çocuklarıyla kitap almaya gelen birçok kişi, hafta sonu gidecek bir yerleri olduğunu söyledi.",
        "Müdür, bu yıl kütüphanenin akşamları da açık olacağına söz verdi.",
    ),
    "ar": (
        "أعيد افتتاح مكتبة المدينة بعد ظهر أمس، واصطف الناس أمام المدخل في طابور طويل.",
        "استمرت أعمال الترميم سنتين، وأضيف أكثر من ثلاثمئة مقعد جديد في قاعات القراءة.",
        "جاء كثير من القراء مع أطفالهم لاستعارة الكتب وقالوا إن لديهم الآن مكانا يذهبون إليه.",
        "وعدت المديرة بأن تفتح المكتبة أبوابها هذا العام في المساء أيضا.",
    ),
    "he": (
        "אתמול אחר הצהריים נפתחה מחדש הספרייה העירונית, ובכניסה השתרך תור ארוך.",
        "השיפוץ נמשך שנתיים, ובאולמות הקריאה נוספו יותר משלוש מאות מקומות.",
        "רבים באו עם הילדים כדי לשאול ספרים ואמרו שיש להם עכשיו לאן ללכת בסוף השבוע.",
        "המנהלת מבטיחה שהשנה הספרייה תהיה פתוחה גם בשעות הערב.",
    ),
    "th": (
        "เมื่อวานตอนบ่ายห้องสมุดประชาชนกลับมาเปิดอีกครั้งและมีคนต่อแถวยาวหน้าประตู",
        "การซ่อมแซมใช้เวลาสองปีและมีที่นั่งอ่านหนังสือเพิ่มขึ้นกว่าสามร้อยที่",
        "หลายคนพาลูกมายืมหนังสือและบอกว่าวันหยุดมีที่ให้ไปแล้ว",
        "ผู้อำนวยการสัญญาว่าปีนี้ห้องสมุดจะเปิดในตอนเย็นด้วย",
    ),
    "pl": (
        "Wczoraj po południu znów otwarto bibliotekę miejską, a przed wejściem ustawiła się długa kolejka.",
        "Remont trwał dwa lata, w czytelniach przybyło ponad trzysta nowych miejsc.",
        "Wielu czytelników przyszło po książki z dziećmi i mówi, że w końcu mają dokąd pójść w weekend.",
        "Dyrektorka obiecuje, że w tym roku biblioteka będzie czynna także wieczorem, jeśli się uda.",
    ),
    "cs": (
        "Včera odpoledne se znovu otevřela městská knihovna a před vchodem stála dlouhá fronta.",
        "Oprava trvala dva roky a ve studovnách přibylo více než tři sta nových míst.",
        "Mnoho čtenářů přišlo s dětmi a říkají, že konečně mají o víkendu kam jít.",
        "Ředitelka slibuje, že letos bude knihovna otevřená i večer.",
    ),
    "hu": (
        "Tegnap délután újra megnyílt a városi könyvtár, és hosszú sor kígyózott a bejárat előtt.",
        "A felújítás két évig tartott, az olvasótermekben több mint háromszáz új ülőhely várja az embereket.",
        "Sokan gyerekekkel jöttek könyvet kölcsönözni, és örülnek, hogy van hová menniük hétvégén.",
        "Az igazgató ígérete szerint az idén este is nyitva lesz a könyvtár, és hűvös is lesz benne.",
    ),
    "de": (
        "Gestern Nachmittag öffnete die Stadtbücherei wieder, und vor der Tür stand eine lange Schlange.",
        "Der Umbau dauerte zwei Jahre, in den Lesesälen gibt es über dreihundert neue Plätze.",
        "Viele kamen mit ihren Kindern, um Bücher auszuleihen, und freuen sich aufs Wochenende – endlich große Räume.",
        "Die Leiterin verspricht, dass die Bücherei in diesem Jahr auch abends geöffnet bleibt.",
    ),
    "fr": (
        "Hier après-midi, la bibliothèque municipale a rouvert ses portes et une longue file s'est formée.",
        "Les travaux ont duré deux ans et plus de trois cents places ont été ajoutées à l’étage.",
        "Beaucoup de lecteurs sont venus avec leurs enfants et se disent ravis d'avoir où aller le week-end.",
        "La directrice promet que, cette année, la bibliothèque sera aussi ouverte en soirée, même l'été.",
    ),
    "es": (
        "Ayer por la tarde la biblioteca municipal volvió a abrir y se formó una larga cola en la entrada.",
        "Las obras duraron dos años y se añadieron más de trescientos asientos.",
        "Muchos vinieron con los niños a sacar libros y dicen que ya tienen adónde ir los fines de semana.",
        "La directora promete que este año la biblioteca abrirá también por la noche. ¿Quién irá?",
    ),
    "pt": (
        "Ontem à tarde a biblioteca municipal reabriu e formou-se uma longa fila à entrada.",
        "As obras demoraram dois anos e há mais de trezentos lugares novos nas salas de leitura, não só em baixo.",
        "Muitas pessoas vieram com as crianças buscar livros e dizem que já têm aonde ir ao fim de semana.",
        "A diretora promete que este ano a biblioteca também estará aberta à noite.",
    ),
    "vi": (
        "Chiều hôm qua thư viện thành phố mở cửa trở lại, trước cổng người xếp hàng rất dài.",
        "Việc sửa chữa kéo dài hai năm, phòng đọc có thêm hơn ba trăm chỗ ngồi mới.",
        "Nhiều người đưa con đến mượn sách và nói rằng cuối tuần đã có nơi để đi.",
        "Giám đốc hứa năm nay thư viện sẽ mở cửa cả buổi tối.",
    ),
    "lt": (
        "Vakar po pietų vėl atidaryta miesto biblioteka, o prie įėjimo nusidriekė ilga eilė.",
        "Remontas truko dvejus metus, skaityklose atsirado daugiau kaip trys šimtai naujų vietų.",
        "Daug žmonių atėjo su vaikais ir sako, kad pagaliau turi kur eiti savaitgalį.",
        "Direktorė žada, kad šiemet biblioteka veiks ir vakarais, jei užteks žmonių.",
    ),
}

SPARSE = (
    "The library opened again yesterday \x97 after two years \x97 and people stood in line.",
    "\xa9 2009 The Town Library. All rights reserved.",
    "Meet us in the caf\xe9 on the first floor.",
    "It\x92s open until nine, and the director said: \x93Come in.\x94",
    "Tickets: \xa35, children free.\xa0More",
)

LEGACY: dict[str, tuple[str, ...]] = {
    "zh-Hans": ("gb18030",), "zh-Hant": ("big5",), "ja": ("cp932", "euc_jp", "iso2022_jp"), "ko": ("cp949",),
    "ru": ("cp1251", "koi8_r", "iso8859_5", "cp866"), "uk": ("cp1251", "koi8_u"), "bg": ("cp1251",),
    "el": ("cp1253", "iso8859_7"), "tr": ("cp1254",), "ar": ("cp1256",), "he": ("cp1255",), "th": ("cp874",),
    "pl": ("cp1250", "iso8859_2"), "cs": ("cp1250", "iso8859_2"), "hu": ("cp1250", "iso8859_2"),
    "de": ("cp1252",), "fr": ("cp1252",), "es": ("cp1252",), "pt": ("cp1252",), "vi": ("cp1258",), "lt": ("cp1257",),
}  # fmt: skip

MULTIBYTE = ("gb18030", "big5", "cp932", "euc_jp", "cp949")

MARKUP = (
    "<script>var config={id:42,track:function(e){return e&&e.target?e.target.id:null}};</script>\n"
    '<div class="row item"><a href="/news/2009/11/04/page.html" title="more"><img src="/i/p.gif" alt=""></a></div>\n'
) * 300


@dataclass(frozen=True, slots=True)
class Page:
    """A page of one language in one legacy encoding, without a declaration."""

    shape: str
    language: str
    codec: str
    data: bytes


def as_vietnamese_1258(text: str) -> str:
    """Write tones as combining marks, the only way windows-1258 can hold Vietnamese."""
    tones = "\u0300\u0301\u0303\u0309\u0323"
    out = []
    for char in text:
        parts = unicodedata.normalize("NFD", char)
        tone = "".join(part for part in parts if part in tones)
        rest = "".join(part for part in parts if part not in tones)
        out.append(unicodedata.normalize("NFC", rest) + tone)
    return "".join(out)


def make_pages() -> list[Page]:
    """Encode every language in each of its legacy encodings, in the three shapes."""
    pages = []
    for language, codecs in LEGACY.items():
        for codec in codecs:
            sentences = SENTENCES[language]
            if codec == "cp1258":
                sentences = tuple(as_vietnamese_1258(s) for s in sentences)
            body = "\n".join(f"<p>{s}</p>" for s in sentences)
            shapes = [("markup", MARKUP + body + MARKUP), ("page", body)]
            shapes += [("short", f"<p>{s}</p>") for s in sentences]
            for shape, inner in shapes:
                html = f"<html><head><title>{sentences[0][:12]}</title></head><body>{inner}</body></html>"
                pages.append(Page(shape, language, codec, html.encode(codec, "ignore")))
            if codec in MULTIBYTE:
                pages.append(Page("damaged", language, codec, damage(body.encode(codec))))
    pages += [Page("sparse", "en", "cp1252", f"<title>News</title><p>{s}</p>".encode("latin-1")) for s in SPARSE]
    return pages


def damage(data: bytes) -> bytes:
    """Two stray bytes and a cut inside the last character, as in a page stored by a crawler with a size limit."""
    third = data.index(b"<p>", len(data) // 3)
    cut = data.rindex(b"</p>") - 1
    return b"<p>\xff</p>" + data[:third] + b"<p>\xff</p>" + data[third:cut]


def load_chardetng() -> Detector:
    """Firefox's detector (Rust) through its Python binding."""
    module = importlib.import_module("chardetng_py")
    return lambda data: str(module.detect(data, allow_utf8=False))


def load_charset_normalizer() -> Detector:
    """Tries every codec and scores the mess in the decoded text."""
    module = importlib.import_module("charset_normalizer")

    def detect(data: bytes) -> str | None:
        best = module.from_bytes(data).best()
        return str(best.encoding) if best else None

    return detect


def load_chardet() -> Detector:
    """Port of Mozilla's old universal detector (up to 5.x), or its successor of the same name (from 6)."""
    module = importlib.import_module("chardet")
    return lambda data: module.detect(data)["encoding"]


def load_cchardet() -> Detector:
    """The C++ library uchardet, grown out of Mozilla's old universal detector."""
    module = importlib.import_module("cchardet")
    return lambda data: module.detect(data)["encoding"]


def load_resiliparse() -> Detector:
    """The same uchardet inside Resiliparse, on at most 128 kB, with names mapped as WHATWG does."""
    module = importlib.import_module("resiliparse.parse.encoding")
    return lambda data: str(module.detect_encoding(data))


def load_turbohtml() -> Detector:
    """The C detector of a whole HTML parser package."""
    module = importlib.import_module("turbohtml.detect")
    return lambda data: module.detect(data).encoding


def load_maintext() -> Detector:
    """What this library does with such a page, declarations and wrong declarations aside."""
    module = importlib.import_module("maintext.decode.decoder")
    return lambda data: str(module.decode(data).encoding)


LOADERS: dict[str, Callable[[], Detector]] = {
    "chardetng_py": load_chardetng,
    "charset-normalizer": load_charset_normalizer,
    "chardet": load_chardet,
    "faust-cchardet": load_cchardet,
    "resiliparse": load_resiliparse,
    "turbohtml": load_turbohtml,
    "maintext.decode": load_maintext,
}

PYTHON_NAMES = {
    "iso-8859-8-i": "iso8859_8", "windows-874": "cp874", "shift_jis": "cp932", "euc-kr": "cp949", "gbk": "gb18030",
    "gb2312": "gb18030", "x-mac-cyrillic": "mac_cyrillic", "macintosh": "mac_roman", "mac-centraleurope": "mac_latin2",
}  # fmt: skip


def is_right(page: Page, verdict: str | None) -> bool:
    """Whether the bytes read in the named encoding are the text of the page."""
    try:
        codec = PYTHON_NAMES.get(verdict.lower(), verdict) if verdict else "ascii"
        return page.data.decode(codec, "replace") == page.data.decode(page.codec, "replace")
    except LookupError:
        return False


def milliseconds(detect: Detector, page: Page) -> tuple[str | None, float]:
    """The verdict on a page, and how long it took."""
    start = time.perf_counter()
    verdict = detect(page.data)
    return verdict, (time.perf_counter() - start) * 1000


def measure(detect: Detector, pages: list[Page]) -> tuple[dict[str, float], dict[str, float], list[str]]:
    """Share of right verdicts and median time by shape, and what was wrong."""
    detect(b"warm up: \xe9t\xe9")
    right, spent, wrong = defaultdict(list), defaultdict(list), []
    for page in pages:
        verdict, took = milliseconds(detect, page)
        right[page.shape].append(is_right(page, verdict))
        spent[page.shape].append(took)
        if not right[page.shape][-1]:
            wrong.append(f"{page.language}/{page.codec}/{page.shape} as {verdict}")
    accuracy = {shape: sum(hits) / len(hits) for shape, hits in right.items()}
    return accuracy, {shape: statistics.median(times) for shape, times in spent.items()}, wrong


def detectors() -> Iterator[tuple[str, Detector]]:
    """The installed detectors, as they are and on an excerpt."""
    for name, load in LOADERS.items():
        try:
            detect = load()
        except ImportError:
            print(f"{name:<28}skipped: not installed")
            continue
        yield name, detect
        if name != "maintext.decode":
            yield f"{name} +excerpt", on_excerpt(detect)


def on_excerpt(detect: Detector) -> Detector:
    """The same detector, shown only the passages with bytes above 127."""
    module = importlib.import_module("maintext.decode.detect")
    return lambda data: detect(module.excerpt(data) or data)


def main() -> None:
    """Print a table of all installed detectors, then what each got wrong."""
    pages = make_pages()
    shapes = list(dict.fromkeys(page.shape for page in pages))
    counts = ", ".join(f"{shape} {sum(p.shape == shape for p in pages)}" for shape in shapes)
    print(f"pages: {counts}; right verdicts, and median ms per page")
    print("detector".ljust(28) + "".join(f"{shape:>9}{'ms':>9}" for shape in shapes))
    mistakes = {}
    for name, detect in detectors():
        accuracy, spent, mistakes[name] = measure(detect, pages)
        print(name.ljust(28) + "".join(f"{accuracy[s]:>9.1%}{spent[s]:>9.3f}" for s in shapes))
    for name, wrong in mistakes.items():
        print(f"\n{name} wrong: " + ("; ".join(wrong) or "nothing"))


if __name__ == "__main__":
    main()
