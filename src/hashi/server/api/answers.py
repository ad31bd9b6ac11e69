"""What the JSON API answers with: each field once, with its type and what it means.

Handlers are held to it by their types, and `openapi` describes what it says, so that the document
cannot say anything else than what is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from starlette.responses import JSONResponse

from hashi.bots import BOTS
from hashi.coach import STEP_KEYS, HintStep
from hashi.rules import Goal
from hashi.rules.dead import Cause
from hashi.server.network.reach import Obstacle
from hashi.table import Aid, Phase
from hashi.table.shuffle import HASH_DIGITS, VERSION

Content = TypeVar("Content", bound=Mapping[str, Any])

NOT_STORED = {"cache-control": "no-store"}
"""For answers that differ from key to key, or hold one."""


class JsonAnswer(JSONResponse, Generic[Content]):
    """An answer with this content; the type says which it is."""

    STATUS = 200

    def __init__(self, content: Content, **headers: str) -> None:
        super().__init__(content, self.STATUS, headers={**NOT_STORED, **headers})


class Created(JsonAnswer[Content]):
    """The answer to a request that has made something."""

    STATUS = 201


_HASH = f"[0-9a-f]{{{HASH_DIGITS}}}"
Hash = Annotated[str, {"pattern": f"^{_HASH}$"}]
HashOrNone = Annotated[str, {"pattern": f"^({_HASH})?$"}]


class SeatAnswer(TypedDict):
    """A seat, and who acts there now."""

    name: str
    kind: Literal["empty", "bot", "person"]
    bot: Annotated[
        str | None,
        f"Which bot acts here now ({', '.join(BOTS)}), also where it stands in for a person; null "
        "where none does",
    ]
    done: bool
    away: Annotated[bool, "Whether its person has been away for so long that a bot may play"]
    resigned: Annotated[
        int | None, "The round in which its person gave up, 0 before the first card"
    ]
    ready: Annotated[bool, "Before the game: whether a person has said that it may begin"]
    here: Annotated[bool, "Whether its owner has the table open now"]
    yours: Annotated[bool, "Whether it belongs to your key"]


class ProposalAnswer(TypedDict):
    """What the people at a table are asked: to play a round again."""

    number: Annotated[int, "What `agree`, `decline` and `withdraw` name it by"]
    seat: Annotated[int, "Who asks"]
    round: Annotated[int, "The round that is to be played again"]
    agreed: Annotated[list[int], "The seats that have agreed, also the one that asks"]
    waiting_for: Annotated[list[int], "The seats that are still to answer"]


class ShuffleAnswer(TypedDict):
    """What the order of the cards will follow from."""

    version: Annotated[str, {"const": VERSION}]
    secret_hash: Annotated[Hash, "The SHA-256 of the server's secret"]
    share_hashes: Annotated[list[HashOrNone], "For each seat that of its share; empty for none"]
    open: Annotated[bool, "Whether `commit` is taken"]


class DeadGoalAnswer(TypedDict):
    """A goal that a seat can certainly not reach any more."""

    goal: Goal
    cause: Annotated[Cause, "Why the first of its islands can't be finished"]
    islands: Annotated[list[str], "Those it asks for that can't be finished any more"]


class AgainstAnswer(TypedDict):
    """A reason why a mark was a mistake."""

    reason: str
    rule: Annotated[str, "Its number in the rules, such as `R15`"]


class FindingAnswer(TypedDict):
    """A mistake that the referee found after the last round, with free pens."""

    seat: int
    round: Annotated[int, "In which round the marks were made"]
    marks: list[str]
    against: list[AgainstAnswer]
    struck: Annotated[list[str], "The islands that are struck through for it"]
    goals: Annotated[list[Goal], "The goals that no longer count"]
    points: Annotated[int, "What it cost, besides what earlier ones cost"]


class GameAnswer(TypedDict):
    """What a table has once its game is begun."""

    round: NotRequired[Annotated[int, "How many cards are turned"]]
    card: NotRequired[Annotated[str | None, "The card that lies face up"]]
    unseen: NotRequired[list[str]]
    sheets: NotRequired[Annotated[list[str], "The marks of each seat after the last closed round"]]
    drafts: NotRequired[
        Annotated[dict[str, str], "The turns in the making on your own seats, by seat"]
    ]
    totals: NotRequired[list[int]]
    dead_goals: NotRequired[
        Annotated[
            list[list[DeadGoalAnswer]],
            "For each seat the goals out of reach after the last closed round",
        ]
    ]
    draft_dead_goals: NotRequired[
        Annotated[
            dict[str, list[DeadGoalAnswer]],
            "The same of your own seats, by seat, with their turns in the making",
        ]
    ]
    record: NotRequired[Annotated[dict[str, Any] | None, "The record so far"]]
    winners: NotRequired[Annotated[list[int], "When it is over: the seats that won"]]
    rank: NotRequired[Annotated[int | None, "When it is over: the rank of a game alone, 0 to 11"]]
    verdict: NotRequired[
        Annotated[list[FindingAnswer], "When it is over: what the referee found; free pens only"]
    ]
    aids: NotRequired[
        Annotated[list[Aid | None], "When it is over: what each seat had that others did not"]
    ]


class TableAnswer(GameAnswer):
    """The table as the holder of the key sees it."""

    id: str
    number: Annotated[int, "The number of the last event"]
    phase: Phase
    options: Annotated[dict[str, Any], {"$ref": "#/components/schemas/Options"}]
    seats: list[SeatAnswer]
    listed: Annotated[bool, "Whether strangers may join"]
    starts: Annotated[bool, "Before the game: whether you may start it"]
    freed: Annotated[
        Literal["opener", "away"] | None,
        "Before the game: why your seat was freed, until you sit down again",
    ]
    seal: Annotated[str | None, "The seal of the cards; null until their order is known"]
    shuffle: Annotated[ShuffleAnswer | None, "Null where nothing is shuffled"]
    same_cards: Annotated[bool, "Whether the cards of an earlier game are played again"]
    daily: Annotated[str | None, "The date whose board is played here"]
    series: Annotated[
        list[list[int]], "The totals of the games that these seats have played before"
    ]
    time_left: Annotated[float | None, "Seconds until the clock ends the round, where one runs"]
    proposal: Annotated[ProposalAnswer | None, "What the people are asked now"]
    next: Annotated[str | None, "The table of the rematch"]


class ListedTable(TableAnswer):
    """A table that anyone may join."""

    opened: Annotated[float, "When it was opened"]


class InvitationAnswer(TypedDict):
    """How others come to the table."""

    addresses: Annotated[
        list[str], "The addresses to pass on, the likeliest first; none where others cannot come"
    ]
    obstacle: Annotated[
        Obstacle | None,
        "Why others cannot come: the server listens to this computer alone (`closed`, and may be "
        "opened; `workers`; `internet`), `no_network`, or `unknown` behind a proxy",
    ]


class OpenTables(TypedDict):
    """The tables that anyone may join, the latest first."""

    tables: list[ListedTable]


class NewKey(TypedDict):
    """The key of one who sent none; a key that was sent is not sent back."""

    key: NotRequired[Annotated[str, "Your new key, where you sent none"]]


class KeyedTable(TableAnswer, NewKey):
    """The table that was opened, and a key for one who sent none."""


class AdviceAnswer(TypedDict):
    """In answers to `hint`: the hint for the open turn as far as asked for."""

    seat: int
    step: Annotated[
        int,
        {"minimum": min(HintStep), "maximum": max(HintStep)},
        "How many of its steps were asked for",
    ]
    steps: Annotated[
        list[str],
        f"Those that this hint has, of {', '.join(STEP_KEYS.values())}: one without content is "
        "left out",
    ]
    texts: Annotated[list[str], "What each step so far says, in the language of the request"]
    islands: Annotated[list[str] | None, "The same as `where`"]
    aim: Annotated[str | None, "What the turn is about"]
    where: Annotated[list[str] | None, "Two to four islands to look at"]
    reason: Annotated[str | None, "What good turns have that others lack"]
    turn: Annotated[str | None, "The turn, in the last step"]
    good: Annotated[int | None, "How many turns are about as good, with the turn"]
    gain: Annotated[float | None, "By how many points these are better than the others, likewise"]


class Told(TypedDict):
    """What came of a request."""

    answered: Annotated[int, "The number of the event that the request caused"]
    hint: NotRequired[AdviceAnswer]


class AskedTable(KeyedTable, Told):
    """The table after a request, and what came of it."""
