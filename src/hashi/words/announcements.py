"""What is announced at the table, in sentences (R8, R27, R33)."""

from __future__ import annotations

from hashi.rules import Card, Game, Goal, News, NewsKind, Number
from hashi.words.catalogue import N_, Words
from hashi.words.goals import GOAL_WORDS
from hashi.words.players import player_name
from hashi.words.scores import verdict
from hashi.words.turns import bridge_line

SENTENCES = {
    NewsKind.BOARDS_PASSED: N_("Every board is passed to the left."),
    NewsKind.PASSED: N_("{player} skips the number and the bridges."),
    NewsKind.NUMBER_SKIPPED: N_("{player} skips the number."),
    NewsKind.BRIDGES_SKIPPED: N_("{player} skips the bridges."),
    NewsKind.STRUCK: N_("{island} on {player}’s board is struck through and scores nothing."),
}
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


def announce(words: Words, news: News, game: Game) -> str:
    """The sentence for one piece of news; `game` is where the game stands now."""
    player = "" if news.seat is None else player_name(words, game.setup.players[news.seat])
    if news.goal is not None:
        return _of_goal(words, news, news.goal, player)
    if news.card is not None:
        return _of_card(words, news.card, game)
    if news.kind is NewsKind.GAME_WON:
        return verdict(words, game)
    if news.kind is NewsKind.BOARD_GIVEN and isinstance(news.mark, Number):
        return _of_board(words, news.seat or 0, news.mark, game)
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


def announce_own_goal(words: Words, news: News) -> str:
    """The sentence for a goal that the reader has reached."""
    assert news.goal is not None
    return words.say_many(*GOAL_WORDS[news.goal].reached_by_you, news.points)


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


def announce_loss(words: Words, goal: Goal, points: int, player: str) -> str:
    """The sentence for points of a goal that a player loses."""
    return words.say_many(*GOAL_WORDS[goal].lost, points, player=player)


def _of_card(words: Words, card: Card, game: Game) -> str:
    return words.say_many(
        "Round {round} of {rounds}: the card shows {number} and {count} bridge.",
        "Round {round} of {rounds}: the card shows {number} and {count} bridges.",
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
    told = GOAL_WORDS[goal]
    if news.kind is NewsKind.HIGH_VALUE_GONE:
        return words.say_many(*told.lowered, goal.low)
    sentence = told.reached if news.kind is NewsKind.GOAL_REACHED else told.lost
    return words.say_many(*sentence, news.points, player=player)
