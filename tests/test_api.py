"""What users may rely on: the public names, a light import, the types, the version."""

import ast
import importlib.metadata
import inspect
import json
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

import maintext

PUBLIC = set(maintext.__all__)
"""``tests/golden/interface/current.txt`` has them with their signatures."""
HEAVY = {
    "trafilatura", "lxml", "pyarrow", "httpx", "requests", "chardetng_py", "chardet", "zstandard", "resiliparse",
    "turbohtml", "readability", "gne", "bs4", "pandas", "polars", "scipy", "sklearn", "multiprocessing", "asyncio",
}  # fmt: skip


def modules_after(code: str) -> set[str]:
    program = f"{code}\nimport sys, json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_every_public_name_is_listed_once_and_exists() -> None:
    assert len(maintext.__all__) == len(PUBLIC)
    assert all(hasattr(maintext, name) for name in PUBLIC)


def test_public_names_without_an_underscore_are_public_or_modules() -> None:
    names = {name for name in vars(maintext) if not name.startswith("_")}
    assert {name for name in names - PUBLIC if not inspect.ismodule(getattr(maintext, name))} == set()


def test_the_stub_for_type_checkers_has_the_same_names_from_the_same_modules() -> None:
    stub = ast.parse(Path(maintext.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    homes = {alias.asname: node.module for node in imports for alias in node.names}
    assert homes == {**vars(maintext)["_HOMES"], "__version__": "maintext.version"}
    assert len(stub.body) == len(homes) + 2, "a docstring, one import per name, and __all__"


@pytest.mark.parametrize("name", sorted(PUBLIC - {"DEFAULT_METHOD", "__version__"}))
def test_every_public_name_says_what_it_is(name: str) -> None:
    assert inspect.getdoc(getattr(maintext, name))


def test_every_error_is_a_maintext_error() -> None:
    for name in PUBLIC:
        if name.endswith("Error"):
            assert issubclass(getattr(maintext, name), maintext.MaintextError)


def test_importing_and_extracting_load_nothing_that_is_not_needed() -> None:
    page = "<div><p>It rained all day.</p></div>"
    loaded = modules_after(f"import maintext; maintext.extract({page!r}.encode())")
    assert {name.split(".")[0] for name in loaded} & HEAVY == set()
    assert not {name for name in loaded if name.startswith(("maintext.cli", "maintext.train", "urllib.request"))}


def test_nothing_is_printed_by_importing() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", "import maintext"], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_types_are_shipped() -> None:
    package = resources.files("maintext")
    for name in ("py.typed", "__init__.pyi", "table/_table.pyi", "algorithms/models/learned.npz"):
        assert package.joinpath(name).is_file()
    assert {path.name for path in package.joinpath("algorithms/models").iterdir()} >= {
        "learned.npz",
        "naive_bayes.json",
    }


def test_the_version_is_that_of_the_distribution() -> None:
    assert maintext.__version__ == importlib.metadata.version("maintext")


def test_the_default_method_is_one_of_the_methods() -> None:
    assert maintext.DEFAULT_METHOD in maintext.methods()
    assert maintext.extract("<p>It rained.</p>").method == maintext.DEFAULT_METHOD


@pytest.mark.parametrize(
    ("method", "name"),
    [
        (maintext.Learned(), "learned"),
        (maintext.TextDensity(), "text-density"),
        (maintext.SymbolDensity(), "symbol-density"),
        (maintext.DivDensity(), "div-density"),
        (maintext.LinkDensity(), "link-density"),
        (maintext.NaiveBayes(), "naive-bayes"),
        (maintext.PValue(), "p-value"),
        (maintext.CompositeDensity(), "composite-density"),
        (maintext.MaxSubsequence(), "max-subsequence"),
        (maintext.LineBlocks(), "line-blocks"),
        (maintext.TagRatio(), "tag-ratio"),
        (maintext.TableBlocks(), "table-blocks"),
        (maintext.TreeCharacters(), "tree-characters"),
    ],
)
def test_the_names_of_the_methods_stay(method: maintext.Method, name: str) -> None:
    assert method.name == name
    assert name in maintext.methods()
    assert len(maintext.methods()) == 13


def test_a_document_as_a_dictionary_has_its_parts_in_a_fixed_order() -> None:
    names = (
        "url title author date published modified language site description image paywalled excerpt metadata".split()
    )
    names += "page_type page_type_probability confidence text source hidden".split()
    names += "blocks posts comments comment_posts source_html method score reason limits_hit error".split()
    assert list(maintext.extract("<p>It rained.</p>").to_dict()) == names
    json.dumps(maintext.extract("").to_dict())


def test_a_document_shows_itself_in_a_line() -> None:
    assert repr(maintext.extract("<h1>Rain</h1><p>It rained.</p>", method="text-density")).startswith(
        "<Document 'Rain' by"
    )
    assert "empty: the page is empty" in repr(maintext.extract(""))


def test_a_judgement_compares_the_probability_with_the_threshold() -> None:
    page = "<div><p>It rained all day, and nobody minded.</p></div><a href=x>More</a>"
    probability = maintext.judge(page).probability
    assert 0 < probability < 1
    assert maintext.judge(page, threshold=probability).has_main_text
    assert not maintext.judge(page, threshold=probability + 1e-9).has_main_text
    assert maintext.judge("").probability == 0.0
