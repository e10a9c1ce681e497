"""The language of a text, and of pages that claim another or none."""

import json
from typing import Final

import pytest

import maintext
from maintext.metadata._collect import KnownWords, script_of
from maintext.metadata.text_language import language_of_text

# ruff: noqa: E501
TEXTS: Final = {
    "en": "The ferry was late that morning, but the people on the pier did not mind, for they had enough to read.",
    "de": "Die Fähre war an diesem Morgen zu spät, aber die Leute auf dem Steg hatten nichts dagegen und lasen in der Zeitung.",
    "fr": "Le bac était en retard ce matin, mais les gens sur le quai ne s'en plaignaient pas, car ils avaient de quoi lire.",
    "es": "El barco llegó tarde esa mañana, pero a la gente del muelle no le importó, porque todos tenían algo para leer.",
    "pt": "O barco chegou tarde naquela manhã, mas as pessoas no cais não se importaram, e a cidade não parou por isso.",
    "it": "Il traghetto era in ritardo quella mattina, ma la gente non si lamentava, e nel porto tutti leggevano il giornale.",
    "nl": "De veerboot was die ochtend te laat, maar de mensen op de kade vonden het niet erg en lazen in de krant.",
    "sv": "Färjan var sen den morgonen, men folk på bryggan hade inget emot det, och alla hade något att läsa på.",
    "pl": "Prom spóźnił się tego ranka, ale ludzie na pomoście nie mieli nic przeciwko temu, bo to się zdarza i jest co czytać.",
    "cs": "Přívoz, který se to ráno zpozdil, byl podle lidí na molu jako vždy plný, ale také to se stává a nikdo se nezlobil.",
    "tr": "Vapur o sabah gecikti ancak iskeledeki insanlar için bu bir sorun değil, çünkü her biri bir kitap ile gelmişti ve bu çok olağan.",
    "ru": "Паром в то утро опоздал, но люди на причале не жаловались, и у каждого было что читать, как и всегда по утрам.",
    "uk": "Пором того ранку запізнився, але люди на причалі не скаржилися, і в кожного було що читати, як і завжди до роботи.",
    "ar": "تأخرت العبارة في ذلك الصباح، لكن الناس على الرصيف لم يمانعوا، وكان مع كل منهم ما يقرأ من الكتب إلى أن وصلت.",
    "fa": "قایق آن روز صبح دیر رسید، اما مردم در اسکله ناراحت نبودند و هر یک کتابی برای خواندن با خود داشت که این را می‌خواند.",
    "hi": "उस सुबह नाव देर से आई और घाट पर लोग नाराज नहीं थे क्योंकि सब के पास पढ़ने को एक किताब थी और यह भी ठीक है।",
    "el": "Το πλοίο άργησε εκείνο το πρωί, αλλά κανείς δεν παραπονέθηκε.",
    "zh": "那天早上渡船晚点了，但码头上的人并不介意。",
    "ja": "その朝、渡し船は遅れたが、誰も気にしなかった。",
    "ko": "그날 아침 배가 늦었지만 아무도 불평하지 않았다.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_language_is_found_from_the_text(language: str) -> None:
    assert language_of_text(TEXTS[language]) == language
    assert maintext.extract(f"<p>{TEXTS[language]}</p>").language == language


@pytest.mark.parametrize("text", ["", "Ann Lee", "12 345", "Berlin Paris London Madrid Roma Wien Oslo Riga Bern Prag"])
def test_names_and_numbers_have_no_language(text: str) -> None:
    assert language_of_text(text, surely=False) == ""


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "The ferry runs from Monday on, says the harbour"), ("it", "Il treno non parte da domani")],
)
def test_a_likely_language_is_named_but_does_not_overrule_the_page(language: str, text: str) -> None:
    assert language_of_text(text) == ""
    assert language_of_text(text, surely=False) == language
    assert maintext.extract(f"<p>{text}</p>").language == language
    assert maintext.extract(f"<html lang=de><p>{text}</p>").language == "de"


def test_words_are_counted_in_any_case_and_end_at_digits_and_low_lines() -> None:
    known = KnownWords({"en": "the of and", "tr": "ve i", "hi": "के में"})
    assert known.counted("The end_OF 2and THE") == (5, [(4, 4, "en")])
    assert known.counted("İVE ve") == (3, [(3, 2, "tr")])
    assert known.counted("घर के में") == (3, [(2, 2, "hi")])


def test_a_script_needs_its_share_of_the_visible_characters() -> None:
    scripts = (("ja", 0x3040, 0x30FF, 0.05), ("zh", 0x3400, 0x9FFF, 0.5))
    assert [script_of(text, scripts) for text in ("渡船 の", "渡船", "渡船 ab", "ab", "")] == ["ja", "zh", "", "", ""]


def test_a_wrong_declaration_is_corrected_and_a_possible_one_is_kept() -> None:
    assert maintext.extract(f"<html lang=en><p>{TEXTS['de']}</p>").language == "de"
    assert maintext.extract(f"<html lang=en-US><p>{TEXTS['zh']}</p>").language == "zh"
    assert maintext.extract(f"<html lang=de-AT><p>{TEXTS['de']}</p>").language == "de-AT"
    assert maintext.extract(f"<html lang=zh-TW><p>{TEXTS['zh']}</p>").language == "zh-TW"
    assert maintext.extract(f"<html lang=lb><p>{TEXTS['de']}</p>").language == "lb"
    assert maintext.extract("<html lang=en><p>Ann Lee</p>").language == "en"
    assert maintext.extract(f"<html lang=en-GB><p>{TEXTS['en']}</p>").language == "en-GB"


@pytest.mark.parametrize(
    ("item", "paywalled"),
    [
        ({"isAccessibleForFree": False}, True),
        ({"isAccessibleForFree": "False"}, True),
        ({"isAccessibleForFree": "https://schema.org/False"}, True),
        ({"isAccessibleForFree": True}, False),
        ({"hasPart": {"@type": "WebPageElement", "isAccessibleForFree": False, "cssSelector": ".wall"}}, True),
        ({"hasPart": {"@type": "Article", "isAccessibleForFree": False}}, None),
        ({"isAccessibleForFree": "perhaps"}, None),
        ({}, None),
    ],
)
def test_a_page_may_say_that_it_is_for_subscribers(item: dict[str, object], paywalled: bool | None) -> None:
    data = json.dumps({"@type": "NewsArticle", "headline": "Rain", **item})
    document = maintext.extract(f'<script type="application/ld+json">{data}</script><p>{TEXTS["en"]}</p>')
    assert document.paywalled is paywalled
    assert document.to_dict()["paywalled"] is paywalled


def test_a_meta_element_may_say_it_too() -> None:
    for content, paywalled in (("locked", True), ("metered", True), ("free", False)):
        page = f'<meta property="article:content_tier" content="{content}"><p>{TEXTS["en"]}</p>'
        assert maintext.extract(page).paywalled is paywalled


def test_more_scripts_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(ValueError, match="too many scripts"):
        script_of("日本語", 17 * (("ja", 0x3040, 0x30FF, 0.05),))
