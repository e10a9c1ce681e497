"""Pages that nobody would write: made of pieces of markup, cut out of real ones, and damaged, each by its number.

The same seed and number always make the same page, so a case is known by two numbers.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).parents[2]
OUR_PAGES: Final = [
    path.read_bytes()
    for path in (*sorted(ROOT.glob("examples/*.html")), *sorted(ROOT.glob("tests/golden/pages/*/page.html")))
]

STRUCTURE: Final = "html head body frameset frame noframes title base meta link".split()
BLOCKS: Final = (
    "div p ul ol li dl dt dd h1 h2 h6 article section main aside nav header footer address blockquote pre listing "
    "figure figcaption form fieldset legend details summary center dir menu hr search hgroup dialog"
).split()
INLINE: Final = (
    "a b i em strong font nobr big code s small strike tt u span br img wbr input button label abbr sub "
    "ruby rb rt rp rtc q time x-card o:p é"
).split()
TABLES: Final = "table caption colgroup col thead tbody tfoot tr td th".split()
BOXES: Final = "select option optgroup datalist object applet marquee param source track embed keygen noscript".split()
RAW: Final = "script style textarea iframe xmp noembed plaintext template video audio canvas".split()
FOREIGN: Final = (
    "svg math g path desc foreignObject title mi mo mn ms mtext mglyph malignmark annotation-xml annotation"
).split()
NAMES: Final = [*STRUCTURE, *BLOCKS * 2, *INLINE * 2, *TABLES * 3, *BOXES, *RAW, *FOREIGN]
ATTRIBUTES: Final = [
    *(" id=a", ' class="b c"', " class='d'", " hidden", " HIDDEN=''", " style='display:none'"),
    *(' style="visibility : hidden', " role=main", " itemprop=text", " type=hidden", " type='HIDDEN'"),
    *(" encoding=text/html", " color=red", " face", " size=", " aria-hidden=true", " href=?a&b"),
    *(" href='&amp;&lt;&copy=1'", ' title="a>b"', " title='<p>'", " a=b/", "/", " / ", "\n", "\f", "\r\n"),
    *(" a='1' a=2", " =x", " a = \n'b'", ' "', " '", " <", ' a"b', " a='", ' a="', " a=`b`", " \x00=\x00", " é=ü"),
]
TEXTS: Final = [
    *("x", " ", "\n", "\t ", "\r\n", "\r", "\f", "a b", "1 < 2", " words of a text, and more. "),
    *("It rained all day; nobody minded.", "中文，也是。", "日本語", "العربية", "é", "ﬁ", "𝒳", "😀"),
    *("\xa0", "\u3000", "\u200b", "\ufeff", "\ufffe", "\x00", "\x01", "\x85"),
]
REFERENCES: Final = (
    "&amp; &amp &am & &; &# &#; &#x &#x; &#65; &#65 &#x41 &#X41; &#0; &#128; &#xD800; &#x110000; &#99999999999999; "
    "&nbsp; &nbsp &lt;b&gt; &notin; &notit; &not &NotEqualTilde; &CounterClockwiseContourIntegral; "
    "&CounterClockwiseContourIntegra &copy=1 &fjlig; &xyz; &#x1F600; &#13; &#32; &Tab; &zwj; &Aacute &AMP &ampamp;"
).split()
COMMENTS: Final = [
    *("<!-- c -->", "<!--", "-->", "<!-->", "<!--->", "--!>", "<!-- --!>", "<!--<!--", "<!- c ->", "<!", "<!>", "<!x>"),
    *("<?php ?>", "<?", "</", "</>", "</ x>", "</3>", "<", ">", "<<", "<3"),
    *("<![CDATA[x]]>", "<![CDATA[", "]]>", "]]", "<![cdata[y]]>", "<!doctype html>", "<!DOCTYPE"),
    *("<!doctype html public '-//W3C//DTD HTML 3.2//EN'>", "<!doctype svg system 'about:legacy-compat'>"),
]
PHRASES: Final = [
    *("<script><!--<script>", "</script>", "--></script>", "</scrip", "</SCRIPT >", "</script/", "<script></script>"),
    *("<style>a<b</style>", "<textarea>\n", "</textarea>", "</title>", "<title>t&amp;", "<xmp>&amp;", "</xmp>"),
    *("</iframe>", "<pre>\n", "<pre>\r\n", "</br>", "</p>", "<table><tr><td>", "</td></tr></table>", "<svg><title>"),
    *("<svg><desc>", "<math><mi>", "<math><annotation-xml encoding='text/html'>", "</svg>", "</math>"),
    *("<select><option>", "</select>", "<template><td>", "</template>", "<b><i><p></b>", "<a><div></a>"),
    *("<input type=hidden>", "<table><input type=hidden>"),
]
"""Where something begins or ends that has rules of its own."""
ODD_BYTES: Final = [
    *(b"\x00", b"\xff", b"\xfe\xff", b"\xc2", b"\xc2\xa0", b"\xe4\xb8", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xc0\x80"),
    *(b"\xf4\x90\x80\x80", b"\x80", b"\xef\xbb\xbf", b"<", b">", b"&", b"&#", b'"', b"'", b"=", b"/", b"-", b"!"),
    *(b"]", b"\r", b"\n", b"\x1b", b"\x0c"),
]
SHARES: Final[list[tuple[list[str], int]]] = [
    ([f"<{name}>" for name in NAMES], 2),
    ([f"</{name}>" for name in NAMES], 1),
    (TEXTS, 6),
    (PHRASES, 2),
    (REFERENCES, 1),
    (COMMENTS, 1),
]
"""Kinds of pieces, and how often each piece of a kind stands in the hat that they are drawn from."""
PIECES: Final = [piece.encode() for pieces, share in SHARES for piece in pieces * share]


def page_of(seed: int, number: int) -> bytes:
    """The page that has a number."""
    random = Random(f"{seed} {number}")
    page = random.choice(KINDS)(random)
    return _damaged(random, page) if random.random() < 0.4 else page


def _soup(random: Random) -> bytes:
    """Pieces of all kinds in any order."""
    return b"".join(random.choices(PIECES, k=random.randrange(1, 60)))


def _few(random: Random) -> bytes:
    """A few pieces again and again: what one rule leaves behind meets the same rule."""
    pieces = [_tag(random) if random.random() < 0.3 else random.choice(PIECES) for _ in range(random.randrange(2, 9))]
    return b"".join(random.choices(pieces, k=random.randrange(4, 80)))


def _tagged(random: Random) -> bytes:
    """Tags with attributes in all forms, and text between them."""
    return b"".join(
        _tag(random) if random.random() < 0.5 else random.choice(PIECES) for _ in range(random.randrange(1, 30))
    )


def _tag(random: Random) -> bytes:
    name = random.choice(NAMES)
    attributes = "".join(random.choices(ATTRIBUTES, k=random.randrange(4)))
    opening, closing = random.choice(("<", "<", "<", "</")), random.choice((">", ">", ">", ">", "/>", " >", ""))
    return f"{opening}{name.upper() if random.random() < 0.1 else name}{attributes}{closing}".encode()


def _nested(random: Random) -> bytes:
    """Elements in elements, closed in order but for a few."""
    pieces: list[bytes] = [b"<!doctype html>"] if random.random() < 0.7 else []
    open_names: list[str] = []
    for _ in range(random.randrange(4, 70)):
        chance = random.random()
        if chance < 0.4:
            open_names.append(random.choice(NAMES))
            pieces.append(f"<{open_names[-1]}>".encode())
        elif chance < 0.7:
            pieces.append(random.choice(TEXTS).encode())
        elif open_names:
            place = -1 if random.random() < 0.8 else random.randrange(len(open_names))
            pieces.append(f"</{open_names.pop(place)}>".encode())
    return b"".join(pieces)


def _spliced(random: Random) -> bytes:
    """Parts of our own pages, with a piece of anything between them."""
    parts: list[bytes] = []
    for _ in range(random.randrange(1, 5)):
        page = random.choice(OUR_PAGES)
        start = random.randrange(len(page))
        parts += (page[start : start + random.randrange(20, 600)], random.choice(PIECES))
    return b"".join(parts)


KINDS: Final[list[Callable[[Random], bytes]]] = [_soup, _soup, _few, _few, _tagged, _nested, _spliced]


def _damaged(random: Random, page: bytes) -> bytes:
    """The page with some bytes taken out, put in, repeated or changed."""
    for _ in range(random.randrange(1, 6)):
        start = random.randrange(len(page) + 1)
        stop = min(len(page), start + random.randrange(1, 20))
        chance = random.random()
        if chance < 0.3:
            middle = random.choice(ODD_BYTES) + page[start:stop]
        elif chance < 0.5:
            middle = b""
        elif chance < 0.7:
            middle = page[start:stop] * random.randrange(2, 6)
        elif chance < 0.8:
            middle = random.randbytes(random.randrange(1, 5)) + page[start:stop]
        elif chance < 0.9:
            middle = page[start:stop].swapcase()
        else:
            return page[:start]
        page = page[:start] + middle + page[stop:]
    return page
