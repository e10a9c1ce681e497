"""The steps of the engine without a page, or on a page without blocks: an error, not a crash.

Each case runs in a process of its own, because what it guards against ends the process.
"""

import subprocess
import sys
from typing import Final

import pytest

_PREPARED: Final = """
import numpy as np
from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.features import KINDS
from maintext.algorithms.learned.model import shipped_model
from maintext.read import page_table

model = shipped_model()
kinds = np.full(len(KINDS), 1 / len(KINDS), dtype=np.float32)
engine = Engine()
"""
STATES: Final = {
    "no page": ("none = np.zeros(0, dtype=np.float32)", "no page is loaded"),
    "no blocks": (
        "none = np.zeros(engine.load(page_table('<p>'), model.names, model.words), dtype=np.float32)",
        "the page has no blocks",
    ),
    "released": (
        "none = np.zeros(engine.load(page_table('<p>Rain'), model.names, model.words), dtype=np.float32)\n"
        "engine.release()",
        "no page is loaded",
    ),
    "too many blocks": (
        "none = np.zeros(engine.run(page_table('<p>a' * 9), model, 1.0, 5).blocks, dtype=np.float32)",
        "no page is loaded",
    ),
}
STEPS: Final = (
    "engine.first_stage(model.first)",
    "engine.kind_features(none)",
    "engine.kinds(model.kind, none)",
    "engine.second_features(none, kinds)",
    "engine.second_stage(model.second, none, kinds)",
    "engine.choose(none, kinds)",
    "engine.confidence_features(none, kinds)",
    "engine.confidence(model.confidence, none, kinds)",
)
ON_ANY_PAGE: Final = (
    "engine.blocks()",
    "engine.attribute_values()",
    "engine.first_features()",
    "engine.page_features()",
)


@pytest.mark.parametrize("state", STATES)
def test_steps_refuse(state: str) -> None:
    prepared, message = STATES[state]
    steps = STEPS if state == "no blocks" else STEPS + ON_ANY_PAGE
    program = [_PREPARED, prepared]
    for step in steps:
        program.append(f"try:\n    print({step})\nexcept ValueError as error:\n    print(error, flush=True)")
    run = subprocess.run([sys.executable, "-c", "\n".join(program)], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines() == [message] * len(steps)
