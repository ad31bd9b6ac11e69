"""An open page of a table: what it shows, and what waits to be sent to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hashi.drawing.vector.live import to_json
from hashi.host import LoadedTable
from hashi.rules.sheet_state import SheetState
from hashi.server.limits.gates import Bucket
from hashi.server.view.turn.turn_view import OfGoals
from hashi.server.visitor import Visitor
from hashi.words import Words

MOST_CHARACTERS = 1_000_000
MOST_WAITING = 200
"""Messages that may wait for a slow connection before it is cut; it catches up when it is back."""


@dataclass(eq=False, slots=True)
class Watcher:
    """One open page of a table: a player's or a spectator's."""

    visitor: Visitor
    looking_at: int | None = None
    pointed: str = ""
    sent: dict[str, int] = field(default_factory=dict)
    """The hash of what the page shows now, region by region: the texts take a hundred times the
    memory."""
    small_boards: dict[int, SheetState] = field(default_factory=dict)
    """The small boards that the page shows now, by seat."""
    board: SheetState | None = None
    """The large board that the page shows now."""
    of_goals: OfGoals | None = None
    """What the page shows now of the goals on the sheet with the turn that is being made."""
    reactions: tuple[Bucket, Bucket] | None = None
    """What this page may still send of reactions, where it is of someone who watches."""
    outbox: list[str] = field(default_factory=list)
    """Messages that wait to be sent."""
    write: Callable[[str], bool] = lambda _text: False
    """Writes a message at once if the connection can take it."""
    waiting: int = 0
    """How many characters wait to be sent."""
    on_wait: Callable[[], None] = lambda: None
    """Called when a message begins to wait."""
    on_behind: Callable[[], None] = lambda: None
    """Called when the page reads too slowly: the connection is then closed and made again."""

    holder: str = field(init=False)
    words: Words = field(init=False)

    def __post_init__(self) -> None:
        self.holder, self.words = self.visitor.holder, self.visitor.words

    def number_at(self, loaded: LoadedTable) -> int:
        """Return the number of the last event that this page may know of."""
        return loaded.table.number_for(self.holder)

    def note(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return the regions that differ from what the page shows, and note them."""
        sent, changes = self.sent, {}
        for name, text in texts.items():
            shown = hash(text)
            if sent.get(name) != shown:
                sent[name], changes[name] = shown, text
        return changes

    def send(self, message: dict[str, Any]) -> None:
        """Write a message to the page, or queue it where the connection is busy."""
        self.send_text(to_json(message))

    def send_text(self, text: str) -> None:
        """Write or queue a message that is JSON already."""
        if not self.waiting and self.write(text):
            return
        self.waiting += len(text)
        if len(self.outbox) >= MOST_WAITING or self.waiting > MOST_CHARACTERS:
            self.on_behind()
            return
        self.outbox.append(text)
        self.on_wait()

    async def pass_on(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send the first message that waits."""
        text = self.outbox.pop(0)
        await send(text)
        self.waiting -= len(text)
