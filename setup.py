"""The compiled modules, built where a compiler is at hand: without one the package works all the same, only slower."""

import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = Path("src")
SCANNER = SOURCES / "maintext" / "scanner"
SHARED = "maintext.scanner._shared"
"""What Cython would put into each of the modules, compiled once."""
DEPENDENCIES = ["selectolax>=1.0.2", "numpy>=1.26"]
GUESSER = "chardetng_py>=0.3.5; python_version < '3.14' or (sys_platform == 'linux' and platform_machine == 'x86_64')"
"""It has no wheels for other machines with Python 3.14 and for none without the interpreter's lock, which no marker
can tell; without it undeclared encodings are guessed more coarsely."""
HAS_LOCK = not sysconfig.get_config_var("Py_GIL_DISABLED")
OPTIMIZED = ["/O2"] if sys.platform == "win32" else ["-O3", "-finline-limit=400"]
"""Each index that is checked makes a function look larger than it is; without the limit few would be inlined."""


class BuildIfPossible(build_ext):
    """Compiles all modules or, whatever goes wrong, leaves them."""

    def run(self) -> None:
        """Build, and say why if that fails."""
        try:
            super().run()
        except Exception as error:
            print(f"maintext is installed without its compiled modules: {error}", file=sys.stderr)
            self.extensions = []
            self.distribution.ext_modules = []


def extensions() -> list[Extension]:
    """The modules that have their types in a ``.pxd`` file; none of them without Cython."""
    try:
        from Cython.Build import cythonize  # noqa: PLC0415
    except ImportError:
        return []
    modules = [
        Extension(
            ".".join(path.relative_to(SOURCES).with_suffix("").parts),
            [path.with_suffix(".py").as_posix()],
            extra_compile_args=OPTIMIZED,
        )
        for path in sorted(SOURCES.rglob("*.pxd"))
    ]
    modules.append(Extension(SHARED, [(SCANNER / "_shared.c").as_posix()]))
    return cythonize(modules, language_level=3, shared_utility_qualified_name=SHARED)


setup(
    install_requires=[*DEPENDENCIES, GUESSER] if HAS_LOCK else DEPENDENCIES,
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildIfPossible},
    options={"build_ext": {"parallel": os.cpu_count()}},
)
