"""Which browser on which system somebody uses, in plain words: from what browsers say themselves.

Nothing finer is kept: no version, no address.
"""

from __future__ import annotations

from hashi.words import Words

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""What a browser's name for itself holds, and the name that people know; the first counts, since
most of them claim to be others as well."""
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
LONGEST_LOOKED_AT = 500
"""Letters of what a browser says that are read."""


def kind_of(user_agent: str) -> str:
    """Return browser and system, such as `Firefox/Android`; each may be empty."""
    said = user_agent[:LONGEST_LOOKED_AT]
    return f"{_first(BROWSERS, said)}/{_first(SYSTEMS, said)}"


def kind_text(words: Words, kind: str) -> str:
    """Return the name of a device: Firefox on Android."""
    browser, _, system = kind.partition("/")
    if browser and system:
        return words.say("{browser} on {system}", browser=browser, system=system)
    return browser or system or words.say("Another browser")


def _first(names: tuple[tuple[str, str], ...], said: str) -> str:
    return next((name for part, name in names if part in said), "")
