"""What the HTML standard says of element names, as sets and as a code a name.

A page table stores a small integer a row instead of a name. ``code_of`` and ``lookup`` turn names into those
integers; ``OTHER`` stands for every name that is not listed here (custom elements, SVG parts and the like).
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

VOID: Final = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
"""Elements without content: the serialised page has no end tag for them."""

RAW_TEXT: Final = frozenset("iframe noembed noframes noscript plaintext script style xmp".split())
"""Elements whose content is plain characters in the markup: a ``<`` in there opens nothing."""

UNRENDERED: Final = frozenset(
    "audio canvas datalist head iframe noembed noframes noscript object script select style svg template "
    "textarea title video".split()
)
"""Elements whose text a reader never sees as running text on the page: code, fall-backs, form values, icons."""

BLOCK: Final = frozenset(
    "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol "
    "optgroup option p plaintext pre search section summary table tbody tfoot thead tr ul xmp".split()
)
"""Elements that begin and end a line of text."""

CELL: Final = frozenset({"td", "th"})
"""Elements that part the text of one line into cells."""

PREFORMATTED: Final = frozenset({"listing", "plaintext", "pre", "xmp"})
"""Elements in which line breaks and indentation belong to the text."""

_OTHER_KNOWN: Final = frozenset(
    "a abbr acronym b bdi bdo big button cite code data del dfn em font i ins kbd label map mark marquee math "
    "meter nobr output picture progress q rp rt ruby s samp slot small span strike strong sub sup time tt u "
    "var applet channel colgroup".split()
)

OTHER: Final = 0
NAMES: Final = ("", *sorted(VOID | RAW_TEXT | UNRENDERED | BLOCK | CELL | PREFORMATTED | _OTHER_KNOWN))
_CODES: Final = {name: code for code, name in enumerate(NAMES)}


def code_of(name: str) -> int:
    """The code of an element name, ``OTHER`` if it has none of its own."""
    return _CODES.get(name, OTHER)


@cache
def lookup(names: frozenset[str]) -> NDArray[np.bool_]:
    """For each code whether it is that of one of the names, all of which are known here."""
    listed = np.zeros(len(NAMES), dtype=bool)
    listed[[_CODES[name] for name in names]] = True
    listed.setflags(write=False)
    return listed
