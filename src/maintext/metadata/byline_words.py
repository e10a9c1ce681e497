"""Words that introduce an author, in the languages of the world: "by", "written by", "author", "text".

Languages whose words are in ``person_names`` or ``cjk_bylines`` are not repeated here.
"""

import re
from typing import Final

_LABELS: Final = (
    # Germanic
    "eftir", "höfundur", "skrifað af", "skrevet av", "skrevet af", "skriven av", "forfatter", "forfattar", "författare",
    "skribent", "høvundur", "skrivað hevur", "geskryf deur", "skrywer", "outeur", "skriuwer",
    # Romance
    "scris de", "publicat de", "autoarea", "a cura di", "scritto da", "escrit per", "escrito por", "publicado por",
    "écrit par", "rédigé par", "publié par", "autora", "autorka",
    # Celtic, Basque, Maltese, Albanian
    "scríofa ag", "údar", "awdur", "awdures", "ysgrifennwyd gan", "skrivet gant", "ùghdar", "egilea", "egileak",
    "idazlea", "miktub minn", "awtur", "shkruan", "shkruar nga", "autori", "autorja",
    # Baltic and Finnic, Hungarian
    "autors", "sagatavoja", "autorius", "autorė", "parašė", "parengė", "kirjutas", "kirjutanud",
    "kirjoittaja", "kirjoittanut", "írta", "szerző", "szerzők",
    # Slavic
    "napsal", "napsala", "autoři", "napísal", "napísala", "napisał", "napisała", "avtor", "avtorica", "piše", "pišu",
    "napisao", "napisala", "autorica", "аутор", "пише", "пишува", "пишет", "написал", "написала", "написав", "авторка",
    "авторы", "автори", "аўтар", "аўтарка", "зохиогч",
    # Greek, Turkic, Caucasus
    "συντάκτης", "συντάκτρια", "συγγραφέας", "κείμενο", "γράφει ο", "γράφει η", "γράφουν οι", "επιμέλεια", "από τον",
    "από την", "yazar", "yazan", "müəllif", "muallif", "ავტორი", "ავტორები", "հեղինակ",
    # Scripts without capitals: only words that mean "by"
    "מאת", "נכתב על ידי", "بقلم", "بواسطة", "به قلم", "توسط", "nivîskar", "द्वारा", "লিখেছেন", "எழுதியவர்", "എഴുതിയത്",
    "โดย", "เขียนโดย", "เรื่องโดย", "ໂດຍ", "ដោយ",
    # South-East Asia and Africa
    "tác giả", "viết bởi", "người viết", "penulis", "ditulis oleh", "pengarang", "isinulat ni", "sinulat ni",
    "may-akda", "imeandikwa na", "mwandishi", "qoraa", "marubuci", "umbhali",
)  # fmt: skip
LABELS: Final = tuple(sorted(dict.fromkeys(_LABELS), key=len, reverse=True))
"""In lower case, the longest first. Each is clear on a page in any language."""

BEFORE_COLON: Final = (
    "tekst", "tekst og foto", "text och foto", "texto", "testo", "texte", "teksts", "tekstas", "teksti", "toimittaja",
    "szöveg", "yazı", "haber", "wartawan", "foto og tekst", "text and photos",
    "words and photos", "words and pictures", "photos and text",
    "text und fotos", "text und bilder", "texte et photos", "texto y fotos", "testo e foto", "tekst en foto",
    "rédaction", "redacción",
    "כתב", "כתבה", "כותב", "כותבת", "מחבר", "מחברת", "كتب", "كتبت", "الكاتب", "الكاتبة", "المؤلف", "كاتب المقال",
    "تحرير", "نویسنده", "نوشته", "گزارش از", "تحریر", "مصنف", "لیکوال", "نووسەر", "लेखक", "लेखिका", "लेखन", "লেখক",
    "লেখিকা", "প্রতিবেদক", "ஆசிரியர்", "எழுத்தாளர்", "రచయిత", "రచన", "ಲೇಖಕರು", "ಲೇಖಕ", "ಬರಹ", "രചയിതാവ്", "ലേഖകൻ", "લેખક", "ਲੇਖਕ",
    "ଲେଖକ", "කර්තෘ", "රචනය", "ผู้เขียน", "ผู้แต่ง", "អ្នកនិពន្ធ", "စာရေးသူ", "ጸሐፊ",
)  # fmt: skip
"""Words that introduce an author only with a colon."""

_BY: Final = {
    "af": "deur", "bg": "от", "br": "gant", "ca": "per", "cy": "gan", "el": "από|του|της", "eo": "de", "fa": "از",
    "fil": "ni", "fy": "troch", "ga": "le", "gd": "le", "hr": "od", "lb": "vum|vun", "mk": "од", "mt": "minn",
    "ro": "de", "sk": "od", "sq": "nga", "sr": "od", "sw": "na", "tl": "ni", "ur": "از",
}  # fmt: skip
OF_LANGUAGE: Final = {
    language: re.compile(rf"\s*(?:{words})\s+(?=\w+\s+\w)", re.IGNORECASE) for language, words in _BY.items()
}
"""What "by" is in languages in which it also begins names, or is a word of other languages; with a name after it."""
