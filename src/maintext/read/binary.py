"""Recognise files that are not web pages by their first bytes."""

from typing import Final

_SIGNATURES: Final = (
    (b"%PDF-", "a PDF file"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b", "gzip data"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\x00", "xz data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"OggS", "an audio or video file"),
    (b"ID3", "an audio file"),
    (b"RIFF", "an audio, video or image file"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
    (b"SQLite format 3\x00", "a database"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript document"),
    (b"WARC/1.", "a WARC file"),
    (b"bplist00", "a web archive of Safari or another property list"),
    (b"From: <Saved by ", "an MHTML file"),
    (b"MIME-Version: 1.", "an MHTML file or an e-mail"),
)
_TOOLS: Final = (
    ("PDF", "pdftotext or pypdf extracts its text"),
    ("RTF", "pandoc or LibreOffice converts it to HTML"),
    ("PostScript", "ps2ascii extracts its text"),
    ("WARC", "maintext batch reads it, if its name ends in .warc"),
    ("web archive of Safari", "textutil converts it to HTML"),
    ("MHTML", "open it in a browser and save it as HTML"),
    ("gzip", "gunzip decompresses it"),
    ("Zstandard", "zstd -d decompresses it"),
    ("bzip2", "bunzip2 decompresses it"),
    ("xz", "unxz decompresses it"),
    ("office document", "pandoc or LibreOffice converts it to HTML"),
    ("image", "tesseract reads text in images"),
    ("audio", "whisper.cpp writes down what is said"),
    ("video", "whisper.cpp writes down what is said"),
    ("archive", "unpack it first"),
    ("database", "sqlite3 reads it"),
)
"""What reads other files, by a word in the name of their kind."""
_TYPES: Final = (
    ("pdf", "PDF"),
    ("rtf", "RTF"),
    ("postscript", "PostScript"),
    ("officedocument", "office document"),
    ("opendocument", "office document"),
    ("msword", "office document"),
    ("vnd.ms-", "office document"),
    ("epub", "office document"),
    ("image/", "image"),
    ("audio/", "audio"),
    ("video/", "video"),
    ("gzip", "gzip"),
    ("zip", "archive"),
)
"""Parts of content types, and the word for their tool."""
_PAGE_BEGINS: Final = (b"<!", b"<h", b"<H")
"""Most pages begin like this, and none of the files above does."""
_HEAD_BYTES: Final = 4096
_CONTROLS: Final = bytes(set(range(32)) - set(b"\t\n\x0b\x0c\r\x1b\x00"))
_TOO_MANY_CONTROLS: Final = 0.05
"""Random bytes have 10 % of these control characters, text has none in any encoding except UTF-16."""
_UTF_16_MARKS: Final = (b"<\x00", b"\x00<")


def refusal(page: str | bytes) -> str:
    """A sentence that says what a file is and which tool reads it, if it is not a web page; else an empty string."""
    kind = binary_kind(page)
    return f"this is {kind}, not an HTML page{_advice(kind)}" if kind else ""


def type_refusal(content_type: str) -> str:
    """A clause that says what a server offers instead of a web page, and which tool reads it."""
    word = next((word for part, word in _TYPES if part in content_type), "")
    return f"is {content_type}, not HTML{_advice(word)}"


def _advice(kind: str) -> str:
    """What reads a kind of file, after a semicolon; empty if nothing is known."""
    return next((f"; {advice}" for word, advice in _TOOLS if word in kind), "")


def binary_kind(page: str | bytes) -> str:
    """The kind of a file that is not text at all, "a PDF file" for example; an empty string for text."""
    if isinstance(page, str) or page.startswith(_PAGE_BEGINS):
        return ""
    for signature, kind in _SIGNATURES:
        if page.startswith(signature):
            return kind
    if page[4:8] == b"ftyp":
        return "a video file"
    head = page[:_HEAD_BYTES]
    if any(mark in head for mark in _UTF_16_MARKS):
        return ""
    controls = len(head) - len(head.translate(None, delete=_CONTROLS))
    return "binary data" if controls > _TOO_MANY_CONTROLS * len(head) else ""
