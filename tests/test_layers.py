"""The architecture: which room may import which, no cycles, and how many modules and compiled units there are.

A room is a folder or a module in ``src/maintext``. Imports inside functions and for type checkers count too: a room
depends on every room that its code names.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "maintext"
FACADE: Final = "__init__"
LAYERS: Final = (
    ("errors", "version", "support", "characters", "words", "options", "dates"),
    ("table",),
    ("decode", "read"),
    ("selection", "algorithms"),
    ("blocks", "formats", "metadata", "document"),
    ("extraction", "explanation", "comparison"),
    ("sites", "fetch", "links", "parallel", "data", "compat"),
    ("batch", "arrow", "engines", "train", "evaluate", "integrations", "serve"),
    ("cli",),
    (FACADE, "__main__"),
)
"""Bottom to top. A room may import only rooms of the layers below, and rooms to its left in its own layer."""
MAY_IMPORT_FACADE: Final = frozenset({"cli", "integrations", "serve"})
MAX_MODULES: Final = 14
"""In ``src/maintext`` itself."""
MAX_UNITS: Final = 16
MAY_REPEAT: Final = frozenset({"__init__", "options", "run", "naive_bayes", "site", "mcp"})
"""Names that more than one module may have."""

_COMPILED_IMPORT: Final = re.compile(
    r"""^[ \t]*(?:from[ \t]+(?P<package>[\w.]+)[ \t]+c?import[ \t]*(?P<names>\([^)]*\)|[^\n]*)"""
    r"""|c?import[ \t]+(?P<modules>[\w., \t]+)"""
    r"""|include[ \t]+["'](?P<file>[^"'\n]+)["'])""",
    re.MULTILINE,
)
_NAME: Final = re.compile(r"(\w+)(?:[ \t]+as[ \t]+\w+)?")


class Import(NamedTuple):
    """An import of our own code: the module that has it, and the module that it names."""

    source: str
    target: str


class Tree(NamedTuple):
    """The source files below a folder, by the dotted name of their modules."""

    folder: Path
    files: dict[str, list[Path]]

    @classmethod
    def below(cls, folder: Path) -> "Tree":
        """All sources of a package. A ``.pyx`` and its ``.pxd`` are one module; an included ``.pxi`` is one too."""
        files: dict[str, list[Path]] = {}
        for suffix in ("py", "pyx", "pxd", "pxi"):
            for path in sorted(folder.rglob(f"*.{suffix}")):
                parts = path.relative_to(folder.parent).with_suffix("").parts
                name = ".".join(parts) + (":included" if suffix == "pxi" else "")
                files.setdefault(name.removesuffix(".__init__"), []).append(path)
        return cls(folder, files)

    def imports(self) -> list[Import]:
        """All imports of our own modules, each once."""
        found = (
            Import(module, target)
            for module, paths in self.files.items()
            for path in paths
            for target in (self._imported_by_python(path) if path.suffix == ".py" else self._imported_by_cython(path))
        )
        return sorted({each for each in found if each.source != each.target})

    def _imported_by_python(self, path: Path) -> Iterator[str]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not node.level, f"{path} has a relative import"
                yield from self._named(node.module or "", [alias.name for alias in node.names])
            elif isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if self._is_ours(alias.name))
            elif isinstance(node, ast.Call) and "import_module" in ast.unparse(node.func) and node.args:
                name = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
                yield from [name] if isinstance(name, str) and self._is_ours(name) else []

    def _imported_by_cython(self, path: Path) -> Iterator[str]:
        for match in _COMPILED_IMPORT.finditer(path.read_text(encoding="utf-8")):
            if match["package"]:
                assert not match["package"].startswith("."), f"{path} has a relative import"
                yield from self._named(match["package"], _NAME.findall(match["names"].partition("#")[0]))
            elif match["modules"]:
                yield from filter(self._is_ours, (name.split()[0] for name in match["modules"].split(",")))
            else:
                included = (path.parent / match["file"]).resolve().relative_to(self.folder.parent.resolve())
                yield ".".join(included.with_suffix("").parts) + ":included"

    def _named(self, package: str, names: list[str]) -> Iterator[str]:
        """What ``from package import names`` imports: modules of the package, or the package itself."""
        if self._is_ours(package):
            inside = (f"{package}.{name}" for name in names)
            yield from (name if name in self.files else package for name in inside)

    def _is_ours(self, module: str) -> bool:
        return module.split(".", maxsplit=1)[0] == self.folder.name


def room_of(module: str) -> str:
    """The folder or module of ``src/maintext`` that a module is in."""
    return module.removesuffix(":included").split(".")[1] if "." in module else FACADE


TREE: Final = Tree.below(PACKAGE)
IMPORTS: Final = TREE.imports()
PLACES: Final = {room: (number, place) for number, layer in enumerate(LAYERS) for place, room in enumerate(layer)}


def is_allowed(source: str, target: str) -> bool:
    """Whether a room may import another one."""
    if target == FACADE:
        return source in MAY_IMPORT_FACADE
    return source == target or PLACES[target] < PLACES[source]


def test_every_room_is_in_a_layer() -> None:
    assert sorted({room_of(module) for module in TREE.files} - PLACES.keys()) == []


def test_rooms_import_only_rooms_below_them() -> None:
    known = [each for each in IMPORTS if {room_of(each.source), room_of(each.target)} <= PLACES.keys()]
    wrong = [
        f"{source} imports {target}" for source, target in known if not is_allowed(room_of(source), room_of(target))
    ]
    assert wrong == []


def test_no_modules_import_each_other() -> None:
    graph: dict[str, set[str]] = {module: set() for module in TREE.files}
    for source, target in IMPORTS:
        graph[source].add(target)
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"cycle: {' -> '.join(reversed(error.args[1]))}")


def test_an_included_file_includes_nothing() -> None:
    wrong = [
        f"{source} includes {target}"
        for source, target in IMPORTS
        if source.endswith(":included") and target.endswith(":included")
    ]
    assert wrong == []


def test_there_are_few_modules_outside_of_rooms() -> None:
    modules = {path.stem for path in PACKAGE.iterdir() if path.suffix in (".py", ".pyx", ".pxd")}
    assert len(modules) <= MAX_MODULES, sorted(modules)


def test_there_are_few_compiled_units() -> None:
    """The units of setup.py, Cython's shared one, and modules that have a header next to their Python source."""
    setup = ast.parse((ROOT / "setup.py").read_text(encoding="utf-8"))
    units = next(
        node.value for node in setup.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "UNITS"
    )
    assert isinstance(units, ast.List)
    with_header = [path for path in PACKAGE.rglob("*.pxd") if path.with_suffix(".py").exists()]
    assert len(units.elts) + 1 + len(with_header) <= MAX_UNITS
    sources = {
        path.relative_to(ROOT / "src").with_suffix("").as_posix().replace("/", ".") for path in PACKAGE.rglob("*.pyx")
    }
    assert {ast.literal_eval(unit.args[0]) for unit in units.elts if isinstance(unit, ast.Call)} == sources


def test_every_module_has_a_name_of_its_own() -> None:
    modules = {path.with_suffix("") for paths in TREE.files.values() for path in paths if path.suffix != ".pxi"}
    counts = Counter(module.name for module in modules)
    assert sorted(name for name, count in counts.items() if count > 1 and name not in MAY_REPEAT) == []


class TestTheRulesThemselves:
    """The checks above find what they should find."""

    def test_imports_of_every_kind_are_found(self, tmp_path: Path) -> None:
        sources = {
            "__init__.py": "",
            "low.py": "import os\nfrom json import dumps\n",
            "room/__init__.py": "from house.room.inner import thing\n",
            "room/inner.py": "def f():\n    from house import low\n    import house.high\n",
            "room/lazy.py": "from importlib import import_module\nimport_module('house.high')\n",
            "room/_unit.pyx": (
                "cimport cython\nfrom libc.string cimport memcpy\nfrom house.low cimport (\n    one,\n"
                "    two as three,\n)\nfrom house cimport header\ninclude 'steps/first.pxi'\n"
                "    import house.high as h\n"
            ),
            "room/_unit.pxd": "from house.header cimport *  # all\n",
            "room/steps/first.pxi": "from house.room import inner\n",
            "header.pxd": "",
            "high.py": "import house\n",
        }
        for name, content in sources.items():
            path = tmp_path / "house" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        assert Tree.below(tmp_path / "house").imports() == [
            ("house.high", "house"),
            ("house.room", "house.room.inner"),
            ("house.room._unit", "house.header"),
            ("house.room._unit", "house.high"),
            ("house.room._unit", "house.low"),
            ("house.room._unit", "house.room.steps.first:included"),
            ("house.room.inner", "house.high"),
            ("house.room.inner", "house.low"),
            ("house.room.lazy", "house.high"),
            ("house.room.steps.first:included", "house.room.inner"),
        ]

    def test_imports_of_this_package_are_found(self) -> None:
        assert Import("maintext.extraction", "maintext.read") in IMPORTS
        assert Import("maintext.cli.main", "maintext.cli.arguments") in IMPORTS

    @pytest.mark.parametrize(
        ("source", "target", "allowed"),
        [
            ("table", "errors", True),
            ("table", "read", False),
            ("read", "decode", True),
            ("decode", "read", False),
            ("algorithms", "algorithms", True),
            ("blocks", "document", False),
            ("evaluate", FACADE, False),
            ("cli", FACADE, True),
            ("__main__", "cli", True),
        ],
    )
    def test_a_room_may_import_what_is_below_or_to_its_left(self, source: str, target: str, allowed: bool) -> None:
        assert is_allowed(source, target) is allowed
