"""The names of hindsight_search.py that Python can use when it is compiled."""

from typing import Any, Final

is_compiled: Final[bool]

class HindsightSearch:
    def __init__(self) -> None: ...
    def load(self, fields: dict[str, Any]) -> None: ...
    def search(self) -> dict[str, Any]: ...
