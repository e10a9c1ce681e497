# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False
# cython: infer_types=True, annotation_typing=False, freethreading_compatible=True, auto_pickle=False
"""What the scanner knows while it reads a page: the nodes so far, the stack of open elements, the text.

Everything is a flat array of numbers, so that the work needs no Python object. Arrays grow where a page needs more,
and a scan can be used again for the next page.
"""

from typing import Final

import cython
import numpy as np
from cython.cimports.libc.string import memset

from maintext.scanner import tables

_NODE: Final = np.dtype(
    [
        *((field, np.intc) for field in tables.NODE_NUMBERS),
        ("key", np.ulonglong),
        ("name", np.short),
        ("rule", np.short),
        *((field, np.ubyte) for field in tables.NODE_MARKS),
    ],
    align=True,
)
_START, _LINKS = (
    np.dtype([(field, np.intc) for field in fields]) for fields in (tables.START_NUMBERS, tables.LINK_NUMBERS)
)
_FIRST_NODES: Final = 256
_BYTES_A_NODE: Final = 128
_FIRST_TEXT: Final = 4096
_BYTES_A_BYTE_OF_TEXT: Final = 8
"""Most pages have more elements and texts, and more text, for so many bytes, but not many times more."""
_KEPT_NODES: Final = 1 << 14
_KEPT_TEXT: Final = 1 << 19
"""Arrays with more are not kept for the next page: what a large page needs behind the reader can have the room."""
for _name, _flags in enumerate(tables.FLAGS.tolist()):
    FLAGS[_name] = _flags
KEYS = tables.KEYS
LENGTHS = tables.LENGTHS


class Scan:
    """A page that is being read. Node 0 is the html element; -1 stands for no node.

    A text is a node too: its ``open_start`` and ``open_end`` say where it stands in ``text``. What the start tag of an
    element says stands in ``starts``. Siblings are linked in ``links``, but only if a node has moved.
    """

    def __init__(self) -> None:
        """Make room for what does not depend on the page."""
        self.nodes = np.empty(0, dtype=_NODE)
        self.links = np.empty(0, dtype=_LINKS)
        self.order = np.empty(0, dtype=np.intc)
        self.stack = np.zeros(DEPTH_ROOM, dtype=np.intc)
        self.formatting = np.zeros(FORMATTING_ROOM, dtype=np.intc)
        self.template_modes = np.zeros(DEPTH_ROOM, dtype=np.intc)

    def begin(self, data: bytes) -> None:
        """Forget the last page and take up the next, with room for an ordinary page of its size."""
        nodes = len(data) // _BYTES_A_NODE + _FIRST_NODES
        if self.nodes.shape[0] < nodes:
            self.nodes = np.empty(nodes, dtype=_NODE)
            self.starts = np.empty(nodes // 2, dtype=_START)
            self.text = np.empty(len(data) // _BYTES_A_BYTE_OF_TEXT + _FIRST_TEXT, dtype=np.ubyte)
        self.page = data
        self.data = data
        self.size = len(data)
        self.pos = 0
        self.count = self.texts = self.started = 0
        self.text_size = 0
        self.comment_in = -1
        self.depth = 0
        memset(self.open_count, 0, cython.sizeof(self.open_count))
        forget_left_out(self)
        self.formatting_size = 0
        self.clones_left = self.size // 16 + 4096
        self.template_depth = 0
        self.mode = INITIAL
        self.html = self.head = self.body = self.form = -1
        self.quirks = False
        self.frameset_ok = True
        self.foster = False
        self.moved = False
        self.ordered = 0

    def release(self) -> bool:
        """Let go of the page; gives whether the arrays are small enough to be kept for the next."""
        self.page = b""
        self.data = b""
        return self.nodes.shape[0] <= _KEPT_NODES and self.text.shape[0] <= _KEPT_TEXT


def forget_left_out(scan: Scan) -> int:
    """Begin anew to count the start tags that were left out because they stood too deep."""
    memset(scan.left_out, 0, cython.sizeof(scan.left_out))
    scan.left_out_total = 0
    return 0


def more_nodes(scan: Scan) -> int:
    """Make room for half as many nodes again."""
    with cython.gil:
        scan.nodes = _larger(scan.nodes, scan.count, _NODE, 0)
    return 0


def more_starts(scan: Scan) -> int:
    """Make room for what more start tags say."""
    with cython.gil:
        scan.starts = _larger(scan.starts, scan.started, _START, 0)
    return 0


def more_links(scan: Scan) -> int:
    """Make room for the links of all nodes that there is room for."""
    with cython.gil:
        scan.links = _larger(scan.links, scan.links.shape[0], _LINKS, scan.nodes.shape[0])
    return 0


def more_text(scan: Scan, needed: int) -> int:
    """Make room for more bytes of text."""
    with cython.gil:
        scan.text = _larger(scan.text, scan.text_size, np.dtype(np.ubyte), scan.text_size + needed)
    return 0


def _larger(old: object, used: int, kind: np.dtype, needed: int) -> np.ndarray:
    """An array half as long again, or as long as needed, with what is used of the old one, copied as bytes."""
    array = np.asarray(old)
    larger = np.empty(max(len(array) + len(array) // 2, needed), dtype=kind)
    larger[:used].view(np.ubyte)[:] = array[:used].view(np.ubyte)
    return larger
