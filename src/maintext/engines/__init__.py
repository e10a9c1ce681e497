"""Adapters for engines that distribute work over many machines; each is a thin layer on ``maintext.arrow``."""
