"""Whole crawls: records from files, rows to files, and nothing lost when it is interrupted."""
