"""The words that introduce an author, in many languages."""

from typing import Final

import pytest

import maintext

CLEAR: Final = [
    ("is", "Eftir Jón Gunnarsson", "Jón Gunnarsson"),
    ("is", "Höfundur: Sigríður Jónsdóttir", "Sigríður Jónsdóttir"),
    ("fo", "Skrivað hevur: Jógvan Hansen", "Jógvan Hansen"),
    ("ga", "Scríofa ag Máire Ní Shúilleabháin", "Máire Ní Shúilleabháin"),
    ("ga", "Údar: Seán Ó Briain", "Seán Ó Briain"),
    ("gd", "Ùghdar: Iain MacLeòid", "Iain MacLeòid"),
    ("cy", "Awdur: Rhys Llewelyn", "Rhys Llewelyn"),
    ("cy", "Ysgrifennwyd gan Rhys Llewelyn", "Rhys Llewelyn"),
    ("eu", "Egilea: Ane Etxeberria", "Ane Etxeberria"),
    ("ca", "Escrit per Jordi Puig", "Jordi Puig"),
    ("gl", "Por Brais Castro", "Brais Castro"),
    ("es", "Por Ana García", "Ana García"),
    ("es", "Escrito por Ana García", "Ana García"),
    ("pt", "Por Ana Sousa", "Ana Sousa"),
    ("pt", "Escrito por Ana Sousa", "Ana Sousa"),
    ("fr", "Par Anne Dupont", "Anne Dupont"),
    ("fr", "Rédigé par Anne Dupont", "Anne Dupont"),
    ("it", "Di Anna Rossi", "Anna Rossi"),
    ("it", "Scritto da Anna Rossi", "Anna Rossi"),
    ("it", "A cura di Anna Rossi", "Anna Rossi"),
    ("ro", "Scris de Ștefan Țărnă", "Ștefan Țărnă"),
    ("de", "Von Anna Huber", "Anna Huber"),
    ("de", "Text: Anna Huber", "Anna Huber"),
    ("nl", "Door Anna Bakker", "Anna Bakker"),
    ("nl", "Geschreven door Anna Bakker", "Anna Bakker"),
    ("sv", "Av Anna Berg", "Anna Berg"),
    ("sv", "Text: Anna Berg", "Anna Berg"),
    ("sv", "Skriven av Anna Berg", "Anna Berg"),
    ("nb", "Av Anna Berg", "Anna Berg"),
    ("nb", "Skrevet av Anna Berg", "Anna Berg"),
    ("nb", "Tekst: Anna Berg", "Anna Berg"),
    ("da", "Af Anna Berg", "Anna Berg"),
    ("da", "Skrevet af Anna Berg", "Anna Berg"),
    ("fi", "Kirjoittaja: Anna Virtanen", "Anna Virtanen"),
    ("fi", "Teksti: Anna Virtanen", "Anna Virtanen"),
    ("et", "Autor: Anna Tamm", "Anna Tamm"),
    ("et", "Kirjutas Anna Tamm", "Anna Tamm"),
    ("lv", "Autors: Jānis Ozoliņš", "Jānis Ozoliņš"),
    ("lv", "Teksts: Ēriks Ķiploks", "Ēriks Ķiploks"),
    ("lt", "Autorius: Žygimantas Šukys", "Žygimantas Šukys"),
    ("lt", "Parašė Ona Petraitė", "Ona Petraitė"),
    ("sq", "Autori: Arben Hoxha", "Arben Hoxha"),
    ("mt", "Miktub minn Ġorġ Borg", "Ġorġ Borg"),
    ("hu", "Írta: Őri Ágnes", "Őri Ágnes"),
    ("hu", "Szerző: Nagy Anna", "Nagy Anna"),
    ("cs", "Autor: Jana Nováková", "Jana Nováková"),
    ("cs", "Napsala Jana Nováková", "Jana Nováková"),
    ("sk", "Autor: Jana Nováková", "Jana Nováková"),
    ("pl", "Autor: Anna Nowak", "Anna Nowak"),
    ("pl", "Tekst: Łucja Ćwik", "Łucja Ćwik"),
    ("sl", "Avtor: Ana Novak", "Ana Novak"),
    ("sl", "Piše: Ana Novak", "Ana Novak"),
    ("hr", "Piše: Ana Horvat", "Ana Horvat"),
    ("hr", "Autorica: Ana Horvat", "Ana Horvat"),
    ("sr", "Пише: Ана Јовановић", "Ана Јовановић"),
    ("sr", "Аутор: Љубица Њежић", "Љубица Њежић"),
    ("mk", "Пишува: Ана Јованова", "Ана Јованова"),
    ("bg", "Автор: Иван Петров", "Иван Петров"),
    ("ru", "Автор: Анна Иванова", "Анна Иванова"),
    ("ru", "Текст: Анна Иванова", "Анна Иванова"),
    ("uk", "Автор: Єва Їжакевич", "Єва Їжакевич"),
    ("uk", "Авторка: Ірина Шевченко", "Ірина Шевченко"),
    ("be", "Аўтар: Ганна Ўсава", "Ганна Ўсава"),
    ("kk", "Автор: Әсел Қуанышева", "Әсел Қуанышева"),
    ("mn", "Зохиогч: Бат Дорж", "Бат Дорж"),
    ("el", "Συντάκτης: Γιάννης Παπαδόπουλος", "Γιάννης Παπαδόπουλος"),
    ("el", "Γράφει ο Γιάννης Παπαδόπουλος", "Γιάννης Παπαδόπουλος"),
    ("tr", "Yazar: Ayşe Yılmaz", "Ayşe Yılmaz"),
    ("tr", "Yazan: İnci Çelik", "İnci Çelik"),
    ("az", "Müəllif: Əli Məmmədov", "Əli Məmmədov"),
    ("uz", "Muallif: Aziz Karimov", "Aziz Karimov"),
    ("ka", "ავტორი: ნინო ბერიძე", "ნინო ბერიძე"),
    ("hy", "Հեղինակ՝ Անի Պետրոսյան", "Անի Պետրոսյան"),
    ("hy", "Հեղինակ: Անի Պետրոսյան", "Անի Պետրոսյան"),
    ("he", "מאת דנה כהן", "דנה כהן"),
    ("he", "מאת: דנה כהן", "דנה כהן"),
    ("ar", "بقلم: ليلى حداد", "ليلى حداد"),
    ("ar", "بقلم ليلى حداد", "ليلى حداد"),
    ("ar", "كتبت: ليلى حداد", "ليلى حداد"),
    ("fa", "نویسنده: مریم احمدی", "مریم احمدی"),
    ("ur", "تحریر: عائشہ خان", "عائشہ خان"),
    ("ku", "Nivîskar: Azad Demir", "Azad Demir"),
    ("hi", "लेखक: अनीता शर्मा", "अनीता शर्मा"),
    ("hi", "लेखिका: अनीता शर्मा", "अनीता शर्मा"),
    ("hi", "द्वारा अनीता शर्मा", "अनीता शर्मा"),
    ("mr", "लेखक: सुनील पाटील", "सुनील पाटील"),
    ("ne", "लेखक: राम थापा", "राम थापा"),
    ("bn", "লেখক: অনিতা রায়", "অনিতা রায়"),
    ("bn", "লিখেছেন অনিতা রায়", "অনিতা রায়"),
    ("ta", "எழுதியவர்: கமலா ராஜன்", "கமலா ராஜன்"),
    ("te", "రచయిత: లక్ష్మి రావు", "లక్ష్మి రావు"),
    ("kn", "ಲೇಖಕರು: ಲಕ್ಷ್ಮಿ ರಾವ್", "ಲಕ್ಷ್ಮಿ ರಾವ್"),
    ("ml", "ലേഖകൻ: രാജൻ നായർ", "രാജൻ നായർ"),
    ("gu", "લેખક: મીના પટેલ", "મીના પટેલ"),
    ("pa", "ਲੇਖਕ: ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ"),
    ("si", "කර්තෘ: නිමල් පෙරේරා", "නිමල් පෙරේරා"),
    ("th", "โดย สมชาย ใจดี", "สมชาย ใจดี"),
    ("th", "ผู้เขียน: สมชาย ใจดี", "สมชาย ใจดี"),
    ("lo", "ໂດຍ ສົມສັກ ວົງສາ", "ສົມສັກ ວົງສາ"),
    ("km", "ដោយ សុខ វិបុល", "សុខ វិបុល"),
    ("my", "စာရေးသူ: အောင်ကျော်", "အောင်ကျော်"),
    ("vi", "Tác giả: Đặng Ánh Ngọc", "Đặng Ánh Ngọc"),
    ("vi", "Bởi Đặng Ánh Ngọc", "Đặng Ánh Ngọc"),
    ("id", "Oleh Siti Rahma", "Siti Rahma"),
    ("id", "Penulis: Siti Rahma", "Siti Rahma"),
    ("ms", "Oleh Siti Rahma", "Siti Rahma"),
    ("ms", "Ditulis oleh Siti Rahma", "Siti Rahma"),
    ("tl", "Isinulat ni Maria Santos", "Maria Santos"),
    ("fil", "May-akda: Maria Santos", "Maria Santos"),
    ("sw", "Imeandikwa na Asha Mwakibinga", "Asha Mwakibinga"),
    ("sw", "Mwandishi: Asha Mwakibinga", "Asha Mwakibinga"),
    ("so", "Qoraa: Cabdi Warsame", "Cabdi Warsame"),
    ("am", "ጸሐፊ: አልማዝ ተስፋዬ", "አልማዝ ተስፋዬ"),
]
"""The language of the page, the byline, and the name in it."""
ONLY_THERE: Final = [
    ("ga", "Le Seán Ó Briain", "Seán Ó Briain"),
    ("cy", "Gan Rhys Llewelyn", "Rhys Llewelyn"),
    ("br", "Gant Yann Kerboull", "Yann Kerboull"),
    ("ca", "Per Jordi Puig", "Jordi Puig"),
    ("ro", "De Ion Popescu", "Ion Popescu"),
    ("af", "Deur Anna Botha", "Anna Botha"),
    ("fy", "Troch Anna Hoekstra", "Anna Hoekstra"),
    ("lb", "Vum Anna Weber", "Anna Weber"),
    ("sq", "Nga Arben Hoxha", "Arben Hoxha"),
    ("mt", "Minn Ġorġ Borg", "Ġorġ Borg"),
    ("bg", "От Иван Петров", "Иван Петров"),
    ("el", "Του Γιάννη Παπαδόπουλου", "Γιάννη Παπαδόπουλου"),
    ("tl", "Ni Maria Santos", "Maria Santos"),
    ("sw", "Na Asha Mwakibinga", "Asha Mwakibinga"),
    ("eo", "De Petro Lumo", "Petro Lumo"),
]
"""The same for words that begin names in other languages, as in "Le Pen" or "Gan Kim"."""


def author_of(language: str, line: str) -> str | None:
    page = f"<html lang={language}><body><h1>12345 67 89</h1>{line}<p>12 34 56 78 90 1234.</p></body></html>"
    return maintext.extract(page, method="p-value").author


@pytest.mark.parametrize(("language", "byline", "name"), CLEAR)
def test_a_byline_names_the_author_with_and_without_a_class(language: str, byline: str, name: str) -> None:
    assert author_of(language, f"<p>{byline}</p>") == name
    assert author_of(language, f"<p class=byline>{byline}</p>") == name


@pytest.mark.parametrize(("language", "byline", "name"), ONLY_THERE)
def test_some_words_introduce_an_author_only_in_their_language(language: str, byline: str, name: str) -> None:
    assert author_of(language, f"<p class=byline>{byline}</p>") == name
    assert author_of(f"{language}-XX", f"<p class=byline>{byline}</p>") == name
    assert author_of("en", f"<p class=byline>{byline}</p>") == byline


def test_many_languages_are_known() -> None:
    assert len({language for language, _, _ in (*CLEAR, *ONLY_THERE)}) >= 70


@pytest.mark.parametrize(
    "line",
    [
        "كتب جديدة",
        "נכתבה מחדש",
        "लेखक और पाठक",
        "Tekst og bilde",
        "Autorizzazione del Comune",
        "Minnesota Vikings",
        "Written",
    ],
)
def test_a_line_that_begins_with_a_similar_word_names_nobody(line: str) -> None:
    assert author_of("en", f"<p>{line}</p>") is None


@pytest.mark.parametrize("lead", ["Text and photos:", "Text und Fotos:", "Words and pictures:", "Tekst og foto:"])
def test_who_also_took_the_pictures_is_an_author(lead: str) -> None:
    assert author_of("en", f"<p class=byline>{lead} Ann Lee</p>") == "Ann Lee"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("14 February 2020 | Author: Ann Lee | Views: 1250", "Ann Lee"),
        ("<i>14 February 2020</i> <i>Author: Ann Lee</i> <i>Views: 1250</i>", "Ann Lee"),
        ("<i>14 February 2020</i> <i>Written by Ann Lee</i> <i>Comments: 12</i>", "Ann Lee"),
        ("<i>14 февраля 2020, 18:40</i> <i>Автор: Ирина Смирнова</i> <i>Просмотров: 1250</i>", "Ирина Смирнова"),
        ("<i>Автор: <a href=/u>Ирина Смирнова</a></i> <i>Просмотров: 1250</i>", "Ирина Смирнова"),
        ("<i>14 février 2020</i> - <i>Auteur : Irène Sorel</i> - <i>Vues : 1250</i>", "Irène Sorel"),
        ("<i>14.02.2020</i> <i>Autor: Irena Nowak</i> <i>Odsłon: 1250</i>", "Irena Nowak"),
        ("14 February 2020 | Section: Author Talks | Views: 1250", None),
        ("14 February 2020 | Written by: the whole team | Views: 1250", None),
    ],
)
def test_a_line_with_several_facts_names_the_author(line: str, name: str | None) -> None:
    assert author_of("en", f"<p>{line}</p>") == name


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("Por Ana Reis e João Couto", ("Ana Reis", "João Couto")),
        ("Por Ana Reyes y Juan Costa", ("Ana Reyes", "Juan Costa")),
        ("Por José Ortega y Gasset", ("José Ortega y Gasset",)),
    ],
)
def test_two_full_names_are_two_authors(byline: str, names: tuple[str, ...]) -> None:
    assert author_of("es", f"<p>{byline}</p>") == ", ".join(names)


def test_a_company_beside_a_date_is_not_an_author() -> None:
    assert author_of("de", "<p>Werft Hansen GmbH · 04.03.2024</p>") is None
    assert author_of("de", "<p>Anna Hansen · 04.03.2024</p>") == "Anna Hansen"


def test_a_middle_dot_introduces_a_japanese_author() -> None:
    assert author_of("ja", "<p>2023年11月5日　文・佐伯遥</p>") == "佐伯遥"
