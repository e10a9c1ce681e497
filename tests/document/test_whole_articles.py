"""Articles that a page has in several containers come out whole, by the default method, as text and as Markdown."""

import pytest

import maintext

SENTENCES = (
    "The harbour of Harwick was built by fishermen who had lost their boats in the storm of that winter.",
    "For two years they carried stones from the quarry behind the church, at first with carts and later by rail.",
    "Nobody had asked the town for money, and when the council offered some, the men refused to take it.",
    "Their wives kept the books, and it is from these that we know what every stone of the long wall has cost.",
    "When the wall was finished, the sea took a third of it in one night, and they began again the next morning.",
    "The lighthouse came last, paid for by a merchant whose son had been saved from a wreck by one of the boats.",
    "Today the wall is under the care of a society that has more members than the town has inhabitants.",
    "It meets on the first Sunday of March, whatever the weather may be, and reads the old books aloud.",
    "What the next hundred years will bring, the chairwoman told us, depends on the price of stone and on the sea.",
)
NAVIGATION = "".join(f"<li><a href='/{name}'>{name.title()}</a>" for name in ("news", "sport", "weather", "shop"))
ADVERT = "<div class=advert><a href='/buy'>Buy rubber boots</a> <a href='/sale'>Sale ends Sunday</a></div>"


def paragraphs(start: int, stop: int) -> str:
    return "".join(f"<p>{sentence}</p>" for sentence in SENTENCES[start:stop])


def page(body: str) -> str:
    return (
        f"<html><head><title>The wall of Harwick</title></head><body><nav><ul>{NAVIGATION}</ul></nav>{body}"
        "<footer><p><a href='/imprint'>Imprint</a> <a href='/privacy'>Privacy</a></p></footer></body></html>"
    )


HEADLINE = "<h1>The wall of Harwick</h1>"
PAGES = {
    "sibling boxes with adverts in between": (
        f"<div class=content>{HEADLINE}<div class=part>{paragraphs(0, 3)}</div>{ADVERT}"
        f"<div class=part>{paragraphs(3, 6)}</div>{ADVERT}<div class=part>{paragraphs(6, 9)}</div></div>"
    ),
    "split around a gallery": (
        f"<article>{HEADLINE}<div class=text>{paragraphs(0, 5)}</div><div class=gallery>"
        "<figure><img src=/1.jpg><figcaption>The wall in 1903</figcaption></figure>"
        "<figure><img src=/2.jpg><figcaption>The wall today</figcaption></figure></div>"
        f"<div class=text>{paragraphs(5, 9)}</div></article>"
    ),
    "sections with headings": (
        f"<main>{HEADLINE}<section><h2>The stones</h2>{paragraphs(0, 3)}</section>"
        f"<section><h2>The sea</h2>{paragraphs(3, 6)}</section>"
        f"<section><h2>Today</h2>{paragraphs(6, 9)}</section></main>"
    ),
    "a second container behind a notice to subscribers": (
        f"<article>{HEADLINE}<div class=teaser>{paragraphs(0, 3)}</div>"
        "<div class=notice><a href='/subscribe'>Subscribe</a></div>"
        f"<div class=paid>{paragraphs(3, 9)}</div></article>"
    ),
    "an introduction outside of the article": (
        f"<div class=page><header>{HEADLINE}<p class=lead>{SENTENCES[0]}</p></header><div class=share>"
        f"<a href='/share'>Share</a></div><div class=body>{paragraphs(1, 9)}</div></div>"
    ),
    "side by side in the body": (
        f"{HEADLINE}<div class=a>{paragraphs(0, 4)}</div>{ADVERT}<div class=b>{paragraphs(4, 9)}</div>"
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_an_article_in_several_containers_comes_out_whole(name: str) -> None:
    document = maintext.extract(page(PAGES[name]), "https://example.org/wall")
    missing = [sentence for sentence in SENTENCES if document.text.count(sentence) != 1]
    missing += [sentence for sentence in SENTENCES if document.markdown.count(sentence) != 1]
    assert missing == []
    for foreign in ("rubber boots", "Imprint", "Weather"):
        assert foreign not in document.text
