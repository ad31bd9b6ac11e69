"""docs/table.md is complete, and its program runs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

from hashi.table import REQUESTS, Objection, Options, Phase
from hashi.table.event import Event
from hashi.table.log_format import _BY_KIND
from hashi.table.options import JSON_NAMES

LOGS = Path(__file__).parents[1] / "releases" / "0.1.0" / "logs"
PAGE = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def first_cells(title: str) -> set[str]:
    """Return the names in the first column of a section's tables."""
    rows = [line for line in section(title).splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])}


def test_every_request_phase_objection_and_option_is_documented() -> None:
    assert first_cells("Requests") == REQUESTS
    assert first_cells("Phases") == {phase.value for phase in Phase}
    assert first_cells("What comes back") == {objection.value for objection in Objection}
    assert first_cells("Options") == {
        JSON_NAMES.get(field.name, field.name) for field in fields(Options)
    }


def test_every_event_is_documented_with_its_stored_fields() -> None:
    """The logs of a release contain every kind of event."""
    rows = {
        row.split("`")[1]: row for row in section("Events").splitlines() if row.startswith("| `")
    }
    assert set(rows) == {event.kind for event in Event.__subclasses__()}
    stored: dict[str, set[str]] = {}
    for log in LOGS.glob("*.ndjson"):
        for line in log.read_text("utf-8").splitlines():
            entry = json.loads(line)
            stored.setdefault(entry["kind"], set()).update(entry.keys() - {"kind", "at", "id"})
    assert set(rows) == set(_BY_KIND)
    assert set(stored) <= set(rows)
    for kind, names in stored.items():
        for name in names:
            assert f"`{name}`" in rows[kind], (kind, name)


def test_the_program_runs_and_prints_what_the_page_says(tmp_path: Path) -> None:
    (source,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    (promised,) = re.findall(r"# prints (.*)", source)
    assert (done.stdout, done.stderr) == (f"{promised}\n", "")
