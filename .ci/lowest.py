"""Print the lowest versions that a wheel of maintext allows, one requirement per line.

    python .ci/lowest.py WHEEL EXTRA...

Only requirements of the form NAME>=VERSION are printed, those of the package and of the extras.
"""

import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

_REQUIREMENT = re.compile(r"Requires-Dist: ([\w.-]+)(\[[\w,.-]+\])?>=([\w.]+)(?:; (.*))?")
_EXTRA = re.compile(r"""extra == ["']([\w-]+)["']""")


def lowest(wheel: Path, extras: set[str]) -> Iterator[str]:
    """Yield each requirement of a wheel with the lowest version that it allows."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(name).decode()
    for line in metadata.splitlines():
        found = _REQUIREMENT.fullmatch(line.replace(" (", "").replace(")", ""))
        extra = found and _EXTRA.search(found[4] or "")
        if found and (not extra or extra[1] in extras):
            yield f"{found[1]}{found[2] or ''}=={found[3]}"


if __name__ == "__main__":
    print("\n".join(dict.fromkeys(lowest(Path(sys.argv[1]), set(sys.argv[2:])))))
