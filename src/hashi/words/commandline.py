"""The messages of argparse, listed so that they are translated.

The English is argparse's own and must be kept to the letter.
"""

from hashi.words.catalogue import N_, N_many

ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("%(heading)s:"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("expected one argument"),
    N_("expected at least one argument"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_many("expected %s argument", "expected %s arguments"),
)
