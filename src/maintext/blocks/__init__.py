"""The main text as typed blocks in page order. All formats except plain text are made from them."""

from maintext.blocks._build import blocks_of
from maintext.blocks.gather import Gathered
from maintext.blocks.records import (
    Block,
    Break,
    Cell,
    Code,
    Container,
    Figure,
    Formula,
    Heading,
    Inline,
    ListItem,
    Math,
    Paragraph,
    Picture,
    Post,
    Quote,
    Rule,
    Style,
    Table,
    Text,
)

__all__ = [
    "Block",
    "Break",
    "Cell",
    "Code",
    "Container",
    "Figure",
    "Formula",
    "Gathered",
    "Heading",
    "Inline",
    "ListItem",
    "Math",
    "Paragraph",
    "Picture",
    "Post",
    "Quote",
    "Rule",
    "Style",
    "Table",
    "Text",
    "blocks_of",
]
