"""Build the compiled units. The package needs them all: installing from source takes a C compiler."""

import os
import shlex
import sys
import sysconfig
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

SOURCES = Path("src")
SHARED = "maintext.support._shared"
"""The utility code of Cython, compiled once instead of into each unit."""
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": True,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "freethreading_compatible": True,
}
NEEDS_COMPILER = (
    "maintext needs a C compiler to install from source. Debian/Ubuntu: apt install gcc python3-dev. "
    "Fedora: dnf install gcc python3-devel. macOS: xcode-select --install. "
    "Windows: Visual Studio Build Tools with C++. Or install a wheel."
)
DEPENDENCIES = ["numpy>=1.26"]
GUESSER = "chardetng_py>=0.3.5; python_version < '3.14' or (sys_platform == 'linux' and platform_machine == 'x86_64')"
"""It has no wheels for other machines with Python 3.14, and none for builds without the interpreter's lock, which no
marker can express. Without it, undeclared encodings are guessed less exactly."""
HAS_LOCK = not sysconfig.get_config_var("Py_GIL_DISABLED")

IS_MSVC = sys.platform == "win32"
COMPILER = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
IS_GCC = sys.platform == "linux" and any("gcc" in Path(word).name for word in COMPILER)
KEEPS_DEBUG_INFO = any(
    flag.startswith(("-g", "-fsanitize")) and flag != "-g0" for flag in shlex.split(os.environ.get("CFLAGS", ""))
)
COMMON = [] if IS_MSVC or KEEPS_DEBUG_INFO else ["-g0"]
"""The interpreter's own flags ask for debug information, which is four fifths of a unit's size."""
FAST = ["/O2"] if IS_MSVC else ["-O3", "-finline-limit=400"]
"""For code that runs for each byte or block. Each checked index makes a function look larger than it is; without the
limit few would be inlined."""
PARSER = [*FAST, "--param", "inline-unit-growth=200"] if IS_GCC else FAST
"""The parser is one large unit. With the limit that gcc has for the growth of a unit, pages are read 8 % slower."""
PLAIN = [] if IS_MSVC else ["-O2"]
SMALL = [] if IS_MSVC else ["-O1"]
"""For code that mostly calls Python: no slower, and compiled in two thirds of the time."""
NUMBERS_ONLY = ["/Od"] if IS_MSVC else ["-O0"]


class Unit(NamedTuple):
    """A compiled module: its name, its flags, and whether indices are checked."""

    name: str
    flags: list[str]
    checked: bool = True


UNITS = [
    Unit("maintext.algorithms.learned._engine", PLAIN, checked=False),
    Unit("maintext.blocks._build", SMALL),
    Unit("maintext.read._parser", PARSER),
    Unit("maintext.algorithms._methods", PLAIN),
    Unit("maintext.algorithms.learned._words", FAST),
    Unit("maintext.document._plain_text", PLAIN),
    Unit("maintext.metadata._collect", SMALL),
    Unit("maintext.formats._markdown", SMALL),
    Unit("maintext.sites._page_marks", PLAIN),
    Unit("maintext.table._table", PLAIN),
    Unit("maintext.table._characters", PLAIN),
    Unit("maintext.dates._years", FAST),
    Unit("maintext.decode._utf8", FAST, checked=False),
    Unit("maintext.read._html_codes", NUMBERS_ONLY),
]
"""The slowest to compile first, so that no processor waits for the last one."""
UNCHECKED = {unit.name for unit in UNITS if not unit.checked}


class Build(build_ext):
    """Compiles all units, or says in one sentence what is missing."""

    def run(self) -> None:
        """Build; end with the sentence if there is no compiler."""
        try:
            super().run()
        except (CCompilerError, ExecError, PlatformError) as error:
            print(error, file=sys.stderr)
            sys.exit(NEEDS_COMPILER)

    def build_extensions(self) -> None:
        """Write the C of one unit after the other; all other processors compile what is written."""
        with ThreadPoolExecutor(self.parallel or 1) as compilers:
            compiled: list[Future[None]] = []
            for extension in self.extensions:
                self.translate(extension)
                compiled.append(compilers.submit(self.build_extension, extension))
                end_if_one_failed(compiled)
            for unit in compiled:
                unit.result()

    def translate(self, extension: Extension) -> None:
        """Let Cython write the C of a unit, unless it is newer than its sources."""
        from Cython.Build import cythonize  # noqa: PLC0415  what pip asks first needs no Cython: not the metadata

        (written,) = cythonize(
            [extension],
            compiler_directives={**DIRECTIVES, "boundscheck": extension.name not in UNCHECKED},
            shared_utility_qualified_name=SHARED,
            force=self.force or None,
        )
        extension.sources, extension.depends = written.sources, written.depends


def end_if_one_failed(compiled: list[Future[None]]) -> None:
    """Raise what the compiler said of any unit that is done."""
    for unit in compiled:
        if unit.done():
            unit.result()


def path_of(module: str, suffix: str) -> str:
    """The source file of a module."""
    return SOURCES.joinpath(*module.split(".")).with_suffix(suffix).as_posix()


def extensions() -> list[Extension]:
    """All units and the shared one."""
    units = [
        Extension(unit.name, [path_of(unit.name, ".pyx")], extra_compile_args=[*COMMON, *unit.flags]) for unit in UNITS
    ]
    shared = Extension(SHARED, [path_of(SHARED, ".c")], extra_compile_args=[*COMMON, *SMALL])
    return [*units, shared]


setup(
    install_requires=[*DEPENDENCIES, GUESSER] if HAS_LOCK else DEPENDENCIES,
    ext_modules=extensions(),
    cmdclass={"build_ext": Build},
    options={"build_ext": {"parallel": os.cpu_count()}},
)
