"""Helpers that know nothing of web pages."""
