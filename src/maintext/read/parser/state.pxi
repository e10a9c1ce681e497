"""The state of the parser while it reads a page: the nodes so far, the stack of open elements, the text.

Everything is a flat array of numbers, so that no Python object is needed. Arrays grow if a page needs more, and a
parser can be used again for the next page.
"""

cdef struct Node:
    int parent
    int row
    int start
    int open_start
    int open_end
    int close_start
    int close_end
    int length
    int characters
    int marks
    unsigned long long key
    short name
    short rule
    unsigned char space
    unsigned char point
    unsigned char is_text
    unsigned char sight
    unsigned char on_stack
    unsigned char apart
    unsigned char hiding

# What the start tag of an element says.
cdef struct Start:
    int origin
    int origin_stop
    int tag_length
    int class_start
    int class_stop
    int id_start
    int id_stop
    int mark_start
    int mark_stop

cdef struct Link:
    int first
    int last
    int next
    int previous

# The tag that was read last.
cdef struct Tag:
    int start
    int stop
    int name_start
    int name_stop
    unsigned long long key
    short name
    unsigned char self_closing
    unsigned char is_hidden_input
    unsigned char has_font_attribute
    unsigned char is_html_annotation
    unsigned char hiding
    int seen
    Start says

# The run of text that was read last.
cdef struct Run:
    int start
    int stop
    int length
    int characters
    int marks

_NODE_NUMBERS = "parent row start open_start open_end close_start close_end length characters marks".split()
_NODE_MARKS = "space point is_text sight on_stack apart hiding".split()
_NODE = np.dtype(
    [
        *((field, np.intc) for field in _NODE_NUMBERS),
        ("key", np.ulonglong),
        ("name", np.short),
        ("rule", np.short),
        *((field, np.ubyte) for field in _NODE_MARKS),
    ],
    align=True,
)
_START_NUMBERS = "origin origin_stop tag_length class_start class_stop id_start id_stop mark_start mark_stop".split()
_START = np.dtype([(field, np.intc) for field in _START_NUMBERS])
_LINK = np.dtype([(field, np.intc) for field in ("first", "last", "next", "previous")])

cdef enum:
    # The capacity at first. Most pages have more nodes and more text than that, but not many times more.
    FIRST_NODES = 256
    BYTES_PER_NODE = 128
    FIRST_TEXT = 4096
    BYTES_PER_BYTE_OF_TEXT = 8

# The need of a page, estimated from its beginning, times this: most pages then need no more.
cdef double SPARE = 1.06
# Arrays grow by a share, so that time stays linear, and within bounds, since the beginning of a page may be unusual.
cdef double LEAST_GROWTH = 1.25
cdef double MOST_GROWTH = 4.0

# Indexed by the number of a name, which only our own tables contain.
cdef unsigned int[MOST_NAMES] FLAGS
cdef const unsigned long long[::1] KEYS = html_rules.KEYS
cdef const int[::1] LENGTHS = html_rules.LENGTHS
for _name, _flags in enumerate(html_rules.FLAGS.tolist()):
    FLAGS[_name] = _flags


cdef class Parser:
    """A page that is being read. Node 0 is the html element; -1 means no node.

    A text is a node too: its ``open_start`` and ``open_end`` are offsets in ``text``, its ``close_start`` and
    ``close_end`` are offsets in the page. What the start tag of an element
    says is in ``starts``. Siblings are linked in ``links``, but only if a node has moved.

    Nodes, starts and the text are in the buffer of the thread, which the parser borrows for a page.
    """

    cdef bytes page
    cdef const unsigned char[::1] data
    cdef int max_elements
    # The name of the limit at which reading stopped, None if the whole page was read.
    cdef str stopped_by
    cdef int size
    cdef int pos
    cdef Tag tag
    cdef bint is_end
    cdef bint end_used
    cdef bint may_be_wide
    # Whether a style so far sets a background.
    cdef bint has_background
    cdef Node[::1] nodes
    cdef int count
    cdef Start[::1] starts
    cdef int started
    cdef int texts
    cdef Link[::1] links
    cdef unsigned char[::1] text
    cdef int text_size
    cdef Run run
    cdef unsigned int point
    cdef int named
    cdef int comment_in
    cdef int[::1] stack
    cdef int depth
    # Indexed by the number of a name, which only our own tables contain.
    cdef int[MOST_NAMES] open_count
    cdef int[MOST_NAMES] left_out
    cdef int left_out_total
    cdef int[::1] formatting
    cdef int formatting_size
    cdef int bookmark
    cdef int clones_left
    cdef int[::1] template_modes
    cdef int template_depth
    cdef int mode
    cdef int html
    cdef int head
    cdef int body
    cdef int form
    cdef bint quirks
    cdef bint frameset_ok
    cdef bint foster
    cdef bint moved
    cdef int[::1] order
    cdef int ordered
    cdef object buffer

    def __init__(self):
        """Allocate the arrays whose size does not depend on the page."""
        self.buffer = NO_BUFFER
        self.nodes = np.empty(0, dtype=_NODE)
        self.starts = np.empty(0, dtype=_START)
        self.text = np.empty(0, dtype=np.ubyte)
        self.links = np.empty(0, dtype=_LINK)
        self.order = np.empty(0, dtype=np.intc)
        self.stack = np.zeros(DEPTH_CAPACITY, dtype=np.intc)
        self.formatting = np.zeros(FORMATTING_CAPACITY, dtype=np.intc)
        self.template_modes = np.zeros(DEPTH_CAPACITY, dtype=np.intc)

    cdef int begin(self, bytes data, object buffer) except -1:
        """Forget the last page and take the next, with capacity for an ordinary page of its size."""
        cdef Py_ssize_t nodes = len(data) // BYTES_PER_NODE + FIRST_NODES
        self.count = self.texts = self.started = self.text_size = 0
        if self.buffer is not buffer or self.nodes.shape[0] < nodes:
            self.allocate(buffer, nodes, nodes // 2, len(data) // BYTES_PER_BYTE_OF_TEXT + FIRST_TEXT)
        self.page = data
        self.data = data
        self.stopped_by = None
        self.size = <int> len(data)
        self.pos = 0
        self.comment_in = -1
        self.depth = 0
        memset(self.open_count, 0, sizeof(self.open_count))
        forget_left_out(self)
        self.formatting_size = 0
        self.clones_left = self.size // 16 + 4096
        self.has_background = False
        self.template_depth = 0
        self.mode = INITIAL
        self.html = self.head = self.body = self.form = -1
        self.quirks = False
        self.frameset_ok = True
        self.foster = False
        self.moved = False
        self.ordered = 0
        return 0

    cdef int allocate(self, object buffer, Py_ssize_t nodes, Py_ssize_t starts, Py_ssize_t text) except -1:
        """Arrays for these numbers of nodes, start tags and bytes of text, in the buffer or in a larger one."""
        cdef object arena = arena_for(buffer, (nodes, _NODE), (starts, _START), (text, np.ubyte))
        self.buffer = arena.buffer
        self.nodes = arena.array(nodes, _NODE)
        self.starts = arena.array(starts, _START)
        self.text = arena.array(text, np.ubyte)
        return 0

    cdef int grow(self, Py_ssize_t text) except -1:
        """Make all arrays larger, that of the text at least ``text`` bytes long, and keep their content.

        The new size is what the page will need if it goes on as it began, within bounds.
        """
        cdef double times = min(max(SPARE * self.size / max(self.pos, 1), LEAST_GROWTH), MOST_GROWTH)
        cdef Node[::1] nodes = self.nodes
        cdef Start[::1] starts = self.starts
        cdef unsigned char[::1] texts = self.text
        self.allocate(
            NO_BUFFER,
            max(self.nodes.shape[0], <Py_ssize_t> (times * self.count)),
            max(self.starts.shape[0], <Py_ssize_t> (times * self.started)),
            max(self.text.shape[0], <Py_ssize_t> (times * self.text_size), text),
        )
        if self.count:
            copy_entries(&nodes[0], self.count, nodes.shape[0], self.nodes.shape[0], sizeof(Node), &self.nodes[0])
        if self.started:
            copy_entries(&starts[0], self.started, starts.shape[0], self.starts.shape[0], sizeof(Start), &self.starts[0])
        if self.text_size:
            copy_entries(&texts[0], self.text_size, texts.shape[0], self.text.shape[0], 1, &self.text[0])
        return 0

    cdef int grow_links(self) except -1:
        """Make the array of links as large as that of the nodes, and keep its content."""
        cdef Link[::1] links = np.empty(self.nodes.shape[0], dtype=_LINK)
        cdef Py_ssize_t used = self.links.shape[0]
        if used:
            copy_entries(&self.links[0], used, used, links.shape[0], sizeof(Link), &links[0])
        self.links = links
        return 0

    cdef object release(self):
        """Let go of the page. Returns the buffer, which others can use until the next page."""
        self.page = b""
        self.data = b""
        return self.buffer


cdef int forget_left_out(Parser parser) noexcept nogil:
    """Start again to count the start tags that were left out because they were too deep."""
    memset(parser.left_out, 0, sizeof(parser.left_out))
    parser.left_out_total = 0
    return 0


cdef int grow_arrays(Parser parser, int text) except -1 nogil:
    """Make the arrays of nodes and start tags larger, and that of the text by at least ``text`` bytes."""
    with gil:
        parser.grow(parser.text_size + text)
    return 0


cdef int grow_links(Parser parser) except -1 nogil:
    """Make the array of links as large as that of the nodes."""
    with gil:
        parser.grow_links()
    return 0


cdef int copy_entries(
    const void* old, Py_ssize_t used, Py_ssize_t old_size, Py_ssize_t new_size, size_t entry, void* new
) except -1:
    """Copy the used entries of an array to a longer one.

    NumPy would read the type of such an array in Python, where Ctrl-C becomes an error about the type.
    """
    if used > old_size or used > new_size:
        raise IndexError(used)
    memcpy(new, old, used * entry)
    return 0
