"""Finding a player by what is typed."""

from __future__ import annotations

from collections.abc import Sequence


def seat_of(players: Sequence[str], typed: str) -> int | None:
    """Return the seat of a player by name, by an unambiguous beginning, or by number from 1."""
    names = [name.lower() for name in players]
    wanted = typed.strip().lower()
    exact = [seat for seat, name in enumerate(names) if name == wanted]
    numbered = [seat for seat in range(len(names)) if str(seat + 1) == wanted]
    begun = [seat for seat, name in enumerate(names) if wanted and name.startswith(wanted)]
    return next((found[0] for found in (exact, numbered, begun) if len(found) == 1), None)
