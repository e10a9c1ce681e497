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

from maintext.read import html_rules as tables
from maintext.support.buffer import NO_BUFFER, Buffer, arena_for

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
_SPARE: Final = 1.06
"""What a page will need, judged by its beginning, times this: most pages then need no more."""
_LEAST_GROWTH, _MOST_GROWTH = 1.25, 4.0
"""Room grows by a share, so that time stays linear, and not by the odd beginning of a page alone."""
for _name, _flags in enumerate(tables.FLAGS.tolist()):
    FLAGS[_name] = _flags
KEYS = tables.KEYS
LENGTHS = tables.LENGTHS


class Scan:
    """A page that is being read. Node 0 is the html element; -1 stands for no node.

    A text is a node too: its ``open_start`` and ``open_end`` say where it stands in ``text``. What the start tag of an
    element says stands in ``starts``. Siblings are linked in ``links``, but only if a node has moved.

    Nodes, what their tags say and the text stand one behind the other in a block of memory that is lent for a page.
    """

    def __init__(self) -> None:
        """Make room for what does not depend on the page."""
        self.block = NO_BUFFER
        self.nodes = np.empty(0, dtype=_NODE)
        self.starts = np.empty(0, dtype=_START)
        self.text = np.empty(0, dtype=np.ubyte)
        self.links = np.empty(0, dtype=_LINKS)
        self.order = np.empty(0, dtype=np.intc)
        self.stack = np.zeros(DEPTH_CAPACITY, dtype=np.intc)
        self.formatting = np.zeros(FORMATTING_CAPACITY, dtype=np.intc)
        self.template_modes = np.zeros(DEPTH_CAPACITY, dtype=np.intc)

    def begin(self, data: bytes, block: Buffer) -> None:
        """Forget the last page and take up the next, with room for an ordinary page of its size."""
        self.count = self.texts = self.started = self.text_size = 0
        nodes = len(data) // _BYTES_A_NODE + _FIRST_NODES
        if self.block is not block or self.nodes.shape[0] < nodes:
            self.lay_out(block, nodes, nodes // 2, len(data) // _BYTES_A_BYTE_OF_TEXT + _FIRST_TEXT)
        self.page = data
        self.data = data
        self.size = len(data)
        self.pos = 0
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

    def lay_out(self, block: Buffer, nodes: int, starts: int, text: int) -> None:
        """Room for so many nodes, start tags and bytes of text: in the block or, if that is too small, in a new one."""
        memory = arena_for(block, (nodes, _NODE), (starts, _START), (text, np.ubyte))
        self.block = memory.buffer
        self.nodes = memory.array(nodes, _NODE)
        self.starts = memory.array(starts, _START)
        self.text = memory.array(text, np.ubyte)

    def grow(self, text: int) -> None:
        """Make room for more of all, for so many bytes of text at least, and take along what there is.

        That is as much as the page will need if it goes on as it began, within bounds: pages do not always.
        """
        times = min(max(_SPARE * self.size / max(self.pos, 1), _LEAST_GROWTH), _MOST_GROWTH)
        old = [np.asarray(self.nodes), np.asarray(self.starts), np.asarray(self.text)]
        used = [self.count, self.started, self.text_size]
        rooms = [max(len(array), int(times * count)) for array, count in zip(old, used, strict=True)]
        self.lay_out(NO_BUFFER, rooms[0], rooms[1], max(rooms[2], text))
        _copy(old[0], used[0], self.nodes)
        _copy(old[1], used[1], self.starts)
        _copy(old[2], used[2], self.text)

    def release(self) -> Buffer:
        """Let go of the page; gives the block that others can have until the next page."""
        self.page = b""
        self.data = b""
        return self.block


def forget_left_out(scan: Scan) -> int:
    """Begin anew to count the start tags that were left out because they stood too deep."""
    memset(scan.left_out, 0, cython.sizeof(scan.left_out))
    scan.left_out_total = 0
    return 0


def more_room(scan: Scan, text: int) -> int:
    """Make room for more nodes and start tags, and for so many more bytes of text."""
    with cython.gil:
        scan.grow(scan.text_size + text)
    return 0


def more_links(scan: Scan) -> int:
    """Make room for the links of all nodes that there is room for."""
    with cython.gil:
        links = np.empty(scan.nodes.shape[0], dtype=_LINKS)
        _copy(scan.links, scan.links.shape[0], links)
        scan.links = links
    return 0


def _copy(old: object, used: int, new: object) -> None:
    """Copy what is used of an array to a longer one, as bytes."""
    np.asarray(new)[:used].view(np.ubyte)[:] = np.asarray(old)[:used].view(np.ubyte)
