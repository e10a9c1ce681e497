"""The numbers of names, modes and flags, as enumerations for Python; compiled code takes them from the header."""
