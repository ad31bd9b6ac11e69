"""What open pages are sent so that they show their table as it is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hashi.host import LoadedTable
from hashi.server.live.watcher import Watcher
from hashi.server.table_pages import TablePages
from hashi.server.view.regions import OF_A_PROPOSAL, OF_A_SEAT, regions_json, seat_names
from hashi.server.view.table_page import TablePage, page_of
from hashi.server.view.viewer import Viewer
from hashi.table import Table


class PageUpdates:
    """Sends open pages the regions and pieces of boards that differ from what they show."""

    def __init__(self, table_pages: TablePages) -> None:
        self._table_pages = table_pages

    def refresh(
        self, loaded: LoadedTable, watcher: Watcher, names: Sequence[str] | None = None
    ) -> None:
        """Send what has changed of these regions, or of all, and of the boards."""
        if page_of(loaded.table) != "table":
            return
        changed = self._changes(loaded, watcher, names)
        if changed:
            watcher.send_text(_patch(watcher.number_at(loaded), changed))

    def greet(self, loaded: LoadedTable, watcher: Watcher, *, is_current: bool) -> None:
        """Bring a page up to date that has just connected.

        A page that was just loaded is complete except for who is present: that may have changed
        meanwhile.
        """
        if not is_current:
            self.refresh(loaded, watcher)
        elif page_of(loaded.table) == "table":
            self._changes(loaded, watcher, None)
            here = regions_json(self._page(loaded, watcher), seat_names(loaded.table))
            watcher.send_text(_patch(watcher.number_at(loaded), here))

    def follow(
        self, loaded: LoadedTable, before: Table, watcher: Watcher, *, is_quiet: bool
    ) -> None:
        """Show what has happened since; a new card takes those who looked around back to their
        own turn.

        `is_quiet` is whether nothing was announced: then only what concerns seats has changed.
        """
        table = loaded.table
        own = table.seats_of(watcher.holder)
        is_same_card = before.played.cards == table.played.cards
        is_same_round = is_same_card and before.played.rounds == table.played.rounds
        watcher.pointed = ""
        if is_same_round and is_quiet and len(own) < 2:  # at one screen the board changes, too
            acted = [
                seat
                for seat, (was, now) in enumerate(zip(before.seats, table.seats, strict=True))
                if was != now
            ] or range(len(table.seats))
            of_all = OF_A_SEAT if set(own) & set(acted) else ("steps", "away")
            if before.proposal is not table.proposal:
                of_all = (*of_all, *OF_A_PROPOSAL)
            if before.takes_shares:
                of_all = (*of_all, "shuffle")
            self.refresh(loaded, watcher, (*of_all, *seat_names(table, acted)))
            return
        is_passed = len(own) > 1 and _seat_of(before, watcher) != _seat_of(table, watcher)
        if watcher.looking_at is not None and own and (is_passed or not is_same_card):
            watcher.looking_at = None
            watcher.send({"type": "look", "seat": None})
        self.refresh(loaded, watcher)

    def look(self, loaded: LoadedTable, watcher: Watcher, seat: int | None) -> None:
        """Show another board large, or one's own turn again."""
        watcher.looking_at, watcher.pointed = seat, ""
        watcher.send({"type": "look", "seat": seat})
        self.refresh(loaded, watcher)

    def point(self, loaded: LoadedTable, watcher: Watcher, at: str) -> None:
        """Point at an island or a line of the board shown, to call a mistake there."""
        watcher.pointed = at
        self.refresh(loaded, watcher, ("call",))

    def _page(self, loaded: LoadedTable, watcher: Watcher) -> TablePage:
        """Return the table as this page shows it."""
        return self._table_pages.page(
            loaded,
            watcher.holder,
            watcher.words,
            watcher.looking_at,
            watcher.pointed,
            watcher.visitor.guide_at(loaded.id),
        )

    def _changes(
        self, loaded: LoadedTable, watcher: Watcher, names: Sequence[str] | None
    ) -> dict[str, str]:
        """Return what differs from what this page was sent last, as JSON, and note it as sent."""
        page = self._page(loaded, watcher)
        before, watcher.of_goals = watcher.of_goals, page.turn.of_goals
        if names is not None and before != watcher.of_goals:
            names = (*names, "goals")
        changes = watcher.note(regions_json(page, names))
        pictures, small_boards = page.pictures, watcher.small_boards
        if names is None or "actions" in names:
            changes.update(pictures.pieces_since(watcher.board))
            watcher.board = pictures.state
        for seat in range(len(loaded.table.seats)) if names is None else ():
            changes.update(pictures.small_pieces_since(seat, small_boards.get(seat)))
            small_boards[seat] = pictures.small_state(seat)
        return changes


def _seat_of(table: Table, watcher: Watcher) -> int | None:
    """Return the seat that a page acts for."""
    return Viewer(table, watcher.holder).seat


def _patch(number: int, regions: Mapping[str, str]) -> str:
    """Return the message that exchanges regions and pieces, which are JSON already."""
    html = ", ".join([f'"{name}": {text}' for name, text in regions.items()])
    return f'{{"type": "patch", "number": {number}, "html": {{{html}}}}}'
