# Which images of a page belong to the main text, and their addresses.
#
# Images have no text, so no method selects them. An image belongs to the main text if the smallest element with text
# around it is mostly main text. Pages that load images when they scroll into view keep the address in another
# attribute, or in a ``noscript`` element after the image.

cdef tuple LAZY_ADDRESSES = (
    "data-src", "data-original", "data-lazy-src", "data-actualsrc", "data-original-src", "data-hi-res-src", "data-url",
    "data-image", "data-echo", "data-lazy", "data-full-src", "file",
)
cdef tuple LAZY_SETS = ("data-srcset", "data-lazy-srcset", "data-src-set")
cdef tuple SETS = ("srcset", *LAZY_SETS)
cdef frozenset LAZY_NAMES = frozenset({"srcset", *LAZY_ADDRESSES, *LAZY_SETS})
cdef frozenset IMAGE_ATTRIBUTES = frozenset({"alt", "height", "src", "srcset", "width", *LAZY_ADDRESSES, *LAZY_SETS})
cdef frozenset SET_ATTRIBUTES = frozenset(SETS)
_IMAGE_TAG = re.compile(rb"<img[\s/]|<!--.*?(?:-->|\Z)", re.IGNORECASE | re.DOTALL)
_SIZE = re.compile(r"([\d.]{1,20})[wx]")
# Names of files that are transparent.
_SPACER = re.compile(
    r"(?:^|/)(?:spacer|blank|transparent|clear|pixel|1x1|placeholder|grey|gray)[\w-]{0,12}\.(?:gif|png|svg)"
)
_LIKE_AN_ADDRESS = re.compile(r"(?:https?:)?[\w%~-]*[./]\S*", re.IGNORECASE)
# The address of a home page.
_HOME = re.compile(r"(?:https?:)?//[^/?#]+/?|/")
# Levels between an image and the link that it is.
cdef int MAX_LINK_LEVELS = 3
# Elements of a picture before its image that are searched for an address.
cdef int MAX_PICTURE_SOURCES = 50
# Pixels; images of this size or smaller count visits.
cdef int DECORATION_SIZE = 2
# Levels between an image and the ``noscript`` with its address.
cdef int MAX_LEVELS_APART = 2
# Elements around a figure that are searched for more text.
cdef int MAX_ANCESTORS = 40
# Characters; a figure with more text is a box of the page.
cdef int MAX_CAPTION = 1_500
cdef const unsigned char[::1] IS_PAGE = tags.lookup(frozenset({"html", "body"})).tobytes()
cdef const unsigned char[::1] NOT_IN_FIGURES = tags.lookup(frozenset("pre table ul ol h1 h2".split())).tobytes()
cdef int TAG_P = tags.code_of("p")
cdef int TAG_PICTURE = tags.code_of("picture")


cdef class PictureSource:
    """An image that belongs to the main text, and the row of the figure around it, -1 without one."""

    cdef int row
    cdef str src
    cdef str alt
    cdef int figure

    def __cinit__(self, int row, str src, str alt, int figure):
        self.row = row
        self.src = src
        self.alt = alt
        self.figure = figure


cdef class Inset:
    """Something without text between the lines: an image, a rule, a formula in a script, or an embedded page."""

    cdef int row
    cdef PictureSource picture
    # The address and the title of an embedded page.
    cdef tuple embed

    def __cinit__(self, int row, PictureSource picture, tuple embed=None):
        self.row = row
        self.picture = picture
        self.embed = embed


def insets_of(list pictures, list others, dict embeds):
    """The images, embedded pages and the rows of other insets, in page order; at equal rows images come first."""
    cdef list insets = []
    cdef PictureSource picture
    cdef Py_ssize_t index = 0
    cdef int row
    for row in sorted([*others, *embeds]):
        while index < len(pictures) and (<PictureSource> pictures[index]).row <= row:
            picture = pictures[index]
            insets.append(Inset(picture.row, picture))
            index += 1
        insets.append(Inset(row, None, embeds.get(row)))
    for picture in pictures[index:]:
        insets.append(Inset(picture.row, picture))
    return insets


cdef class InsetQueue:
    """The insets of a page that were not read yet."""

    cdef TableView _view
    cdef list _insets
    cdef Py_ssize_t _next

    def __init__(self, TableView view, list insets):
        """Take the insets in page order."""
        self._view = view
        self._insets = insets

    cdef bint is_empty(self) noexcept:
        return self._next >= len(self._insets)

    cdef bint is_before(self, int segment) except -1:
        """Whether the next inset comes before a segment."""
        if self._next >= len(self._insets):
            return False
        return self._view.segment_start[(<Inset> self._insets[self._next]).row] <= segment

    cdef Inset take(self):
        """The next inset."""
        self._next += 1
        return self._insets[self._next - 1]


def pictures_of(TextCounts counts, LinkResolver links, list formulas):
    """The images of the main text in page order, without those that show one of the formulas."""
    cdef list found = [], positions
    cdef PictureSource picture
    cdef int row, unit, figure, amp_end = 0
    cdef Py_ssize_t position, next_formula = 0
    if counts.first < 0:
        return found
    for row in counts.images:
        while next_formula < len(formulas) and counts.view.end[formulas[next_formula]] <= row:
            next_formula += 1
        if next_formula < len(formulas) and row > <int> formulas[next_formula]:
            continue
        if row < amp_end:
            continue
        unit = _unit(counts, row)
        if not _belongs(counts, row, unit) or _is_logo(counts, row):
            continue
        figure = unit if unit != row else -1
        if counts.view.tag[row] == TAG_NOSCRIPT:
            for position in _images_in(counts, row):
                picture = _picture(attributes_at(counts.source, position, IMAGE_ATTRIBUTES), row, figure, links)
                if picture is not None:
                    _add_fallback(counts, picture, found)
            continue
        picture = _picture(counts.attributes(row, IMAGE_ATTRIBUTES), row, figure, links)
        if picture is None:
            continue
        if not picture.src:
            picture.src = _from_picture(counts, row, links)
        if counts.view.tag[row] == TAG_OTHER and picture.src:
            amp_end = counts.view.end[row]
        if picture.src or not found or (<PictureSource> found[len(found) - 1]).src:
            found.append(picture)
        else:
            found[len(found) - 1] = picture
    return [picture for picture in found if picture.src]


cdef PictureSource _picture(dict attributes, int row, int figure, LinkResolver links):
    """An image from its attributes; None for one that shows nothing."""
    if _is_decoration(attributes):
        return None
    return PictureSource(row, links.image(_written_address(attributes)), _alt(attributes), figure)


cdef str _alt(dict attributes):
    """The alternative text, white space folded."""
    return " ".join(attributes.get("alt", "").split())


cdef list _images_in(TextCounts counts, int row):
    """The offsets of the image tags in a ``noscript``, whose content is one text for a browser that runs scripts."""
    cdef object found = _IMAGE_TAG.finditer(counts.source, counts.view.open_end[row], counts.view.close_start[row])
    return [tag.start() for tag in found if tag[0][1:2] != b"!"]


cdef dict _captioned(TextCounts counts, list pictures):
    """The figures that consist of one picture and its caption: from the row of the figure to the picture."""
    cdef dict groups = {}
    cdef PictureSource picture
    cdef list group
    for picture in pictures:
        if picture.figure >= 0:
            groups.setdefault(picture.figure, []).append(picture)
    return {figure: group[0] for figure, group in groups.items() if len(group) == 1 and _is_simple(counts, figure)}


cdef bint _is_simple(TextCounts counts, int figure) except -1:
    """Whether a figure has at most one paragraph, and no lists, tables or large headings."""
    cdef int paragraphs = 0, row, tag
    for row in range(figure, counts.view.end[figure]):
        tag = counts.view.tag[row]
        if NOT_IN_FIGURES[tag]:
            return False
        if tag == TAG_P:
            paragraphs += 1
    return paragraphs <= 1


cdef int _unit(TextCounts counts, int image) except -1:
    """The figure that an image belongs to, or the image itself."""
    cdef int figure = counts.figure[image]
    return figure if figure >= 0 and counts.size_of(figure) <= MAX_CAPTION else image


cdef bint _belongs(TextCounts counts, int image, int unit) except -1:
    """Whether most of the text directly around an image or figure is main text.

    Children of the body belong to the main text only between selected texts: before and after them are banners.
    """
    cdef int size = counts.size_of(unit), around, kept
    if size == 0:
        around = counts.around[unit]
    else:
        around = max(counts.view.parent[unit], 0)
        if counts.size_of(around) == size:
            around = _with_more_text(counts, unit)
    kept = counts.kept_in(around)
    if kept == 0 or 2 * kept < counts.size_of(around) - size:
        return False
    return not IS_PAGE[counts.view.tag[around]] or counts.first < counts.view.segment_start[image] <= counts.last


cdef bint _is_logo(TextCounts counts, int image) except -1:
    """Whether an image before the main text is the link to a home page, as the name of a site is."""
    cdef int row = image, _
    if counts.view.segment_start[image] > counts.first:
        return False
    for _ in range(MAX_LINK_LEVELS):
        row = counts.view.parent[row]
        if row < 0:
            break
        if counts.view.tag[row] == TAG_A:
            return _HOME.fullmatch(counts.attribute(row, b"href").strip()) is not None
    return False


cdef int _with_more_text(TextCounts counts, int unit) except -1:
    """The smallest element around a figure that has more text than the figure."""
    cdef int row = unit, _
    for _ in range(MAX_ANCESTORS):
        row = counts.view.parent[row]
        if row <= 0 or counts.size_of(row) > counts.size_of(unit):
            break
    return max(row, 0)


cdef int _add_fallback(TextCounts counts, PictureSource picture, list found) except -1:
    """Use the image of a ``noscript`` for the image before it, which scripts would load, if that has no address."""
    cdef PictureSource before = found[len(found) - 1] if found else None
    if before is not None and _is_next_to(counts.view, before.row, picture.row):
        if not before.src:
            found[len(found) - 1] = PictureSource(before.row, picture.src, before.alt or picture.alt, before.figure)
    elif picture.src:
        found.append(picture)
    return 0


cdef bint _is_next_to(TableView view, int one, int other) except -1:
    """Whether there is no text between two rows, and they are at nearly the same level."""
    cdef bint is_near = abs(view.level[other] - view.level[one]) <= MAX_LEVELS_APART
    return is_near and view.segment_start[one] == view.segment_start[other]


cdef str _written_address(dict attributes):
    """The address of an image as the page has it."""
    cdef str name, largest, src
    for name in LAZY_ADDRESSES:
        if name in attributes and _LIKE_AN_ADDRESS.match(attributes[name].strip()):
            return attributes[name]
    for name in LAZY_SETS:
        if name in attributes:
            largest = _largest(attributes[name])
            if largest:
                return largest
    src = attributes.get("src", "").strip()
    return src if src and not src.lower().startswith("data:") else _largest(attributes.get("srcset", ""))


cdef str _from_picture(TextCounts counts, int row, LinkResolver links):
    """The address from the sources of a ``picture`` element around the image."""
    cdef int parent = counts.view.parent[row], source
    cdef dict attributes
    cdef str name, address
    if parent < 0 or counts.view.tag[parent] != TAG_PICTURE:
        return ""
    for source in range(parent + 1, min(row, parent + 1 + MAX_PICTURE_SOURCES)):
        attributes = counts.attributes(source, SET_ATTRIBUTES)
        for name in SETS:
            address = links.image(_largest(attributes.get(name, "")))
            if address:
                return address
    return ""


cdef str _largest(str candidates):
    """The address of the largest image of a set."""
    cdef str best = "", address, size
    cdef double most = -1.0, number
    if not candidates:
        return best
    for address, size in _candidates(candidates):
        number = _image_size(size)
        if number > most and not address.startswith("data:"):
            best, most = address, number
    return best


cdef list _candidates(str written):
    """The addresses of a set of images, each with its size as written: ``2x``, ``640w`` or nothing.

    An address ends at white space, so it may contain commas; only one at its end separates it from the next.
    """
    cdef list found = []
    cdef str word, described, comma, address = "", size = ""
    for word in written.split():
        if address:
            described, comma, word = word.partition(",")
            if _SIZE.fullmatch(described):
                size = described
            if not comma:
                continue
            found.append((address, size))
            size = ""
        word = word.lstrip(",")
        address = word.rstrip(",")
        if len(address) < len(word):
            found.append((address, ""))
            address = ""
    if address:
        found.append((address, size))
    return found


cdef double _image_size(str size) except? -1.0:
    """The number of a size, 1 without one."""
    cdef object found = _SIZE.fullmatch(size)
    try:
        return float(found[1]) if found else 1.0
    except ValueError:
        return 1.0


cdef bint _is_decoration(dict attributes) except -1:
    """Whether an image is too small to show anything."""
    cdef str name, size
    for name in ("width", "height"):
        size = attributes.get(name, "").strip().removesuffix("px")
        if size.isascii() and size.isdigit() and int(size[:9]) <= DECORATION_SIZE:
            return True
    return LAZY_NAMES.isdisjoint(attributes) and _is_spacer(attributes.get("src", "").lower())


cdef bint _is_spacer(str address) except -1:
    """Whether an address in lower case is that of a transparent file; most images have other kinds of files."""
    if ".gif" not in address and ".png" not in address and ".svg" not in address:
        return False
    return _SPACER.search(address) is not None
