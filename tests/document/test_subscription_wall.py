"""The text of a wall is not part of the text, and text that looks like a wall is."""

import pytest

import maintext
from maintext.algorithms.whole_page import WholePage
from maintext.document.wall_words import has_wall_sentence

ARTICLE = "".join(
    f"<p>The {kind} of the town has been closed for {count} years, and nobody who lives near it can say when it will "
    f"open again, although the council has discussed it {count} times and promised an answer each time.</p>"
    for count, kind in enumerate(("library", "swimming pool", "old theatre", "railway station", "market hall"), 3)
)

WALLS = {
    "english box": '<div class="paywall-box"><h3>Subscribe to continue reading</h3><ul><li>All articles</li>'
    '<li>$1 for the first month</li></ul><a href="/subscribe">Subscribe now</a>'
    '<p>Already a subscriber? <a href="/login">Sign in</a></p></div>',
    "english without a name": "<div><p>This article is for subscribers only.</p>"
    '<p><a href="https://shop.example.org/offers/">See our offers</a></p></div>',
    "english form": '<section id="regwall"><p>Register for free to keep reading</p>'
    '<form><input type="email"><button>Register</button></form></section>',
    "german": '<div class="offer"><p>Sie sind bereits Abonnent?</p><a href="/anmelden">Anmelden</a>'
    "<p>Um diesen Artikel weiterzulesen, testen Sie das Digitalabo.</p></div>",
    "german line": '<p>Dieser Artikel ist exklusiv für Abonnenten. <a href="/abo/">Jetzt abonnieren</a></p>',
    "french": "<div><p>Cet article est réservé aux abonnés.</p>"
    '<p><a href="/abonnement">S’abonner pour 1 €</a></p>'
    '<p>Déjà abonné ? <a href="/connexion">Se connecter</a></p></div>',
    "spanish": "<div><h4>Suscríbete para seguir leyendo</h4><button>Suscribirme</button>"
    "<p>¿Ya eres suscriptor?</p></div>",
    "italian": '<div><p>Abbonati per continuare a leggere</p><a href="/abbonamenti">Scopri le offerte</a>'
    "<p>Sei già abbonato?</p></div>",
    "portuguese": '<div><p>Este conteúdo é exclusivo para assinantes.</p><a href="/assine">Assine já</a></div>',
    "dutch": '<div><p>Al abonnee? <a href="/inloggen?login">Log in</a></p><p>Word abonnee en lees verder</p></div>',
    "danish": '<div><a href="/abonnement">Køb abonnement</a>'
    '<p>Allerede abonnent? <a href="/login">Log ind</a></p></div>',
    "polish": '<div><p>Artykuł dostępny tylko dla subskrybentów</p><a href="/subskrypcja">Kup dostęp</a></div>',
    "russian": '<div><p>Оформите подписку, чтобы читать дальше</p><a href="/subscribe">Подписаться</a></div>',
    "chinese": '<div><p>本文为付费内容，订阅后继续阅读</p><a href="/subscribe">立即订阅</a></div>',
    "japanese": '<div><p>この記事は有料会員限定です。残り800文字</p><a href="/register">会員登録する</a></div>',
    "korean": '<div><p>구독하시면 전문을 읽을 수 있습니다</p><a href="/login">로그인</a></div>',
    "named, in any language": '<div class="article-paywall"><p>Ya fi kyau a ci gaba</p>'
    '<a href="/subscribe">Ci gaba</a></div>',
}
LOOKALIKES = {
    "prose about walls": "<p>“Subscribe to continue reading”: this is what most readers saw on the site of the "
    "paper last year, and two thirds of them left at once, as the publisher says, so that the rule was given up in the "
    "end. Others have walls that nobody can read around, and they do not say how many readers they have lost.</p>",
    "quoted words without a way in": "<p>Already a subscriber? That was the only question on the screen.</p>",
    "newsletter": "<p>Sign up for our newsletter to keep reading about the town: "
    '<a href="/subscribe">subscribe</a>.</p>',
    "link in prose": "<p>The company says that new "
    '<a href="/subscribe">subscribers</a> pay less for the first year.</p>',
    "log in": '<p>Residents can <a href="/login">log in</a> to the site of the council and vote on the plan.</p>',
    "locked text that is shown": '<div class="paywall"><p>The council will meet again in May.</p><p>Nobody expects '
    "much of it.</p></div>",
    "locked text with a link": '<div class="paywall"><p>The council will meet again in May, as '
    '<a href="/2024/plan">the plan</a> says.</p></div>',
    "german prose": "<p>Wer bereits Mitglied ist, darf das Bad <a href='/anmeldung'>nach Anmeldung</a> nutzen.</p>",
}


SENTENCES = (
    "Sign in to continue reading", "You've reached your limit of free articles",
    "The rest of this story is for members",
    "Unlock this article", "Create a free account and read on", "Are you already a member?", "Keep reading for free",
    "Jetzt mit Plus weiterlesen", "Artikel freischalten", "Sie haben bereits ein Digital-Abo?", "Schon registriert?",
    "Nur für Abonnenten", "La suite est réservée aux abonnés", "Connectez-vous pour lire la suite",
    "Il vous reste 40 % à lire", "Inicia sesión para continuar", "Contenido exclusivo para suscriptores",
    "Per continuare a leggere, accedi", "Hai già un abbonamento?", "Já é assinante?", "Para continuar a ler, entre",
    "Om verder te lezen heb je een account nodig", "Exclusief voor leden", "Redan prenumerant?",
    "Logga in för att läsa",
    "For å lese videre må du logge inn", "Er du allerede abonnent?", "Oletko jo tilaaja?",
    "Tilaa nyt lukeaksesi koko jutun",
    "Masz już subskrypcję?", "Zaloguj się, aby czytać dalej", "Už máte předplatné?", "Článek je jen pro předplatitele",
    "Уже подписаны?", "Чтобы продолжить чтение, войдите", "Okumaya devam etmek için abone olun",
    "Zaten abone misiniz?",
    "登录后阅读全文", "已是會員？請登入", "続きを読むには会員登録が必要です",
    "会員の方はログイン", "이미 구독하셨나요?",
)  # fmt: skip


def text_of(body: str, head: str = "") -> str:
    return maintext.extract(
        f"<html><head>{head}</head><body><article>{body}</article></body></html>", method=WholePage()
    ).text


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentences_of_walls_are_recognised(sentence: str) -> None:
    assert has_wall_sentence(sentence)
    assert has_wall_sentence(f"The council meets in May. {sentence.upper()}")


@pytest.mark.parametrize("name", WALLS)
def test_a_wall_at_the_end_is_left_out(name: str) -> None:
    assert text_of(ARTICLE + WALLS[name]) == text_of(ARTICLE)


@pytest.mark.parametrize("name", WALLS)
def test_a_wall_may_be_followed_by_a_line(name: str) -> None:
    line = "<p>Ann Lee writes about the town.</p>"
    assert text_of(ARTICLE + WALLS[name] + line) == text_of(ARTICLE + line)


@pytest.mark.parametrize("name", LOOKALIKES)
def test_text_that_looks_like_a_wall_stays(name: str) -> None:
    with_more, without = text_of(ARTICLE + LOOKALIKES[name]), text_of(ARTICLE)
    assert with_more.startswith(without)
    assert len(with_more) > len(without)


@pytest.mark.parametrize("name", WALLS)
def test_a_wall_is_only_one_at_the_end(name: str) -> None:
    assert len(text_of(WALLS[name] + 2 * ARTICLE)) > len(text_of(2 * ARTICLE))


def test_a_sentence_is_enough_on_a_page_that_says_it_is_not_free() -> None:
    line = "<p><strong>Il vous reste 57 % de cet article à lire. La suite est réservée aux abonnés.</strong></p>"
    head = '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": %s}</script>'
    assert text_of(ARTICLE + line, head % "false") == text_of(ARTICLE)
    assert text_of(ARTICLE + line, head % '"False"') == text_of(ARTICLE)
    assert text_of(ARTICLE + line, head % "true") != text_of(ARTICLE)


def test_short_paragraphs_in_the_same_element_stay() -> None:
    short = "".join(
        f"<p>{line}</p>" for line in ("The library is closed.", "The pool is closed.", "So is the theatre.")
    )
    wall = '<p>Already a subscriber? <a href="/login">Sign in</a></p>'
    assert text_of(f"<div>{6 * short}{wall}</div>") == text_of(f"<div>{6 * short}</div>")
    prose = "<p>The council has discussed the plan for years, and promised an answer each time that it was asked.</p>"
    assert text_of(f"{2 * ARTICLE}<div>{3 * prose}{wall}</div>") == text_of(f"{2 * ARTICLE}<div>{3 * prose}</div>")


def test_a_page_that_has_nothing_else_keeps_its_text() -> None:
    assert "Subscribe to continue" in text_of(WALLS["english box"])


@pytest.mark.parametrize(
    ("head", "body", "paywalled"),
    [
        ("", WALLS["english box"], True),
        ("", WALLS["german line"], True),
        ('<meta name="article:content_tier" content="free">', WALLS["english box"], False),
        ("", LOOKALIKES["link in prose"], None),
        ("", LOOKALIKES["locked text that is shown"], None),
    ],
)
def test_a_page_with_a_wall_is_for_subscribers(head: str, body: str, paywalled: bool | None) -> None:
    """Unless it says that it is free: then the wall is shown after some pages."""
    page = f"<html><head>{head}</head><body><article>{ARTICLE}{body}</article></body></html>"
    assert maintext.extract(page, method=WholePage()).paywalled is paywalled


def test_a_wall_that_was_not_selected_counts_if_it_comes_right_after_the_text() -> None:
    near = f"<body><article>{ARTICLE}</article>{WALLS['english box']}</body>"
    far = f"<body><article>{ARTICLE}</article>{2 * ARTICLE}{WALLS['english box']}</body>"
    options = maintext.Options(include="article")
    assert maintext.extract(near, method=WholePage(), options=options).paywalled is True
    footer = "".join(f"<p><a href=/{each}>Part {each} of the site</a></p>" for each in range(9))
    framed = near.replace("</body>", f"<footer>{footer}</footer></body>")
    assert maintext.extract(framed, method=WholePage(), options=options).paywalled is True
    assert maintext.extract(far, method=WholePage(), options=options).paywalled is None


def test_blocks_and_formats_have_no_wall_either() -> None:
    document = maintext.extract(f"<body><article>{ARTICLE}{WALLS['english box']}</article></body>", method=WholePage())
    assert "ubscri" not in document.markdown + document.html
