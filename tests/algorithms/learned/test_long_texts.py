"""Long texts are answered to their end, in any markup."""

import random
from typing import Final

import pytest
from helpers.made_pages import sentence

import maintext
from maintext.words import overlap

BLOCKS: Final = 2_000
SPEAKERS: Final = ("ANN LEE:", "TOM REED:", "MODERATOR:")


def paragraphs(with_speakers: bool) -> list[str]:
    """Paragraphs of two sentences, none of them twice, with or without a speaker's line before each third."""
    draw = random.Random(7)
    lines: list[str] = []
    while len(lines) < BLOCKS:
        if with_speakers and len(lines) % 3 == 0:
            lines.append(SPEAKERS[len(lines) // 3 % len(SPEAKERS)])
        lines.append(f"{sentence(draw, 18)} {sentence(draw, 18)} It was number {len(lines)}.")
    return lines


def marked_up(lines: list[str], form: str) -> str:
    if form == "paragraphs":
        return "".join(f"<p>{line}</p>\n" for line in lines)
    if form == "lines":
        return "<br>\n".join(lines)
    items = (f"<dt>{line}</dt>" if line.endswith(":") else f"<dd>{line}</dd>" for line in lines)
    return f"<dl>{''.join(items)}</dl>"


@pytest.mark.parametrize("form", ["paragraphs", "lines", "definitions"])
@pytest.mark.parametrize("with_speakers", [False, True])
def test_a_text_of_two_thousand_blocks_is_kept_to_its_end(form: str, with_speakers: bool) -> None:
    draw = random.Random(8)
    lines = paragraphs(with_speakers)
    teasers = "".join(
        f"<li><a href=/{n}>{sentence(draw, 6)}</a><p>Teaser {sentence(draw, 9)}</p></li>" for n in range(12)
    )
    menu = "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(8))
    page = f"""<html><head><title>The long talk | Our paper</title></head><body><nav><ul>{menu}</ul></nav>
    <main><h1>The long talk</h1><div class=body>{marked_up(lines, form)}</div></main>
    <aside><h2>More</h2><ul>{teasers}</ul></aside><footer>Copyright. All rights reserved.</footer></body></html>"""
    text = maintext.extract(page).text
    precision, recall, _ = overlap(text, "\n".join(lines))
    assert recall > 0.97
    assert precision > 0.97
    assert lines[-1] in text
