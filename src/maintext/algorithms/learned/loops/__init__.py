"""The inner loops of the learned method: ordinary Python that is compiled where the package is built with a compiler.

Each module has its types in a ``.pxd`` file next to it. Without a compiler the same code runs as Python, only slower:
there is one definition of every feature. What machine code takes over from another module by way of its ``.pxd`` file,
Python is given here.
"""

from maintext.algorithms.learned.loops import (
    choose,
    context,
    features,
    letters,
    lexicon,
    page,
    plain,
    said,
    state,
    values,
    wording,
)

if not state.IS_COMPILED:
    _taken_over = {
        **{name: value for name, value in vars(plain).items() if not name.startswith("_")},
        **{name: getattr(values, name) for name in ("number_of_value", "take_value")},
        **{name: getattr(letters, name) for name in ("count_characters", "hash_of", "take_names", "take_words")},
        "find_words": lexicon.find_words,
        "first_block": page.first_block,
        **{name: getattr(state, name) for name in ("more_known", "more_values")},
    }
    for _module in (choose, context, features, letters, lexicon, page, said, state, values, wording):
        vars(_module).update(_taken_over)
