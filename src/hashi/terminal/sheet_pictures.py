"""The pictures of sheets at a table, and the points beside them: for lines and for the full screen.

A sheet is shown as all may see it, or as its own player does, with the marks of the open turn.
"""

from __future__ import annotations

from hashi.drawing import Scene, scene
from hashi.rules import Draft, Game, Island, Line, goal_boxes
from hashi.rules.game.scoring import judge, total
from hashi.words import Words, player_name


def open_scene(game: Game, seat: int, *, help: bool, has_cards: bool = True) -> Scene:
    """Return a player's sheet as all may see it."""
    return scene(
        game.sheets[seat],
        help=help,
        boxes=goal_boxes(game, seat),
        deck=game.setup.deck if has_cards else (),
        turned=game.cards,
        card=game.card,
        numbers=game.numbers_to_come,
    )


def own_scene(game: Game, seat: int, draft: Draft, *, help: bool) -> Scene:
    """Return a sheet with the marks of the open turn; with `help`, also what may be marked next."""
    targets: tuple[Island | Line, ...] = ()
    if help:
        islands = draft.islands if draft.number is None else ()
        targets = (*islands, *draft.lines)
    if draft.card is None:
        return scene(draft.sheet, fresh=draft.turn, targets=targets)
    return scene(
        draft.sheet,
        fresh=draft.turn,
        targets=targets,
        help=help,
        boxes=goal_boxes(game, seat, draft.sheet),
        deck=game.setup.deck,
        turned=game.cards,
        card=game.card,
    )


def points_with(game: Game, seat: int, draft: Draft) -> int:
    """Return the points of a seat if its turn ended as it is drafted, and the round with it."""
    before = game.sheets[seat]
    return total(judge(game.ledgers[seat], before, draft.sheet, len(game.cards), game.gone))


def points_heading(words: Words, game: Game, seat: int, draft: Draft | None = None) -> str:
    """Return a player's name and points; with a draft, also what the turn would bring."""
    player, now = player_name(words, game.setup.players[seat]), game.totals[seat]
    then = now if draft is None or draft.card is None else points_with(game, seat, draft)
    if then == now:
        return words.say_many(
            "{player}: {count} point", "{player}: {count} points", now, player=player
        )
    return words.say_many(
        "{player}: {now} + {count} point with this turn",
        "{player}: {now} + {count} points with this turn",
        then - now,
        player=player,
        now=now,
    )
