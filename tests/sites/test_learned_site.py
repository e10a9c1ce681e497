"""Sites: what several pages have in common, in little memory and in any order."""

import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.site_pages import NOTICE, article, site_page, site_pages, url_of
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import maintext
from maintext import DataError, OptionError, Site
from maintext.read import page_table
from maintext.sites import learned_site
from maintext.sites.learned_site import FORMAT, SiteBuilder
from maintext.support.array_archive import archive_of, packed_text

PAGES = site_pages(8)
SITE = maintext.learn_site(PAGES)


def counts(site: Site, html: str) -> dict[str, tuple[int, ...]]:
    """By the text of each block, what the site says of it."""
    table = page_table(html)
    found = site.recurrence(table)
    texts = {int(block): table.segment_text(at).strip() for at, block in enumerate(found.of_segment) if block >= 0}
    return {text: tuple(found.counts[:, block].tolist()) for block, text in texts.items()}


class TestRecurrence:
    def test_a_page_in_the_sample_does_not_count_for_itself(self) -> None:
        """Eight pages: seven others. Text, link and shape; blocks in the shape; those of them that recur."""
        found = counts(SITE, PAGES[3])
        assert found["Home"] == (7, 7, 7, 21, 21)
        assert found[NOTICE] == (7, -1, 7, 21, 7)
        assert found[article(3)[0]] == (0, -1, 7, 21, 7)

    def test_a_page_that_is_not_in_the_sample_is_judged_by_all_of_it(self) -> None:
        found = counts(SITE, site_page(50))
        assert found["Home"] == (8, 8, 8, 24, 24)
        assert found[article(50)[0]] == (0, -1, 8, 24, 8)

    def test_digits_and_white_space_do_not_matter(self) -> None:
        site = maintext.learn_site(["<p>3 comments</p><p>x", "<p>17 comments</p>", "<p>8\n comments </p><p>y"])
        assert counts(site, "<p>5 comments")["5 comments"][0] == 2, "and one digit is not two"

    def test_two_pages_that_share_one_text_do_not_say_that_it_recurs_elsewhere(self) -> None:
        """Of the other page's two paragraphs none recurs without this page."""
        found = counts(maintext.learn_site(["<p>One</p><p>Two</p>", "<p>One</p><p>Three</p>"]), "<p>One</p><p>Two</p>")
        assert found == {"One": (1, -1, 1, 2, 0), "Two": (0, -1, 1, 2, 0)}

    def test_links_are_told_by_their_address_up_to_the_fragment(self) -> None:
        site = maintext.learn_site(["<p><a class=x HREF='/a#top'>A</a> and <a href=/b>B</a></p><p>Text</p>"])
        found = counts(site, '<p><a href="/a">Other</a></p><p><a href=/c>C</a></p><p><a>Nowhere</a></p>')
        assert [each[1] for each in found.values()] == [1, 0, -1]

    def test_the_first_class_word_is_part_of_the_shape_but_not_its_digits(self) -> None:
        site = maintext.learn_site(["<body class=one><div class='post-12 news'>Text"])
        assert counts(site, "<body class=two><div class='post-7 sport'>More")["More"][2] == 1
        assert counts(site, "<body><div class=side>More")["More"][2] == 0

    def test_unknown_blocks_change_nothing(self) -> None:
        """A site of other pages, such as one before a redesign, says nothing of a page."""
        other = maintext.learn_site([f"<body><main><span>{each}" for each in "abc"])
        page = site_page(1)
        assert not other.recurrence(page_table(page)).text_pages.any()
        assert maintext.extract(page, site=other) == maintext.extract(page)


class TestExtraction:
    def test_the_template_is_left_out(self) -> None:
        page = PAGES[0]
        assert NOTICE in maintext.extract(page).text
        document = maintext.extract(page, site=SITE)
        assert NOTICE not in document.text
        assert all(paragraph in document.text for paragraph in article(0))

    def test_a_site_of_the_page_alone_changes_nothing(self) -> None:
        alone = maintext.learn_site([PAGES[0]])
        for method in maintext.methods():
            assert maintext.extract(PAGES[0], method=method, site=alone) == maintext.extract(PAGES[0], method=method)

    @pytest.mark.parametrize("method", maintext.methods())
    def test_every_method_takes_a_site(self, method: str) -> None:
        """Its text has the article, and no more of the template than without a site."""
        text = maintext.extract(PAGES[1], method=method, site=SITE).text
        assert article(1)[0] in text and NOTICE not in text
        explained = maintext.explain(PAGES[1], method, site=SITE)
        assert explained.columns[-2:] == ("text on other pages", "shape on other pages")
        assert explained.selected() and explained.to_svg().startswith("<svg")
        assert explained.to_dict()["rows"]

    def test_explain_shows_the_share_of_other_pages(self) -> None:
        rows = {row.path: row.values for row in maintext.explain(PAGES[2], site=SITE).rows()}
        notice = next(values for path, values in rows.items() if path.endswith("p:nth-of-type(3)"))
        assert notice["text on other pages"] == 1
        assert (
            next(values for path, values in rows.items() if path.endswith("p:nth-of-type(1)"))["text on other pages"]
            == 0
        )

    def test_compare_shows_how_much_recurs(self) -> None:
        results = maintext.compare(PAGES[2], ["learned", "p-value"], site=SITE)
        assert [result.recurring for result in results.results] == [0.0, 0.0]
        assert results.to_dict()["results"][0]["recurring"] == 0.0
        assert maintext.compare(PAGES[2], ["learned"]).results[0].recurring is None

    def test_what_is_not_a_site_is_refused(self) -> None:
        for call in (maintext.extract, maintext.explain, maintext.compare):
            with pytest.raises(OptionError, match="site must be a Site"):
                call(PAGES[0], site="a.example")  # type: ignore[arg-type]
        for pages in ("<p>one page", b"<p>one page", 3):
            with pytest.raises(OptionError, match="pages must be several pages"):
                maintext.learn_site(pages)  # type: ignore[arg-type]

    def test_pages_may_come_with_their_address(self) -> None:
        pairs = [(page, url_of(number)) for number, page in enumerate(PAGES)]
        assert maintext.learn_site(pairs) == SITE


class TestSample:
    def test_the_order_of_pages_does_not_matter(self) -> None:
        shuffled = random.Random(1).sample(PAGES, len(PAGES))
        assert maintext.learn_site(shuffled) == SITE and hash(maintext.learn_site(shuffled)) == hash(SITE)

    def test_a_page_counts_once(self) -> None:
        assert maintext.learn_site(PAGES + PAGES) == SITE
        assert SITE | SITE == SITE

    def test_sites_are_merged(self) -> None:
        one, two = maintext.learn_site(PAGES[:5]), maintext.learn_site(PAGES[3:])
        assert one | two == two | one == SITE
        assert one | maintext.learn_site([]) == one
        with pytest.raises(TypeError):
            one | 3  # type: ignore[operator]

    def test_pages_without_text_are_not_kept(self) -> None:
        assert len(maintext.learn_site(["", "<p> </p>", PAGES[0]])) == 1

    @given(
        st.lists(
            st.tuples(st.integers(0, (1 << 64) - 2), st.integers(1, 9)), max_size=40, unique_by=lambda page: page[0]
        ),
        st.randoms(),
    )
    def test_many_pages_are_forgotten_the_same_way_in_any_order(
        self, pages: list[tuple[int, int]], random_order: random.Random
    ) -> None:
        """Also if some are merged first, and some are learnt twice."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(learned_site, "MAX_PAGES", 7)
            patch.setattr(learned_site, "MAX_BLOCKS", 30)

            def learnt(some: list[tuple[int, int]]) -> Site:
                builder = SiteBuilder()
                for key, blocks in some:
                    builder.add_marks(key, np.full((blocks, 3), key % 1000, dtype=np.uint32))
                return builder.site()

            whole = learnt(sorted(pages))
            again = [random_order.sample(pages, random_order.randint(0, len(pages))) for _ in range(2)]
            rest = [page for page in pages if page not in again[0] and page not in again[1]]
            random_order.shuffle(rest)
            assert (learnt(again[0]) | learnt(rest)) | learnt(again[1]) == whole
            assert len(whole) <= 7 and len(whole.marks) <= 30
            if sum(blocks for _, blocks in pages) <= 30 and len(pages) <= 7:
                assert len(whole) == len(pages)

    def test_a_site_of_many_pages_has_at_most_a_megabyte(self) -> None:
        builder = SiteBuilder()
        draw = np.random.default_rng(1)
        for key in draw.integers(0, 1 << 63, 1_000).tolist():
            builder.add_marks(key, draw.integers(0, 1 << 32, (1_500, 3), dtype=np.uint32))
        site = builder.site()
        assert sum(array.nbytes for array in (site.keys, site.start, site.marks)) <= 1_000_000
        assert len(site.to_bytes()) <= 1_000_000
        assert len(site) == 53 and "more that were left out" in repr(site)

    def test_a_very_long_page_is_cut(self) -> None:
        assert len(maintext.learn_site(["".join(f"<p>{'x' * each}" for each in range(1, 3_001))]).marks) == 2_000


class TestFits:
    def test_pages_of_the_site_fit(self) -> None:
        assert SITE.fits(PAGES[0]) and SITE.fits(site_page(99))

    def test_a_redesign_is_noticed(self) -> None:
        assert not SITE.fits(site_page(1, "b").replace("<p>", "<section><p class=new>"))

    def test_without_other_pages_every_page_fits(self) -> None:
        assert maintext.learn_site([]).fits(PAGES[0])
        assert maintext.learn_site([PAGES[0]]).fits(PAGES[0])
        assert SITE.fits("")


class TestFile:
    def test_a_site_is_saved_and_loaded(self, tmp_path: Path) -> None:
        SITE.save(tmp_path / "site.npz")
        assert Site.load(tmp_path / "site.npz") == SITE
        maintext.learn_site([]).save(tmp_path / "none.npz")
        assert len(Site.load(str(tmp_path / "none.npz"))) == 0

    def test_a_site_is_pickled_without_its_index(self) -> None:
        SITE.recurrence(page_table(PAGES[0]))
        assert pickle.loads(pickle.dumps(SITE)) == SITE
        assert b"MarkTable" not in pickle.dumps(SITE)

    def test_what_is_not_a_site_is_refused_in_a_sentence(self, tmp_path: Path) -> None:
        path = tmp_path / "site.npz"
        with pytest.raises(DataError, match="cannot read the site"):
            Site.load(path)
        with pytest.raises(DataError, match="cannot write"):
            SITE.save(tmp_path)
        for content in (b"", b"PK nothing", SITE.to_bytes()[:-9], b"x" * 100):
            path.write_bytes(content)
            with pytest.raises(DataError, match="not a site that this version can use"):
                Site.load(path)

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"header": packed_text("other")}, "its header has something else"),
            ({"keys": SITE.keys[::-1]}, "not in order"),
            ({"limit": np.array([5], dtype=np.uint64)}, "not in order"),
            ({"start": SITE.start + 1}, "do not fit"),
            ({"start": SITE.start[:-1]}, "do not fit"),
            ({"start": np.where(np.arange(9) == 4, 900_000, SITE.start).astype(np.intc)}, "do not fit"),
            ({"marks": SITE.marks[:, :2]}, "wrong shape"),
            ({"keys": SITE.keys.astype(np.int64)}, "type"),
        ],
    )
    def test_arrays_that_do_not_fit_are_refused(
        self, tmp_path: Path, change: dict[str, NDArray[Any]], reason: str
    ) -> None:
        arrays: dict[str, Any] = {
            "header": packed_text(FORMAT),
            "keys": SITE.keys,
            "limit": np.array([SITE.limit], dtype=np.uint64),
            "start": SITE.start,
            "marks": SITE.marks,
        }
        (tmp_path / "site.npz").write_bytes(archive_of({**arrays, **change}))
        with pytest.raises(DataError, match=reason):
            Site.load(tmp_path / "site.npz")
