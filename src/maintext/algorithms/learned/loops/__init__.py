"""The inner loops of the learned method: ordinary Python that is compiled where the package is built with a compiler.

Each module has its types in a ``.pxd`` file next to it. Without a compiler the same code runs as Python, only slower:
there is one definition of every feature. What machine code takes over from another module by way of its ``.pxd`` file,
Python is given here.
"""

from typing import Any

from numpy.typing import NDArray

from maintext.algorithms.learned.loops import choose, context, features, letters, lexicon, page, said, state, values
from maintext.algorithms.learned.loops.state import IS_COMPILED, Rows


def _same_bytes(rows: Rows, one: int, other: int, size: int) -> bool:
    return bool(rows.source[one : one + size] == rows.source[other : other + size])


def _clear(table: NDArray[Any], rows: int) -> None:
    table[:rows] = 0


if not IS_COMPILED:
    _taken_over = {
        "same_bytes": _same_bytes,
        "number_of_value": values.number_of_value,
        "look_up": lexicon.look_up,
        **{name: getattr(letters, name) for name in ("count_characters", "hash_of", "take_names", "take_words")},
        "more_known": state.more_known,
        "bytes_between": lambda text, *_: text,
        "clear_counts": _clear,
        "clear_sums": _clear,
    }
    for _module in (choose, context, features, letters, lexicon, page, said, state, values):
        vars(_module).update(_taken_over)
