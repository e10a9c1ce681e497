"""Posts as users get them: each with its author, its time, its place in the thread, and its text."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from maintext.blocks.records import Block, Post


@dataclass(frozen=True, slots=True)
class ThreadPost:
    """One post of a thread, or one comment."""

    author: str | None
    published: str | None
    """The time in ISO 8601, else as the page shows it ("2 hours ago")."""
    depth: int
    """0 for posts of the thread itself, 1 for answers to them, and so on."""
    replies_to: int | None
    """The place in ``Document.posts`` of the post that it answers; None if the page does not say."""
    votes: int | None
    accepted: bool
    """Whether it is the accepted answer to a question."""
    text: str
    """Its text, one line per block, without author and time."""
    start: int
    """Its text is in the blocks from ``start`` up to ``stop``. A post that goes on after a reply within it has more."""
    stop: int

    def to_dict(self) -> dict[str, Any]:
        """All fields by name, ready for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


def posts_of(blocks: Iterable[Block]) -> tuple[ThreadPost, ...]:
    """The posts that blocks consist of, in page order."""
    posts: list[Post] = []
    texts: list[list[str]] = []
    spans: list[list[int]] = []
    numbers: dict[int, int] = {}
    for place, block in enumerate(blocks):
        key = block.within[0].key if block.within and block.within[0].kind == "post" else None
        if isinstance(block, Post):
            numbers[block.within[0].key] = len(posts)
            posts.append(block)
            texts.append([])
            spans.append([place + 1, place + 1])
        elif key in numbers:
            number = numbers[key]
            texts[number] += [block.text] if block.text else []
            if spans[number][1] == place:
                spans[number][1] = place + 1
    return tuple(
        ThreadPost(
            post.author or None,
            post.date or post.written or None,
            post.depth,
            post.replies_to,
            post.votes,
            post.accepted,
            "\n".join(lines),
            *span,
        )
        for post, lines, span in zip(posts, texts, spans, strict=True)
    )


def facts_of(post: Post) -> str:
    """Time and votes of a post: ``3 May 2014, ▲ 12, ✓``; the check mark says that it is the accepted answer."""
    votes = "" if post.votes is None else f"▲ {post.votes}"
    return ", ".join(filter(None, (post.written or _readable(post.date), votes, "✓" if post.accepted else "")))


def _readable(date: str) -> str:
    """A date in ISO 8601 with a blank before the time, without seconds and time zone."""
    return date[: len("2000-01-01T00:00")].replace("T", " ")


def byline_of(post: Post, answered: str) -> str:
    """The line before the text of a post: ``Ben → Anna, 3 May 2014``; empty if nothing is known.

    Args:
        post: the post.
        answered: the author of the post that it answers, empty if unknown.
    """
    names = f"{post.author} → {answered}" if answered and post.author else post.author
    return ", ".join(filter(None, (names, facts_of(post))))


def text_of_posts(blocks: Iterable[Block]) -> str:
    """Blocks as plain text, with an empty line and a byline before each post."""
    lines: list[str] = []
    authors: list[str] = []
    is_in_post = False
    for block in blocks:
        if isinstance(block, Post):
            number = block.replies_to
            answered = authors[number] if number is not None and number < len(authors) else ""
            authors.append(block.author)
            byline = byline_of(block, answered)
            lines += [""] if lines else []
            lines += [byline] if byline else []
        elif block.text:
            lines += [""] if is_in_post and not block.within else []
            lines.append(block.text)
        is_in_post = bool(block.within and block.within[0].kind == "post")
    return "\n".join(lines)
