# Text, code, addresses and formulas with everything escaped that could be read as markup.

_TICKS = re.compile("`+")
# An asterisk in LaTeX that is not part of the name of an environment.
_STAR = re.compile(r"\*(?!\})")
# An underscore in LaTeX that could begin emphasis: not after a letter or digit, nor escaped, and not before a blank.
_SUBSCRIPT = re.compile(r"(?<![^\W_]|\\)_(?=\S)")
_ADDRESS_SPECIAL = re.compile(r"[\s<>\\`]|&(?=#|\w+;)|[()]")
# What begins no reference although it looks like it: Python-Markdown loses its place there, and makes elements of code.
_NO_REFERENCE = re.compile(r"&#(?![0-9]|[xX][0-9a-fA-F])")
# For each character below 256, or of ASCII: whether a text that has it needs a closer look, or an address be changed.
cdef const unsigned char[::1] MAY_BE_MARKUP = bytes(chr(code) in "\\`*[]<~&_{" for code in range(256))
cdef const unsigned char[::1] ENDS_ADDRESS = bytes(
    chr(code) in "<>\\()`" or chr(code).isspace() for code in range(128)
)


cpdef str escaped(str text):
    """A text with a backslash before each character that could be read as markup, or with a reference for it.

    Not all renderers know a backslash before ``<``, ``&`` and a backtick, and would make an element of the text of one.
    """
    cdef Py_ssize_t index = _next_special(text, 0), start = 0
    cdef list pieces = None
    cdef Py_UCS4 character
    while index < len(text):
        if _is_markup(text, index):
            character = text[index]
            if pieces is None:
                pieces = []
            pieces.append(text[start:index])
            if character == u"<" or character == u"&" or character == u"`":
                pieces.append("&lt;" if character == u"<" else "&amp;" if character == u"&" else "&#96;")
                start = index + 1
            else:
                pieces.append("\\")
                start = index
        index = _next_special(text, index + 1)
    if pieces is None:
        return text
    pieces.append(text[start:])
    return "".join(pieces)


cdef Py_ssize_t _next_special(str text, Py_ssize_t index) noexcept:
    """The next character from an offset on that needs a closer look; the length of the text if there is none."""
    cdef const unsigned char* is_special = &MAY_BE_MARKUP[0]
    cdef int kind = PyUnicode_KIND(text)
    cdef const unsigned char* characters = <const unsigned char*> PyUnicode_DATA(text)
    cdef Py_ssize_t size = len(text)
    cdef Py_UCS4 character
    if kind == PyUnicode_1BYTE_KIND:
        while index < size and not is_special[characters[index]]:
            index += 1
        return index
    while index < size:
        character = PyUnicode_READ(kind, characters, index)
        if character < 128 and is_special[character]:
            break
        index += 1
    return index


cdef bint _is_markup(str text, Py_ssize_t index) except -1:
    """Whether a special character counts.

    An underscore within a word does not, nor an ampersand that begins no reference, nor ``<`` before a blank.
    """
    cdef Py_UCS4 character = text[index]
    if character == u"_":
        return not (0 < index < len(text) - 1 and text[index - 1].isalnum() and text[index + 1].isalnum())
    if character == u"<":
        return index + 1 == len(text) or text[index + 1] != u" "
    return character != u"&" or _may_be_reference(text, index)


cdef bint _may_be_reference(str text, Py_ssize_t index) except -1:
    """Whether an ampersand may begin a character reference, or ends the text so that the next one could complete it."""
    cdef Py_ssize_t size = len(text), start = index + 1, stop
    if start == size or (start + 1 == size and text[start] == u"\n"):
        return True
    if text[start] == u"#":
        return True
    stop = start
    while stop < size and (text[stop].isalnum() or text[stop] == u"_"):
        stop += 1
    return start < stop < size and text[stop] == u";"


cdef str _code_span(str text):
    """Code between backticks, of which there are as many as never occur together in the code."""
    cdef str fence, padding
    cdef set runs
    text = text.replace("\n", " ")
    if not text.strip():
        return text
    if "&#" in text and _NO_REFERENCE.search(text):
        return f"<code>{escaped(text)}</code>"
    runs = {len(ticks) for ticks in _TICKS.findall(text)}
    fence = "`" * next(size for size in range(1, len(runs) + 2) if size not in runs)
    padding = " " if text.startswith("`") or text.endswith("`") or (text.startswith(" ") and text.endswith(" ")) else ""
    return f"{fence}{padding}{text}{padding}{fence}"


cdef str _address(str address):
    """An address with the characters that would end it, or begin a reference or code, encoded or escaped."""
    cdef Py_UCS4 character
    cdef Py_ssize_t index
    cdef bint is_special
    for index in range(len(address)):
        character = address[index]
        if character == u"&":
            is_special = _may_be_reference(address, index)
        else:
            is_special = ENDS_ADDRESS[character] if character < 128 else character.isspace()
        if is_special:
            return _ADDRESS_SPECIAL.sub(_encoded, address)
    return address


def _encoded(found):
    """A special character of an address, escaped if it is printable and allowed there, else percent-encoded."""
    character = found[0]
    if character == "&":
        return "&amp;"
    if character in "()":
        return "\\" + character
    return "".join([f"%{byte:02X}" for byte in character.encode("utf-8", "replace")])


cdef str _latex(str latex):
    """LaTeX without character sequences that Markdown reads as markup; the added blanks mean nothing in a formula."""
    if "*" in latex:
        latex = _STAR.sub(r"\\ast ", latex)
    if "_" in latex:
        latex = _SUBSCRIPT.sub("_ ", latex)
    if "&#" in latex:
        latex = latex.replace("&#", "& #")
    return latex.replace("](", "] (").replace("<", "< ").replace("`", "'").replace("\n", " ")
