"""Facts of small pages."""

import json

import maintext
from maintext.metadata import Fact

TEXT = "<div><p>It rained all day, and nobody minded, for there was enough to read.</p></div>"


def date_of(head: str = "", body: str = "", url: str | None = None) -> str | None:
    return maintext.extract(f"<html><head>{head}</head><body>{body}{TEXT}</body></html>", url).date


def title_of(head: str, body: str = "") -> str | None:
    return maintext.extract(f"<html><head>{head}</head><body>{body}{TEXT}</body></html>").title


def linked(content: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(content)}</script>'


def fact_of(field: str, head: str = "", body: str = "", url: str | None = None) -> Fact | None:
    page = f"<html><head>{head}</head><body>{body}{TEXT}</body></html>"
    return maintext.extract(page, url).metadata.get(field)
