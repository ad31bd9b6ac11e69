"""The colours: one set for light, one for dark; every painter takes them from here."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum


class Theme(StrEnum):
    """The set of colours of a picture; AUTO follows the reader's own setting.

    >>> hashi.picture(hashi.board("A"), theme=hashi.Theme.DARK).count("prefers-color-scheme")
    0
    """

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"

    def __repr__(self) -> str:
        return f"Theme.{self.name}"


@dataclass(frozen=True, slots=True)
class Colours:
    """One set of colours, each as `#rrggbb`."""

    sea: str
    wave: str
    paper: str
    """What lies around the sea."""
    land: str
    ink: str
    soft: str
    """Text that stands back, on paper and land."""
    tide: str
    """The same on the sea, where `soft` would fall short of 4.5:1 in the light set."""
    line: str
    accent: str
    """What belongs to this turn."""
    wood: str
    plank: str
    done: str
    """The ring of a finished island."""
    meadow: str
    """The ground of what is finished or won."""
    red: str
    blue: str

    @property
    def by_name(self) -> dict[str, str]:
        return {one.name: getattr(self, one.name) for one in fields(self)}


LIGHT = Colours(
    sea="#d9e8e6",
    wave="#c3dad8",
    paper="#fbf8f1",
    land="#fffdf6",
    ink="#1d2b3a",
    soft="#566472",
    tide="#56636f",
    line="#9fb4b8",
    accent="#20639b",
    wood="#8a5a34",
    plank="#e2b98a",
    done="#28704f",
    meadow="#e4f1e3",
    red="#cf3f2c",
    blue="#2456b8",
)

DARK = Colours(
    sea="#12283a",
    wave="#1d3b51",
    paper="#0d1a26",
    land="#20394d",
    ink="#edf2f4",
    soft="#a5b7c4",
    tide="#a5b7c4",
    line="#4b6a7d",
    accent="#6fb6ee",
    wood="#d9a066",
    plank="#7b4c25",
    done="#7fd3a6",
    meadow="#1f4a40",
    red="#ff7a66",
    blue="#7fa8ff",
)


def colours(theme: Theme) -> Colours:
    """Return the set of a theme; where the reader's setting is unknown, AUTO is light."""
    return DARK if theme is Theme.DARK else LIGHT
