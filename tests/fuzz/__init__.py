"""Odd pages by the million through the reader and the default method."""
