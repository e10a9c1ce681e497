"""What a text is part of, as numbers that compiled code compares."""

PARAGRAPH, HEADING, CODE, TABLE, FIGURE, FORMULA = range(6)
POST = 8
"""Marks an element besides its role."""
