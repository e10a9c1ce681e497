"""Labelled pages of twelve sites, made here: articles, and lists of links."""

import random
from functools import cache
from typing import Final

from maintext.algorithms.token_model import TokenModel
from maintext.data import LabelledPage
from maintext.train.token_counts import train_max_subsequence

WORDS: Final = (
    "river stone market winter garden letter bridge window summer kitchen morning paper island music road".split()
)


def sentence(draw: random.Random, words: int = 14) -> str:
    return " ".join(draw.choice(WORDS) for _ in range(words)).capitalize() + "."


def made_page(number: int) -> tuple[str, LabelledPage]:
    """An article, or a list of links, of one of twelve sites."""
    draw = random.Random(number)
    is_article = number % 3 != 0
    paragraphs = [" ".join(sentence(draw) for _ in range(3)) for _ in range(6)] if is_article else []
    items = [f"{draw.choice(WORDS)} {draw.choice(WORDS)}" for _ in range(30)]
    main = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    links = "".join(f"<li><a href=/{item}>{item}</a></li>" for item in items)
    html = f"""<html><body><div class=menu><a href=/>Home</a> <a href=/a>About</a></div>
    <div class=content>{main or f"<ul class=cards>{links}</ul>"}</div>
    <div class=sidebar><ul>{links}</ul></div><div class=footer>Copyright. All rights reserved.</div></body></html>"""
    url = f"https://site{number % 12}.example/{number}"
    text = "\n".join(paragraphs) if is_article else "\n".join(items)
    return "made", LabelledPage(str(number), html, text, url, type="article" if is_article else "listing")


PAGES: Final = [made_page(number) for number in range(72)]


@cache
def token_model() -> TokenModel:
    """A model of max-subsequence, trained on these pages."""
    return train_max_subsequence(PAGES)
