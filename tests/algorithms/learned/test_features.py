"""What the learned method knows of a page: its blocks, their features and words, on small pages worked out by hand."""

import numpy as np
import pytest
from helpers.learned_parts import evidence, floats
from helpers.pages import PAGES

from maintext.algorithms.learned.columns import FIRST, KINDS, OFFSETS, SAYS
from maintext.algorithms.learned.evidence import evidence_of, fill_vocabulary
from maintext.algorithms.learned.loops import features
from maintext.algorithms.learned.names import hash_word
from maintext.algorithms.learned.vocabulary import Vocabulary
from maintext.characters import WHITE_SPACE
from maintext.read import page_table


class TestBlocks:
    def test_a_block_ends_at_tags_of_blocks_and_cells_only(self) -> None:
        table = page_table("<p>one <b>two</b> three<p>four<table><tr><td>five<td>six</table>seven<br>eight")
        texts = [" ".join(text.split()) for text in evidence_of(table).blocks.texts(table)]
        assert texts == ["one two three", "four", "five", "six", "seven", "eight"]

    def test_white_space_between_two_texts_of_a_block_belongs_to_it(self) -> None:
        table = page_table("<pre><i>a</i>\n<i>b</i></pre>\n<p>c</p>")
        blocks = evidence_of(table).blocks
        kept = table.segment_owner[blocks.of_segment == 0]
        assert len(kept) == 3
        assert blocks.characters.tolist() == [2, 1]

    def test_elements_around_a_block_hold_more_and_more_text(self) -> None:
        table = page_table("<body><main><div><div><p>one</p></div></div><p>two</p></main><p>three</p>")
        sizes = table.subtree(table.characters)[evidence_of(table).blocks.around[:, 0]]
        assert sizes.tolist() == [3, 6, 11, 11]

    def test_text_outside_the_body_is_no_block(self) -> None:
        assert len(evidence("<p> <b></b>").blocks) == 0
        assert len(evidence("<frameset><frame src=a></frameset>").blocks) == 0


class TestFeatures:
    """Each by hand on a small page."""

    page = (
        "<body><nav class=topMenu><a href=1>Home</a></nav><main><h1>The 3 Mills</h1>"
        "<div class=post-body><p>It rained, and <a href=2>nobody</a> minded. Nobody!</p><p>昨天下雨。</p></div></main>"
        "<p hidden>Twice</p><p style='color: red; display: none'>Twice</p></body>"
    )

    def column(self, name: str) -> list[float]:
        return [round(value, 4) for value in evidence(self.page).column(name).tolist()]

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
        found = evidence("<p>คลองไม่ได้ตาย คลองแค่หลับไป</p><p>คลอง</p><p>Thai คลอง</p>")
        assert found.column("terminals").tolist() == [1, 0, 0]
        assert found.column("ends a sentence").tolist() == [1, 0, 0]

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
        said = {kind: evidence(page).column(f"says {kind}").tolist() for kind in SAYS}
        assert said == {kind: [float(kind in {"article", "product"})] for kind in SAYS}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("size", [1, 5])
def test_features_are_the_same_when_they_are_made_in_pieces(name: str, size: int) -> None:
    found = evidence_of(page_table(PAGES[name].read_bytes()))
    rows, survey, count = found.rows, found.survey, len(found.blocks)
    course = features.Course()
    features.begin(rows, survey, 0, course)
    made = np.empty((len(FIRST), count), dtype=np.float32)
    for first in range(0, count, size):
        last = min(first + size, count)
        piece = np.empty((len(FIRST), last - first), dtype=np.float32)
        features.fill(rows, survey, course, first, last, piece)
        made[:, first:last] = piece
    of_page = OFFSETS[7]
    assert np.array_equal(made[:of_page], found.features[:of_page])


@pytest.mark.parametrize("code", [code for code in range(1, 128) if chr(code) not in "\r<&"])
def test_words_are_counted_between_white_space(code: int) -> None:
    mark = chr(code)
    text = f"first{mark}second {mark} {mark}{mark}third fourth{mark}"
    parted = text.translate(dict.fromkeys(map(ord, WHITE_SPACE), " ")).split()
    assert evidence(f"<pre>{text}</pre>").blocks.words.tolist() == [len(parted)]


class TestVocabulary:
    none = Vocabulary((), floats(), np.zeros((0, len(KINDS)), dtype=np.float32))

    def words_of(self, html: str, which: str) -> list[str]:
        table = page_table(html)
        found = evidence_of(table)
        words, text = (found.names, table.source) if which == "names" else (found.words, table.encoded)
        return [text[words.start_array[at] : words.stop_array[at]].decode() for at in range(words.count)]

    def test_names_are_split_into_words_and_each_counts_once_a_value(self) -> None:
        page = '<div class="postContent main_text POST" id=POST-2>x</div>'
        assert self.words_of(page, "names") == ["post", "Content", "main", "text", "POST"]

    def test_a_value_that_is_there_often_is_read_once(self) -> None:
        page = "<p class=one>a<p class=one>b<p class=two itemprop=one>c"
        assert self.words_of(page, "names") == ["one", "two"]
        assert evidence(page).values.of_row_array[-3:].tolist() == [[0, -1, -1], [0, -1, -1], [1, -1, 0]]

    def test_an_attribute_is_looked_for_in_tags_only(self) -> None:
        page = '<p>He wrote class="menu" on it</p><script>x = \' class="menu"\'</script>'
        assert self.words_of(page, "names") == []

    def test_words_of_a_text_are_taken_in_any_script(self) -> None:
        assert self.words_of("<p>Über 3 Мир, 昨天</p>", "words") == ["Über", "3", "Мир", "昨", "天"]

    def test_the_hash_of_a_word_is_that_of_its_small_letters_whatever_its_length(self) -> None:
        text = "a Contents contenting CONTRADICTIONS responsibilities contents2 snake_case naïve İstanbul Ωmega 昨"
        small = "a contents contenting contradictions responsibilities snake_case naïve istanbul ωmega 昨".split()
        words = evidence(f"<p>{text}</p>").words
        assert words.key_array[: words.count].tolist() == [*map(hash_word, small[:5]), 0, *map(hash_word, small[5:])]
        names = evidence('<p class="no Contents contenting-CONTRADICTIONS responsibilitiesIn 12 aB XYyes">x').names
        small = "no contents contenting contradictions responsibilities xy yes".split()
        assert names.key_array[: names.count].tolist() == [hash_word(word) for word in small]

    def test_weights_of_names_add_up_along_the_path(self) -> None:
        found = evidence("<div class=good><p class=bad>one</p><p>two</p></div><p>three</p>")
        names = Vocabulary(("bad", "good"), floats(-2, 3), np.zeros((2, len(KINDS)), dtype=np.float32))
        fill_vocabulary(found, names, self.none)
        assert found.column("names").tolist() == [1, 3, 0]
        assert found.column("bad names").tolist() == [-2, 0, 0]
        assert found.column("good names").tolist() == [3, 3, 0]

    def test_words_are_known_in_upper_and_lower_case_and_say_the_kind(self) -> None:
        found = evidence("<p>ÜBER alles, über</p><p>Welt 2026</p>")
        weights = np.eye(len(KINDS), dtype=np.float32)[:2]
        words = Vocabulary(("alles", "über"), floats(-2, 1), weights)
        _, said = fill_vocabulary(found, self.none, words)
        assert found.column("mean word").tolist() == [0, 0]
        assert found.column("good words").tolist() == [2, 0]
        assert found.column("share of bad words").tolist() == pytest.approx([1 / 3, 0])
        assert said.tolist() == [1, 1, 0, 0, 0, 0, 0]
