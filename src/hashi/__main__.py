"""`python -m hashi` is the command `hashi`."""

# processes of bots import this module, too, and need no command
if __name__ == "__main__":
    import sys

    from hashi.cli import main

    sys.exit(main())
