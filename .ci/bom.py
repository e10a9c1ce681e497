"""Write a bill of materials in the CycloneDX format: maintext and what an environment has installed for it.

    python .ci/bom.py FILE

Lists the packages that the installed maintext and its extras lead to, with versions, licences and dependencies.
"""

import json
import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

_NAME = re.compile(r"[A-Za-z0-9._-]+")


def components(root: str) -> dict[str, Distribution]:
    """The installed packages that one leads to, itself included, by their normal names."""
    found: dict[str, Distribution] = {}
    waiting = [root]
    while waiting:
        name = waiting.pop()
        key = _normal(name)
        if key in found:
            continue
        try:
            found[key] = distribution(name)
        except PackageNotFoundError:  # an extra that is not installed, or a package for other systems
            continue
        waiting.extend(_required(found[key]))
    return found


def bill(root: str) -> dict[str, Any]:
    """The bill of materials of a package."""
    found = components(root)
    parts = {name: _component(name, each) for name, each in sorted(found.items())}
    main = parts.pop(_normal(root))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**main, "type": "library"}},
        "components": list(parts.values()),
        "dependencies": [
            {
                "ref": _reference(name, each),
                "dependsOn": sorted(
                    {
                        _reference(_normal(other), found[_normal(other)])
                        for other in _required(each)
                        if _normal(other) in found
                    }
                ),
            }
            for name, each in sorted(found.items())
        ],
    }


def _component(name: str, package: Distribution) -> dict[str, Any]:
    licence = package.metadata.get("License-Expression") or package.metadata.get("License") or ""
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": _reference(name, package),
        "name": package.metadata["Name"],
        "version": package.version,
        "purl": _reference(name, package),
    }
    if licence and "\n" not in licence and len(licence) < 100:
        component["licenses"] = [{"license": {"name": licence}}]
    return component


def _reference(name: str, package: Distribution) -> str:
    return f"pkg:pypi/{name}@{package.version}"


def _required(package: Distribution) -> list[str]:
    return [found[0] for line in package.requires or [] if (found := _NAME.match(line))]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    Path(sys.argv[1]).parent.mkdir(parents=True, exist_ok=True)
    Path(sys.argv[1]).write_text(json.dumps(bill("maintext"), indent=1) + "\n", encoding="utf-8")
