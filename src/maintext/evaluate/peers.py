"""Adapters for other extractors: functions from the bytes of a page to its text.

A peer gets bytes if it reads bytes. The others get text from our decoder, so that no peer loses because of an encoding.
Each runs with its own defaults, without parts that are not main text: the comments below an article (trafilatura) and
the descriptions of images (resiliparse).
"""

import importlib
import importlib.metadata
from collections.abc import Callable
from typing import Any, Final

from maintext.decode import decode
from maintext.errors import MaintextError

Extractor = Callable[[bytes], str]


class UnknownPeerError(MaintextError, ValueError):
    """There is no adapter for the named peer."""


def _module(name: str) -> Any:
    return importlib.import_module(name)


def _text(page: bytes) -> str:
    return decode(page).text


def _plain(markup: str) -> str:
    """Return the text of markup, for extractors that return markup."""
    etree = _module("lxml.html")
    parsed = etree.fromstring(f"<div>{markup}</div>" if markup.strip() else "<div></div>")
    return "\n".join(piece for piece in parsed.itertext() if piece.strip())


def _trafilatura() -> Extractor:
    module = _module("trafilatura")
    return lambda page: module.extract(page, include_comments=False) or ""


def _trafilatura_markdown() -> Extractor:
    module = _module("trafilatura")
    return lambda page: module.extract(page, include_comments=False, output_format="markdown") or ""


def _resiliparse() -> Extractor:
    extract = _module("resiliparse.extract.html2text").extract_plain_text
    tree = _module("resiliparse.parse.html").HTMLTree
    detect = _module("resiliparse.parse.encoding").detect_encoding
    return lambda page: str(extract(tree.parse_from_bytes(page, detect(page)), main_content=True, alt_texts=False))


def _turbohtml() -> Extractor:
    module = _module("turbohtml")

    def run(page: bytes) -> str:
        article = module.parse(page).article()
        return "" if article is None else str(article.text)

    return run


def _readability() -> Extractor:
    module = _module("readability")
    return lambda page: _plain(module.Document(_text(page)).summary(html_partial=True))


def _newspaper() -> Extractor:
    module = _module("newspaper")

    def run(page: bytes) -> str:
        article = module.Article(url="https://example.org/", fetch_images=False)
        article.download(input_html=_text(page))
        article.parse()
        return str(article.text)

    return run


def _justext() -> Extractor:
    module = _module("justext")
    stop_words = module.get_stoplist("English")

    def run(page: bytes) -> str:
        return "\n".join(part.text for part in module.justext(page, stop_words) if not part.is_boilerplate)

    return run


def _boilerpy() -> Extractor:
    extractor = _module("boilerpy3.extractors").ArticleExtractor()
    return lambda page: str(extractor.get_content(_text(page)))


def _goose() -> Extractor:
    goose = _module("goose3").Goose({"enable_image_fetching": False})
    return lambda page: str(goose.extract(raw_html=_text(page)).cleaned_text)


def _gne() -> Extractor:
    extractor = _module("gne").GeneralNewsExtractor()
    return lambda page: str(extractor.extract(_text(page))["content"])


def _magic() -> Extractor:
    extractor = _module("magic_html").GeneralExtractor()

    def run(page: bytes) -> str:
        return _plain(extractor.extract(_text(page), base_url="https://example.org/").get("html") or "")

    return run


_PEERS: Final[dict[str, tuple[str, Callable[[], Extractor]]]] = {
    "trafilatura": ("trafilatura", _trafilatura),
    "resiliparse": ("resiliparse", _resiliparse),
    "turbohtml": ("turbohtml", _turbohtml),
    "readability-lxml": ("readability-lxml", _readability),
    "newspaper4k": ("newspaper4k", _newspaper),
    "justext": ("jusText", _justext),
    "boilerpy3": ("boilerpy3", _boilerpy),
    "goose3": ("goose3", _goose),
    "gne": ("gne", _gne),
    "magic-html": ("magic-html", _magic),
}
"""By name: the distribution of a peer, for its version, and how to load it."""


_MARKDOWN: Final[dict[str, Callable[[], Extractor]]] = {"trafilatura": _trafilatura_markdown}
"""Peers that write Markdown too, for sets whose labels are Markdown."""


def peers() -> tuple[str, ...]:
    """Return the names of all peers that have an adapter."""
    return tuple(_PEERS)


def version_of(peer: str) -> str | None:
    """Return the version of a peer, or None if it is not installed."""
    try:
        return importlib.metadata.version(_known(peer)[0])
    except importlib.metadata.PackageNotFoundError:
        return None


def extractor_of(peer: str) -> Extractor:
    """Load a peer."""
    return _known(peer)[1]()


def markdown_extractor_of(peer: str) -> Extractor:
    """Load a peer to write Markdown, or text if it writes no Markdown."""
    return _MARKDOWN[peer]() if peer in _MARKDOWN else extractor_of(peer)


def _known(peer: str) -> tuple[str, Callable[[], Extractor]]:
    if peer not in _PEERS:
        raise UnknownPeerError(f"unknown peer {peer!r}; choose from {', '.join(_PEERS)}")
    return _PEERS[peer]
