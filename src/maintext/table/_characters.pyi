from enum import IntEnum

class CharacterKind(IntEnum):
    INVISIBLE = 1
    SENTENCE_END = 2
    COMMA = 4
    DIGIT = 8
    CAPITAL = 16
    WIDE = 32
    WORD_CHARACTER = 64
    CLOSING_MARK = 128

def space_at(text: bytes, offset: int, stop: int) -> int: ...
def kinds_of(character: str) -> int: ...
def lower_case(character: str) -> str: ...
