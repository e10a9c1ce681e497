"""Random pages for property tests: small trees, and soups of tags."""

import html
import re
from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from maintext.table import tags

CHARACTERS: Final = "ab1 中。，ﬁé\n\t\xa0\u3000\u200b\xad𝒳.;!?&<>\"'="
CONTAINERS: Final = (
    "div p span a b i em ul ol li h1 h2 article section main aside nav form label button pre code blockquote dl dt dd "
    "font center table tbody tr td th caption select option noscript object video x-card figure figcaption ruby rt"
).split()
VOIDS: Final = sorted(tags.VOID - {"frame"})
RAW: Final = "script style textarea title iframe xmp noembed noframes template".split()
ENTITIES: Final = "&amp; &lt;b&gt; &nbsp; &#20013; &copy &notit; &#0; &#x1F600; &quot; & &; &#xD800;".split(" ")
SOUP: Final = [
    *(f"<{name}>" for name in CONTAINERS),
    *(f"</{name}>" for name in CONTAINERS),
    *(f"<{name}>" for name in VOIDS),
    *(f"<{name}>" for name in RAW),
    *(f"</{name}>" for name in RAW),
    *ENTITIES,
    *"<html> <head> <body> </body> </html> </head> <plaintext> <frameset> <frame> </frameset> <!doctype html>".split(),
    *"<!-- --> <!--> <!---> --!> <![CDATA[x]]> <?php <!x </ </> < > <p <a<b> <p/> </p </br> <image> <nobr> =".split(),
    *(" ", "\n", "\x00", "\ud800", "\xa0", "text", " more words ", "中文，也是。", "\ufeff"),
    *("<p title='a>b<c\"d'>", '<a href="?a=1&b=2">', "<p a<b\"c>", "<div id=x id=y class='&lt;'>", "<pre>\n\n x"),
    *("<script><!--<script>", "<!-- </script> -->", "<style>a<b>c</style>", "<svg>", "</svg>", "<math>", "</math>"),
    *("<svg><title>", "<svg><desc><p>", "<math><mi>", "<math><annotation-xml encoding='text/html'>", "<table><tr><td>"),
]  # fmt: skip

texts = st.text(CHARACTERS, min_size=1, max_size=12)
attributes = st.lists(
    st.tuples(st.sampled_from("id class style href title data-x colspan".split()), texts),
    max_size=2,
    unique_by=lambda a: a[0],
)


def tag(name: str, pairs: list[tuple[str, str]], content: str, closed: bool) -> str:
    start = "".join(f' {key}="{html.escape(value)}"' for key, value in pairs)
    return f"<{name}{start}>{content}</{name}>" if closed else f"<{name}{start}>{content}"


leaves = st.one_of(
    texts.map(html.escape),
    st.sampled_from(ENTITIES),
    texts.map(lambda text: f"<!--{text.replace('>', '')}-->"),
    st.builds(tag, st.sampled_from(VOIDS), attributes, st.just(""), st.just(False)),
    st.builds(tag, st.sampled_from(RAW), attributes, texts.map(lambda text: text.replace("<", "< ")), st.just(True)),
)
tables = st.lists(st.lists(texts.map(html.escape), min_size=1, max_size=3), min_size=1, max_size=3).map(
    lambda rows: (
        "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows) + "</table>"
    )
)
trees = st.recursive(
    leaves | tables,
    lambda inner: st.builds(
        tag,
        st.sampled_from(CONTAINERS),
        attributes,
        st.lists(inner, max_size=4).map("".join),
        st.booleans() | st.just(True),
    ),
    max_leaves=25,
)
soups = st.lists(st.sampled_from(SOUP), max_size=40).map("".join)


def has_raw_names_in_foreign_content(page: str) -> bool:
    """In SVG and MathML an ``<iframe>`` is an element like any other; the reader takes it for raw text."""
    foreign = re.search("<(?:svg|math)", page)
    return foreign is not None and re.search(f"<(?:{'|'.join(tags.RAW_TEXT)})", page[foreign.end() :]) is not None


anything = st.one_of(trees, soups, soups.map(lambda soup: f"<body>{soup}"))
pages = anything.filter(lambda page: not has_raw_names_in_foreign_content(page))

moderately = settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
