"""Example pages for visitors of the web page."""

from importlib.resources import files
from typing import Final

from maintext.decode import decode

EXAMPLES: Final = {
    "english-news": "https://www.harwick-courier.example/news/ferry-returns",
    "chinese-news": "https://news.example/20180902/1.html",
    "forum": "https://forum.example/t/1",
}
"""By name of the file: the address that the page would have."""


def example_pages() -> list[dict[str, str]]:
    """The pages as characters, each with its name and address."""
    folder = files("maintext.serve") / "static" / "examples"
    return [
        {"name": name, "url": url, "html": decode((folder / f"{name}.html").read_bytes()).text}
        for name, url in EXAMPLES.items()
    ]
