"""What of the news is shown on a banner, and how: a page's own goals large, all else quiet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hashi.rules import Game, Goal, News, NewsKind
from hashi.rules.game.scoring import has
from hashi.server.view.rounds.news_log import Announcement
from hashi.server.view.rounds.story import Item, sentence
from hashi.words import Words, announce, announce_own_goal, announce_rivals_goal
from hashi.words.game.story import StoryKind

CALLS = {NewsKind.TAKEN_BACK, NewsKind.STRUCK, NewsKind.GOAL_LOST}
"""What follows from a mistake; whom it concerns is told in a dialog (templates/regions/mistake)."""
QUIET = {*CALLS, NewsKind.CALL_WRONG}
"""What is shown on a banner besides goals."""


DECIDED = {StoryKind.REWOUND, StoryKind.REJECTED, StoryKind.WITHDRAWN, StoryKind.RESIGNED}
"""What somebody decides for the others, too; it is shown on their banners."""


@dataclass(frozen=True, slots=True)
class Banner:
    """One sentence that is shown for a moment, with the sign of the seat that it is about."""

    text: str
    seat: int | None = None
    is_own: bool = False
    """Whether it is a goal of someone at this page: a celebration."""


def news_message(
    words: Words, fresh: Sequence[Announcement], own: Collection[int]
) -> dict[str, Any]:
    """Return the message for a page with these seats: its banners, and what is spoken only."""
    gone = {news.goal for news, _ in fresh if news.kind is NewsKind.HIGH_VALUE_GONE}
    banners: list[Banner] = []
    spoken: list[str] = []
    for news, game in fresh:
        if news.kind is NewsKind.GAME_WON:
            continue  # the page of the result tells it
        shown = list(_banners(words, news, game, own, gone))
        banners += shown
        spoken += [] if shown else [sentence(words, news, game, own)]
    return {"type": "news", "spoken": spoken, "banners": [asdict(banner) for banner in banners]}


def _banners(
    words: Words, news: Item, game: Game, own: Collection[int], gone: Collection[Goal | None]
) -> Iterator[Banner]:
    if not isinstance(news, News):
        if news.kind in DECIDED and news.seat not in own:
            yield Banner(sentence(words, news, game), news.seat)
        return
    if news.kind is NewsKind.BOARD_GIVEN and _is_given_to(news, game, own):
        yield Banner(sentence(words, news, game, own), news.seat)
    elif news.kind is NewsKind.GOAL_REACHED and news.goal is not None and news.seat in own:
        is_alone = len(own) == 1
        text = (
            announce_own_goal(words, news.goal, news.points)
            if is_alone
            else announce(words, news, game)
        )
        yield Banner(text, news.seat, is_own=True)
    elif news.kind is NewsKind.GOAL_REACHED:
        goal = news.goal
        is_open = any(goal is not None and not has(game.ledgers[seat], goal) for seat in own)
        text = announce_rivals_goal(words, news, game, is_lowered=goal in gone and is_open)
        yield Banner(text, news.seat)
    elif news.kind is NewsKind.HIGH_VALUE_GONE and game.setup.is_solo:
        yield Banner(announce(words, news, game))
    elif news.kind in QUIET and (news.kind not in CALLS or news.seat not in own or game.is_over):
        yield Banner(announce(words, news, game), news.seat)


def _is_given_to(news: News, game: Game, own: Collection[int]) -> bool:
    """Return whether a board is given to the only one at this page."""
    receiver = ((news.seat or 0) + 1) % len(game.setup.players)
    return list(own) == [receiver]
