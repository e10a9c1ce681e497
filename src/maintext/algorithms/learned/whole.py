"""What can be told of a whole page before any block is judged."""

from typing import Final

import numpy as np

from maintext.algorithms.learned.features import Page

_SAYS: Final = {
    "says article": (b'"NewsArticle"', b'"Article"', b'"BlogPosting"', b'content="article"'),
    "says product": (b'"Product"', b'content="product"', b"schema.org/Product"),
    "says forum": (
        b'"DiscussionForumPosting"',
        b'"QAPage"',
        b"schema.org/QAPage",
        b"schema.org/DiscussionForumPosting",
    ),
    "says list": (b'"ItemList"', b'"CollectionPage"', b"schema.org/ItemList"),
    "says recipe": (b'"Recipe"', b'"HowTo"', b'"FAQPage"'),
    "says service": (b'"Service"', b'"LocalBusiness"', b'"SoftwareApplication"'),
    "says price": (b'"price"', b'itemprop="price'),
}
_COUNTED: Final = ("p", "li", "article", "table", "h2", "h3", "a", "main", "blockquote", "pre")


def page_features(page: Page) -> dict[str, float]:
    """Counts, shares, and what the page says it is in its structured data."""
    table, count = page.table, len(page.blocks)
    features = {
        "page characters": page.total,
        "page blocks": float(count),
        "page link share": float(page.linked.sum()) / page.total,
        "page prose": page.total_prose / page.total,
        "page prose characters": page.total_prose,
        "page mean block": page.total / max(1, count),
        "page longest": float(page.characters.max()) if count else 0.0,
        "page wide share": float(page.counts.wide.sum()) / page.total,
        "page digit share": float(page.counts.digits.sum()) / page.total,
    }
    features |= {f"page {name}": float(np.count_nonzero(table.has_tag(frozenset({name})))) for name in _COUNTED}
    source = table.source
    features |= {name: float(any(word in source for word in words)) for name, words in _SAYS.items()}
    return features
