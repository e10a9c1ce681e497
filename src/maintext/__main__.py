"""Run the command line with ``python -m maintext``."""

from maintext.cli import main

raise SystemExit(main())
