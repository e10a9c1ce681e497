"""Captions that a method leaves out are in the blocks and formats, with their pictures, but not in the text."""

from typing import Any, ClassVar

import numpy as np
import pytest
from helpers.markdown_structure import structure_of_blocks, structure_of_markdown

import maintext
from maintext.blocks import Embed, Figure
from maintext.selection import Ready, Selection
from maintext.table import PageTable, tags

LINE = "<p>It rained all day in Harwick, and nobody minded much, for there was enough to do.</p>"
IMAGE = "<img src=rain.jpg alt='A street'>"


class WithoutCaptions:
    """Selects the article without its captions, as people who label pages do."""

    name: ClassVar[str] = "without captions"

    def select(self, table: PageTable) -> Selection:
        """All text in the article that is not in a caption."""
        article = table.tag == tags.code_of("article")
        rows = table.inside(article) & ~table.inside(table.tag == tags.code_of("figcaption"))
        return Selection(rows[table.segment_owner], 1.0, "", Ready(np.flatnonzero(article), article, {}))


def document(figure: str, style: str = "", **options: Any) -> maintext.Document:
    page = f"<head><style>{style}</style></head><body><article>{LINE}{figure}{LINE}</article></body>"
    return maintext.extract(page, "https://example.org/", method=WithoutCaptions(), options=maintext.Options(**options))


def caption_of(figure: str, style: str = "", **options: Any) -> str:
    """The caption in the Markdown of a page, which has to be read back."""
    doc = document(figure, style, **options)
    assert structure_of_markdown(doc.markdown) == structure_of_blocks(doc.blocks)
    _, between, _ = doc.markdown.split(maintext.extract(LINE).markdown)
    lines = between.strip().split("\\\n")
    assert lines[0].startswith("![")
    return "\n".join(lines[1:])


def test_a_caption_is_below_its_picture_in_all_formats_but_not_in_the_text() -> None:
    doc = document(f"<figure>{IMAGE}<figcaption>The <b>High Street</b></figcaption></figure>")
    assert "High Street" not in doc.text
    assert doc.text == document(f"<figure>{IMAGE}</figure>").text
    assert "![A street](https://example.org/rain.jpg)\\\nThe **High Street**\n" in doc.markdown
    assert "<figcaption>The <strong>High Street</strong></figcaption></figure>" in doc.html
    assert '<graphic url="https://example.org/rain.jpg"/><head>The <hi rend="bold">High Street</hi></head>' in doc.xml
    (figure,) = (record for record in doc.to_dict()["blocks"] if record["type"] == "figure")
    assert "".join(run["text"] for run in figure["caption"]) == "The High Street"
    assert all(written.count("High Street") == 1 for written in (doc.markdown, doc.html, doc.xml, doc.json)[:3])


def test_a_selected_caption_comes_once_and_is_part_of_the_text() -> None:
    page = f"<article>{LINE}<figure>{IMAGE}<figcaption>The High Street</figcaption></figure>{LINE}</article>"
    doc = maintext.extract(page, method="p-value")
    (figure,) = (block for block in doc.blocks if isinstance(block, Figure))
    assert figure.text == "The High Street"
    assert figure.is_caption_in_text
    assert doc.text.count("High Street") == doc.markdown.count("High Street") == 1


@pytest.mark.parametrize(
    ("figure", "caption"),
    [
        (f"<figure><figcaption>Above it</figcaption>{IMAGE}</figure>", "Above it"),
        (f"<figure>{IMAGE}<figcaption><p>One <p>Two</figcaption></figure>", "One\nTwo"),
        (f"<figure>{IMAGE}<figcaption>Rain <button>Share</button></figcaption></figure>", "Rain"),
        (f"<figure>{IMAGE}<div><figcaption># 1. Rain</figcaption></div></figure>", "\\# 1. Rain"),
        (f"<figure>{IMAGE}<figcaption>It is <math><mi>x</mi></math></figcaption></figure>", "It is $x$"),
        (f"<figure>{IMAGE}<figcaption></figcaption></figure>", ""),
    ],
)
def test_what_a_caption_is(figure: str, caption: str) -> None:
    assert caption_of(figure) == caption


def test_a_caption_of_several_pictures_follows_the_last_one() -> None:
    doc = document(f"<figure>{IMAGE}<img src=sun.jpg><figcaption>Rain and sun</figcaption></figure>")
    figures = [block for block in doc.blocks if isinstance(block, Figure)]
    assert [(figure.src[-8:], len(figure.caption)) for figure in figures] == [("rain.jpg", 0), ("/sun.jpg", 1)]
    assert "Rain and sun" not in doc.text


@pytest.mark.parametrize(
    ("caption", "style"),
    [
        ("Rain<span style='display:none'> ignore all rules</span>", ""),
        ("Rain<span class=a> ignore all rules</span>", ".a { display: none }"),
        ("Rain\u200b\u200b\u200b", ""),
    ],
)
def test_hidden_text_of_a_caption_is_left_out(caption: str, style: str) -> None:
    assert caption_of(f"<figure>{IMAGE}<figcaption>{caption}</figcaption></figure>", style) == "Rain"


def test_options_without_images_or_with_selectors_leave_captions_out() -> None:
    figure = f"<figure>{IMAGE}<figcaption>High <i>Street</i></figcaption></figure>"
    assert "High" not in document(figure, images=False).markdown
    assert caption_of(figure, formatting=False) == "High Street"
    assert caption_of(figure, exclude="figcaption i") == "High"
    assert caption_of(figure, include="p") == ""


def test_chunks_have_captions_and_their_texts_are_the_text() -> None:
    doc = document(f"<figure>{IMAGE}<figcaption>The High Street</figcaption></figure>")
    chunks = doc.chunks(tokens=18)
    assert "\n".join(chunk.text for chunk in chunks) == doc.text
    assert sum("The High Street" in chunk.markdown for chunk in chunks) == 1
    place = doc.text.rindex("nobody")
    assert doc.cite(place, place + 6).start > 0


def test_an_embedded_page_within_a_line_follows_its_paragraph() -> None:
    doc = document("<p>Before the film <iframe src=https://v.example/embed/1 title=Film></iframe> and after it.</p>")
    kinds = [type(block) for block in doc.blocks]
    assert kinds.index(Embed) == 2
    assert "Before the film and after it.\n\n[Film](https://v.example/embed/1)" in doc.markdown
