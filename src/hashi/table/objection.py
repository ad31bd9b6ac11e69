"""What a table does not do, apart from what the rules refuse: a code, and its arguments."""

from __future__ import annotations

from enum import StrEnum


class Objection(StrEnum):
    """Why the table does not do what it is asked. `hashi.words` has the sentences."""

    NO_TABLE = "no_table"
    BROKEN_TABLE = "broken_table"
    TABLE_DOWN = "table_down"
    NO_SEAT = "no_seat"
    NOT_YOUR_SEAT = "not_your_seat"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    SEATS_EMPTY = "seats_empty"
    SEATS_NEEDED = "seats_needed"
    OPENER_ONLY = "opener_only"
    LOBBY_FULL = "lobby_full"
    NO_BOT = "no_bot"
    NOT_NOW = "not_now"
    STALE = "stale"
    STORE_DOWN = "store_down"
    DONE_ALREADY = "done_already"
    NOTHING_TO_UNDO = "nothing_to_undo"
    NO_REWINDING = "no_rewinding"
    NO_HINTS = "no_hints"
    NO_LISTING = "no_listing"
    NO_PUSH = "no_push"
    NOT_FROM_HERE = "not_from_here"
    NO_NETWORK = "no_network"
    OWN_PLAY = "own_play"
    SPOILER = "spoiler"
    OPEN_DAY = "open_day"
    STILL_HERE = "still_here"
    JUST_LEFT = "just_left"
    UNKNOWN_REQUEST = "unknown_request"
    LINK_USED = "link_used"
    KEY_ENDED = "key_ended"
    LOG_FULL = "log_full"
    TOO_FAST = "too_fast"
    TOO_LARGE = "too_large"
    TOO_MANY_TABLES = "too_many_tables"
    TOO_MANY_PAGES = "too_many_pages"
    TOO_MANY_REACTIONS = "too_many_reactions"
    FULL = "full"

    @property
    def is_passing(self) -> bool:
        """Whether the same request may well be granted in a moment: nothing is wrong with it."""
        return self in (Objection.STORE_DOWN, Objection.TABLE_DOWN)


class Untimely(StrEnum):
    """Why something is not possible now: where the game stands, or what has to come first."""

    NOT_BEGUN = "not_begun"
    BEGUN = "begun"
    STARTS = "starts"
    PLAYING = "playing"
    CHECKING = "checking"
    OVER = "over"
    NOTHING_WRITTEN = "nothing_written"
    GUIDED_PENS = "guided_pens"
    FIRST_ROUND = "first_round"
    NO_BOT_PLAYS = "no_bot_plays"
    SPECTATOR = "spectator"
    NO_COMPANY = "no_company"
    NO_SHARES = "no_shares"
    NOT_SEALED = "not_sealed"
    CLOSED = "closed"
    NO_PROPOSAL = "no_proposal"
    PROPOSED_ALREADY = "proposed_already"
    PROPOSED_OFTEN = "proposed_often"
    AGREED_ALREADY = "agreed_already"
    RESIGNED = "resigned"
    AGREED = "agreed"


class Objected(Exception):
    """The table objects; nothing has changed."""

    def __init__(self, objection: Objection, **details: str | int) -> None:
        super().__init__(objection, details)
        self.objection = objection
        self.details = details


def untimely(why: Untimely) -> Objected:
    """Return the objection to something that is not possible now."""
    return Objected(Objection.NOT_NOW, why=why)
