"""The interfaces of other extractors: the same names, keys and types as the real packages give on the examples."""

import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from helpers.pages import EXAMPLES

import maintext
from maintext.compat import gne, readability, trafilatura
from maintext.decode import decode

WITH_TEXT = [path for path in EXAMPLES if path.stem != "front-page"]
URL = "https://www.example.org/news/1.html"
by_name = pytest.mark.parametrize("path", WITH_TEXT, ids=lambda path: path.stem)


def real(name: str) -> Any:
    """The package itself, whose warnings are not ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip(name, reason=f"{name} is not installed")


def text_of(path: Path) -> str:
    return decode(path.read_bytes()).text


def same_types(ours: Mapping[str, Any], theirs: Mapping[str, Any], but: frozenset[str] = frozenset()) -> None:
    """The same keys, and where both know a value it is of the same type."""
    assert set(ours) == set(theirs)
    for name in set(ours) - but:
        if ours[name] is not None and theirs[name] is not None:
            assert type(ours[name]) is type(theirs[name]), name


@pytest.mark.filterwarnings("ignore")
class TestTrafilatura:
    @by_name
    def test_bare_extraction_has_the_keys_and_types(self, path: Path) -> None:
        package = real("trafilatura")
        theirs = package.bare_extraction(path.read_bytes(), url=URL, with_metadata=True, as_dict=True)
        ours = trafilatura.bare_extraction(path.read_bytes(), url=URL, with_metadata=True, as_dict=True)
        assert isinstance(ours, dict)
        same_types(ours, theirs, but=frozenset({"body", "commentsbody"}))
        record = trafilatura.bare_extraction(path.read_bytes(), url=URL)
        assert isinstance(record, trafilatura.Extracted)
        assert set(record.as_dict()) == set(theirs)
        assert "".join(record.body.itertext()).split()

    @by_name
    @pytest.mark.parametrize("with_metadata", [True, False])
    def test_json_has_the_keys_and_types(self, path: Path, with_metadata: bool) -> None:
        package = real("trafilatura")
        theirs = package.extract(path.read_bytes(), output_format="json", with_metadata=with_metadata)
        ours = trafilatura.extract(path.read_bytes(), output_format="json", with_metadata=with_metadata)
        assert ours is not None
        same_types(json.loads(ours), json.loads(theirs))

    @pytest.mark.parametrize("form", trafilatura.FORMATS)
    @pytest.mark.parametrize("with_metadata", [True, False])
    def test_every_format_begins_alike(self, form: str, with_metadata: bool) -> None:
        package = real("trafilatura")
        page = WITH_TEXT[0].read_bytes()
        theirs = package.extract(page, url=URL, output_format=form, with_metadata=with_metadata)
        ours = trafilatura.extract(page, url=URL, output_format=form, with_metadata=with_metadata)
        assert ours is not None
        if form in ("xml", "xmltei"):
            one, other = ElementTree.fromstring(ours), ElementTree.fromstring(theirs)
            assert [child.tag for child in one] == [child.tag for child in other]
            assert one.tag == other.tag
        elif form == "csv":
            assert ours.count("\t") >= 10
        elif with_metadata:
            assert ours[:4] == theirs[:4]

    def test_arguments_do_what_they_say(self) -> None:
        page = next(path for path in EXAMPLES if path.stem == "english-news").read_bytes()
        plain = trafilatura.extract(page, output_format="markdown", include_comments=False) or ""
        rich = trafilatura.extract(
            page, URL, "markdown", include_comments=False, include_images=True, include_links=True, fast=True
        )
        assert "![" not in plain
        assert "| --- |" in plain
        assert "![" in (rich or "")
        assert "| --- |" not in (trafilatura.extract(page, output_format="markdown", include_tables=False) or "")
        assert len(trafilatura.extract(page) or "") > len(trafilatura.extract(page, include_comments=False) or "")
        assert trafilatura.extract(page, target_language="de") is None
        assert trafilatura.extract(page, target_language="en")
        assert trafilatura.extract(page, only_with_metadata=True)
        assert trafilatura.extract(page, url=URL, url_blacklist={URL}) is None

    def test_what_has_no_text_is_none(self) -> None:
        assert trafilatura.extract("") is None
        assert trafilatura.bare_extraction("") is None

    def test_what_cannot_be_honoured_is_refused(self) -> None:
        with pytest.raises(maintext.OptionError, match="prune_xpath"):
            trafilatura.extract("<p>x</p>", prune_xpath="//div")
        with pytest.raises(maintext.OptionError, match="pdf"):
            trafilatura.extract("<p>x</p>", output_format="pdf")


@pytest.mark.filterwarnings("ignore")
class TestGne:
    @by_name
    @pytest.mark.parametrize("with_body_html", [True, False])
    def test_news_have_the_keys_and_types(self, path: Path, with_body_html: bool) -> None:
        package = real("gne")
        html = text_of(path)
        theirs = package.GeneralNewsExtractor().extract(html, host=URL, with_body_html=with_body_html)
        ours = gne.GeneralNewsExtractor().extract(html, host=URL, with_body_html=with_body_html)
        same_types(ours, theirs)
        assert list(ours) == list(theirs)

    def test_images_are_resolved_against_the_host(self) -> None:
        html = text_of(next(path for path in EXAMPLES if path.stem == "english-news"))
        news = gne.GeneralNewsExtractor().extract(html, host="https://example.org")
        assert news["images"] == ["https://example.org/img/2023/03/millgate-portal-960.jpg"]

    def test_what_cannot_be_honoured_is_refused(self) -> None:
        with pytest.raises(maintext.OptionError, match="title_xpath"):
            gne.GeneralNewsExtractor().extract("<p>x</p>", title_xpath="//h1")
        assert gne.GeneralNewsExtractor().extract("<p>x</p>", title_xpath="")["meta"] == {}


@pytest.mark.filterwarnings("ignore")
class TestReadability:
    @by_name
    def test_a_document_has_the_methods_and_types(self, path: Path) -> None:
        package = real("readability")
        theirs, ours = package.Document(text_of(path), url=URL), readability.Document(text_of(path), url=URL)
        for name in ("title", "short_title", "author", "content", "summary", "get_clean_html"):
            assert type(getattr(ours, name)()) is type(getattr(theirs, name)()), name
        assert ours.title() == theirs.title()
        assert ours.summary().startswith("<html><body><div>") is theirs.summary().startswith("<html><body><div>")
        assert ours.summary(html_partial=True).startswith("<div>")
        assert ours.content().startswith("<body")

    def test_what_is_missing_is_named_alike(self) -> None:
        package = real("readability")
        theirs, ours = package.Document("<p>x</p>"), readability.Document("<p>x</p>", min_text_length=25)
        assert (ours.title(), ours.author()) == (theirs.title(), theirs.author())

    def test_unknown_arguments_are_refused(self) -> None:
        with pytest.raises(TypeError, match="colour"):
            readability.Document("<p>x</p>", colour="red")
