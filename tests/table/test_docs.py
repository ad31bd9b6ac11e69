"""docs/table.md leaves nothing out."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from hashi.table import REQUESTS, Objection, Options, Phase
from hashi.table.event import _KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def first_cells(title: str) -> set[str]:
    """The names in the first column of a section's tables."""
    rows = [line for line in section(title).splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])}


def test_every_request_phase_objection_and_option_is_there() -> None:
    assert first_cells("Requests") == REQUESTS
    assert first_cells("Phases") == {phase.value for phase in Phase}
    assert first_cells("What comes back") == {objection.value for objection in Objection}
    assert first_cells("Options") == {field.name for field in fields(Options)}


def test_every_event_is_there_with_its_fields() -> None:
    rows = {
        row.split("`")[1]: row for row in section("Events").splitlines() if row.startswith("| `")
    }
    assert set(rows) == {kind.kind for kind in _KINDS}
    for kind in _KINDS:
        for field in fields(kind):
            assert f"`{field.name}`" in rows[kind.kind], (kind.kind, field.name)
