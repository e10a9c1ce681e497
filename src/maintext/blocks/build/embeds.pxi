# Embedded pages, videos and recordings: links to them are part of the main text where they are.

cdef frozenset EMBED_ATTRIBUTES = frozenset({
    "src", "data-src", "title", "aria-label", "width", "height", "allowfullscreen", "class", "hidden", "style",
})
_EMBED_NAME = re.compile(r"embed|player|video|podcast|audio|/tweet|/post", re.IGNORECASE)
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# Rows in a video or recording among which the file is looked for.
cdef int MAX_SOURCES = 8


def embeds_of(TextCounts counts, LinkResolver links):
    """The address and the title of the embedded pages, videos and recordings of the main text, by row."""
    cdef dict found = {}
    cdef object embed
    cdef int row
    if counts.first < 0:
        return found
    for row in counts.embeds:
        if _belongs(counts, row, row):
            embed = _embed(counts, row, links)
            if embed is not None:
                found[row] = embed
    return found


cdef tuple _embed(TextCounts counts, int row, LinkResolver links):
    """The address and the title of an embedded page; None for frames that show nothing to readers."""
    cdef dict attributes = counts.attributes(row, EMBED_ATTRIBUTES)
    cdef str written = attributes.get("data-src", "") or attributes.get("src", "")
    cdef str title = " ".join((attributes.get("title", "") or attributes.get("aria-label", "")).split())
    cdef str src
    if _is_decoration(attributes) or "hidden" in attributes or _HIDDEN_STYLE.search(attributes.get("style", "")):
        return None
    if counts.view.tag[row] == TAG_IFRAME:
        if not title and "allowfullscreen" not in attributes and not _EMBED_NAME.search(written):
            return None
    elif not written:
        written = _media_file(counts, row)
    src = links.image(written)
    return (src, title) if src else None


cdef str _media_file(TextCounts counts, int row):
    """The first file of a video or recording."""
    cdef int inner
    cdef str written
    for inner in range(row + 1, min(counts.view.end[row], row + MAX_SOURCES)):
        written = counts.attribute(inner, b"src")
        if written:
            return written
    return ""


cdef int _put_embeds(list waiting, TextContexts contexts, PlacedBlocks blocks) except -1:
    """Put the embedded pages that were within the last lines, none of which is left then."""
    cdef Inset inset
    cdef tuple within
    for inset in waiting:
        within = contexts.at(inset.row).within
        blocks.put(Embed(inset.embed[0], inset.embed[1], within), within, _place(inset.row))
    waiting.clear()
    return 0
