"""Facts about a page as YAML before its text, which static site generators and note programs read."""

import json
import re
from typing import Final

from maintext.document import Document

_UNPRINTABLE: Final = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters that JSON may contain as they are, but YAML may not."""


def front_matter(document: Document) -> str:
    """The facts that are known, between two lines of hyphens. Every text is quoted, so that no value can be markup."""
    facts = {
        "title": document.title,
        "author": document.author,
        "date": document.date,
        "url": document.url or (document.metadata["url"].value if "url" in document.metadata else None),
        "site": document.site,
        "language": document.language,
        "kind": document.page_type,
    }
    lines = [f"{name}: {_quoted(value)}" for name, value in facts.items() if value]
    if document.confidence is not None:
        lines.append(f"confidence: {document.confidence:.3f}")
    return "\n".join(["---", *lines, "---", ""])


def _quoted(value: str) -> str:
    """A text in double quotation marks, in which JSON and YAML have the same escapes."""
    written = json.dumps(value, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
