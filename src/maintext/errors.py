"""What may go wrong, each with a message that says what is wrong and what to do."""

import math


class MaintextError(Exception):
    """Any error that maintext raises on purpose; its text is one line for people."""


class UnknownMethodError(MaintextError, ValueError):
    """A method was named that does not exist."""


class OptionError(MaintextError, ValueError):
    """An option of a method has a value that it cannot have."""


class ModelError(MaintextError, ValueError):
    """A model file cannot be used."""


class DataError(MaintextError, ValueError):
    """A file of labelled pages cannot be used."""


class PageError(MaintextError, ValueError):
    """A page cannot be had from where the caller said, or is larger than can be read."""


class FetchError(PageError):
    """A page cannot be had from the web."""


class AbsentError(FetchError):
    """The server refuses the page, or knows of none."""


class PrivateAddressError(FetchError):
    """An address leads into the own network and was not allowed."""


def check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    """Refuse a value that is not one of the choices."""
    if value not in choices:
        raise OptionError(f"{name} is one of {', '.join(choices)}, not {value!r}")


def check_range(name: str, value: float, above: float) -> None:
    """Refuse a number that is not above a bound, or is none."""
    if not above < value < math.inf:
        raise OptionError(f"{name} is a number above {above}, not {value}")
