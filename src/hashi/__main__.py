"""`python -m hashi` is the command `hashi`."""

if __name__ == "__main__":
    import sys

    from hashi.cli import (
        main,
    )  # only here: processes of bots import this module and need no command

    sys.exit(main())
