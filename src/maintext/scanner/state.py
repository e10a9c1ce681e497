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

NODE: Final = np.dtype(
    [
        *((field, np.intc) for field in tables.NODE_NUMBERS),
        ("key", np.ulonglong),
        ("name", np.short),
        ("rule", np.short),
        *((field, np.ubyte) for field in tables.NODE_MARKS),
    ],
    align=True,
)
_FIRST_NODES: Final = 4096
_FIRST_TEXT: Final = 1 << 16
_KEPT_BYTES: Final = 1 << 24
"""Arrays that have grown beyond this are not kept for the next page."""
for _name, _flags in enumerate(tables.FLAGS.tolist()):
    FLAGS[_name] = _flags
KEYS = tables.KEYS
LENGTHS = tables.LENGTHS


class Scan:
    """A page that is being read. Node 0 is the html element; -1 stands for no node.

    A text is a node too: its ``open_start`` and ``open_end`` say where it stands in ``text``.
    """

    def __init__(self) -> None:
        """Make room for an ordinary page."""
        self.nodes = np.empty(_FIRST_NODES, dtype=NODE)
        self.text = np.empty(_FIRST_TEXT, dtype=np.ubyte)
        self.stack = np.zeros(DEPTH_ROOM, dtype=np.intc)
        self.formatting = np.zeros(FORMATTING_ROOM, dtype=np.intc)
        self.template_modes = np.zeros(DEPTH_ROOM, dtype=np.intc)
        self.order = np.empty(0, dtype=np.intc)

    def begin(self, data: bytes) -> None:
        """Forget the last page and take up the next."""
        self.page = data
        self.data = data
        self.size = len(data)
        self.pos = 0
        self.count = self.texts = 0
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

    def release(self) -> None:
        """Let go of the page and of what has grown large for it."""
        self.page = b""
        self.data = b""
        if self.nodes.nbytes > _KEPT_BYTES:
            self.nodes = np.empty(_FIRST_NODES, dtype=NODE)
        if self.text.nbytes > _KEPT_BYTES:
            self.text = np.empty(_FIRST_TEXT, dtype=np.ubyte)
        if self.order.nbytes > _KEPT_BYTES:
            self.order = np.empty(0, dtype=np.intc)


def forget_left_out(scan: Scan) -> int:
    """Begin anew to count the start tags that were left out because they stood too deep."""
    memset(scan.left_out, 0, cython.sizeof(scan.left_out))
    scan.left_out_total = 0
    return 0


def more_nodes(scan: Scan) -> int:
    """Make room for twice the nodes."""
    with cython.gil:
        nodes = np.empty(2 * scan.nodes.shape[0], dtype=NODE)
        nodes[: scan.count] = np.asarray(scan.nodes)[: scan.count]
        scan.nodes = nodes
    return 0


def more_text(scan: Scan, needed: int) -> int:
    """Make room for more bytes of text."""
    with cython.gil:
        text = np.empty(2 * scan.text.shape[0] + needed, dtype=np.ubyte)
        text[: scan.text_size] = np.asarray(scan.text)[: scan.text_size]
        scan.text = text
    return 0
