"""A line of text as runs: white space folded, and each blank in the run that has no marks around it."""

from maintext.blocks.places import STYLES
from maintext.blocks.records import Inline, Style, Text


class Runs:
    """The runs of a line while they are gathered."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._runs: list[Inline] = []
        self._texts: list[str] = []
        self._style = 0
        self._href = ""
        self._blank = False

    def text(self, text: str, style: int, href: str) -> None:
        """Add a text as the page has it."""
        if style != self._style or href != self._href:
            self._end_run()
            self._style, self._href = style, href
        self._texts.append(text)

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
        if not self._texts:
            return
        raw = "".join(self._texts) if len(self._texts) > 1 else self._texts[0]
        self._texts = []
        text = " ".join(raw.split())
        if not text:
            self._blank = self._blank or bool(raw)
            return
        if (self._blank or raw[0].isspace()) and self._runs:
            if self._style or self._href:
                self._put_blank()
            else:
                last = self._runs[-1]
                is_plain = isinstance(last, Text) and not last.href and last.style is Style.PLAIN
                if is_plain:
                    self._put_blank()
                else:
                    text = " " + text
        self._runs.append(Text(text, STYLES[self._style], self._href))
        self._blank = raw[-1].isspace()

    def _put_blank(self) -> None:
        """Put a blank behind the last run, into it if it has no marks."""
        last = self._runs[-1]
        if isinstance(last, Text) and not last.href and last.style is Style.PLAIN:
            self._runs[-1] = Text(last.text + " ")
        else:
            self._runs.append(Text(" "))
