"""Methods with options in files, as ``maintext tune`` writes them and ``--options`` reads them."""

import dataclasses
import json
from pathlib import Path
from types import UnionType
from typing import Any, Final, get_args, get_origin

from maintext.algorithms import METHODS, method_named
from maintext.errors import OptionError, check_type, field_types, shown_value
from maintext.selection import Method

FORMAT: Final = "maintext options, version 1"
_LARGEST: Final = 1_000_000
"""A file of options is at most this long, in bytes."""


def load_method(path: str | Path) -> Method:
    """Read a method and its options from a file that ``maintext tune`` wrote.

    Raises:
        OptionError: the file cannot be read, is not a file of options, or has an option that the method does not have.
    """
    check_type("the path", path, str | Path)
    try:
        with Path(path).open("rb") as file:
            raw = file.read(_LARGEST + 1)
        content = json.loads(raw) if len(raw) <= _LARGEST else None
    except OSError as error:
        raise OptionError(f"cannot read the options {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise OptionError(f"{path} is not a file of options: it is not JSON") from error
    return _method_of(content, str(path))


def options_of(method: Method) -> dict[str, Any]:
    """The options of a method by name, without its model."""
    return {name: getattr(method, name) for name in option_types(method)}


def option_types(method: Method) -> dict[str, Any]:
    """The type of each option of a method by name, without its model, which is a file of its own."""
    return {name: kind for name, kind in field_types(type(method)).items() if name != "model"}


def file_content(method: Method, about: dict[str, Any]) -> str:
    """The content of a file: the method, all its options, and what is known about them."""
    content = {"format": FORMAT, "method": method.name, "options": options_of(method), **about}
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _method_of(content: Any, where: str) -> Method:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise OptionError(f"{where} is not a file of options of this version ({FORMAT!r} expected)")
    name, options = content.get("method"), content.get("options")
    if not isinstance(name, str) or name not in METHODS or not isinstance(options, dict):
        raise OptionError(f"{where} has no options of a known method, but {shown_value(name)}")
    plain = method_named(name)
    kinds = option_types(plain)
    unknown = [option for option in options if option not in kinds]
    if unknown:
        raise OptionError(f"{where}: the method {name} has no option {shown_value(unknown[0])}")
    try:
        changed: Method = dataclasses.replace(
            plain,  # type: ignore[type-var]
            **{option: _from_json(kinds[option], value) for option, value in options.items()},
        )
    except OptionError as error:
        raise OptionError(f"{where}: {error}") from None
    return changed


def _from_json(kind: Any, value: Any) -> Any:
    """A value as its type: JSON has lists where options are tuples."""
    kinds = get_args(kind) if get_origin(kind) is UnionType else (kind,)
    is_tuple = any(get_origin(each) is tuple for each in kinds)
    return tuple(value) if is_tuple and isinstance(value, list) else value
