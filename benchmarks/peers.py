"""Other extractors, each as a function from bytes to text; those that are not installed are left out."""

import importlib
import warnings
from collections.abc import Callable
from typing import Final

Extractor = Callable[[bytes], str]


def trafilatura() -> Extractor:
    module = importlib.import_module("trafilatura")
    return lambda page: module.extract(page) or ""


def resiliparse() -> Extractor:
    extract = importlib.import_module("resiliparse.extract.html2text")
    tree = importlib.import_module("resiliparse.parse.html")
    encoding = importlib.import_module("resiliparse.parse.encoding")

    def run(page: bytes) -> str:
        parsed = tree.HTMLTree.parse_from_bytes(page, encoding.detect_encoding(page))
        text: str = extract.extract_plain_text(parsed, main_content=True)
        return text

    return run


def turbohtml() -> Extractor:
    module = importlib.import_module("turbohtml")

    def run(page: bytes) -> str:
        article = module.parse(page).article()
        return str(article.text) if article is not None else ""

    return run


def readability() -> Extractor:
    module = importlib.import_module("readability")
    lxml_html = importlib.import_module("lxml.html")

    def run(page: bytes) -> str:
        summary = module.Document(page.decode("utf-8", "replace")).summary()
        text: str = lxml_html.fromstring(summary).text_content()
        return text

    return run


def gne() -> Extractor:
    module = importlib.import_module("gne")
    extractor = module.GeneralNewsExtractor()
    return lambda page: str(extractor.extract(page.decode("utf-8", "replace"))["content"])


PEERS: Final[dict[str, Callable[[], Extractor]]] = {
    "trafilatura": trafilatura,
    "resiliparse": resiliparse,
    "turbohtml": turbohtml,
    "readability-lxml": readability,
    "gne": gne,
}


def installed() -> dict[str, Extractor]:
    """The peers that can be imported here."""
    found = {}
    for name, make in PEERS.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found[name] = make()
        except ImportError:
            print(f"{name} is not installed, left out (pip install 'maintext[peers]')")
    return found
