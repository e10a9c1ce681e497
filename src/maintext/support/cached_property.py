"""Attributes computed on first access."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Part = TypeVar("Part")


class cached_property(Generic[Part]):  # noqa: N801 (used like a function)
    """An attribute that is computed once and then stored.

    ``functools.cached_property`` of Python 3.11 has one lock per class, so a thread would wait for another thread's
    page. Here two threads that access the same record at once may both compute the value, and get equal ones.
    """

    def __init__(self, make: Callable[[Any], Part]) -> None:
        """Store the function that computes the value."""
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Store the name of the attribute."""
        self._name = name

    @overload
    def __get__(self, record: None, owner: type) -> Self: ...

    @overload
    def __get__(self, record: object, owner: type) -> Part: ...

    def __get__(self, record: object | None, owner: type) -> Self | Part:
        """Compute and store the value; the next access finds it in the instance and does not get here."""
        if record is None:
            return self
        made: Part = self.make(record)
        record.__dict__[self._name] = made
        return made
