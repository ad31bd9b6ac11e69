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

from hashi.late_names import attach_names

__getattr__, __dir__, __all__ = attach_names(__name__)
