# cython: language_level=3, boundscheck=True, wraparound=False, initializedcheck=False, infer_types=True
# cython: annotation_typing=False, freethreading_compatible=True, auto_pickle=False, cdivision=True
"""A line of text as runs: white space folded, and each blank in the run that has no marks around it.

Runs are put together byte by byte; the types, and what is taken over from ``maintext.writing``, are in ``runs.pxd``.
"""

from maintext.blocks.making import Maker
from maintext.blocks.places import STYLES, Place
from maintext.blocks.records import Inline, Style, Text

_PLAIN = Style.PLAIN
TEXTS = Maker(Text)
SPACE = 32
IS_COMPILED = not __file__.endswith(".py")


class Runs:
    """The runs of a line while they are gathered."""

    def __init__(self, text: bytes) -> None:
        """Take the text of all segments of the page."""
        self._text = text
        self._room = bytearray(1_000)
        self._runs: list[Inline] = []
        self._style = 0
        self._href = ""
        self._size = 0
        """How many bytes the open run has."""
        self._is_begun = False
        """Whether the open run has anything, white space included."""
        self._is_led = False
        """Whether the open run begins with white space."""
        self._is_parted = False
        """Whether white space is the last of the open run."""
        self._blank = False
        """Whether a blank stands before the open run."""

    def begin(self, size: int) -> None:
        """Begin a line of at most so many bytes."""
        if size > len(self._room):
            self._room = bytearray(2 * size)
        self._runs = []
        self._style = 0
        self._href = ""
        self._size = 0
        self._is_begun = self._is_led = self._is_parted = self._blank = False

    def text(self, start: int, stop: int, is_apart: bool, place: Place) -> None:
        """Add a piece of the page's text; one that stands apart from the last has a blank before it."""
        if place.style != self._style or place.href != self._href:
            self._end_run()
            self._style = place.style
            self._href = place.href
        if is_apart:
            self._is_begun = self._is_parted = True
            if self._size == 0:
                self._is_led = True
        if start < stop:
            self._is_begun = True
            self._fold(start, stop)

    def _fold(self, start: int, stop: int) -> None:
        size = self._size
        is_parted = self._is_parted
        at = start
        while at < stop:
            byte = self._text[at]
            width = 0 if SPACE < byte < 0x80 else space_at(self._text, at, stop)
            if width:
                is_parted = True
                if size == 0:
                    self._is_led = True
                at += width
                continue
            if is_parted:
                is_parted = False
                if size:
                    self._room[size] = SPACE
                    size += 1
            self._room[size] = byte
            size += 1
            at += 1
        self._size = size
        self._is_parted = is_parted

    def inline(self, inline: Inline) -> None:
        """Add something that is no text."""
        self._end_run()
        if self._blank and self._runs:
            self._put_blank()
        self._blank = False
        self._runs.append(inline)

    def finished(self) -> list[Inline]:
        """All runs; blanks at the ends of the line are gone."""
        self._end_run()
        self._blank = False
        return self._runs

    def _end_run(self) -> None:
        if self._size:
            self._put_run()
            self._blank = self._is_parted
        elif self._is_begun:
            self._blank = True
        self._size = 0
        self._is_begun = self._is_led = self._is_parted = False

    def _put_run(self) -> None:
        text = self._room[: self._size].decode("utf-8")
        if (self._blank or self._is_led) and self._runs:
            if self._style or self._href or self._ends_plain():
                self._put_blank()
            else:
                text = " " + text
        self._runs.append(TEXTS.new((text, STYLES[self._style], self._href)))

    def _ends_plain(self) -> bool:
        last = self._runs[len(self._runs) - 1]
        return type(last) is Text and last.style is _PLAIN and not last.href

    def _put_blank(self) -> None:
        """Put a blank behind the last run, into it if it has no marks."""
        if self._ends_plain():
            last = self._runs.pop()
            assert isinstance(last, Text)
            self._runs.append(Text(last.text + " "))
        else:
            self._runs.append(Text(" "))
