"""Write the answers of the learned method for our pages, and the model of a small training, as files to compare with.

``PYTHONPATH=tests python tests/helpers/write_golden_learned.py``, after a change of the model or of the features. Read
the difference before you commit it.
"""

import hashlib
import io
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from helpers.made_pages import PAGES as MADE
from helpers.pages import PAGES
from maintext.algorithms.learned.method import MAX_BLOCKS, answer_of
from maintext.algorithms.learned.model import shipped_model
from maintext.read import page_table
from maintext.train.learned import train_learned

GOLDEN: Final = Path(__file__).parents[1] / "golden"
BETAS: Final = (0.5, 1.0, 2.0)


def ranges(chosen: Any) -> list[list[int]]:
    """Where runs of true values begin and end."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], np.asarray(chosen, dtype=np.int8), [0]])))
    found: list[list[int]] = edges.reshape(-1, 2).tolist()
    return found


def answers_for(page: bytes) -> dict[str, Any]:
    """The answers for a page, with chosen blocks as ranges and numbers with four decimals."""
    found: dict[str, Any] = {}
    for beta in BETAS:
        answer = answer_of(shipped_model(), page_table(page), MAX_BLOCKS, beta)
        found |= {
            "blocks": answer.blocks,
            "segments": len(answer.keep),
            "kind": answer.kind,
            "kind_probability": round(answer.kind_probability, 4),
            "confidence": round(answer.confidence, 4),
            f"chosen {beta:g}": ranges(np.frombuffer(answer.block_chosen, dtype=np.uint8) > 0),
            f"kept {beta:g}": int(answer.keep.sum()),
            f"score {beta:g}": round(answer.score, 4),
            f"readable {beta:g}": round(answer.readable, 4),
        }
    return found


def digests_of(model: bytes) -> dict[str, str]:
    """A digest of each array of a model."""
    with np.load(io.BytesIO(model)) as arrays:
        return {name: hashlib.sha256(array.tobytes()).hexdigest()[:16] for name, array in arrays.items()}


def main() -> None:
    """Write both files."""
    answers = {name: answers_for(path.read_bytes()) for name, path in PAGES.items()}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(answer)}" for name, answer in answers.items())
    (GOLDEN / "learned" / "answers.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    models = GOLDEN / "train" / "models.json"
    stored = json.loads(models.read_text(encoding="utf-8"))
    stored["learned"] = digests_of(train_learned(MADE).to_bytes())
    models.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
