"""The main text as typed blocks in page order: what all formats but plain text are made from."""

from maintext.blocks.build import blocks_of
from maintext.blocks.gather import Selected
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
    "Heading",
    "Inline",
    "ListItem",
    "Math",
    "Paragraph",
    "Picture",
    "Post",
    "Quote",
    "Rule",
    "Selected",
    "Style",
    "Table",
    "Text",
    "blocks_of",
]
