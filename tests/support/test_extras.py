"""Optional packages: one sentence says who needs which package, and how to install it."""

import warnings

import pytest

from maintext.errors import DataError, MaintextError
from maintext.support.extras import needed


def test_a_module_that_is_installed_is_returned() -> None:
    assert needed("json.decoder", extra="batch").JSONDecoder


def test_the_message_names_user_package_and_extra() -> None:
    with pytest.raises(DataError) as raised:
        needed("no_such_package.part", extra="batch", user="maintext.arrow", error=DataError)
    sentence = "maintext.arrow needs no_such_package. Install it with: pip install 'maintext[batch]'"
    assert str(raised.value) == sentence
    assert isinstance(raised.value.__cause__, ImportError)


def test_the_error_is_one_of_ours_by_default() -> None:
    with pytest.raises(MaintextError, match=r"^maintext needs no_such_package\. "):
        needed("no_such_package", extra="train")


def test_the_package_that_is_missing_is_named(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the module of ours that imports it."""
    folder = tmp_path_factory.mktemp("modules")
    (folder / "user_of_an_extra.py").write_text("import no_such_package.part\n")
    monkeypatch.syspath_prepend(folder)
    with pytest.raises(MaintextError, match="fetching pages needs no_such_package"):
        needed("user_of_an_extra", extra="fetch", user="fetching pages")


def test_warnings_of_the_package_about_itself_are_not_shown(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("modules")
    (folder / "warns_of_itself.py").write_text("import warnings\nwarnings.warn('old', DeprecationWarning)\n")
    monkeypatch.syspath_prepend(folder)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        needed("warns_of_itself", extra="batch")
