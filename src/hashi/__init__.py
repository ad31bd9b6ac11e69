"""HASHI: islands, numbers, bridges. The game as a library.

A random game in five lines:

    game = hashi.new_game("A", ["Tim"], seed="a quiet sea").start("4@c2")
    while not game.is_over:
        game = game.play(random.choice(game.legal_turns()))
    print(game)

`new_game` begins a game that deals its own cards and takes text or objects (`DealtGame`). Under it
lies the pure game: a `Game` is a fold over its entries (`Start`, `Turned`, `Played`, ...), with
`turns`, `refusal` and `view` beside it. `picture`, `png` and `gif` draw; `read_record`, `parse` and
`write` read and write records. Everything is frozen. What cannot be read raises `Malformed`, what
the rules refuse raises `Illegal`; both are sentences.

docs/library.md has recipes, docs/architecture.md the packages: `hashi.arena` plays bots against
each other, `hashi.envs` has environments for learners. A name is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi.late_names import defer_names

if TYPE_CHECKING:
    from hashi.boards import *
    from hashi.drawing import *
    from hashi.library import *
    from hashi.record import *
    from hashi.rules import *
    from hashi.version import __version__ as __version__
else:
    __getattr__, __dir__ = defer_names(
        __name__,
        {
            "rules": [
                "PASS",
                "Board",
                "Bridge",
                "Called",
                "Card",
                "Deal",
                "Draft",
                "Flag",
                "Game",
                "Goal",
                "Illegal",
                "Island",
                "Line",
                "Malformed",
                "Number",
                "Pens",
                "Played",
                "Refereed",
                "Refusal",
                "Setup",
                "Sheet",
                "Start",
                "Turn",
                "Turned",
                "View",
                "allowed_islands",
                "allowed_lines",
                "apply_turn",
                "dead_islands",
                "deal",
                "play",
                "refusal",
                "seeded",
                "turns",
                "view",
            ],
            "boards": ["board", "read_board", "read_deck", "standard_deck"],
            "record": ["Record", "parse", "result", "write"],
            "drawing": ["Theme", "gif", "picture", "png"],
            "library": ["DealtGame", "bot", "new_game", "read_record", "read_records"],
            "version": ["__version__"],
        },
    )

__all__ = [
    "PASS",
    "Board",
    "Bridge",
    "Called",
    "Card",
    "Deal",
    "DealtGame",
    "Draft",
    "Flag",
    "Game",
    "Goal",
    "Illegal",
    "Island",
    "Line",
    "Malformed",
    "Number",
    "Pens",
    "Played",
    "Record",
    "Refereed",
    "Refusal",
    "Setup",
    "Sheet",
    "Start",
    "Theme",
    "Turn",
    "Turned",
    "View",
    "allowed_islands",
    "allowed_lines",
    "apply_turn",
    "board",
    "bot",
    "dead_islands",
    "deal",
    "gif",
    "new_game",
    "parse",
    "picture",
    "play",
    "png",
    "read_board",
    "read_deck",
    "read_record",
    "read_records",
    "refusal",
    "result",
    "seeded",
    "standard_deck",
    "turns",
    "view",
    "write",
]
