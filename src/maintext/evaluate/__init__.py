"""Score extractors on labelled pages: what to run, how to compare texts, and how sure a difference is."""
