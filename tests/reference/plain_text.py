"""Plain text and repeated lines by plain Python: what ``maintext.document._plain_text`` does byte by byte."""

from itertools import groupby

from maintext.table import Mask, PageTable, tags


def text_of(table: PageTable, keep: Mask) -> str:
    """The text of the kept segments: one line per block, tabs between cells, preformatted text with its lines."""
    kept = [segment for segment in range(len(keep)) if keep[segment]]
    text, last_line = "", -1
    for (line, _), group in groupby(kept, lambda each: (table.segment_line[each], table.segment_cell[each])):
        segments = list(group)
        if not sum(table.segment_characters[segments]):
            continue
        is_preformatted = _is_preformatted(table, int(table.segment_owner[segments[0]]))
        piece = _lines(table, segments) if is_preformatted else _folded(table, segments)
        separator = "\t" if line == last_line and not is_preformatted else "\n"
        text, last_line = text + separator * bool(text) + piece, line
    return text


def _is_preformatted(table: PageTable, row: int) -> bool:
    while row >= 0:
        if tags.NAMES[table.tag[row]] in tags.PREFORMATTED:
            return True
        row = int(table.parent[row])
    return False


def _piece(table: PageTable, segment: int) -> str:
    return table.encoded[table.segment_place[segment] : table.segment_place[segment + 1]].decode()


def _folded(table: PageTable, segments: list[int]) -> str:
    """Words with single spaces between them; segments with others left out between them are separate words."""
    joined, before = "", segments[0] - 1
    for segment in segments:
        joined += " " * (segment > before + 1) + _piece(table, segment)
        before = segment
    return " ".join(joined.split())


def _lines(table: PageTable, segments: list[int]) -> str:
    """Lines with their indentation, without blanks at their ends and without two empty lines in a row.

    A gap between segments is a space, unless white space is there already; blanks before a gap are dropped.
    """
    joined, before = "", segments[0] - 1
    for segment in segments:
        piece = _piece(table, segment)
        if segment > before + 1:
            joined = joined[: len(joined.rstrip()) + len(_after_text(joined).rstrip(_BLANKS))] + "\0"
        joined += piece
        before = segment
    return _joined_lines(joined)


_BLANKS = "".join(chr(point) for point in range(0x3001) if chr(point).isspace() and chr(point) != "\n")


def _after_text(text: str) -> str:
    return text[len(text.rstrip()) :]


def _joined_lines(text: str) -> str:
    """Resolve gaps (NUL characters) and drop what nobody sees."""
    written, space, gap = "", "", False
    for character in text:
        if character == "\0":
            gap = True
        elif character.isspace():
            space += character
        else:
            newlines, blanks = space.count("\n"), space.rpartition("\n")[2]
            if written:
                written += "\n" * min(newlines, 2) + " " * (gap and not newlines and not blanks)
            written += blanks + character
            space, gap = "", False
    return written


def same_line(lines: list[bytes]) -> list[int]:
    """For each line the first one with the same bytes apart from ASCII white space, -1 for blank ones."""
    folded = [bytes(byte for byte in line if byte >= 0x80 or not chr(byte).isspace()) for line in lines]
    return [folded.index(line) if line else -1 for line in folded]
