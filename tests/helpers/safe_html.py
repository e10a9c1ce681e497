"""A check that HTML which maintext writes can be embedded in a page."""

from typing import Final

from selectolax.lexbor import LexborHTMLParser

SAFE_ELEMENTS: Final = set(
    "h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code table caption thead tbody tr th td figure figcaption img a em "
    "strong br hr span article header section html head body del ins mark kbd sub sup dl dt dd aside input".split()
)
SAFE_ATTRIBUTES: Final = {
    "href", "src", "alt", "start", "class", "colspan", "rowspan", "data-author", "data-date", "id", "role", "type",
    "checked", "disabled", "style", "data-depth", "data-replies-to", "data-votes", "data-accepted",
}  # fmt: skip
ALIGNMENTS: Final = {"text-align: left", "text-align: center", "text-align: right"}


def assert_safe(html: str) -> None:
    """Nothing but known elements and attributes, and no address that runs anything."""
    root = LexborHTMLParser(html, scripting=True).root
    assert root is not None
    for node in root.traverse():
        assert node.tag in SAFE_ELEMENTS, node.tag
        for name, value in node.attributes.items():
            assert name in SAFE_ATTRIBUTES, name
            assert name != "style" or value in ALIGNMENTS
            if name in ("href", "src"):
                scheme = (value or "").partition(":")[0].strip().lower()
                assert scheme not in ("javascript", "vbscript", "data"), value
