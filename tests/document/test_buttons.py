"""The text of a button is not joined to the word next to it."""

import pytest

import maintext

LINE = "<p>The kettle boils a litre of water in three minutes, and its handle stays cool all the while.</p>"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("€ 12,99<button>Add to cart</button>", "€ 12,99 Add to cart"),
        ("<span>12,99 €</span><button><b>Add</b> to cart</button>now", "12,99 € Add to cart now"),
        ("Press <button>Start</button>, then <button>Stop</button>.", "Press Start, then Stop."),
        ("Press (<button>Start</button>) or “<button>Stop</button>”", "Press (Start) or “Stop”"),
        ("12<button> Add</button>", "12 Add"),
        ("<button></button>12", "12"),
        ("<button>Add</button><p>12</p>", "Add\n12"),
        ("12<b>Add</b>", "12Add"),
    ],
)
def test_a_button_is_apart_from_the_words_next_to_it(html: str, text: str) -> None:
    document = maintext.extract(f"<main>{LINE}<div>{html}</div>{LINE}</main>", method="p-value")
    assert document.text.split("\n")[1:-1] == text.split("\n")
    assert document.markdown.replace("**", "").split("\n\n")[1:-1] == text.split("\n")


def test_places_in_the_page_stay_right() -> None:
    page = f"<main>{LINE}<div>12<button>Add</button></div>{LINE}</main>"
    document = maintext.extract(page, method="p-value")
    start = document.text.index("Add")
    cited = document.cite(start, start + 3)
    assert cited.span is not None
    assert page[slice(*cited.span)] == "Add"
    assert maintext.compare(page, ["p-value"]).results[0].text == document.text
