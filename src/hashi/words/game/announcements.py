"""What is announced at the table, in sentences (R8, R27, R33)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hashi.rules import Card, Game, Goal, News, NewsKind, Number
from hashi.words.catalogue import N_, Words
from hashi.words.game.players import player_name
from hashi.words.game.turns import bridge_line
from hashi.words.goals import GOAL_WORDS
from hashi.words.lists import listed
from hashi.words.scores.scores import verdict

SENTENCES = {
    NewsKind.BOARDS_PASSED: N_("Every board is passed to the left."),
    NewsKind.PASSED: N_("{player} skips the number and the bridges."),
    NewsKind.NUMBER_SKIPPED: N_("{player} skips the number."),
    NewsKind.BRIDGES_SKIPPED: N_("{player} skips the bridges."),
    NewsKind.STRUCK: N_(
        "Island {island} on {player}’s board is struck through and scores nothing."
    ),
}
OWN_SENTENCES = {
    NewsKind.PASSED: N_("You skip the number and the bridges."),
    NewsKind.NUMBER_SKIPPED: N_("You skip the number."),
    NewsKind.BRIDGES_SKIPPED: N_("You skip the bridges."),
}
"""What is said to the one who does it."""
CALLED_NUMBERS = {
    NewsKind.TAKEN_BACK: N_(
        "{other} found a mistake on {player}’s board: the {number} on {island}. It’s undone."
    ),
    NewsKind.CALL_WRONG: N_(
        "{player} called the {number} on {island} on {other}’s board. "
        "It isn’t a mistake; nothing changes."
    ),
}
CALLED_BRIDGES = {
    NewsKind.TAKEN_BACK: N_(
        "{other} found a mistake on {player}’s board: the bridge {line}. It’s undone."
    ),
    NewsKind.CALL_WRONG: N_(
        "{player} called the bridge {line} on {other}’s board. It isn’t a mistake; nothing changes."
    ),
}
OWN_NUMBER = N_("{player}’s {number} on {island} was a mistake. It’s undone.")
OWN_BRIDGE = N_("{player}’s bridge {line} was a mistake. It’s undone.")
"""What is said where people find a mistake of their own."""


def announce(words: Words, news: News, game: Game, own: Collection[int] = ()) -> str:
    """The sentence for one piece of news; `game` is where the game stands now.

    The one with this seat alone is addressed where a board is given to them, and in what they do.
    """
    if list(own) == [news.seat] and (said := _to_its_player(words, news)):
        return said
    player = "" if news.seat is None else player_name(words, game.setup.players[news.seat])
    if news.goal is not None:
        return _of_goal(words, news, news.goal, player)
    if news.card is not None:
        return _of_card(words, news.card, game)
    if news.kind is NewsKind.GAME_WON:
        return verdict(words, game)
    if news.kind is NewsKind.BOARD_GIVEN and isinstance(news.mark, Number):
        giver = news.seat or 0
        if list(own) == [(giver + 1) % len(game.setup.players)]:
            return announce_own_board(words, player, news.mark)
        return _of_board(words, giver, news.mark, game)
    if news.mark is not None and news.kind in CALLED_NUMBERS:
        return _of_call(words, news, player, game)
    return words.say(SENTENCES[news.kind], player=player, island=news.island)


def announce_own_board(words: Words, giver: str, start: Number) -> str:
    """The sentence for the board that the reader gets, with the start that stands on it (R5)."""
    number, island = start.number, start.island
    return words.say(
        "{giver} gives you a board with a {number} on {island}.",
        giver=giver,
        number=number,
        island=island,
    )


def announce_own_goal(words: Words, goal: Goal, points: int) -> str:
    """The sentence for a goal that the reader has reached."""
    return words.say_many(*GOAL_WORDS[goal].reached_by_you, points)


def announce_goal(words: Words, goal: Goal, points: int, player: str) -> str:
    """The sentence for a goal that somebody has reached."""
    return words.say_many(*GOAL_WORDS[goal].reached, points, player=player)


def announce_rivals_goal(words: Words, news: News, game: Game, *, is_lowered: bool) -> str:
    """The sentence for a goal that somebody else has reached, and what that changes for the reader.

    `is_lowered` says whether the goal pays the reader less from now on.
    """
    assert news.goal is not None
    sentence = announce(words, news, game)
    if not is_lowered:
        return sentence
    effect = words.say_many(
        "For you it’s now worth {count} point.",
        "For you it’s now worth {count} points.",
        news.goal.low,
    )
    return f"{sentence} {effect}"


def announce_shared_goal(words: Words, goal: Goal, points: int, players: Sequence[str]) -> str:
    """Who reached a goal in the same round, where there are several; for the reader, among them."""
    name = words.say(GOAL_WORDS[goal].name)
    return words.say_many(
        "{goal}, {count} point: {players}",
        "{goal}, {count} points: {players}",
        points,
        goal=name[:1].upper() + name[1:],
        players=listed(words, players),
    )


def announce_lowered(words: Words, goal: Goal) -> str:
    """The sentence for a goal whose higher value is gone."""
    return words.say_many(*GOAL_WORDS[goal].lowered, goal.low)


def announce_loss(words: Words, goal: Goal, points: int, player: str) -> str:
    """The sentence for points of a goal that a player loses."""
    return words.say_many(*GOAL_WORDS[goal].lost, points, player=player)


def _to_its_player(words: Words, news: News) -> str:
    if news.goal is not None and news.kind is NewsKind.GOAL_REACHED:
        return announce_own_goal(words, news.goal, news.points)
    return words.say(OWN_SENTENCES[news.kind]) if news.kind in OWN_SENTENCES else ""


def _of_card(words: Words, card: Card, game: Game) -> str:
    return words.say_many(
        "Round {round} of {rounds}: the card shows a {number} and {count} bridge.",
        "Round {round} of {rounds}: the card shows a {number} and {count} bridges.",
        card.bridges,
        round=len(game.cards),
        rounds=game.setup.rounds,
        number=card.number,
    )


def _of_board(words: Words, seat: int, start: Number, game: Game) -> str:
    """Return who passes which board on to the left (R5)."""
    players = game.setup.players
    giver, receiver = players[seat], players[(seat + 1) % len(players)]
    return words.say(
        "{giver} gives {player} a board with a {number} on {island}.",
        giver=player_name(words, giver),
        player=player_name(words, receiver),
        number=start.number,
        island=start.island,
    )


def _of_call(words: Words, news: News, player: str, game: Game) -> str:
    """Return what became of a call: who called what, and on whose board (R33)."""
    mark = news.mark
    assert mark is not None
    is_number, is_own = isinstance(mark, Number), news.other in (None, news.seat)
    sentence = (CALLED_NUMBERS if is_number else CALLED_BRIDGES)[news.kind]
    if is_own and news.kind is NewsKind.TAKEN_BACK:
        sentence = OWN_NUMBER if is_number else OWN_BRIDGE
    other = player if news.other is None else player_name(words, game.setup.players[news.other])
    if isinstance(mark, Number):
        where = {"number": mark.number, "island": mark.island}
        return words.say(sentence, player=player, other=other, **where)
    return words.say(sentence, player=player, other=other, line=bridge_line(mark))


def _of_goal(words: Words, news: News, goal: Goal, player: str) -> str:
    if news.kind is NewsKind.HIGH_VALUE_GONE:
        return announce_lowered(words, goal)
    if news.kind is NewsKind.GOAL_REACHED:
        return announce_goal(words, goal, news.points, player)
    return announce_loss(words, goal, news.points, player)
