"""What is announced at the table, in sentences (R8, R27, R33)."""

from __future__ import annotations

from hashi.rules import Card, Game, Goal, Mark, News, NewsKind, Number
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
    NewsKind.TAKEN_BACK: N_("{player}’s {number} on {island} was a mistake. It’s undone."),
    NewsKind.CALL_WRONG: N_("The {number} on {island} isn’t a mistake. Nothing changes."),
}
CALLED_BRIDGES = {
    NewsKind.TAKEN_BACK: N_("{player}’s bridge {line} was a mistake. It’s undone."),
    NewsKind.CALL_WRONG: N_("The bridge {line} isn’t a mistake. Nothing changes."),
}


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
        return _of_call(words, news.kind, news.mark, player)
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


def _of_call(words: Words, kind: NewsKind, mark: Mark, player: str) -> str:
    if isinstance(mark, Number):
        number, island = mark.number, mark.island
        return words.say(CALLED_NUMBERS[kind], player=player, number=number, island=island)
    return words.say(CALLED_BRIDGES[kind], player=player, line=bridge_line(mark))


def _of_goal(words: Words, news: News, goal: Goal, player: str) -> str:
    told = GOAL_WORDS[goal]
    if news.kind is NewsKind.HIGH_VALUE_GONE:
        return words.say_many(*told.lowered, goal.low)
    sentence = told.reached if news.kind is NewsKind.GOAL_REACHED else told.lost
    return words.say_many(*sentence, news.points, player=player)
