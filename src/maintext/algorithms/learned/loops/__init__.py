"""The inner loops of the learned method: ordinary Python that is compiled where the package is built with a compiler.

Each module has its types in a ``.pxd`` file next to it. Without a compiler the same code runs as Python, only slower:
there is one definition of every feature. What machine code takes over from another module by way of its ``.pxd`` file,
Python is given here.
"""

from maintext.algorithms.learned.loops import letters, lexicon, page, said, values
from maintext.algorithms.learned.loops.state import IS_COMPILED, Rows


def _same_bytes(rows: Rows, one: int, other: int, size: int) -> bool:
    return bool(rows.source[one : one + size] == rows.source[other : other + size])


if not IS_COMPILED:
    _taken_over = {name: getattr(letters, name) for name in ("count_characters", "hash_of", "take_names", "take_words")}
    for _module in (page, said, values):
        vars(_module).update(_taken_over, number_of_value=values.number_of_value, same_bytes=_same_bytes)
        vars(_module).update(look_up=lexicon.look_up)
