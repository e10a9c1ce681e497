"""The interfaces of other extractors on top of maintext, for programs that switch: only the import changes.

Arguments that change nothing here are taken and have no effect; those that cannot be honoured are refused.
"""
