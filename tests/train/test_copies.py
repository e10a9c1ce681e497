"""Copies of labelled pages to train on: what is cut, grafted, lengthened and written in other letters."""

import random
from collections import Counter

import pytest
from helpers.made_pages import PAGES

from maintext.data import LabelledPage
from maintext.train.copies import LONG, SHORT, copies_of
from maintext.train.folds import domain_of, fold_of
from maintext.train.long_copies import donor_of, long_copy
from maintext.train.page_trees import PageTree, drop, markup, other_letters, replace_letters, take_out_names, tree_of
from maintext.train.short_copies import Fragment, fragment_of, short_copy
from maintext.words import words

TEXT = [f"This is sentence number {number} of the article, and it is long enough to be prose." for number in range(40)]
HTML = (
    "<html><head><title>Mill sold</title><meta property='og:title' content='Mill sold'></head><body>"
    "<nav class=menu><a href=/>Home</a></nav><div id=story><h1>Mill sold</h1>"
    + "".join(f"<p>{line}</p>" for line in TEXT)
    + "</div><ul class=more>"
    + "".join(
        f"<li class=teaser><a href=/{n}>Story {n}</a> A teaser of story {n}, which is somewhat long.</li>" * 2
        for n in range(9)
    )
    + "</ul></body></html>"
)
PAGE = LabelledPage("1", HTML, "\n".join(TEXT), "https://news.example/1", type="article")


def tree() -> PageTree:
    found = tree_of(PAGE)
    assert found is not None
    return found


class TestTrees:
    def test_the_text_that_a_person_marked_is_found(self) -> None:
        found = tree()
        assert found.found == pytest.approx(1)
        assert found.main_text == "\n".join(TEXT)
        assert found.smallest(0.8, found.sizes()).get("id") == "story"

    def test_sizes_are_sums_over_subtrees(self) -> None:
        found = tree_of(LabelledPage("1", "<body><div>abc <a href=1>de</a></div><p>f</p></body>", "abc de"))
        assert found is not None
        size = found.sizes()[found.body]
        assert (size.characters, size.linked, size.main, size.links) == (6, 2, 5, 1)

    def test_marks_can_be_given(self) -> None:
        again = tree_of(PAGE, [run.is_main for run in tree().runs])
        assert again is not None
        assert again.main_text == tree().main_text

    @pytest.mark.parametrize("html", ["", " ", "<p>\x00\x01&#1;text</p>", "<br>" * 10, "<frameset><frame></frameset>"])
    def test_odd_pages_do_no_harm(self, html: str) -> None:
        found = tree_of(LabelledPage("1", html, "text"))
        if found is not None:
            replace_letters(found.root, other_letters(random.Random(1)))
            assert markup(found.root)

    def test_other_letters_replace_texts_and_titles_but_no_markup(self) -> None:
        found = tree()
        replace_letters(found.root, other_letters(random.Random(1)))
        page = markup(found.root)
        assert "sentence" not in page
        assert "Mill" not in page
        assert 'class="menu"' in page

    def test_names_are_taken_out(self) -> None:
        found = tree()
        take_out_names(found.root)
        assert "class" not in markup(found.root)
        assert "id=" not in markup(found.root)

    def test_the_text_after_a_dropped_element_stays(self) -> None:
        found = tree_of(LabelledPage("1", "<p>one <b>two</b> three <i>four</i> five</p>", "one"))
        assert found is not None
        drop(found.root.find(".//i"))
        drop(found.root.find(".//b"))
        assert found.root.find(".//p").text == "one  three  five"


class TestShortCopies:
    def test_teasers_are_the_fragment_of_an_article(self) -> None:
        found = tree()
        fragment = fragment_of(found, "article", found.sizes())
        assert fragment is not None
        assert (fragment.element.tag, fragment.element.get("class")) == ("ul", "more")

    def test_the_list_is_the_fragment_of_a_listing(self) -> None:
        found = tree()
        fragment = fragment_of(found, "listing", found.sizes())
        assert fragment is not None
        assert fragment.element.get("id") == "story"

    def test_copies_are_cut_and_have_other_texts_beside_them(self) -> None:
        other = tree_of(
            LabelledPage("2", "<body><div class=posts>" + "<p>A post of somebody else.</p>" * 9 + "</div></body>", "")
        )
        assert other is not None
        fragment = Fragment(other.root.find(".//div"), 1)
        lengths, grafted = [], 0
        for number in range(40):
            made = short_copy(PAGE, tree(), [fragment], random.Random(number))
            lengths.append(len(made.text))
            grafted += "posts" in str(made.html)
            again = tree_of(made)
            assert again is not None
            assert again.found == pytest.approx(1, abs=0.02)
            assert "somebody" not in made.text
        assert min(lengths) < len(PAGE.text) / 2
        assert max(lengths) == len(PAGE.text)
        assert 15 < grafted < 40

    def test_other_kinds_are_neither_cut_nor_grafted(self) -> None:
        page = LabelledPage("1", HTML, PAGE.text, type="listing")
        for number in range(10):
            made = short_copy(page, tree(), [], random.Random(number))
            assert len(made.text) == len(page.text)


class TestLongCopies:
    def test_a_copy_has_the_text_of_others_behind_its_own(self) -> None:
        found = tree()
        donor = donor_of(found, found.sizes())
        assert donor is not None
        assert len(donor.parts) == len(TEXT)
        sizes = []
        for number in range(12):
            made = long_copy(PAGE, tree(), [donor], random.Random(number))
            again = tree_of(made)
            assert again is not None
            assert again.found > 0.98
            sizes.append(len(made.text))
        assert min(sizes) > 12_000

    def test_a_short_page_gives_nothing(self) -> None:
        found = tree_of(LabelledPage("1", "<p>One text.</p><p>Two.</p><p>Three.</p>", "One text. Two. Three."))
        assert found is not None
        assert donor_of(found, found.sizes()) is None


class TestCopies:
    def test_parts_of_other_pages_are_from_the_same_fold(self) -> None:
        """Every page has a word of its own, so that the pages in a copy can be told."""
        pages = []
        for number in range(30):
            html = HTML.replace("sentence", f"own{chr(97 + number)}word").replace(
                "teaser of", f"own{chr(97 + number)}word of"
            )
            text = PAGE.text.replace("sentence", f"own{chr(97 + number)}word")
            pages.append(
                ("made", LabelledPage(str(number), html, text, f"https://site{number}.example/", type="article"))
            )
        folds = {f"own{chr(97 + int(page.id))}word": fold_of(page, 5) for _, page in pages if int(page.id) < 26}
        several = 0
        for _, made, _ in copies_of(pages, 5):
            found = {word for word in words(str(made.html)) if word in folds}
            assert len({folds[word] for word in found}) <= 1
            several += len(found) > 1
        assert several > 5

    def test_the_same_pages_give_the_same_copies(self) -> None:
        first, second = (list(copies_of(PAGES[:20], 5)) for _ in range(2))
        assert first == second
        assert Counter(weights for _, _, weights in first)[SHORT] == 20
        assert all(weights in (SHORT, LONG) for _, _, weights in first)

    def test_pages_without_a_type_or_a_found_text_are_not_copied(self) -> None:
        untyped = LabelledPage("1", HTML, PAGE.text)
        elsewhere = LabelledPage("2", HTML, "Nothing of this is on the page at all", type="article")
        assert list(copies_of([("made", untyped), ("made", elsewhere)], 5)) == []


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://www1.daily.example/a", "daily.example"),
        ("https://sport.daily.co.uk/a", "daily.co.uk"),
        ("https://daily.uk/a", "daily.uk"),
        ("https://a.b.c.example.com/", "example.com"),
        ("", "page 1"),
    ],
)
def test_folds_are_by_registered_domain(url: str, domain: str) -> None:
    assert domain_of(LabelledPage("1", "", "", url)) == domain
