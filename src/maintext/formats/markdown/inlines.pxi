# The runs of a line: styles, links, images, formulas and references to footnotes.

# The elements of styles, innermost first.
cdef tuple ELEMENTS = (
    (EMPHASIS, "em"), (STRONG, "strong"), (DELETED, "del"), (16, "ins"), (32, "mark"), (64, "kbd"), (128, "sub"),
    (256, "sup"),
)


cdef str _inlines(tuple inlines, str line_break):
    """The runs of a line. Neighbours with the same address are one link."""
    cdef Py_ssize_t count = len(inlines), index, done = 0
    cdef list parts, link, target
    cdef str address = "", href, text
    cdef object inline
    if count == 1:
        inline = inlines[0]
        if type(inline) is Text and inline.style is PLAIN and not inline.href:
            return escaped(inline.text)
    parts = []
    link = []
    for index in range(count):
        if index % RUNS_PER_LOOK == RUNS_PER_LOOK - 1:
            check()
        if index < done:
            continue
        inline = inlines[index]
        href = inline.href if type(inline) is Text or type(inline) is Picture else ""
        if href != address:
            _end_link(parts, link, address)
            address = href
        target = link if href else parts
        if type(inline) is Text:
            if inline.style is not PLAIN and inline.style._value_ & CODE:
                done = _end_of_code(inlines, index)
                if done > index + 1:
                    inline = Text("".join([run.text for run in inlines[index:done]]), inline.style, href)
            text = escaped(inline.text) if inline.style is PLAIN else _styled(inline, inlines, index)
            if target and text:
                if text[0] == u"`":
                    _encode_last_backslash(target)
                text = _after(<str> target[len(target) - 1], text, inline)
            target.append(text)
        else:
            target.append(_other(inline, line_break))
    _end_link(parts, link, address)
    return "".join(parts)


cdef Py_ssize_t _end_of_code(tuple inlines, Py_ssize_t start) except -1:
    """The number of the run after the code that begins at a run: code next to code would be read as one span.

    Code is neither strong nor emphasised in Markdown.
    """
    cdef object first = inlines[start], run
    cdef Py_ssize_t stop = start + 1
    while stop < len(inlines):
        run = inlines[stop]
        if type(run) is not Text or run.href != first.href:
            break
        if (<int> run.style._value_ ^ <int> first.style._value_) & ~(STRONG | EMPHASIS):
            break
        stop += 1
    return stop


cdef int _end_link(list parts, list link, str address) except -1:
    """Append the link whose texts were collected, and leave the blanks around them outside of it."""
    cdef str text, inner, last, lead, trail
    if not address or not link:
        return 0
    text = "".join(link)
    link.clear()
    if not text:
        return 0
    inner = text.strip()
    if parts:
        last = parts[len(parts) - 1]
        if last.endswith("!") or last.endswith("^"):
            parts[len(parts) - 1] = f"{last[: len(last) - 1]}\\{last[len(last) - 1]}"
    if len(inner) == len(text):
        parts.append(f"[{inner}]({_address(address)})")
        return 0
    lead = text[: len(text) - len(text.lstrip())]
    trail = text[len(text.rstrip()) :]
    parts.append(f"{lead}[{inner}]({_address(address)}){trail}" if inner else text)
    return 0


cdef str _other(object inline, str line_break):
    """An image, a formula, a reference to a footnote or a line break in a line."""
    if type(inline) is Picture:
        return _image(inline.src, inline.alt)
    if type(inline) is NoteReference:
        return f"[^{inline.label}]"
    return f"${_latex(inline.latex)}$" if type(inline) is Math else line_break


cdef str _after(str before, str text, object run):
    """A text with what keeps its beginning apart from the text before it."""
    cdef Py_UCS4 last = before[len(before) - 1] if before else u" ", first = text[0]
    if (first == u"*" or first == u"~") and (last == u"*" or last == u"~"):
        return _tagged(run, escaped(run.text))
    if last == u"]" and (first == u"(" or first == u":") and before.startswith("[^"):
        return "\\" + text
    return text


cdef int _encode_last_backslash(list parts) except -1:
    """Write a backslash before code as a reference: some renderers would take it for an escape of the backtick."""
    cdef str last = parts[len(parts) - 1]
    if last.endswith("\\\\"):
        parts[len(parts) - 1] = last[: len(last) - 2] + "&#92;"
    return 0


cdef tuple _strong(tuple inlines):
    """The runs of a line, all of them strong."""
    return tuple([
        Text(run.text, run.style | Style.STRONG, run.href) if type(run) is Text and run.text.strip() else run
        for run in inlines
    ])


cdef str _styled(object run, tuple inlines, Py_ssize_t index):
    """A run of text with the signs and elements of its style."""
    cdef int style = run.style._value_
    cdef str before, after, text
    if style & TAGGED:
        text = _signed(run, style & ~TAGGED, ">", "<")
        return _in_elements(text, style & TAGGED)
    before = "\n" if index == 0 else _letters(inlines[index - 1])
    after = "\n" if index + 1 == len(inlines) else _letters(inlines[index + 1])
    return _signed(run, style, before[max(len(before) - 1, 0) :], after[:1])


cdef str _signed(object run, int style, str before, str after):
    """A run of text between the signs of its style."""
    cdef str text
    if style & DELETED and style != DELETED:
        if _is_of_word(before) or _is_of_word(after) or before == "~" or after == "~":
            return _tagged(run, escaped(run.text))
        text = _signed(run, style & ~DELETED, ".", ".")
        return f"~~{text}~~" if text == text.strip() else _tagged(run, escaped(run.text))
    if style & CODE:
        return _code_span(run.text)
    if not style:
        return escaped(run.text)
    text = "~~" if style == DELETED else "*" * ((1 if style & EMPHASIS else 0) + (2 if style & STRONG else 0))
    return _emphasised(run, text, before, after)


cdef str _tagged(object run, str text):
    """A run of text in the elements of its style, where signs would not be recognised."""
    return _in_elements(_code_span(run.text) if run.style._value_ & CODE else text, run.style._value_)


cdef str _in_elements(str text, int style):
    """A text in the elements of its style, with the blanks at its ends outside."""
    cdef str inner = text.strip(), name
    cdef int bit
    if not inner:
        return text
    cdef Py_ssize_t start = len(text) - len(text.lstrip())
    cdef str written = inner
    for bit, name in ELEMENTS:
        if style & bit:
            written = f"<{name}>{written}</{name}>"
    return f"{text[:start]}{written}{text[start + len(inner) :]}"


cdef str _letters(object inline):
    """The characters of an inline record that decide whether asterisks next to it count."""
    if type(inline) is Text:
        return inline.text
    return "\n" if type(inline) is Break else "x"


cdef str _emphasised(object run, str marks, str before, str after):
    """A run between signs; punctuation at its ends is put outside where the signs would not count."""
    cdef str text = run.text
    cdef Py_ssize_t start = 0, stop = len(text)
    cdef bint after_word = _is_of_word(before), before_word = _is_of_word(after)
    while start < stop and (text[start].isspace() or (after_word and not _is_of_word(text[start]))):
        start += 1
    while stop > start and (text[stop - 1].isspace() or (before_word and not _is_of_word(text[stop - 1]))):
        stop -= 1
    if start == stop or before in ("*", "_", "~") or after in ("*", "_", "~"):
        return _in_elements(escaped(text), run.style._value_ & SIGNED)
    return f"{escaped(text[:start])}{marks}{escaped(text[start:stop])}{marks}{escaped(text[stop:])}"


cdef bint _is_of_word(str character) except -1:
    """Whether a character is neither white space nor punctuation."""
    return not character.isspace() and unicodedata.category(character)[0] not in "PS"
