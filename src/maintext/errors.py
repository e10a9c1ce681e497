"""The errors that maintext raises, each with a one-line message, and the checks that raise the most common one."""

import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

_MOST_CHARACTERS: Final = 1_000
"""Of a message."""


class MaintextError(Exception):
    """Base class of all errors that maintext raises on purpose. The message is one line, written for people.

    Parts of it may come from strangers, such as the answer of a server. So characters that a terminal would not print
    but obey are written as escapes, and a long message is cut.
    """

    def __init__(self, *arguments: object) -> None:
        """Store the arguments, of which the first is the message."""
        if arguments and isinstance(arguments[0], str):
            arguments = (one_line(arguments[0]), *arguments[1:])
        super().__init__(*arguments)


class UnknownMethodError(MaintextError, ValueError):
    """There is no method of that name."""


class OptionError(MaintextError, ValueError):
    """An argument or an option has a value that it cannot have."""


class ModelError(MaintextError, ValueError):
    """A model file cannot be used."""


class DataError(MaintextError, ValueError):
    """A file of labelled pages cannot be used."""


class PageError(MaintextError, ValueError):
    """A page cannot be read, or is too large."""


class FetchError(PageError):
    """A page cannot be fetched from the web."""


class AbsentError(FetchError):
    """The server refuses the page or does not have it."""


class PrivateAddressError(FetchError):
    """The address points into the local network, which is not allowed."""


def one_line(message: str) -> str:
    """A message as one line of printable characters, cut if it is very long."""
    if not message.isprintable():
        words = " ".join(message.split())
        message = "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in words)
    return message if len(message) <= _MOST_CHARACTERS else f"{message[: _MOST_CHARACTERS - 1]}…"


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """Raise ``OptionError`` unless the value is one of the choices."""
    if not isinstance(value, str) or value not in choices:
        raise OptionError(f"{name} must be one of {', '.join(choices)}, not {value!r}")


def check_range(name: str, value: float, above: float) -> None:
    """Raise ``OptionError`` unless the value is a finite number above a bound."""
    if not _is_number(value) or not above < value < math.inf:
        raise OptionError(f"{name} must be a number above {above}, not {value!r}")


def check_type(name: str, value: object, kind: Any) -> None:
    """Raise ``OptionError`` unless the value has a type.

    The type is a class, a ``Literal`` of strings, a tuple of strings, or a union of them.
    As in annotations, ``float`` includes whole numbers. Unlike there, a bool is not a number.
    """
    is_exact = type(value) is kind and kind is not float  # a quick answer for most calls; a float may be NaN
    if not is_exact and not any(test(value) for test, _ in _alternatives(kind)):
        wanted = " or ".join(dict.fromkeys(words for _, words in _alternatives(kind)))
        raise OptionError(f"{name} must be {wanted}, not {shown_value(value)}")


def check_optional(name: str, value: object, kind: type) -> None:
    """Raise ``OptionError`` unless the value is None or has a type."""
    if value is not None and type(value) is not kind:
        check_type(name, value, kind | None)


def check_fields(record: Any) -> None:
    """Raise ``OptionError`` unless all fields of a dataclass have the types that they are annotated with."""
    for name, kind in field_types(record.__class__).items():
        check_type(name, getattr(record, name), kind)


def _is_number(value: object) -> bool:
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    try:
        return not math.isnan(value)
    except OverflowError:  # a whole number of more than 308 digits
        return False


def _is_whole(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool)


def _is_tuple_of_strings(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, str) for each in value)


_SIMPLE: Final[Mapping[Any, tuple[Callable[[object], bool], str]]] = {
    bool: (lambda value: isinstance(value, bool), "True or False"),
    int: (_is_whole, "a whole number"),
    float: (_is_number, "a number"),
    str: (lambda value: isinstance(value, str), "a string"),
    NoneType: (lambda value: value is None, "None"),
    tuple[str, ...]: (
        lambda value: isinstance(value, tuple) and all(isinstance(each, str) for each in value),
        "a tuple of strings",
    ),
}
"""By type: a test, and words for a message."""
_SHOWN_LENGTH: Final = 60


@cache
def _alternatives(kind: Any) -> tuple[tuple[Callable[[object], bool], str], ...]:
    """A test and words for each type that a value may have."""
    if get_origin(kind) in (UnionType, Union):
        return tuple(each for part in get_args(kind) for each in _alternatives(part))
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        return ((lambda value: isinstance(value, str) and value in choices, f"one of {', '.join(choices)}"),)
    if get_origin(kind) is tuple:
        return ((_is_tuple_of_strings, "a tuple of strings"),)
    if kind in _SIMPLE:
        return (_SIMPLE[kind],)
    return ((lambda value: isinstance(value, kind), f"{_article(kind.__name__)} {kind.__name__}"),)


@cache
def field_types(record: Any) -> dict[str, Any]:
    """The type that each field of a dataclass is annotated with, by name."""
    hints = get_type_hints(record)
    return {field.name: hints[field.name] for field in fields(record)}


def shown_value(value: object) -> str:
    """A value in a message: itself if it is short, else its type."""
    written = repr(value)
    is_short = len(written) <= _SHOWN_LENGTH and "\n" not in written
    return written if is_short else f"{_article(type(value).__name__)} {type(value).__name__}"


def _article(name: str) -> str:
    return "an" if name[0] in "AEIOUaeiou" else "a"
