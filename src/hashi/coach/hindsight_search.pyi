"""The names of hindsight_search.py that Python can use when it is compiled."""

from collections.abc import Sequence
from typing import Any, Final

from hashi.coach.board_tables import BoardTables
from hashi.rules import Card

is_compiled: Final[bool]

class HindsightSearch:
    def __init__(self) -> None: ...
    def set_board(self, tables: BoardTables) -> None: ...
    def set_position(
        self,
        written: Sequence[int],
        stood: Sequence[int],
        cards: Sequence[Card],
        has_start: bool,
    ) -> None: ...
    def set_scenario(
        self, needed: int, required: Sequence[int], set_due: int, dues: Sequence[int]
    ) -> None: ...
    def search(self, step_limit: int, task_limit: int, many_pictures: int) -> dict[str, Any]: ...
