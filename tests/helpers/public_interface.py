"""The public interface as text: one entry per name, with signatures, defaults and the fields of records.

``python tests/helpers/public_interface.py`` writes it to ``tests/golden/interface/current.txt`` after a change, and
``--release`` also stores it as the interface of the version that is released. ``tests/test_interface.py`` compares.
"""

import argparse
import contextlib
import dataclasses
import enum
import importlib
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import maintext
from maintext.cli.all_parsers import parsers
from maintext.cli.main import COMMANDS
from maintext.support.cached_property import cached_property

ROOT: Final = Path(__file__).parents[2]
CURRENT: Final = ROOT / "tests" / "golden" / "interface" / "current.txt"
RELEASED: Final = CURRENT.with_name("released.txt")
CHANGELOG: Final = ROOT / "CHANGELOG.md"
MODULES: Final[dict[str, tuple[str, ...]]] = {
    "maintext": (),
    "maintext.blocks": (
        *("Break", "Cell", "Code", "Container", "Embed", "Figure", "Formula", "Heading", "ListItem", "Math"),
        *("NoteReference", "Paragraph", "Picture", "Post", "Quote", "Rule", "Style", "Table", "Text", "ThreadPost"),
    ),
    "maintext.metadata": ("Fact", "Metadata"),
    "maintext.compat.gne": ("GeneralNewsExtractor",),
    "maintext.compat.readability": ("Document",),
    "maintext.compat.trafilatura": ("Extracted", "bare_extraction", "extract"),
}
"""Public modules that need no optional package, so that the text is the same everywhere, and their public names; all
names in ``__all__`` if none are listed."""
PUBLIC_MEMBERS: Final = {
    "LearnedModel": {"load"},
    "NaiveBayesModel": {"load"},
    "TokenModel": {"load"},
    "Site": {"fits", "load", "save"},
}
"""Classes of which ``docs/api.md`` promises only these members."""
_MODULE: Final = re.compile(r"\b(?:[a-z_]\w*\.)+(?=\w)")
_ARRAY: Final = re.compile(r"ndarray\[.*?dtype\[(\w+?)_?\]\]")
_OPTIONAL: Final = re.compile(r"Optional\[(Literal\[[^\]]*\])\]")
_KINDS: Final[dict[Any, tuple[str, str]]] = {
    inspect.Parameter.VAR_POSITIONAL: ("*", ""),
    inspect.Parameter.VAR_KEYWORD: ("**", ""),
    inspect.Parameter.KEYWORD_ONLY: ("", " (keyword)"),
    inspect.Parameter.POSITIONAL_ONLY: ("", " (position)"),
}
_CODE: Final = re.compile(r"`+([^`]+)`+")


class Entry(NamedTuple):
    """A public name or a command, and the lines that describe it."""

    name: str
    lines: tuple[str, ...]


def interface() -> str:
    """The whole public interface."""
    entries = [*(entry for module in MODULES for entry in _entries_of(module)), *_commands()]
    return "\n\n".join("\n".join((entry.name, *(f"    {line}" for line in entry.lines))) for entry in entries) + "\n"


def parsed(text: str) -> dict[str, tuple[str, ...]]:
    """The lines of each entry by its name, from the text that ``interface`` returns."""
    entries = (entry.splitlines() for entry in text.split("\n\n") if entry.strip())
    return {name.strip(): tuple(line.strip() for line in lines) for name, *lines in entries}


def changed(before: str, after: str) -> list[str]:
    """The names that were added, removed or changed between two interfaces, each without its module."""
    old, new = parsed(before), parsed(after)
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return sorted({re.split(r"[. ]", name)[-1] for name in names})


def unmentioned(names: list[str], changelog: str) -> list[str]:
    """The names that the top section of a changelog does not have in code marks."""
    top = re.split(r"^## ", changelog, flags=re.MULTILINE)[1]
    words = {word for code in _CODE.findall(top) for word in re.findall(r"[\w-]+", code)}
    return [name for name in names if name not in words]


def _entries_of(module_name: str) -> Iterator[Entry]:
    module = importlib.import_module(module_name)
    for name in sorted(MODULES[module_name] or module.__all__):
        yield Entry(f"{module_name}.{name}", tuple(_described(name, getattr(module, name))))


def _described(name: str, value: Any) -> Iterator[str]:
    if inspect.isclass(value):
        yield from _class_lines(value)
    elif callable(value):
        yield from _signature_lines(value)
    elif name != "__version__":
        yield f"value: {value!r}"


def _class_lines(cls: type) -> Iterator[str]:
    bases = f"({', '.join(base.__name__ for base in cls.__bases__)})" if issubclass(cls, Exception) else ""
    yield f"class{bases}"
    if issubclass(cls, enum.Enum):
        yield from (f"{name} = {member.value!r}" for name, member in cls.__members__.items())
        return
    public = PUBLIC_MEMBERS.get(cls.__name__)
    if public is None:
        yield from _field_lines(cls)
        if vars(cls).get("__init__") and not dataclasses.is_dataclass(cls) and _is_ours(cls.__init__):
            yield from _method_lines("__init__", cls.__init__)
    for name in sorted(public or _member_names(cls)):
        yield from _member_lines(cls, name)


def _field_lines(cls: type) -> Iterator[str]:
    """Fields with type and default. Those with a leading underscore are internal."""
    if dataclasses.is_dataclass(cls):
        for field in dataclasses.fields(cls):
            if not field.name.startswith("_"):
                yield f"{field.name}: {_type(field.type)}{_default_of(field)}"
        return
    defaults: dict[str, Any] = getattr(cls, "_field_defaults", {})
    for name, annotation in inspect.get_annotations(cls).items():
        if not name.startswith("_"):
            default = f" = {_shown(defaults[name])}" if name in defaults else ""
            yield f"{name}: {_type(annotation)}{default}"


def _default_of(field: "dataclasses.Field[Any]") -> str:
    if field.default is not dataclasses.MISSING:
        return f" = {_shown(field.default)}"
    if field.default_factory is not dataclasses.MISSING:
        return f" = {_shown(field.default_factory())}"
    return ""


def _member_names(cls: type) -> set[str]:
    """Public methods and properties, also of base classes of this package."""
    fields = {field.name for field in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else set()
    ours = (base for base in cls.__mro__ if _is_ours(base))
    names = {name for base in ours for name in vars(base) if not name.startswith("_")}
    return names - fields - set(getattr(cls, "_fields", ()))


def _is_ours(value: Any) -> bool:
    return str(getattr(value, "__module__", "")).startswith("maintext")


def _member_lines(cls: type, name: str) -> Iterator[str]:
    member = inspect.getattr_static(cls, name)
    if isinstance(member, property | cached_property):
        make: Callable[..., Any] | None = member.fget if isinstance(member, property) else member.make
        yield f"{name}: {_type(inspect.signature(make).return_annotation)} (read only)" if make else name
    elif isinstance(member, classmethod | staticmethod):
        yield from _method_lines(f"{type(member).__name__} {name}", member.__func__)
    elif callable(member):
        yield from _method_lines(name, member)
    else:
        yield f"{name} = {_shown(member)}" if not inspect.isdatadescriptor(member) else name


def _method_lines(name: str, method: Callable[..., Any]) -> Iterator[str]:
    first, *others = _signature_lines(method)
    yield f"{name}{first}"
    yield from others


def _signature_lines(function: Callable[..., Any]) -> Iterator[str]:
    """One line per parameter, so that a difference shows which one changed."""
    signature = inspect.signature(function)
    mark = "async " if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function) else ""
    yield f"{mark}() -> {_type(signature.return_annotation)}"
    for parameter in signature.parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        stars, only = _KINDS.get(parameter.kind, ("", ""))
        default = "" if parameter.default is parameter.empty else f" = {_shown(parameter.default)}"
        yield f"  {stars}{parameter.name}: {_type(parameter.annotation)}{default}{only}"


def _commands() -> Iterator[Entry]:
    """The commands with their arguments, choices and defaults."""
    for command, (_, parser) in parsers(COMMANDS).items():
        lines = [_argument(action) for action in parser._actions]  # argparse has no other way to list arguments
        yield Entry(f"command maintext {command}".strip(), tuple(sorted(lines)))


def _argument(action: argparse.Action) -> str:
    """An argument of a command. The default of ``--workers`` depends on the machine."""
    names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
    count = "" if action.nargs is None else " (flag)" if action.nargs == 0 else f" nargs={action.nargs}"
    choices = f" {{{','.join(map(str, action.choices))}}}" if action.choices else ""
    has_default = isinstance(action.default, bool | str | int | float) and action.default != argparse.SUPPRESS
    default = f" = {_shown(action.default)}" if has_default and action.dest != "workers" else ""
    return f"{names}{count}{choices}{default}"


def _shown(value: Any) -> str:
    """A default; a function by its name, and a record with all its own defaults as the call that makes it."""
    if inspect.isroutine(value):
        return value.__qualname__
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        with contextlib.suppress(TypeError):
            if value == type(value)():
                return f"{type(value).__name__}()"
    return repr(value).replace(maintext.__version__, "VERSION")


def _type(annotation: Any) -> str:
    """A type without the modules of its names, written in the same way by all versions of Python and NumPy."""
    if annotation is inspect.Signature.empty:
        return "?"
    written = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return _OPTIONAL.sub(r"\1 | None", _ARRAY.sub(r"ndarray[\1]", _MODULE.sub("", written)))


def main() -> None:
    """Write the interface, and with ``--release`` also as the released one."""
    CURRENT.parent.mkdir(exist_ok=True)
    for path in (CURRENT, RELEASED) if "--release" in sys.argv else (CURRENT,):
        path.write_text(interface(), encoding="utf-8")
    names = unmentioned(changed(RELEASED.read_text("utf-8"), interface()), CHANGELOG.read_text("utf-8"))
    if names:
        print(f"mention in the top section of CHANGELOG.md: {', '.join(names)}")


if __name__ == "__main__":
    main()
