"""The moment after a round, sent once to the pages of those who play at devices of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hashi.server.page_templates import environment
from hashi.server.view.rounds.news_log import Announcement
from hashi.server.view.rounds.reveal import Reveal, is_revealed
from hashi.server.view.viewer import Viewer
from hashi.table import Table
from hashi.words import Words


def reveal_message(
    before: Table, after: Table, holder: str, words: Words, fresh: Sequence[Announcement]
) -> dict[str, Any] | None:
    """Return the message for a page of this holder, or None where no round was closed or where the
    curtain tells of it."""
    viewer = Viewer(after, holder)
    if viewer.is_shared or not is_revealed(before, after):
        return None
    shown = Reveal(after, viewer, words, [item for item, _ in fresh])
    template = environment().get_template("table/_reveal.html")
    return {"type": "reveal", "html": template.render(t=shown, words=words, say=words.say).strip()}
