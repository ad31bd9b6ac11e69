"""`hashi verify`: check that the cards of a recorded game were not tampered with."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hashi.cli.parts import options
from hashi.cli.parts.exit_status import DONE, REFUSED, UNREADABLE
from hashi.cli.parts.saved import is_saved_game
from hashi.record import Record
from hashi.rules import Deal, Malformed
from hashi.words import (
    N_,
    Words,
    player_name,
    shown,
    shuffle_sentences,
    unshuffled_sentence,
)

if TYPE_CHECKING:
    from hashi.table.shuffle import Shuffle

DESCRIPTION = N_(
    "Checks that the cards of a game came in the order that was sealed before it "
    "started, and that this order follows from the server’s secret and the players’ "
    "shares. The exit status is 0, or 1 if the cards weren’t fair, 2 if the game "
    "record can’t be read or has nothing to check."
)
EXAMPLE = "hashi verify game.json"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.say
    parser.add_argument(
        "file", metavar=say("FILE"), help=say("a game record, or the number of a saved game")
    )
    parser.add_argument(
        "--share",
        metavar=say("SHARE"),
        action="append",
        default=[],
        help=say("a share that your device drew; it has to be in the record"),
    )


@dataclass(frozen=True, slots=True)
class _Evidence:
    """By what a record can be checked, as far as it holds it."""

    seal: object
    salt: object
    shuffle: Shuffle | None

    @classmethod
    def of(cls, record: Record) -> _Evidence:
        """Read it; raise Malformed for a shuffle that is none."""
        from hashi.table.shuffle import Shuffle  # a table brings its store and more along

        fair = record.extra.get("fair")
        fields = fair if isinstance(fair, dict) else {}
        seats = len(record.setup.players)
        shuffle = Shuffle.from_fields(fields["shuffle"], seats) if "shuffle" in fields else None
        return cls(fields.get("seal"), fields.get("salt"), shuffle)

    @property
    def is_told(self) -> bool:
        """Whether it holds what is secret during the game."""
        return isinstance(self.salt, str) and (self.shuffle is None or bool(self.shuffle.secret))

    def problem(self, dealt: Deal) -> str:
        """Return why these cards are not fair, in English; empty where they are."""
        from hashi.table.fair import is_fair

        if not is_fair(dealt, str(self.salt), str(self.seal)):
            return N_("Not fair: these aren’t the cards that were sealed before the game.")
        fault = self.shuffle.fault(dealt) if self.shuffle else None
        return _FAULTS[fault] if fault else ""


_FAULTS = {
    "server": N_("Not fair: the server’s secret isn’t the one that was sealed before the game."),
    "player": N_("Not fair: a share isn’t the one that was sealed before the game."),
    "order": N_("Not fair: the order doesn’t follow from the server’s secret and the shares."),
}


def run(arguments: argparse.Namespace, words: Words) -> int:
    say = words.say
    try:
        record = options.read_record(arguments.file)
        evidence = _Evidence.of(record)
    except Malformed as problem:
        return options.fail(words, problem)
    if not isinstance(evidence.seal, str):
        return _unchecked(
            say("This game record has no seal: only games played at a table have one.")
        )
    if not evidence.is_told or record.box is None or len(record.cards) < record.setup.rounds:
        return _unchecked(
            say("The seal can’t be checked yet: the cards are revealed when the game is over.")
        )
    if unfair := evidence.problem(Deal(record.cards, record.box)):
        print(say(unfair))
        return REFUSED
    shuffle = evidence.shuffle
    seal = shuffle.seal if shuffle else shown(evidence.seal, 80)
    print(say("Fair: the cards came in the order that was sealed before the game."))
    for sentence in _origin(words, record, shuffle):
        print(sentence)
    if not is_saved_game(arguments.file):  # where nobody else shuffled, no seal was shown
        print(say("Compare this seal with the one shown at the start: {seal}", seal=seal))
    return max([_find(words, record, shuffle, share) for share in arguments.share], default=DONE)


def _unchecked(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return UNREADABLE


def _origin(words: Words, record: Record, shuffle: Shuffle | None) -> list[str]:
    """Return where the order of the cards comes from, in sentences."""
    if shuffle is None:
        is_daily, is_same = "daily" in record.extra, bool(record.extra.get("same_cards"))
        return [unshuffled_sentence(words, is_daily=is_daily, is_same=is_same)]
    names = record.setup.players
    given, left_out = (
        [names[seat] for seat in seats] for seats in (shuffle.given, shuffle.left_out)
    )
    return shuffle_sentences(words, given, left_out)


def _find(words: Words, record: Record, shuffle: Shuffle | None, share: str) -> int:
    """Say whose share this is; return REFUSED where it is nobody's."""
    shares = shuffle.shares if shuffle else ()
    if share and share in shares:
        player = player_name(words, record.setup.players[shares.index(share)])
        print(words.say("Your share is there: {share}, of {player}.", share=share, player=player))
        return DONE
    print(words.say("Your share isn’t there: {share}", share=shown(share, 80)))
    return REFUSED
