"""``python -m chessdash``: the command line."""

from chessdash.cli import main

main()
