"""The blocks of a page, their features and words, on small pages worked out by hand."""

import numpy as np
import pytest
from helpers.learned_parts import column, floats, kinds, loaded

from maintext.algorithms.learned._words import hash_word
from maintext.algorithms.learned.features import CONFIDENCE, FIRST, KIND_FEATURES, KINDS, SAYS
from maintext.algorithms.learned.vocabulary import Vocabulary
from maintext.characters import WHITE_SPACE
from maintext.read import page_table


class TestBlocks:
    def test_a_block_ends_at_tags_of_blocks_and_cells_only(self) -> None:
        html = "<p>one <b>two</b> three<p>four<table><tr><td>five<td>six</table>seven<br>eight"
        table = page_table(html)
        texts = [" ".join(text.split()) for text in loaded(html).blocks().texts(table)]
        assert texts == ["one two three", "four", "five", "six", "seven", "eight"]

    def test_white_space_between_two_texts_of_a_block_belongs_to_it(self) -> None:
        html = "<pre><i>a</i>\n<i>b</i></pre>\n<p>c</p>"
        table, blocks = page_table(html), loaded(html).blocks()
        kept = table.segment_owner[blocks.of_segment == 0]
        assert len(kept) == 3
        assert blocks.characters.tolist() == [2, 1]

    def test_elements_around_a_block_hold_more_and_more_text(self) -> None:
        html = "<body><main><div><div><p>one</p></div></div><p>two</p></main><p>three</p>"
        table = page_table(html)
        sizes = table.subtree(table.characters)[loaded(html).blocks().around[:, 0]]
        assert sizes.tolist() == [3, 6, 11, 11]

    @pytest.mark.parametrize("html", ["<p> <b></b>", "<frameset><frame src=a></frameset>", ""])
    def test_text_outside_the_body_is_not_a_block(self, html: str) -> None:
        engine = loaded(html)
        assert len(engine.blocks()) == len(engine.found_words().key) == len(engine.found_names().key) == 0
        assert engine.first_features().shape == (len(FIRST), 0)
        assert (engine.attribute_values() == -1).all()
        assert not engine.page_features().any()
        assert not engine.blocks().segments(np.zeros(0, dtype=bool)).any()


class TestFeatures:
    """Each by hand on a small page."""

    page = (
        "<body><nav class=topMenu><a href=1>Home</a></nav><main><h1>The 3 Mills</h1>"
        "<div class=post-body><p>It rained, and <a href=2>nobody</a> minded. Nobody!</p><p>昨天下雨。</p></div></main>"
        "<p hidden>Twice</p><p style='color: red; display: none'>Twice</p></body>"
    )

    def column(self, name: str) -> list[float]:
        return [round(value, 4) for value in column(loaded(self.page), name)]

    def test_characters_are_counted_by_kind(self) -> None:
        assert self.column("characters") == [4, 9, 32, 5, 5, 5]
        assert self.column("link share") == [1, 0, round(6 / 32, 4), 0, 0, 0]
        assert self.column("terminals") == [0, 0, 2, 1, 0, 0]
        assert self.column("commas") == [0, 0, 1, 0, 0, 0]
        assert self.column("digit share") == [0, round(1 / 9, 4), 0, 0, 0, 0]
        assert self.column("upper share") == [0.25, round(2 / 9, 4), round(2 / 32, 4), 0, 0.2, 0.2]
        assert self.column("ends a sentence") == [0, 0, 1, 1, 0, 0]

    def test_every_wide_character_is_a_word(self) -> None:
        assert self.column("words") == [1, 3, 6, 1 + 4, 1, 1]

    def test_a_space_ends_a_sentence_where_there_are_no_marks(self) -> None:
        found = loaded("<p>คลองไม่ได้ตาย คลองแค่หลับไป</p><p>คลอง</p><p>Thai คลอง</p>")
        assert column(found, "terminals") == [1, 0, 0]
        assert column(found, "ends a sentence") == [1, 0, 0]

    def test_places_count_from_the_heading(self) -> None:
        assert self.column("number") == [0, 1, 2, 3, 4, 5]
        assert self.column("after h1") == [-1, 0, 1, 2, 3, 4]
        assert self.column("text after h1")[2] == round(9 / 60, 4)
        assert self.column("after heading") == [100, 0, 1, 2, 3, 4]

    def test_elements_around_a_block_are_counted(self) -> None:
        assert self.column("in nav") == [1, 0, 0, 0, 0, 0]
        assert self.column("in main") == [0, 1, 1, 1, 0, 0]
        assert self.column("hidden") == [0, 0, 0, 0, 1, 1]
        assert self.column("named post") == [0, 0, 1, 1, 0, 0]

    def test_sums_are_those_of_the_subtree(self) -> None:
        assert self.column("characters 1")[2] == 37
        assert self.column("characters 2")[2] == 46
        assert self.column("link share 1")[2] == round(6 / 37, 4)
        assert self.column("a in level 1")[2] == 1
        assert self.column("part of level 1")[2] == round(32 / 37, 4)
        assert self.column("place in level 1")[2:4] == [0, 0.5]

    def test_equal_texts_and_equal_paths_are_found(self) -> None:
        assert self.column("twins") == [1, 1, 1, 1, 2, 2]
        assert self.column("alike") == [1, 1, 2, 2, 2, 2]
        assert self.column("mean of alike")[2:4] == [18.5, 18.5]

    def test_types_in_structured_data_are_found(self) -> None:
        data = '{"@type":["Product"], "name":"a \\"QAPage\\" b"}'
        page = f'<meta property="og:type" content="article"><script type="application/ld+json">{data}</script><p>x</p>'
        said = {kind: column(loaded(page), f"says {kind}") for kind in SAYS}
        assert said == {kind: [float(kind in {"article", "product"})] for kind in SAYS}


@pytest.mark.parametrize("code", [code for code in range(1, 128) if chr(code) not in "\r<&"])
def test_words_are_counted_between_white_space(code: int) -> None:
    mark = chr(code)
    text = f"first{mark}second {mark} {mark}{mark}third fourth{mark}"
    parted = text.translate(dict.fromkeys(map(ord, WHITE_SPACE), " ")).split()
    assert loaded(f"<pre>{text}</pre>").blocks().words.tolist() == [len(parted)]


class TestVocabulary:
    none = Vocabulary((), floats(), np.zeros((0, len(KINDS)), dtype=np.float32))

    def words_of(self, html: str, which: str) -> list[str]:
        table = page_table(html)
        engine = loaded(html)
        is_names = which == "names"
        words, text = (engine.found_names(), table.source) if is_names else (engine.found_words(), table.encoded)
        return [text[words.start[at] : words.stop[at]].decode() for at in range(words.count)]

    def test_names_are_split_into_words_and_each_counts_once_a_value(self) -> None:
        page = '<div class="postContent main_text POST" id=POST-2>x</div>'
        assert self.words_of(page, "names") == ["post", "Content", "main", "text", "POST"]

    def test_a_value_that_is_there_often_is_read_once(self) -> None:
        page = "<p class=one>a<p class=one>b<p class=two itemprop=one>c"
        assert self.words_of(page, "names") == ["one", "two"]
        assert loaded(page).attribute_values()[-3:].tolist() == [[0, -1, -1], [0, -1, -1], [1, -1, 0]]

    def test_an_attribute_is_looked_for_in_tags_only(self) -> None:
        page = '<p>He wrote class="menu" on it</p><script>x = \' class="menu"\'</script>'
        assert self.words_of(page, "names") == []

    def test_words_of_a_text_are_taken_in_any_script(self) -> None:
        assert self.words_of("<p>Über 3 Мир, 昨天</p>", "words") == ["Über", "3", "Мир", "昨", "天"]

    def test_the_hash_of_a_word_is_that_of_its_small_letters_whatever_its_length(self) -> None:
        text = "a Contents contenting CONTRADICTIONS responsibilities contents2 snake_case naïve İstanbul Ωmega 昨"
        small = "a contents contenting contradictions responsibilities snake_case naïve istanbul ωmega 昨".split()
        words = loaded(f"<p>{text}</p>").found_words()
        assert words.key.tolist() == [*map(hash_word, small[:5]), 0, *map(hash_word, small[5:])]
        page = '<p class="no Contents contenting-CONTRADICTIONS responsibilitiesIn 12 aB XYyes">x'
        names = loaded(page).found_names()
        small = "no contents contenting contradictions responsibilities xy yes".split()
        assert names.key.tolist() == [hash_word(word) for word in small]

    def test_weights_of_names_add_up_along_the_path(self) -> None:
        names = Vocabulary(("bad", "good"), floats(-2, 3), np.zeros((2, len(KINDS)), dtype=np.float32))
        page = "<div class=good><p class=bad>one</p><p>two</p></div><p>three</p>"
        found = loaded(page, names, self.none)
        assert column(found, "names") == [1, 3, 0]
        assert column(found, "bad names") == [-2, 0, 0]
        assert column(found, "good names") == [3, 3, 0]
        assert column(found, "own names") == [-2, 0, 0]
        assert column(found, "names 1") == [3, 3, 0]

    def test_words_are_known_in_upper_and_lower_case_and_say_the_kind(self) -> None:
        weights = np.eye(len(KINDS), dtype=np.float32)[:2]
        words = Vocabulary(("alles", "über"), floats(-2, 1), weights)
        found = loaded("<p>ÜBER alles, über</p><p>Welt 2026</p>", self.none, words)
        assert column(found, "mean word") == [0, 0]
        assert column(found, "good words") == [2, 0]
        assert column(found, "share of bad words") == pytest.approx([1 / 3, 0])
        of_page = dict(zip(KIND_FEATURES, found.kind_features(floats(0, 0)).tolist(), strict=True))
        assert [of_page[f"words say {kind}"] for kind in KINDS] == pytest.approx([0.1, 0.1, 0, 0, 0, 0, 0])
        assert [of_page[f"names say {kind}"] for kind in KINDS] == [0] * len(KINDS)


class TestKindFeatures:
    """Where the likely main text is, by hand: words 4, 2 and 2, of which 0.9, 0.5 and almost none are main text."""

    page = "<main><h2>One two</h2><p>One two three four.</p></main><ul><li>Five six</ul>"

    def test_the_main_text_is_added_up(self) -> None:
        found = dict(zip(KIND_FEATURES, loaded(self.page).kind_features(floats(0.5, 0.9, 0.01)).tolist(), strict=True))
        assert found["main words"] == pytest.approx(0.5 * 2 + 0.9 * 4)
        assert found["main share"] == pytest.approx(4.6 / (8 + 1))
        assert found["main blocks"] == 1
        assert found["likely blocks"] == pytest.approx(1.4)
        assert found["main shapes"] == 2
        assert found["sure words"] == 4
        assert found["sure share"] == pytest.approx(4 / 4.6)
        assert found["main headings"] == pytest.approx(1 / 4.6)
        assert found["main in li"] == 0
        assert found["main terminals"] == pytest.approx(3.6 / 4.6)
        logarithm = (1.0 * np.log1p(6) + 3.6 * np.log1p(16)) / 4.6
        assert found["main characters"] == pytest.approx(logarithm)


class TestConfidenceFeatures:
    def test_the_best_cut_is_described(self) -> None:
        """Words 4, 2 and 2: the first two are taken."""
        engine = loaded("<p>one two three four</p><p>five six</p><p>seven eight</p>")
        found = dict(zip(CONFIDENCE, engine.confidence_features(floats(0.9, 0.6, 0.1), kinds()).tolist(), strict=True))
        main = 0.9 * 4 + 0.6 * 2
        assert found["expected F1"] == pytest.approx(2 * main / (6 + main + 0.2))
        assert found["mean chosen p"] == pytest.approx(main / 6)
        assert found["lowest chosen p"] == pytest.approx(0.6)
        assert found["doubtful share"] == pytest.approx(2 / 6)
        assert found["left out"] == pytest.approx(0.2 / (main + 0.2))
        assert found["main words"] == pytest.approx(np.log1p(6))
        assert found["main share"] == pytest.approx(6 / 8)
        assert found["main blocks"] == 2
