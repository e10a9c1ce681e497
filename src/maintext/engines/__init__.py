"""Engines that share the work out among many machines; each module is a thin layer on ``maintext.arrow``."""
