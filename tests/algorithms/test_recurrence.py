"""What methods make of recurring text: a page without its template is as if the template had never been there."""

import numpy as np
import pytest
from helpers.site_pages import NOTICE, site_page, site_pages

import maintext
from maintext.algorithms import method_named
from maintext.algorithms.learned._engine import Engine
from maintext.algorithms.learned.model import shipped_model
from maintext.algorithms.recurrence import Recurrence, _Part, selection_of
from maintext.read import page_table
from maintext.table import PageTable

PAPERS = [name for name in maintext.methods() if name != "learned"]
MENU = "<ul><li>One</li><li><a href=/2>Two</a> and more</li></ul>"
TEXT = "<div>Loose <b>words</b><p>It rained all day, and nobody minded at all.</p></div><p>Then it stopped.</p>"


def recurrence_of(table: PageTable, others: int, **pages: int) -> Recurrence:
    """Words that some pages have; each block of the table begins with one of them or is nowhere else."""
    place, line = table.segment_place, table.segment_line
    of_segment = np.unique(line, return_inverse=True)[1].astype(np.intc)
    counts = np.zeros((5, int(of_segment.max()) + 1), dtype=np.intc)
    for block in range(counts.shape[1]):
        first = int(np.flatnonzero(of_segment == block)[0])
        word = table.encoded[place[first] : place[first + 1]].decode().split()[0]
        counts[0, block] = pages.get(word, 0)
    return Recurrence(others, of_segment, counts)


class TestTemplate:
    @pytest.mark.parametrize(
        ("others", "pages", "is_template"),
        [(1, 1, True), (2, 1, False), (2, 2, True), (5, 1, False), (5, 2, True), (20, 5, False), (20, 6, True)],
    )
    def test_text_on_three_tenths_of_the_pages_is_template(self, others: int, pages: int, is_template: bool) -> None:
        table = page_table("<p>Home</p><p>Text</p>")
        assert recurrence_of(table, others, Home=pages).template().tolist() == [is_template, False]

    def test_a_page_without_some_elements_is_the_page_that_never_had_them(self) -> None:
        table = page_table(f"<body>{MENU}<main>{TEXT}</main>{MENU}</body>")
        part = _Part.without(table, recurrence_of(table, 3, One=3, Two=3).template())
        assert part is not None
        expected = page_table(f"<body><main>{TEXT}</main></body>")
        assert part.table.encoded == expected.encoded and part.table.visible_characters == expected.visible_characters
        for name in ("tag", "parent", "end", "level", "characters", "punctuation", "segment_start", "segment_stop"):
            assert getattr(part.table, name).tolist() == getattr(expected, name).tolist(), name
        for name in ("segment_owner", "segment_characters", "segment_offset", "segment_place"):
            assert getattr(part.table, name).tolist() == getattr(expected, name).tolist(), name
        assert [table.name(row) for row in part.rows] == [expected.name(row) for row in range(len(expected))]

    def test_text_beside_other_text_stays_with_its_element(self) -> None:
        table = page_table("<div>Loose words<p>Text</p></div><p>More</p>")
        assert _Part.without(table, recurrence_of(table, 3, Loose=3).template()) is None

    def test_a_page_of_nothing_but_template_is_seen_whole(self) -> None:
        page = "<div><p>It rained all day, and nobody minded at all.</p></div>"
        table = page_table(page)
        for name in PAPERS:
            method = method_named(name)
            site = Fixed(recurrence_of(table, 3, It=3))
            assert selection_of(method, table, site)[0].keep.tolist() == method.select(table).keep.tolist()


class Fixed:
    """A site that always says the same."""

    def __init__(self, recurrence: Recurrence) -> None:
        self._recurrence = recurrence

    def recurrence(self, table: PageTable) -> Recurrence:
        assert len(table.segment_owner) == len(self._recurrence.of_segment)
        return self._recurrence


@pytest.mark.parametrize("name", PAPERS)
def test_the_methods_of_the_papers_see_the_page_without_its_template(name: str) -> None:
    """The same text as from the page whose template was cut out of its markup."""
    page, site = site_page(2), maintext.learn_site(site_pages(5))
    menu = page[page.index("<ul") : page.index("</ul>") + 5]
    foot = page[page.index("<div class='a-foot'>") : page.index("</body>")]
    heading = page[page.index("<h1>") : page.index("</h1>") + 5]
    without = page.replace(menu, "").replace(foot, "").replace(f"<p>{NOTICE}</p>", "")
    found = maintext.extract(page, method=name, site=site)
    assert heading in without, "digits apart, headings differ: the numbers have other lengths"
    assert found.text == maintext.extract(without, method=name).text
    selected = maintext.explain(page, name, site=site).selected()
    assert selected and all("menu" not in row.path and row.values["text on other pages"] < 1 for row in selected)


class TestLearned:
    def test_explain_shows_the_probabilities_that_decide(self) -> None:
        """The notice that all pages have is improbable, as in the text."""
        page, site = site_page(2), maintext.learn_site(site_pages(6))
        rows = {row.path: row for row in maintext.explain(page, site=site).rows()}
        scores = [row.values["score"] for path, row in rows.items() if "p:nth-of-type" in path]
        assert scores[0] > 0.9 and scores[1] > 0.9 and scores[2] < 0.5
        without = {row.path: row for row in maintext.explain(page).rows()}
        assert [row.values["score"] for path, row in without.items() if "p:nth-of-type" in path][2] > 0.5

    def test_odds_fall_with_the_number_of_pages_that_have_a_text(self) -> None:
        page = site_page(1, paragraphs=4)
        table, model = page_table(page), shipped_model()
        engine = Engine()
        count = engine.load(table, model.names, model.words)
        kinds = np.eye(7, dtype=np.float32)[0]
        half = np.full(count, 0.5, dtype=np.float32)
        counts = np.zeros((5, count), dtype=np.intc)
        counts[1] = -1
        counts[0, :4] = [1, 2, 4, 8]
        segments = np.zeros(len(table.segment_owner), dtype=np.intc)
        found = engine.weighed(half, kinds, Recurrence(8, segments, counts))
        odds = np.log(found / (1 - found))
        trust = 64 / 67
        assert odds[:4] == pytest.approx([-10 * trust * share for share in (1 / 8, 1 / 4, 1 / 2, 1)], rel=1e-4)
        assert found[4:].tolist() == half[4:].tolist(), "what is unknown stays as it is"

    def test_counts_of_other_blocks_are_refused(self) -> None:
        table, model = page_table(site_page(1)), shipped_model()
        wrong = Recurrence(3, np.zeros(9, dtype=np.intc), np.zeros((5, 3), dtype=np.intc))
        with pytest.raises(ValueError, match="about other blocks"):
            maintext.Learned().select_in_site(table, wrong)
        engine = Engine()
        count = engine.load(table, model.names, model.words)
        half = np.full(count, 0.5, dtype=np.float32)
        with pytest.raises(ValueError, match="about other blocks"):
            engine.weighed(half, np.eye(7, dtype=np.float32)[0], wrong)
