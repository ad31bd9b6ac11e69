"""`python -m hashi` is the command `hashi`."""

import sys

from hashi.cli import main

if __name__ == "__main__":
    sys.exit(main())
