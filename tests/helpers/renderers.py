"""Programs that turn Markdown into HTML, with raw HTML allowed, and a check that their output runs nothing."""

from collections.abc import Callable
from typing import Final

import cmarkgfm
import commonmark
import markdown
import marko
import mistune
from cmarkgfm.cmark import Options as CmarkOptions
from markdown_it import MarkdownIt
from selectolax.lexbor import LexborHTMLParser

_ELEMENTS: Final = frozenset(
    "html head body h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote pre code table thead tbody tr th td img a em "
    "strong br hr del s ins mark kbd sub sup abbr section div span input".split()
)
"""What Markdown has signs for, and the elements that are written in Markdown."""
_ATTRIBUTES: Final = frozenset(
    "href src alt title class id start align style type checked disabled rel role data-footnotes data-footnote-ref "
    "data-footnote-backref data-footnote-backref-idx aria-label".split()
)
_MISTUNE_PLUGINS: Final = ["url", "table", "strikethrough", "footnotes", "task_lists", "def_list", "abbr"]


def _renderers() -> dict[str, Callable[[str], str]]:
    markdown_it = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    plain, extra = markdown.Markdown(), markdown.Markdown(extensions=["extra"])
    mist = mistune.create_markdown(escape=False, plugins=_MISTUNE_PLUGINS)
    gfm = marko.Markdown(extensions=["gfm", "footnote"])
    extensions = ["table", "autolink", "strikethrough", "tasklist"]
    options = CmarkOptions.CMARK_OPT_UNSAFE | CmarkOptions.CMARK_OPT_FOOTNOTES
    return {
        "markdown-it-py": markdown_it.render,
        "Python-Markdown": lambda text: plain.reset().convert(text),
        "Python-Markdown extra": lambda text: extra.reset().convert(text),
        "mistune": lambda text: str(mist(text)),
        "cmarkgfm": lambda text: cmarkgfm.markdown_to_html_with_extensions(text, options, extensions),
        "commonmark": commonmark.commonmark,
        "marko": gfm.convert,
    }


RENDERERS: Final = _renderers()
"""Functions from Markdown to HTML, by the name of the package and the extensions in use."""


def dangers(html: str) -> list[str]:
    """The elements, attributes and addresses of a fragment that no Markdown of ours asks for."""
    found = []
    root = LexborHTMLParser(html).root
    assert root is not None
    for node in root.traverse():
        if node.tag not in _ELEMENTS:
            found.append(f"<{node.tag}>")
        for name, value in node.attributes.items():
            if name not in _ATTRIBUTES or (name == "style" and not (value or "").startswith("text-align")):
                found.append(f"{node.tag}: {name}")
            elif name in ("href", "src") and _is_active(value or ""):
                found.append(f"{node.tag}: {value}")
    return found


def _is_active(address: str) -> bool:
    """Whether an address runs a script or has a page in it; browsers ignore control characters in it."""
    shown = "".join(character for character in address if " " < character != "\x7f").lower()
    return shown.startswith(("javascript:", "vbscript:", "data:", "livescript:", "view-source:", "feed:"))
