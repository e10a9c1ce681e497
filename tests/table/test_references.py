"""Character references in attributes, by the rules of the HTML standard."""

import pytest

from maintext.table.references import in_attribute


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("Tea &amp; &quot;cake&quot;", 'Tea & "cake"'),
        ("it&#39;s, it&#039;s, it&#x27;s, it&rsquo;s", "it's, it's, it's, it’s"),
        ("&amp;quot;", "&quot;"),
        ("?a=1&copy=2&amp;b=3", "?a=1&copy=2&b=3"),
        ("&copy 2020 &amp; &eacute;t&eacute;", "© 2020 & été"),
        ("&unknown; &amp;", "&unknown; &"),
        ("a & b &", "a & b &"),
    ],
)
def test_usual_references_are_read_like_all_others(markup: str, text: str) -> None:
    """The usual ones, others, both together, and ampersands that begin none."""
    assert in_attribute(markup) == text
