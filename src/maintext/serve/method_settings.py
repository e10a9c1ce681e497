"""The methods as a client sees them: name, formula and options with their kinds and defaults."""

import dataclasses
from typing import Any, Literal, get_args, get_origin, get_type_hints

from maintext.algorithms import METHODS, method_named
from maintext.extraction import DEFAULT_METHOD, JUDGES
from maintext.serve.why_view import formula_of


def described_methods() -> list[dict[str, Any]]:
    """All methods, the default one first."""
    names = sorted(METHODS, key=lambda name: name != DEFAULT_METHOD)
    return [
        {
            "name": name,
            "formula": formula_of(method_named(name)),
            "can_judge": name in JUDGES,
            "options": _options(name),
        }
        for name in names
    ]


def _options(name: str) -> list[dict[str, Any]]:
    method = method_named(name)
    hints = get_type_hints(type(method))
    return [
        {"name": field.name, "default": getattr(method, field.name), **_kind(hints[field.name])}
        for field in dataclasses.fields(method)  # type: ignore[arg-type]
        if field.name != "model" and isinstance(getattr(method, field.name), bool | int | float | str)
    ]


def _kind(hint: Any) -> dict[str, Any]:
    """The kind of an option's values: a switch, a number, or one of several words."""
    if get_origin(hint) is Literal:
        return {"kind": "choice", "choices": list(get_args(hint))}
    if hint is bool:
        return {"kind": "switch"}
    return {"kind": "number", "whole": hint is int} if hint in (int, float) else {"kind": "text"}
