"""What is wrong with what is sent to a table, apart from what the rules cannot read."""

from __future__ import annotations

from enum import StrEnum


class TableFlaw(StrEnum):
    """Why a field of a request or an option cannot be read. `hashi.words` has the sentences."""

    CLOCK = "pace"
    REACTION = "reaction"
    DAY = "day"
    HEX = "hex"
    OTHER_SHARE = "other_share"
