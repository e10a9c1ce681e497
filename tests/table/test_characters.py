"""The kinds of characters in compiled code agree with Python's own, and with the lists."""

import pytest

from maintext import characters
from maintext.characters import BASIC_PLANE, is_html_space, is_space, is_visible
from maintext.table._characters import CharacterKind, kinds_of, lower_case, space_at

SURROGATES = range(0xD800, 0xE000)
POINTS = [point for point in range(0x10000) if point not in SURROGATES]


def test_white_space_in_bytes_is_where_split_splits() -> None:
    """Every character of the basic plane: its bytes if it is white space, otherwise 0."""
    for point in POINTS:
        encoded = chr(point).encode()
        expected = len(encoded) if len(f"a{chr(point)}b".split()) == 2 else 0
        assert space_at(encoded, 0, len(encoded)) == expected, hex(point)


def test_white_space_is_not_read_past_the_stop() -> None:
    """A character that is cut off by the end is not white space, and an offset outside is an error."""
    wide = "\u3000".encode()
    assert [space_at(wide, 0, stop) for stop in (1, 2, 3)] == [0, 0, 3]
    assert [space_at("\xa0".encode(), 0, stop) for stop in (1, 2)] == [0, 2]
    with pytest.raises(IndexError):
        space_at(b"", 0, 1)


def test_kinds_agree_with_python() -> None:
    """Digits, letters and visible characters are those of ``str`` and of the lists."""
    for point in POINTS:
        character = chr(point)
        kinds = kinds_of(character)
        assert bool(kinds & CharacterKind.DIGIT) == character.isdecimal(), hex(point)
        assert bool(kinds & CharacterKind.WORD_CHARACTER) == (character.isalnum() or character == "_"), hex(point)
        assert bool(kinds & CharacterKind.INVISIBLE) == (not is_visible(character)), hex(point)
        assert bool(kinds & CharacterKind.CAPITAL) == (character.lower() != character), hex(point)


def test_marks_have_their_kind() -> None:
    """Each list of marks is one kind, and a Korean character is wide."""
    for marks, kind in (
        (characters.SENTENCE_ENDS, CharacterKind.SENTENCE_END),
        (characters.COMMAS, CharacterKind.COMMA),
        (characters.CLOSING_MARKS, CharacterKind.CLOSING_MARK),
    ):
        assert {character for character in BASIC_PLANE if kinds_of(character) & kind} == set(marks)
    assert [bool(kinds_of(character) & CharacterKind.WIDE) for character in "한漢あアa€"] == [True] * 4 + [False] * 2


def test_lower_case_is_always_one_character() -> None:
    """It is that of ``str``, except for the two letters whose lower case is not one certain character."""
    assert (lower_case("\u0130"), lower_case("Σ"), lower_case("😀")) == ("i", "σ", "😀")
    for point in POINTS:
        if point != 0x130:
            assert lower_case(chr(point)) == chr(point).lower(), hex(point)


def test_characters_beyond_the_basic_plane_have_no_kind() -> None:
    """They are neither spaces nor punctuation."""
    assert kinds_of("😀") == kinds_of("\uffff") == 0


def test_three_meanings_of_white_space() -> None:
    """Markup knows five spaces, ``split`` more, and some marks that ``split`` keeps are invisible all the same."""
    assert [is_html_space(character) for character in " \t\n\f\r\x0b\xa0"] == [True] * 5 + [False] * 2
    assert [is_space(character) for character in "\x0b\xa0\u3000\u200b"] == [True, True, True, False]
    assert [is_visible(character) for character in "a漢\u200b\xad\u3000"] == [True, True, False, False, False]
    assert all(not is_visible(character) for character in BASIC_PLANE if is_space(character))
