"""Import packages that only some features need."""

import importlib
import warnings
from typing import Any

from maintext.errors import MaintextError


def needed(module: str, *, extra: str, user: str = "maintext", error: type[Exception] = MaintextError) -> Any:
    """Import and return a module that is, or imports, an optional package.

    Args:
        module: the module to import.
        extra: the extra of maintext that installs the package.
        user: who needs it, the first words of the message.
        error: the exception to raise if the package is missing.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # FastWARC warns about itself when it is imported
            return importlib.import_module(module)
    except ImportError as missing:
        package = (missing.name or module).partition(".")[0]
        raise error(f"{user} needs {package}. Install it with: pip install 'maintext[{extra}]'") from missing
