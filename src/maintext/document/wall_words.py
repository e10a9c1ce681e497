"""How sites ask readers to subscribe or to log in before they can read on: words, addresses and names of elements."""

import re
from typing import Final

from maintext.document._plain_text import Phrases
from maintext.metadata._collect import Snippets, contains_any

_SENTENCES: Final = (
    # English
    r"(?:please |simply )?(?:subscribe|register|sign ?(?:up|in)|log ?in|join|start your|become an? (?:\w+ )?"
    r"(?:member|subscriber)|create (?:an?|your) (?:free )?account)\b[^.!?]{0,50}?\b(?:to|and) "
    r"(?:continue|keep|read|unlock|access|finish|get (?:full|unlimited) access)\b",
    r"to (?:continue|keep|finish) reading\b|(?:continue|keep) reading (?:with|by|for (?:free|just|only|[$€£])|"
    r"today)\b",
    r"(?:are you )?already (?:an? |have an? |a paid )?(?:\w+ )?(?:subscriber|member|subscribed|registered|"
    r"subscription)\b",
    r"this (?:article|story|content|post|report) is (?:only |exclusively |reserved )?(?:available |exclusive )?"
    r"(?:only )?(?:for|to) (?:our |\w+ )?(?:\w+ )?(?:subscribers|members|readers with)\b",
    r"the rest of this (?:article|story|post) is (?:only )?(?:for|available to)\b|unlock (?:this|the full) "
    r"(?:article|story)\b|(?:for )?subscribers only$|you(?:'ve|’ve| have) (?:reached|read|used) (?:your|all|the)\b"
    r"[^.!?]{0,40}\b(?:free|limit)\b",
    # German
    r"(?:um|damit sie) [^.!?]{0,50}\b(?:weiterzulesen|(?:zu )?(?:lesen|weiterlesen)(?: zu)? können|vollständig "
    r"zu lesen)",
    r"(?:jetzt )?(?:mit|im) [^.!?]{2,40}\bweiterlesen\b|jetzt (?:abonnieren|registrieren|testen|anmelden|"
    r"freischalten)\b"
    r"[^.!?]{0,30}(?:lesen)\b|(?:artikel|beitrag) (?:jetzt )?freischalten\b",
    r"(?:sie (?:haben|sind) |haben sie |sind sie )?(?:bereits|schon) (?:ein |als )?(?:\w+-?)?(?:abonnent|"
    r"abonniert|abo\b|"
    r"registriert|mitglied|kunde)",
    r"(?:dieser|dieses?|der) (?:artikel|inhalt|beitrag|text) ist (?:nur |exklusiv |ausschließlich )+für [^.!?]{0,40}"
    r"(?:abonnent|mitglied|kunden|leser)|(?:exklusiv|nur) für (?:unsere )?(?:abonnent|mitglied)",
    # French
    r"(?:cet article|ce contenu|la suite(?: de cet article)?|l['’]article) est (?:exclusivement )?réservée? aux "
    r"(?:abonnés|membres|inscrits)|(?:article |contenu )?réservé (?:à nos|aux) abonnés",
    r"il (?:vous )?reste [^.!?]{1,30} (?:de cet article )?à (?:lire|découvrir)|(?:déjà|vous êtes déjà|"
    r"êtes-vous déjà) "
    r"(?:abonnée?|inscrit)",
    r"(?:abonnez-vous|s['’]abonner|inscrivez-vous|connectez-vous|créez (?:un|votre) compte)\b[^.!?]{0,40}\bpour "
    r"(?:lire|continuer|accéder|poursuivre)|pour (?:lire la suite|continuer (?:à lire|votre lecture)|"
    r"poursuivre (?:la|votre) "
    r"lecture)",
    # Spanish
    r"(?:suscríbe(?:te|se)|regístra(?:te|se)|inicia sesión|hazte (?:socio|suscriptor))\b[^.!?]{0,40}\bpara "
    r"(?:seguir|continuar|leer|acceder)|para (?:seguir|continuar) leyendo\b",
    r"¿?(?:ya (?:eres|soy|tienes)|eres ya) (?:suscriptor|socio|(?:una )?suscripción|usuario)|(?:este|el) (?:artículo|"
    r"contenido) (?:es|está) [^.!?]{0,20}para (?:los |nuestros )?(?:suscriptores|socios|usuarios registrados)|"
    r"(?:contenido|artículo) exclusivo para suscriptores",
    # Italian
    r"(?:abbonati|registrati|accedi)\b[^.!?]{0,40}\bper (?:continuare|leggere|proseguire)|per (?:continuare|"
    r"proseguire) "
    r"(?:a leggere|la lettura)\b",
    r"(?:sei|siete) già (?:un )?(?:abbonat|registrat)|hai già un abbonamento|(?:questo (?:articolo|contenuto)|"
    r"l['’]articolo|"
    r"contenuto|articolo) (?:è )?riservato (?:agli|ai) (?:abbonati|registrati|nostri)",
    # Portuguese
    r"(?:assine|cadastre-se|registe-se|faça login|torne-se assinante)\b[^.!?]{0,40}\bpara (?:continuar|ler|"
    r"acessar|aceder)|"
    r"para continuar (?:a ler|lendo|a leitura)\b",
    r"(?:já é|já sou|é já) (?:\w+ )?(?:assinante|subscritor|cadastrado)|(?:este (?:conteúdo|artigo|texto)|"
    r"conteúdo|artigo) "
    r"(?:é )?exclusivo (?:para|de|dos) (?:\w+ )?(?:assinantes|subscritores)",
    # Dutch
    r"(?:word (?:abonnee|lid)|abonneer(?: je)?|registreer(?: je)?|log in|neem een "
    r"abonnement)\b[^.!?]{0,40}\b(?:om|en) "
    r"[^.!?]{0,30}(?:lees|lezen)|om verder te lezen\b|(?:al|ben je al|bent u al|reeds) (?:abonnee|lid|"
    r"geregistreerd)\b|"
    r"(?:dit (?:artikel|verhaal) is )?(?:alleen|exclusief) voor (?:onze )?(?:abonnees|leden)\b",
    # Swedish, Norwegian, Danish, Finnish
    r"(?:redan|är du redan|har du redan) (?:prenumerant|medlem|kund|en prenumeration)|(?:logga in|bli "
    r"(?:prenumerant|medlem)|"
    r"prenumerera|köp)\b[^.!?]{0,40}\bför att (?:läsa|fortsätta)|för att (?:läsa vidare|fortsätta läsa)|"
    r"(?:artikeln|det här) "
    r"är (?:bara |endast |låst )*för (?:våra )?prenumeranter",
    r"(?:er du )?(?:allerede|har du allerede) (?:abonnent|medlem|abonnement)|(?:bli|bliv|kjøp|køb|logg inn|log "
    r"ind)\b[^.!?]"
    r"{0,40}\bfor (?:å|at) (?:lese|læse|fortsette|fortsætte)|for (?:å|at) (?:lese|læse) (?:videre|resten)|"
    r"(?:artikkelen|"
    r"artiklen|saken) er (?:kun |bare |forbeholdt )+(?:for )?abonnent",
    r"oletko jo tilaaja|(?:tilaa|kirjaudu|osta)\b[^.!?]{0,40}\b(?:lukeaksesi|jatkaaksesi)|(?:tämä "
    r")?(?:artikkeli|juttu) on "
    r"(?:vain )?(?:\w+ )?tilaajille",
    # Polish, Czech
    r"(?:masz już|jesteś już|już masz|jesteś naszym) (?:\w+ )?(?:subskryp|prenumer|abonent|konto)|(?:kup|wykup|"
    r"zaloguj|"
    r"zarejestruj|subskrybuj|zaprenumeruj)\b[^.!?]{0,40}\b(?:aby|żeby|i) (?:czyta|przeczyta|uzyska)|aby "
    r"(?:czytać dalej|"
    r"kontynuować czytanie)|(?:ten )?(?:artykuł|treść|tekst) (?:jest )?(?:dostępn\w+ )?(?:tylko |wyłącznie "
    r")?dla (?:naszych )?"
    r"(?:subskrybentów|prenumeratorów|abonentów)",
    r"(?:už máte|jste již|máte již) (?:předplatné|předplatitel)|(?:předplaťte|přihlaste|zaregistrujte) "
    r"se\b[^.!?]{0,30}"
    r"\ba (?:čtěte|pokračujte)|(?:článek|obsah) je (?:určen )?(?:jen |pouze )?pro předplatitele",
    # Russian, Turkish
    r"(?:оформите|купите) подписку|(?:подпишитесь|войдите|зарегистрируйтесь),? [^.!?]{0,30}чтобы (?:чита|"
    r"продолж|прочита)|"
    r"чтобы (?:продолжить чтение|читать дальше|прочитать)|(?:вы )?уже (?:подписан|подписчик|есть подписка|"
    r"зарегистрирован)|"
    r"(?:эта статья|статья|материал|этот материал) доступ(?:на|ен) (?:только )?(?:для )?(?:\w+ )?подписчик",
    r"(?:okumaya devam etmek|devamını okumak|tamamını okumak) için|(?:zaten|hâlihazırda|halihazırda) (?:abone|"
    r"üye)|bu (?:içerik|"
    r"haber|yazı) (?:sadece |yalnızca )?abone",
    # Chinese, Japanese, Korean
    r"(?:[订訂][阅閱]|登[录錄入]|[注註][册冊]|[开開]通|成[为為]|"
    r"[购購][买買])[^。！？]{0,20}(?:[继繼][续續][阅閱][读讀]|[阅閱][读讀]全文|"
    r"解[锁鎖]全文|查看全文)|(?:[继繼][续續][阅閱][读讀]|[阅閱][读讀]全文)[^。！？]{0,8}[请請]|"
    r"已(?:[经經])?(?:是|有|[订訂][阅閱]).{0,10}"
    r"登[录錄入]|(?:本文|此文|本篇|[该該]文)[^。！？]{0,8}(?:付[费費]|[订訂][阅閱]|"
    r"[会會][员員])[^。！？]{0,6}(?:文章|[内內]容|[专專]享|[独獨]享|可[读讀见見])",
    r"(?:この記事|この先|ここから先|残り)[^。！？]{0,30}(?:有料|会員|購読)|続き(?:を読む|をお読みいただく|"
    r"を読みたい|は)[^。！？]{0,20}(?:会員|登録|ログイン|購読)|"
    r"(?:すでに|既に)?(?:有料)?会員の方は|(?:会員登録|ログイン)(?:して|すると)[^。！？]{0,10}(?:全文|続き)",
    r"(?:구독|로그인|회원 ?가입|가입)[^.!?]{0,14}(?:읽을 수|전문을|전체를|보실 수|볼 수|이용)|이미 (?:구독|"
    r"회원)|(?:이|본) (?:기사|콘텐츠)는 [^.!?]{0,14}"
    r"(?:유료|회원|구독자)|(?:기사를 )?계속 (?:읽으시?려면|보시?려면)",
)
_START: Final = re.compile(r"(?:^|[.!?…。！？:|–—-])[\s“\"'¿]*", re.MULTILINE)
"""Where a sentence may begin."""
_SENTENCE: Final = re.compile("|".join(_SENTENCES))
_PARTS: Final = Snippets(
    (
        "subscri", "regist", "sign in", "sign up", "signin", "signup", "log in", "login", "join", "start your",
        "member", "account", "ue reading", "ep reading", "sh reading", "readers with", "the rest of this", "unlock",
        "e reached", "e read ", "e used", "lesen", "freischalten", "bereits ", "schon ", "abonn", "exklusiv",
        "ist nur für", "ausschließlich für", "inscri", "connectez", "pour lire la", "pour continuer",
        "pour poursuivre", "suscr", "hazte ", "leyendo", "ya eres", "ya soy", "ya tienes", "eres ya", "socio", "abbon",
        "accedi", "continuar", "proseguire", "riservat", "assin", "cadastr", "om verder", " lid", "leden", "prenum",
        "medlem", "redan ", "logga in", "tilaa", "subskr", "konto", "czyta", "uzyska", "okuma", "abone",
    )
)  # fmt: skip
_OTHER_PARTS: Final = Snippets(
    (
        "réserv", "reste ", "déjà ", "créez", "sesión", "för att ", "for å ", "for at ", "aksesi", "předpl",
        "přihlaste", "üye", "подпис", "регистр", "читать", "чтение", "войдите", "全文", "阅读", "閱讀", "登录",
        "登入", "登錄", "付费", "付費", "会员", "會員", "订阅", "訂閱", "有料", "会員", "購読", "ログイン", "続き",
        "구독", "로그인", "회원", "가입", "유료", "계속 ",
    )
)  # fmt: skip
"""Every sentence of a wall has one of these parts. They are found much faster than the sentences."""
WALL_PHRASES: Final = Phrases((*_PARTS.parts, *_OTHER_PARTS.parts))
WALL_NAME: Final = re.compile(
    rb"(?:pay|reg|registration|subscri\w{0,6}|abo|premium|member\w{0,4}|meter\w{0,3}|login|content|"
    rb"article)[-_]{0,2}wall"
    rb"(?![a-z])",
    re.IGNORECASE,
)
"""A class or id of a wall. The same names are common for the text that is locked."""
WALL_ADDRESS: Final = re.compile(
    r"subscri|suscri|subskry|abonn|abbon|assin|prenum|podpis|tilaa|(?:^|[/.?&=_-])abos?(?:$|[/.?&=_-])|paywall|"
    r"log-?in|sign-?(?:in|up)|regist|anmeld|account|connexion|inlogg|logg-?inn?|kirjaudu|entrar|accedi|checkout|"
    r"membership|/(?:join|plans|offers?|premium|shop|vip)(?:$|[/?#])",
    re.IGNORECASE,
)
"""The address of a page on which readers subscribe or log in."""


def has_wall_sentence(line: str) -> bool:
    """Whether a line has a sentence that only walls have. Newsletters have similar ones."""
    lower = line.lower()
    if not contains_any(lower, _PARTS) and (lower.isascii() or not contains_any(lower, _OTHER_PARTS)):
        return False
    if "newsletter" in lower:
        return False
    return any(_SENTENCE.match(lower, start.end()) for start in _START.finditer(lower))
