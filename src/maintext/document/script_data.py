"""Running text in the data that a page carries for its scripts.

Pages that are made by scripts often carry their article as data: JSON in a script element, an assignment such as
``window.__INITIAL_STATE__ = {...}``, or chunks that a server streams (``self.__next_f.push``). The data is not parsed:
its strings are read one after the other, each with the name before it or before its list. So neither depth nor damage
matters, and the time is linear in the size. A string that is JSON itself is read in the same way. The text is one long
string, or all strings of one name that are prose, such as the paragraphs of an article.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np

from maintext.document.linked_article import as_page
from maintext.read import read_once
from maintext.table import ROW_COLUMNS, PageTable, tags

_MAX_VISIBLE: Final = 1_500
"""A page that shows more characters is not an empty frame."""
_MAX_FRAME: Final = 300
"""A page that shows more characters has a text of its own, to which strings of its data may belong."""
_MIN_CHARACTERS: Final = 300
_TIMES_LONGER: Final = 2.0
"""The text must be this many times as long as all text that the page shows."""
_MAX_BYTES: Final = 8_000_000
_MAX_STRINGS: Final = 200_000
"""Bounds for all scripts of a page together."""
_MIN_STRING: Final = 40
_MIN_WIDE: Final = 16
"""Characters of a string that may be a paragraph; the second number is for scripts without spaces between words."""
_LONE_SHARE: Final = 0.5
"""One string that has this share of the best text is the text: the rest is likely that of other pages."""
_SCRIPT: Final = tags.code_of("script")
_SPAN: Final = tuple(ROW_COLUMNS.index(name) for name in ("open_start", "open_end", "close_start"))
_DATA: Final = re.compile(
    rb"application/json|__(?:next|nuxt|initial|preloaded|apollo|redux|server|app)|(?:window|self|globalthis|var|let|const)"
    rb"[.\[\s][^=;{}]{1,80}=\s*(?:[\[{(\"]|json\.parse\()|\.push\(\s*[\[{]",
    re.IGNORECASE,
)
"""How scripts with data begin; those of the linked data are not among them."""
_HEAD: Final = 2_000
"""Bytes of a script that are searched for that."""
_QUOTE: Final = re.compile(r"[\"'`]")
_ENDS: Final = {
    '"': re.compile(r'[^"\\]*(?:\\.[^"\\]*)*', re.DOTALL),
    "'": re.compile(r"[^'\\\n]*(?:\\.[^'\\\n]*)*", re.DOTALL),
    "`": re.compile(r"[^`\\]*(?:\\.[^`\\]*)*", re.DOTALL),
}
_NAME: Final = re.compile(r"([\w$]{1,60})\s{0,9}:\s{0,9}$")
"""A name without quotation marks, right before its value."""
_NEAR: Final = 80
"""Characters before a value in which its name is looked for."""
_BRACKET: Final = re.compile(r"[\[\]{}]")
_JSON: Final = re.compile(r"\s{0,9}(?:\{\s{0,9}\"|\[\s{0,9}[\[{\"])")
_MAX_JSON: Final = 3
"""How deep JSON in strings of JSON is read."""
_ESCAPE: Final = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_PLAIN: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": "", "v": "", "0": "", "\n": ""}
_STREAM: Final = b"__next_f"
_ROW: Final = re.compile(rb"(?:^|\n|(?<=[}\]\"]))[0-9a-f]{1,6}:T([0-9a-f]{1,6}),")
_TAG: Final = re.compile(r"</?[a-zA-Z][^<>]{0,1000}>")
_WIDE: Final = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE: Final = re.compile(r"[.!?…։۔؟।。！？](?=[\s\"'”’»)\]]|$|[\u3000-\u9fff])")
_CODE: Final = re.compile(r"[{}=;<>\\|_#@~^*]|://")
_MAX_CODE: Final = 0.02
"""The share of marks of code in a text that is not prose."""
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class DataString(NamedTuple):
    """A string in data, and its name or that of the list it is in."""

    name: str
    text: str
    has_markup: bool
    characters: int
    """Without markup and white space."""


def script_article(table: PageTable) -> PageTable | None:
    """The table of the longest running text in the page's data, if it is far longer than the text of the page."""
    if table.visible_characters > _MAX_VISIBLE:
        return None
    min_characters = max(_MIN_CHARACTERS, _TIMES_LONGER * table.visible_characters)
    is_frame = table.visible_characters <= _MAX_FRAME
    text = longest_text(_data_of(table, _MIN_CHARACTERS), min_characters, joined=is_frame)
    if not text:
        return None
    article = read_once(as_page(text).encode("utf-8", "replace"))
    return article if article.visible_characters >= min_characters else None


def longest_text(sources: Iterable[tuple[str, bool]], min_characters: float, *, joined: bool) -> str:
    """The longest running text in data, empty if it is shorter than a number of characters.

    Args:
        sources: the data, each with whether it is code, in which strings may have other quotation marks.
        min_characters: the least length.
        joined: whether strings of one name may be one text. In code they need a name: others are messages.
    """
    best, longest = "", ""
    best_size = longest_size = 0
    left = _MAX_STRINGS
    for source, is_code in sources:
        groups: dict[tuple[str, bool], dict[str, int]] = {}
        for each in _strings(source, is_code, left):
            left -= 1
            if not each.characters:
                continue
            if joined and (each.name or not is_code):
                groups.setdefault((each.name, each.has_markup), {})[each.text] = each.characters
            if each.characters > longest_size:
                longest, longest_size = each.text, each.characters
        for texts in groups.values():
            size = sum(texts.values())
            if size > best_size:
                best, best_size = "\n".join(texts), size
    if longest_size >= max(min_characters, _LONE_SHARE * best_size):
        return longest
    return best if best_size >= min_characters else ""


def _data_of(table: PageTable, min_bytes: int) -> Iterator[tuple[str, bool]]:
    """The scripts with data, and all streamed chunks joined."""
    scripts = np.flatnonzero(table.tag == _SCRIPT)
    spans = zip(*(table.row_columns[column][scripts].tolist() for column in _SPAN), strict=True)
    left = _MAX_BYTES
    chunks: list[str] = []
    for start, inner, stop in spans:
        opening = table.source[start:inner].lower()
        if b"ld+json" in opening or stop <= inner or left <= 0:
            continue
        content = table.source[inner : min(stop, inner + left)]
        if _STREAM in content[:_HEAD]:
            left -= len(content)
            chunks += [text for _, text in _raw_strings(content.decode("utf-8", "replace"), True, _MAX_STRINGS, 0)]
        elif len(content) >= min_bytes and (_DATA.search(opening) or _DATA.search(content[:_HEAD])):
            left -= len(content)
            yield content.decode("utf-8", "replace"), b"json" not in opening
    if chunks:
        yield from _streamed("".join(chunks))


def _streamed(stream: str) -> Iterator[tuple[str, bool]]:
    """The texts of a stream, each as a string of data, and the rest of it."""
    data = encodable(stream).encode("utf-8")
    rest = []
    place = 0
    while row := _ROW.search(data, place):
        rest.append(data[place : row.start()])
        place = row.end() + int(row[1], 16)
        text = data[row.end() : place].decode("utf-8", "replace")
        yield f'"text":"{_quoted(text)}"', False
    rest.append(data[place:])
    yield b"\n".join(rest).decode("utf-8", "replace"), False


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _strings(source: str, is_code: bool, limit: int, levels: int = _MAX_JSON) -> Iterator[DataString]:
    """The strings of data, and those of JSON in its strings; those that are not prose have no characters."""
    for name, text in _raw_strings(source, is_code, limit):
        if len(text) < _MIN_WIDE:
            yield DataString(name, text, False, 0)
            continue
        if levels and len(text) >= _MIN_CHARACTERS and _JSON.match(text):
            yield from _strings(text, False, limit, levels - 1)
            continue
        has_markup = _TAG.search(text) is not None
        bare = _TAG.sub(" ", text) if has_markup else text
        yield DataString(name, encodable(text), has_markup, _prose_characters(bare))


def _raw_strings(source: str, is_code: bool, limit: int, shortest: int = _MIN_WIDE) -> Iterator[tuple[str, str]]:
    """The strings that are not too short, without escapes, each with its name; up to one without an end."""
    names = _Names()
    place = 0
    while limit > 0:
        if is_code:
            quote = _QUOTE.search(source, place)
            start = quote.start() if quote else -1
        else:
            start = source.find('"', place)
        if start < 0:
            return
        limit -= 1
        end = _ENDS[source[start]].match(source, start + 1).end()  # type: ignore[union-attr]
        if end >= len(source):
            return
        name = names.name_after(source[place:start])
        names.last = source[start + 1 : end] if end - start <= _NEAR else ""
        if source[end] == source[start] and end - start > shortest:
            text = source[start + 1 : end]
            yield name, _ESCAPE.sub(_unescaped, text) if "\\" in text else text
        place = end + 1


class _Names:
    """The names of the strings of data, which are read in their order."""

    def __init__(self) -> None:
        """Begin outside of all lists and objects."""
        self.last = ""
        """The string before, which is the name of the next one if a colon follows."""
        self._around: list[str] = []
        """For the lists and objects around the next string: the names of lists, empty for an object."""

    def name_after(self, between: str) -> str:
        """The name of a string, by what is between it and the string before: its own, else that of its list."""
        name = self.last if between.lstrip().startswith(":") else ""
        begin = 0
        for bracket in _BRACKET.finditer(between):
            if bracket[0] in "]}":
                del self._around[-1:]
            else:
                name = name or _unquoted(between, begin, bracket.start()) or self._of_list()
                self._around.append(name if bracket[0] == "[" else "")
            name = ""
            begin = bracket.end()
        return name or _unquoted(between, begin, len(between)) or self._of_list()

    def _of_list(self) -> str:
        return self._around[-1] if self._around else ""


def _unquoted(between: str, begin: int, end: int) -> str:
    """The name without quotation marks that ends at ``end``, empty without one."""
    begin = max(begin, end - _NEAR)
    found = _NAME.search(between, begin, end) if between.find(":", begin, end) >= 0 else None
    return found[1] if found else ""


def _unescaped(escape: re.Match[str]) -> str:
    """The character of an escape."""
    code = escape[1]
    if len(code) == 1:
        return _PLAIN.get(code, code)
    number = int(code.strip("ux{}"), 16)
    return chr(number) if number <= 0x10FFFF else "\ufffd"


def _prose_characters(text: str) -> int:
    """The number of characters of a running text, 0 if the text is a word, a list or code."""
    folded = " ".join(text.split())
    wide = len(_WIDE.findall(folded))
    if len(folded) < _MIN_STRING and wide < _MIN_WIDE:
        return 0
    blanks = folded.count(" ")
    has_words = wide > len(folded) // 3 or 3 * len(folded) // 60 <= blanks + 1
    is_code = len(_CODE.findall(folded)) > _MAX_CODE * len(folded) + 2
    return len(folded) - blanks if has_words and not is_code and _SENTENCE.search(folded) else 0


def encodable(text: str) -> str:
    """A text with surrogate pairs joined and lone surrogates replaced, which UTF-8 cannot encode."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
