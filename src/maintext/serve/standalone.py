"""The heat map and the comparison as one file that needs no service and loads nothing."""

import base64
import hashlib
import json
from html import escape
from importlib.resources import files
from typing import Any, Final

_START: Final = """
currentLanguage = navigator.language.startsWith("zh") ? "zh" : "en";
const shown = JSON.parse(document.getElementById("data").textContent);
document.querySelector("main").append(shown.view === "why" ? whyView(shown.data) : compareView(shown.data));
"""
_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header class="top"><span class="brand">maintext</span><p class="tagline">{title}</p></header>
<main></main>
<script id="data" type="application/json">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def why_file(data: dict[str, Any], title: str) -> str:
    """The heat map of a method as an HTML file; ``data`` is from ``why_view``."""
    return _file({"view": "why", "data": data}, title)


def compare_file(data: dict[str, Any], title: str) -> str:
    """The comparison of methods as an HTML file; ``data`` is from ``compare_view``."""
    return _file({"view": "compare", "data": data}, title)


def _file(content: dict[str, Any], title: str) -> str:
    script = "\n".join([_static("words.js"), _static("views.js"), _START])
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"
    )
    data = json.dumps(content, ensure_ascii=False).replace("<", "\\u003c").encode("utf-8", "replace").decode()
    return _PAGE.format(
        policy=escape(policy), title=escape(title), style=_static("style.css"), data=data, script=script
    )


def _static(name: str) -> str:
    return (files("maintext.serve") / "static" / name).read_text("utf-8")
