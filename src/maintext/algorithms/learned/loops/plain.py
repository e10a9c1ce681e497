"""What machine code takes from ``.pxd`` files, as Python: bytes one by one in place of eight at a time."""

from typing import Any

from numpy.typing import NDArray

from maintext.algorithms.learned.names import FACTOR

EIGHT = 8
FIRST_BYTE = 0x80
TWO_BYTES = 0x8080
_ALL = 0xFFFFFFFFFFFFFFFF
_HIGHEST = 0x8080808080808080
_SPACES = 0x2020202020202020


def set_rows(table: NDArray[Any], rows: int, value: int) -> None:
    """Set the first rows of a table."""
    table[:rows] = value


def unset(numbers: NDArray[Any], count: int) -> None:
    """Set the first numbers to -1."""
    numbers[:count] = -1


def add_to_row(table: NDArray[Any], to: int, row: int) -> None:
    """Add the counts of a row to those of another."""
    table[to] += table[row]


def bytes_between(text: bytes, start: int, stop: int) -> bytes:
    """A text as it is: Python checks every index."""
    return text


def add_word(words: Any, key: int, at: int, start: int, stop: int) -> None:
    """Add a word, if there is room for it."""
    if words.count < words.room:
        words.keys[words.count] = key
        words.at[words.count] = at
        words.starts[words.count] = start
        words.stops[words.count] = stop
        words.count += 1


def fetch_slots(*_: object) -> None:
    """Nothing: what Python does takes longer than to wait for memory."""


def fetch_row(*_: object) -> None:
    """Nothing, likewise."""


def all_of(numbers: NDArray[Any]) -> NDArray[Any]:
    """Numbers as they are."""
    return numbers


def same_bytes(text: bytes, one: int, other: int, size: int) -> bool:
    """Whether so many bytes are the same from two places on."""
    return text[one : one + size] == text[other : other + size]


def eight_at(text: bytes, place: int, size: int) -> int:
    """The eight bytes from a place on as one number, the first lowest, and zeros behind the end."""
    return int.from_bytes(text[place : place + EIGHT], "little")


def find_byte(text: bytes, start: int, stop: int, byte: int) -> int:
    """The first place of a byte between two places; the second of these where there is none."""
    found = text.find(byte, start, stop) if start < stop else -1
    return stop if found < 0 else found


def length_of(mask: int) -> int:
    """How many bytes a mask has."""
    return mask.bit_length() // 8


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set."""
    return (int(bits) & -int(bits)).bit_length() - 1


def letters_in(chunk: int) -> int:
    """The highest bit of each byte that is a letter of ASCII."""
    return _marked(chunk, 65, 90) | _marked(chunk, 97, 122)


def capitals_in(chunk: int, letters: int) -> int:
    """The highest bit of each letter that is a capital."""
    return letters & ~(chunk << 2)


def spaces_in(chunk: int) -> int:
    """The highest bit of each byte that is white space, where all are of ASCII."""
    return _marked(chunk, 9, 13) | _marked(chunk, 28, 32)


def _marked(chunk: int, low: int, high: int) -> int:
    """The highest bit of each byte from one to another."""
    return sum(0x80 << 8 * at for at, byte in enumerate(chunk.to_bytes(EIGHT, "little")) if low <= byte <= high)


def is_ascii(chunk: int) -> bool:
    """Whether all bytes are of ASCII."""
    return not chunk & _HIGHEST


def first_of(count: int) -> int:
    """The mask of the first bytes, of which there are so many, or of all."""
    return (1 << 8 * min(count, EIGHT)) - 1


def padded(chunk: int, count: int) -> int:
    """The first bytes, and spaces behind them."""
    within = first_of(count)
    return chunk & within | _SPACES & ~within


def before(found: int) -> int:
    """The mask of the bytes before the first of which the highest bit is set."""
    return ((found & -found) >> 7) - 1 & _ALL


def run_of(found: int) -> int:
    """The mask of the first bytes, as far as the highest bit of each is set."""
    return before(~found & _HIGHEST)


def starts_in(spaces: int, is_between: int) -> int:
    """How many bytes that are no spaces stand behind one that is."""
    return (~spaces & (spaces << 8 | is_between << 7) & _HIGHEST).bit_count()


def small_letters(chunk: int, within: int) -> int:
    """The letters within a mask as small ones, zeros elsewhere."""
    return (chunk | _SPACES) & within


def mixed(key: int, chunk: int) -> int:
    """The hash of a word, of which what stands before these letters has another."""
    key = ((key ^ chunk) * FACTOR) & _ALL
    return key ^ key >> 32
