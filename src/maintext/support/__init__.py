"""Helpers that know nothing about web pages."""
