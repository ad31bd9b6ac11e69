"""Why a site cannot be built."""

from __future__ import annotations

from hashi.words import N_

NO_NODE = N_("A site needs Node.js 20 or later, with npm. Install it with your package manager.")
NO_COMPILER = N_("A site needs more packages. Install them with: {command}")
FAILED = N_("The site couldn’t be built: {program} failed. {error}")


class CannotBuild(Exception):
    """Why: a sentence of the catalogues and its arguments."""

    def __init__(self, sentence: str, **details: str) -> None:
        super().__init__(sentence, details)
        self.sentence, self.details = sentence, details
