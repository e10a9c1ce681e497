"""The programming language of preformatted text, from the classes that highlighters use."""

import re
from typing import Final

from maintext.table import PageTable, tags

_NAMED: Final = re.compile(
    r"(?:^|[\s\"'])(?:language-|lang-|highlight-source-|highlight-text-|brush:\s*|sourcecode\s+|hljs\s+language-|hljs\s+)"
    r"([a-z][a-z0-9+#_.-]{0,19})(?![\w-])",
    re.IGNORECASE,
)
_ATTRIBUTES: Final = ("data-lang", "data-language")
_LOOKED_AT: Final = frozenset({"class", *_ATTRIBUTES})
_NONE: Final = frozenset("none text plain plaintext plain-text txt nohighlight no-highlight default auto en".split())
_CODE: Final = tags.code_of("code")


def language_of(table: PageTable, row: int) -> str:
    """The language of a ``pre``, from its attributes, or those of the ``code`` in it or of the boxes around it."""
    inner = row + 1 if row + 1 < table.end[row] and table.tag[row + 1] == _CODE else row
    parent = max(int(table.parent[row]), 0)
    for element in (inner, row, parent, max(int(table.parent[parent]), 0)):
        attributes = table.attributes(element, _LOOKED_AT)
        named = [attributes[name].strip() for name in _ATTRIBUTES if attributes.get(name)]
        found = _NAMED.search(attributes.get("class", ""))
        for name in [*named, *([found[1]] if found else [])]:
            if name.lower() not in _NONE and re.fullmatch(r"[\w+#.-]{1,20}", name):
                return name.lower()
    return ""
