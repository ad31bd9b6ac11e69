"""The options of `hashi serve` about messages to browsers whose pages are closed."""

from __future__ import annotations

import argparse
import importlib.util

from hashi.cli.parts.data_store import CannotStart
from hashi.server.push.settings import CONTACT, SERVICE, PushSettings
from hashi.words import N_, Words

NO_CONTACT = N_(
    "{given} isn’t an address that push services can write to. Write one such as "
    "mailto:you@example.org or https://example.org."
)
NO_SERVICE = N_("{given} isn’t the name of a push service. Write one such as push.example.org.")
NO_CONTACT_FOR_SERVICE = N_("--push-service needs --push with your contact address.")
NO_PUSH_PACKAGE = N_("Web Push needs another package. Install it with: {command}")


def add_push(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `--push` and `--push-service`."""
    say = words.say
    parser.add_argument(
        "--push",
        metavar=say("ADDRESS"),
        help=say(
            "notify players of their turn in long games by Web Push; your mailto: or https: "
            "address, for the push services"
        ),
    )
    parser.add_argument(
        "--push-service",
        action="append",
        default=[],
        metavar=say("NAME"),
        help=say("push service that messages may go to; otherwise any public one"),
    )


def push_settings(arguments: argparse.Namespace) -> PushSettings | None:
    """Return what the options say, None for no messages; raise CannotStart where they are wrong."""
    contact, services = arguments.push, tuple(arguments.push_service)
    for service in services:
        if not SERVICE.fullmatch(service):
            raise CannotStart(NO_SERVICE, given=service)
    if contact is None:
        if services:
            raise CannotStart(NO_CONTACT_FOR_SERVICE)
        return None
    if not CONTACT.fullmatch(contact):
        raise CannotStart(NO_CONTACT, given=contact)
    if importlib.util.find_spec("cryptography") is None:
        from hashi.extras import DISTRIBUTION

        command = f"python -m pip install '{DISTRIBUTION}[push]'"
        raise CannotStart(NO_PUSH_PACKAGE, command=command)
    return PushSettings(contact, services)
