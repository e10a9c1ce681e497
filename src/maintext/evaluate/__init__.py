"""Score extractors on labelled pages: run them, compare texts, and test whether differences are significant."""
