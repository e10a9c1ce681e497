"""Blocks that are gathered line by line."""

from maintext.blocks.records import BREAK, Code, Figure, Inline, Within


class OpenCode:
    """Preformatted text while its lines are gathered."""

    def __init__(self, language: str, within: Within) -> None:
        """Begin with no line."""
        self._language = language
        self._within = within
        self._text = [""]

    def add(self, text: str, line_breaks: int) -> None:
        """Add a line, or several, behind so many line breaks."""
        missing = line_breaks - self._text[-1].endswith("\n")
        self._text += ["\n" * missing, text] if len(self._text) > 1 else [text]

    def finished(self) -> Code:
        """The code without empty lines around it and blanks at the end of lines."""
        lines = "".join(self._text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        return Code("\n".join([line.rstrip() for line in lines]).strip("\n"), self._language, self._within)


class OpenFigure:
    """A figure while its caption is gathered."""

    def __init__(self, src: str, alt: str, href: str, within: Within) -> None:
        """Begin with no caption."""
        self._src = src
        self._alt = alt
        self._href = href
        self._within = within
        self._caption: list[Inline] = []

    def add(self, inlines: list[Inline]) -> None:
        """Add a line to the caption."""
        self._caption += [BREAK, *inlines] if self._caption else inlines

    def finished(self) -> Figure:
        """The figure with its caption."""
        return Figure(self._src, self._alt, tuple(self._caption), self._href, self._within)
