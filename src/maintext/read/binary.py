"""Recognise files that are not web pages by their first bytes."""

from typing import Final

_SIGNATURES: Final = (
    (b"%PDF-", "a PDF file"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b", "gzip data: decompress it first"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data: decompress it first"),
    (b"BZh", "bzip2 data: decompress it first"),
    (b"\xfd7zXZ\x00", "xz data: decompress it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"OggS", "an audio or video file"),
    (b"ID3", "an audio file"),
    (b"RIFF", "an audio, video or image file"),
    (b"\x00\x00\x00\x18ftyp", "a video file"),
    (b"\x00\x00\x00\x20ftyp", "a video file"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
    (b"SQLite format 3\x00", "a database"),
)
_TOOLS: Final = (
    ("PDF", "pdftotext or pypdf extracts its text"),
    ("office document", "pandoc or LibreOffice converts it to HTML"),
    ("image", "tesseract reads text in images"),
    ("audio", "whisper.cpp writes down what is said"),
    ("video", "whisper.cpp writes down what is said"),
    ("archive", "unpack it first"),
    ("database", "sqlite3 reads it"),
)
"""What reads other files, by a word in the name of their kind."""
_PAGE_BEGINS: Final = (b"<!", b"<h", b"<H")
"""Most pages begin like this, and none of the files above does."""
_HEAD_BYTES: Final = 4096
_CONTROLS: Final = bytes(set(range(32)) - set(b"\t\n\x0b\x0c\r\x1b\x00"))
_TOO_MANY_CONTROLS: Final = 0.05
"""Random bytes have 10 % of these control characters, text has none in any encoding except UTF-16."""
_UTF_16_MARKS: Final = (b"<\x00", b"\x00<")


def tool_for(kind: str) -> str:
    """What to do with a file that is not a web page, by its kind; empty if nothing is known."""
    return next((advice for word, advice in _TOOLS if word in kind), "")


def binary_kind(page: str | bytes) -> str:
    """The kind of a file that is not text at all, "a PDF file" for example; an empty string for text."""
    if isinstance(page, str) or page.startswith(_PAGE_BEGINS):
        return ""
    for signature, kind in _SIGNATURES:
        if page.startswith(signature):
            return kind
    head = page[:_HEAD_BYTES]
    if any(mark in head for mark in _UTF_16_MARKS):
        return ""
    controls = len(head) - len(head.translate(None, delete=_CONTROLS))
    return "binary data" if controls > _TOO_MANY_CONTROLS * len(head) else ""
