"""Whether bytes are UTF-8, as Python's own decoder decides it."""


def continuations(data: bytes) -> int:
    """The number of continuation bytes of multi-byte characters; -1 if the bytes are not UTF-8 or hold a NUL."""
    if b"\0" in data:
        return -1
    try:
        return len(data) - len(data.decode())
    except UnicodeDecodeError:
        return -1
