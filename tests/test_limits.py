"""Limits: the work for a page stops where they say, with what there is, and never with an exception."""

import json
import pickle
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.clock import FakeClock
from helpers.hostile_families import FAMILIES, hostile_page
from helpers.safe_html import assert_safe

import maintext
from maintext import Limits, Options
from maintext.algorithms.learned.method import Learned
from maintext.document.document import FORMATS
from maintext.read import page_table
from maintext.support import budget

PARAGRAPH = (
    "<p>It rained <b>all</b> day in the town, and <a href=/x>nobody</a> minded, for there was enough to read.</p>"
)
PARTS = (*FORMATS, "blocks", "metadata", "comments", "posts", "hidden", "source_html", "title", "excerpt")
PAGE = (
    f"<title>Rain</title><article><h1>Rain</h1>{PARAGRAPH * 40}<ul><li>{'<li>'.join(['one'] * 200)}</ul>"
    f"<table><tr><th>a<th>b{'<tr><td>1<td>2' * 200}</table><blockquote>{PARAGRAPH * 40}</blockquote></article>"
    f"<div class=comments>{'<div class=comment><b class=author>Ann</b><p>It rained here too.</div>' * 40}</div>"
)
WELL_BELOW = 700
"""Characters: the shortest output, that of the skeleton of TEI."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """A clock that moves when it is told to, or at each look."""
    fake = FakeClock()
    monkeypatch.setattr(budget, "now", fake.now)
    return fake


def extracted(limits: Limits, page: str = PAGE) -> maintext.Document:
    return maintext.extract(page, "http://e.org/", comments=True, options=Options(include="body", limits=limits))


def assert_valid(document: maintext.Document) -> None:
    """All parts can be had, and are well-formed."""
    for name in PARTS:
        getattr(document, name)
    assert_safe(document.html)
    ElementTree.fromstring(document.xml or "<x/>")
    json.loads(document.json or "{}")


def test_nothing_is_hit_by_default() -> None:
    document = maintext.extract(PAGE)
    assert_valid(document)
    assert document.limits_hit == ()


@pytest.mark.parametrize("value", [0, -1, float("nan"), "3", None, True])
@pytest.mark.parametrize("name", budget.LIMITS)
def test_a_limit_must_be_a_number_above_0(name: str, value: object) -> None:
    with pytest.raises(maintext.OptionError, match=name):
        Limits(**{name: value})  # type: ignore[arg-type]


class TestBytes:
    @pytest.mark.parametrize("page", [PAGE, PAGE.encode(), bytearray(PAGE.encode()), memoryview(PAGE.encode())])
    def test_the_rest_of_the_page_is_not_read(self, page: str) -> None:
        document = extracted(Limits(bytes=400), page)
        assert document.limits_hit == ("bytes",)
        assert document.text == maintext.extract(PAGE[:400], options=Options(include="body")).text != ""

    def test_characters_count_as_in_utf_8(self) -> None:
        page = "<p>" + "é" * 100
        assert extracted(Limits(bytes=203), page).text == "é" * 100
        assert extracted(Limits(bytes=202), page).text == "é" * 99
        assert extracted(Limits(bytes=202), page).limits_hit == ("bytes",)

    def test_of_a_file_no_more_is_read(self, tmp_path: Path) -> None:
        path = tmp_path / "page.html"
        path.write_text(PAGE)
        document = maintext.extract(path, options=Options(include="body", limits=Limits(bytes=400)))
        assert document.limits_hit == ("bytes",)
        assert document.text == extracted(Limits(bytes=400)).text

    def test_an_empty_document_names_the_limit(self) -> None:
        document = extracted(Limits(bytes=7))
        assert (document.text, document.reason) == ("", "no text was found within the limit of bytes")


class TestElements:
    def test_the_rest_of_the_page_is_not_read(self) -> None:
        document = extracted(Limits(elements=20))
        assert document.limits_hit == ("elements",)
        assert 0 < document.text.count("\n") < 20
        assert extracted(Limits()).text.startswith(document.text)

    def test_a_page_with_as_many_elements_is_whole(self) -> None:
        page = "<p>a" * 97  # with html, head and body
        assert extracted(Limits(elements=100), page).limits_hit == ()
        assert extracted(Limits(elements=99), page).limits_hit == ("elements",)

    def test_what_was_read_is_a_page(self) -> None:
        for elements in range(1, 60):
            assert_valid(extracted(Limits(elements=elements), "<table><tr><td>a<b><i>" * 20 + "x"))


class TestOutput:
    @pytest.mark.parametrize("most", [WELL_BELOW, 1_000, 5_000])
    @pytest.mark.parametrize("form", FORMATS)
    def test_no_format_is_longer(self, form: str, most: int) -> None:
        document = extracted(Limits(output=most))
        assert len(document.formatted(form)) <= most
        assert "output" in document.limits_hit
        assert_valid(document)

    @pytest.mark.parametrize("form", ["text", "markdown", "html"])
    def test_what_there_is_is_the_beginning(self, form: str) -> None:
        short, whole = extracted(Limits(output=1_000)).formatted(form), extracted(Limits()).formatted(form)
        assert len(short) > 500
        assert whole.startswith(short)

    def test_all_blocks_that_fit_are_written(self) -> None:
        size = len(extracted(Limits()).html)
        assert extracted(Limits(output=size)).html == extracted(Limits()).html
        assert extracted(Limits(output=size - 1)).limits_hit == ()  # html was not used yet
        assert len(extracted(Limits(output=size - 1)).html) < size

    def test_a_block_that_does_not_fit_leaves_nothing(self) -> None:
        document = extracted(Limits(output=10), "<p>" + "long " * 100)
        assert (len(document.text), document.markdown, document.html) == (10, "", "")

    def test_tei_always_has_its_skeleton(self) -> None:
        document = extracted(Limits(output=1), f"<title>{'long ' * 100}</title>{PAGE}")
        assert len(document.xml) < WELL_BELOW
        ElementTree.fromstring(document.xml)


class TestSeconds:
    def test_before_the_method(self, clock: FakeClock) -> None:
        clock.step = 10.0
        document = extracted(Limits(seconds=5))
        clock.step = 0.0
        assert (document.text, document.reason) == ("", "no text was found within the limit of seconds")
        assert document.limits_hit == ("seconds",)
        assert_valid(document)

    @pytest.mark.parametrize("looks", range(1, 12))
    def test_at_any_moment_of_extracting(self, clock: FakeClock, looks: int) -> None:
        clock.step = 1.0
        document = extracted(Limits(seconds=looks + 0.5))
        clock.step = 0.0
        assert_valid(document)
        assert document.text or document.reason

    @pytest.mark.parametrize("name", PARTS)
    def test_at_any_moment_of_a_part(self, clock: FakeClock, name: str) -> None:
        """Each part ends where the time is over; the text before it is not lost."""
        whole = getattr(extracted(Limits()), name)
        for looks in (0.5, 1.5, 2.5, 4.5, 8.5, 16.5, 40.5):
            document = extracted(Limits(seconds=looks))
            clock.step = 1.0
            part = getattr(document, name)
            clock.step = 0.0
            assert part == whole or "seconds" in document.limits_hit
            assert_valid(document)

    @pytest.mark.parametrize("form", ["markdown", "html"])
    def test_what_there_is_is_the_beginning(self, clock: FakeClock, form: str) -> None:
        document, whole = extracted(Limits(seconds=3.5)), extracted(Limits()).formatted(form)
        assert document.blocks
        clock.step = 1.0
        short = document.formatted(form)
        assert 0 < len(short) < len(whole)
        assert whole.startswith(short)

    def test_chunks_are_the_first_ones(self, clock: FakeClock) -> None:
        whole, sizes = extracted(Limits()).chunks(60), set()
        for looks in (0.5, *(number + 0.5 for number in range(250, 420, 10)), 900.5):
            document = extracted(Limits(seconds=looks))
            document.blocks  # noqa: B018
            clock.step = 1.0
            found = document.chunks(60)
            clock.step = 0.0
            assert [each.text for each in found] == [each.text for each in whole][: len(found)]
            assert len(found) == len(whole) or document.limits_hit == ("seconds",)
            assert document.fit(60).tokens <= 60
            sizes.add(len(found))
        assert len(sizes) > 2

    def test_each_part_has_the_whole_time(self, clock: FakeClock) -> None:
        document = extracted(Limits(seconds=5))
        for name in PARTS:
            clock.time += 100.0
            getattr(document, name)
        assert document.limits_hit == ()

    def test_reading_looks_at_the_clock(self, clock: FakeClock) -> None:
        clock.step = 1.0
        document = extracted(Limits(seconds=3.5), "<p>a" * 100_000)
        clock.step = 0.0
        assert document.limits_hit == ("seconds",)
        rows = len(document._view.table)
        assert 10_000 < rows < 60_000

    @pytest.mark.parametrize(("blocks", "looks"), [(1, 0), (2_048, 0), (2_049, 2), (6_000, 4)])
    def test_the_learned_method_looks_between_batches_of_blocks(
        self, clock: FakeClock, blocks: int, looks: int
    ) -> None:
        table = page_table("".join(f"<p>It rained {number} days in the town." for number in range(blocks)))
        before, clock.step = clock.time, 1.0
        Learned(kind="article").select(table)
        assert clock.time - before == looks

    def test_the_learned_method_ends_when_the_time_is_over(self, clock: FakeClock) -> None:
        page = "".join(f"<p>It rained {number} days in the town, and nobody minded." for number in range(6_000))
        whole, found = maintext.extract(page).text, set()
        clock.step = 1.0
        for seconds in range(1, 12):
            document = maintext.extract(page, options=Options(limits=Limits(seconds=seconds + 0.5)))
            found.add((bool(document.text), document.limits_hit))
        clock.step = 0.0
        assert (False, ("seconds",)) in found
        assert maintext.extract(page).text == whole

    @pytest.mark.parametrize("family", sorted(FAMILIES)[::25])
    def test_no_part_of_a_hostile_page_takes_many_looks_more(self, clock: FakeClock, family: str) -> None:
        """After the time is over, each step may look once more, not once per block."""
        document = maintext.extract(hostile_page(family, 20_000), options=Options(include="body"))
        clock.step = 0.0
        with budget.limited(1.0, 10**9, set()):
            clock.time += 2.0
            clock.step = 0.001
            before = clock.time
            document.json  # noqa: B018
        assert clock.time - before < 0.001 * 80


def test_limits_hit_is_pickled() -> None:
    document = extracted(Limits(output=1_000))
    again = pickle.loads(pickle.dumps(document))
    assert "output" in again.limits_hit
    assert again.markdown == document.markdown
