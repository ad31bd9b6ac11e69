"""What happened in a game, for its log: news, and what the news do not tell."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hashi.rules import Game, News, NewsKind, Pens, Played, news, total
from hashi.rules.dead import goals_out_of_reach, numbers_to_come
from hashi.rules.game.entries import Entry
from hashi.words import Words, announce, player_name
from hashi.words.game.story import Happening, StoryKind, tell

BIG_ROUND = 10
"""From so many points on a round is told of; fewer than one turn in ten of ours brings as many."""
SKIPS = {NewsKind.PASSED, NewsKind.NUMBER_SKIPPED, NewsKind.BRIDGES_SKIPPED}
OF_CARDS = {NewsKind.CARD_TURNED, NewsKind.BOARDS_PASSED}
"""What the log leaves out: the cards stand beside it, and it tells who gave which board to whom."""

Item = News | Happening


def items(before: Game, entry: Entry, after: Game, *, late: Collection[int]) -> Iterator[Item]:
    """Yield what is to be told after an entry, in order; `late` are those who ran out of time.

    Who ran out of time does not skip: that is told instead.
    """
    for item in news(before, entry, after):
        if item.kind not in SKIPS or item.seat not in late:
            yield item
    if isinstance(entry, Played) and after.rounds > before.rounds:
        yield from big_rounds(before, after)


def big_rounds(before: Game, after: Game) -> Iterator[Happening]:
    """Yield who got many points in the round that has just been closed, goals included."""
    for seat, ledger in enumerate(after.ledgers):
        gained = total(ledger) - total(before.ledgers[seat])
        if gained >= BIG_ROUND and not after.setup.is_solo:
            yield Happening(StoryKind.BIG_ROUND, seat, gained)


def lost_goals(after: Game, known: Collection[Item]) -> Iterator[Happening]:
    """Yield who can't reach a goal any more, when a card is turned; what is known is not repeated.

    As on the board, nothing is said of it with free pens.
    """
    setup = after.setup
    if setup.is_solo or setup.pens is not Pens.GUIDED or not after.rounds:
        return
    numbers = numbers_to_come(setup.deck, after.cards)
    for seat, sheet in enumerate(after.sheets):
        for goal in goals_out_of_reach(sheet, numbers):
            lost = Happening(StoryKind.OUT_OF_REACH, seat, goal=goal)
            if lost not in known:
                yield lost


def sentence(words: Words, item: Item, game: Game, own: Collection[int] = ()) -> str:
    """Return what happened in a sentence, to one with these seats; `game` is as it stood then."""
    if isinstance(item, News):
        return announce(words, item, game, own)
    return tell(words, item, player_name(words, game.setup.players[item.seat]))
