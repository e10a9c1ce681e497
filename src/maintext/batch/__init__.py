"""Extract whole crawls: read records from files, write rows to files, resume after an interruption."""
