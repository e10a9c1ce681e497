"""Flat blocks as nested elements: what is opened and closed between one block and the next."""

from collections.abc import Callable

from maintext.blocks.records import Container, Within


class Nesting:
    """Opens and closes the elements of containers as blocks come and go."""

    def __init__(self, open_tag: Callable[[Container], str], close_tag: Callable[[Container], str]) -> None:
        """Take the tags of containers."""
        self._open_tag = open_tag
        self._close_tag = close_tag
        self._within: Within = ()

    def move_to(self, within: Within) -> str:
        """The tags that lead from where the last block stands to where the next one does."""
        if within == self._within:
            return ""
        shared = 0
        while shared < len(within) and shared < len(self._within) and within[shared] == self._within[shared]:
            shared += 1
        closed = "".join(self._close_tag(container) for container in reversed(self._within[shared:]))
        opened = "".join(self._open_tag(container) for container in within[shared:])
        self._within = within
        return closed + opened
