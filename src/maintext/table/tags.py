"""The element names of the HTML standard: sets of names with the same behaviour, and one code per name.

A page table stores a small integer per row instead of a name. ``code_of`` and ``lookup`` turn names into these
integers. ``OTHER`` is the code of all names that are not listed here (custom elements, parts of SVG and so on).
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

VOID: Final = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
"""Elements without content or end tag."""

RAW_TEXT: Final = frozenset("iframe noembed noframes noscript plaintext script style xmp".split())
"""Elements whose content is plain characters: a ``<`` in it starts no tag."""

UNRENDERED: Final = frozenset(
    "audio canvas datalist head iframe noembed noframes noscript object script select style svg template "
    "textarea title video".split()
)
"""Elements whose text is never visible as running text: code, fallbacks, form values, icons."""

BLOCK: Final = frozenset(
    "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol "
    "optgroup option p plaintext pre search section summary table tbody tfoot thead tr ul xmp".split()
)
"""Elements that start and end a line of text."""

CELL: Final = frozenset({"td", "th"})
"""Elements that split one line of text into cells."""

PREFORMATTED: Final = frozenset({"listing", "plaintext", "pre", "xmp"})
"""Elements whose line breaks and indentation are part of the text."""

_OTHER_KNOWN: Final = frozenset(
    "a abbr acronym b bdi bdo big button cite code data del dfn em font i ins kbd label map mark marquee math "
    "meter nobr output picture progress q rp rt ruby s samp slot small span strike strong sub sup time tt u "
    "var applet channel colgroup".split()
)

OTHER: Final = 0
NAMES: Final = ("", *sorted(VOID | RAW_TEXT | UNRENDERED | BLOCK | CELL | PREFORMATTED | _OTHER_KNOWN))
_CODES: Final = {name: code for code, name in enumerate(NAMES)}


def code_of(name: str) -> int:
    """The code of an element name, ``OTHER`` for names without a code."""
    return _CODES.get(name, OTHER)


@cache
def lookup(names: frozenset[str]) -> NDArray[np.bool_]:
    """For each code whether it is the code of one of the names, which must all have one."""
    listed = np.zeros(len(NAMES), dtype=bool)
    listed[[_CODES[name] for name in names]] = True
    listed.setflags(write=False)
    return listed
