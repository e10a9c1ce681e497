"""The inner loops of the learned method: ordinary Python that is compiled where the package is built with a compiler.

Each module has its types in a ``.pxd`` file next to it. Without a compiler the same code runs as Python, only slower:
there is one definition of every feature. What machine code takes over from another module by way of its ``.pxd`` file,
Python is given here.
"""

from maintext.algorithms.learned.loops import letters, page, said
from maintext.algorithms.learned.loops.state import IS_COMPILED

_TAKEN_OVER = ("count_characters", "hash_of", "take_names", "take_words")
if not IS_COMPILED:
    for _module in (page, said):
        vars(_module).update({name: getattr(letters, name) for name in _TAKEN_OVER})
