"""Functions that run as machine code where the package was built with a compiler."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Any


@cache
def compiled(module: str, function: str) -> Callable[..., Any] | None:
    """A function of a compiled module; None where the module is there as Python only."""
    spec = find_spec(module)
    if spec is None or not (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES)):
        return None
    try:
        found: Callable[..., Any] = getattr(import_module(module), function)
    except ImportError:
        return None
    return found
