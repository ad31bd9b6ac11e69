"""Names of ranks, and the score like a ledger, item by item."""

from __future__ import annotations

from hashi.rules import Game, Goal, Ledger, Points, points_to_next_rank, rank, total
from hashi.words.catalogue import N_, Words
from hashi.words.game.players import player_name
from hashi.words.goals import GOALS

RANKS = (
    N_("Odd-jobber"),
    N_("Water carrier"),
    N_("Bamboo binder"),
    N_("Bolt tightener"),
    N_("Concrete pourer"),
    N_("Project manager"),
    N_("Bridge master"),
    N_("Planning pro"),
    N_("Structural sage"),
    N_("Ace architect"),
    N_("Construction genius"),
    N_("Island god"),
)
"""The twelve ranks of a game alone, lowest first (R32)."""


PLACES = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"))
"""The places of a game with others (R28)."""
AIDS = {
    "practice": N_("practice"),
    "same cards": N_("same cards again"),
    "hints": N_("with hints"),
}
"""What a player had that others did not, beside a result or in place of a rank."""
OWN_PLACES = (
    N_("You share the win."),
    N_("You came second."),
    N_("You came third."),
    N_("You came fourth."),
)


def points(words: Words, count: int) -> str:
    return words.say_many("{count} point", "{count} points", count)


def points_unit(words: Words, count: int) -> str:
    """The word for points that stands beside a figure."""
    return points(words, count).replace(str(count), "").strip()


def aid_mark(words: Words, aid: str | None, *, leads: bool = False) -> str:
    """The short mark of a result with an aid, empty without one; it begins a line if it `leads`."""
    mark = words.say(AIDS[aid]) if aid else ""
    return _capitalised(mark) if leads else mark


def rank_or_mark(words: Words, total: int, aid: str | None) -> str:
    """The rank of a game alone; with an aid it has none, and the mark says why."""
    return aid_mark(words, aid, leads=True) or words.say(RANKS[rank(total)])


def ledger_items(words: Words, ledger: Ledger) -> list[str]:
    """The points of one player, item by item: goals as they were reached, islands last."""
    goals = [item for item in ledger if isinstance(item.source, Goal)]
    islands = [item for item in ledger if not isinstance(item.source, Goal)]
    counted = words.say_many("{count} finished island", "{count} finished islands", len(islands))
    return [
        *(_goal_item(words, item) for item in goals),
        words.say("{what}: {points}", what=counted, points=points(words, total(tuple(islands)))),
        words.say("Total: {points}", points=points(words, total(ledger))),
    ]


def _goal_item(words: Words, item: Points) -> str:
    assert isinstance(item.source, Goal)
    return words.say(
        "{goal} in round {round}: {points}",
        goal=_capitalised(words.say(GOALS[item.source])),
        round=item.round,
        points=points(words, item.points),
    )


def verdict(words: Words, game: Game, own: int | None = None, aid: str | None = None) -> str:
    """Who wins, or the rank of a game alone; where it stands while it is not finished.

    `own` is the seat of the reader, who is addressed as the only winner. Where the best had an
    aid, its mark stands at the end, and a game alone has no rank.
    """
    if aid and game.winners:
        told = verdict(words, game, own) if game.rank is None else points(words, game.totals[0])
        return f"{told} ({aid_mark(words, aid)})"
    if not game.winners:
        return words.say(
            "Round {round} of {rounds} is over.", round=game.rounds, rounds=game.setup.rounds
        )
    best = max(game.totals)
    if game.rank is not None:
        return rank_sentence(words, game.rank, best)
    if game.winners == (own,):
        return words.say_many("You win with {count} point!", "You win with {count} points!", best)
    names = [player_name(words, game.setup.players[seat]) for seat in game.winners]
    if len(names) == 1:
        return words.say_many(
            "{player} wins with {count} point!",
            "{player} wins with {count} points!",
            best,
            player=names[0],
        )
    return words.say_many(
        "A shared win with {count} point: {players}!",
        "A shared win with {count} points: {players}!",
        best,
        players=", ".join(names),
    )


def rank_sentence(words: Words, rank: int, total: int) -> str:
    """The rank by name, and how far the next one is."""
    name = words.say(RANKS[rank])
    sentence = words.say_many(
        "{count} point: your rank is “{rank}”.",
        "{count} points: your rank is “{rank}”.",
        total,
        rank=name,
    )
    return f"{sentence} {next_rank_sentence(words, total)}"


def next_rank_sentence(words: Words, total: int) -> str:
    """How far the next rank is after a game alone; at the top, that there is none (R32)."""
    missing = points_to_next_rank(total)
    if missing is None:
        return words.say("There’s no higher rank.")
    return words.say_many(
        "{count} more point and you’d be “{rank}”.",
        "{count} more points and you’d be “{rank}”.",
        missing,
        rank=words.say(RANKS[rank(total) + 1]),
    )


def own_place_sentence(words: Words, place: int) -> str:
    """Which place the reader came in a game with others; a win that is theirs alone says so."""
    return words.say(OWN_PLACES[place - 1])


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
