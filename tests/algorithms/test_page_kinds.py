"""The kind of pages of all kinds in many languages, also of lean ones, with few names in their markup."""

from pathlib import Path
from typing import Final

import pytest

import maintext
from maintext.algorithms.learned import features
from maintext.algorithms.learned.posts import has_posts
from maintext.read import read

ESSAYS: Final = {
    "en": ("On waiting", "Nobody likes to wait. And yet most of what we remember happened while we were waiting for "
           "something else. My father waited for the ferry every morning for thirty years. He never learned to hurry."),
    "de": ("Über das Warten", "Niemand wartet gern. Und doch geschah das meiste, an das wir uns erinnern, während wir "
           "auf etwas anderes warteten. Mein Vater wartete dreißig Jahre lang jeden Morgen auf die Fähre."),
    "fr": ("De l'attente", "Personne n'aime attendre. Et pourtant, presque tout ce dont nous nous souvenons s'est "
           "passé pendant que nous attendions autre chose. Mon père a attendu le bac chaque matin pendant trente ans."),
    "es": ("Sobre la espera", "A nadie le gusta esperar. Y sin embargo, casi todo lo que recordamos ocurrió mientras "
           "esperábamos otra cosa. Mi padre esperó el transbordador cada mañana durante treinta años."),
    "pl": ("O czekaniu", "Nikt nie lubi czekać. A jednak większość tego, co pamiętamy, zdarzyła się, gdy czekaliśmy "
           "na coś innego. Mój ojciec przez trzydzieści lat czekał co rano na prom. Nigdy nie nauczył się spieszyć."),
    "ru": ("Об ожидании", "Никто не любит ждать. И всё же почти всё, что мы помним, случилось, пока мы ждали чего-то "
           "другого. Мой отец тридцать лет каждое утро ждал паром. Торопиться он так и не научился."),
    "el": ("Για την αναμονή", "Σε κανέναν δεν αρέσει να περιμένει. Κι όμως, τα περισσότερα που θυμόμαστε έγιναν όσο "
           "περιμέναμε κάτι άλλο. Ο πατέρας μου περίμενε το πλοίο κάθε πρωί επί τριάντα χρόνια."),
    "zh": ("论等待", "没有人喜欢等待。然而我们记得的大多数事情，都发生在等待别的事情的时候。"
           "我的父亲三十年来每天早晨都在等渡船。他从来没有学会着急。渡船有时来得早，有时来得晚，他总是带着一本书。"),
    "ja": ("待つということ", "待つのが好きな人はいない。それでも、覚えていることのほとんどは、"
           "何か別のものを待っている間に起きた。父は三十年間、毎朝渡し船を待った。急ぐことはついに覚えなかった。"),
    "ar": ("عن الانتظار", "لا أحد يحب الانتظار. ومع ذلك فإن معظم ما نتذكره حدث ونحن ننتظر شيئا آخر. "
           "انتظر أبي العبارة كل صباح ثلاثين عاما، ولم يتعلم العجلة قط."),
}  # fmt: skip
KINDS: Final = sorted((Path(__file__).parents[1] / "golden" / "kinds").glob("*/*.html"))
"""Pages of ours; the folder is the kind, and the name begins with the language."""
NAMES: Final = ("anna", "bo", "chen", "dara")


def essay(language: str, paragraphs: int) -> str:
    title, text = ESSAYS[language]
    body = "".join(f"<p>{text}</p>" for _ in range(paragraphs))
    return f"<html lang={language}><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>"


def thread(language: str) -> str:
    """Posts without a name in the markup that a vocabulary could know: links to profiles and times."""
    title, text = ESSAYS[language]
    posts = "".join(
        f'<div class="x1"><div><a href="/u/{name}">{name}</a> <time datetime="2020-05-0{day}">{day}.5.2020</time></div>'
        f"<div>{text}</div></div>"
        for day, name in enumerate(NAMES, 1)
    )
    return f"<html lang={language}><head><title>{title}</title></head><body><h1>{title}</h1>{posts}</body></html>"


def test_there_are_pages_of_all_kinds_in_ten_languages() -> None:
    assert {path.parent.name for path in KINDS} == set(features.KINDS)
    assert len({path.stem.partition("-")[0] for path in KINDS}) >= 10
    assert len(KINDS) >= 20


@pytest.mark.parametrize("path", KINDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_kind_of_a_page(path: Path) -> None:
    assert maintext.extract(path.read_bytes()).page_type == path.parent.name


def shop(items: int, price: str) -> str:
    cards = "".join(f'<li class="x"><a href="/{n}">Kanne {n}</a> <b>{price}</b></li>' for n in range(items))
    return f"<html lang=de><title>Kannen</title><body><h1>Kannen</h1><ul>{cards}</ul></body></html>"


@pytest.mark.parametrize("price", ["12,00 €", "€ 12", "1 200 руб", "¥1,200", "149 kr", "<i>12</i> <i>zł</i>"])
def test_repeated_prices_make_a_collection(price: str) -> None:
    assert maintext.extract(shop(12, price)).page_type == "collection"
    assert maintext.extract(shop(12, "Nr. 12")).page_type != "collection"


def test_a_kind_that_the_caller_knows_is_reported() -> None:
    assert maintext.extract(shop(12, "12,00 €"), kind="article").page_type == "article"


@pytest.mark.parametrize("language", ESSAYS)
@pytest.mark.parametrize("paragraphs", [1, 5])
def test_a_lean_text_is_not_a_forum(language: str, paragraphs: int) -> None:
    document = maintext.extract(essay(language, paragraphs))
    assert document.page_type != "forum"
    assert ESSAYS[language][1] in document.text


@pytest.mark.parametrize("language", ESSAYS)
def test_posts_are_recognised_by_names_and_times(language: str) -> None:
    assert has_posts(read(thread(language)))
    assert not has_posts(read(essay(language, 5)))


def test_posts_are_recognised_by_moments_in_the_text() -> None:
    posts = "".join(
        f"<tr><td>{name}</td><td><i>Geschrieben: 0{day}.05.2009 1{day}:30</i> {ESSAYS['de'][1]}</td></tr>"
        for day, name in enumerate(NAMES, 1)
    )
    assert has_posts(read(f"<body><table>{posts}</table></body>"))
    assert not has_posts(read(f"<body><table>{posts.replace('2009', '').replace(':30', '')}</table></body>"))


def test_teasers_with_times_beside_an_article_are_not_posts() -> None:
    teasers = "".join(
        f'<li><a href="/news/{day}">Something else happened on day {day}, and more</a> <time>{day} May</time></li>'
        for day in range(1, 9)
    )
    assert not has_posts(read(essay("en", 5).replace("</body>", f"<ul>{teasers}</ul></body>")))


def test_the_explanation_sees_the_corrected_kind() -> None:
    table = read(essay("zh", 1))
    selection = maintext.Learned().select(table)
    assert selection.page_type == "article"
    assert selection.details.quantities["score"].max() > 0
