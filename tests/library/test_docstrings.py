"""Every public name of the library has a docstring with an example, and the examples run."""

from __future__ import annotations

import doctest
import inspect
import pydoc
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import hashi
import hashi.arena
import hashi.coach

PUBLIC: dict[str, Any] = {name: getattr(hashi, name) for name in vars(hashi)["__all__"]}
PUBLIC |= {f"arena.{name}": getattr(hashi.arena, name) for name in ("play_games", "play_match")}
COACH = ("Hint", "Items", "best", "hint", "label_of", "possible", "read_review", "review")
PUBLIC |= {f"coach.{name}": getattr(hashi.coach, name) for name in (*COACH, "sentence", "try_turn")}
del PUBLIC["PASS"]  # a turn; the docstring of `Turn` has it
FLAGS = doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_has_an_example_that_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    thing = PUBLIC[name]
    assert thing.__doc__
    assert ">>> " in thing.__doc__
    known = {"hashi": hashi, "Path": Path}
    for example in doctest.DocTestFinder().find(thing, name, module=False, globs=known):
        told: list[str] = []
        failed, _ = doctest.DocTestRunner(optionflags=FLAGS).run(example, out=told.append)
        assert not failed, "".join(told)


CLASSES = [thing for thing in PUBLIC.values() if isinstance(thing, type)]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_method_and_property_has_a_docstring(kind: type) -> None:
    told = (property, classmethod, staticmethod, FunctionType, cached_property)
    own = {name: thing for name, thing in vars(kind).items() if isinstance(thing, told)}
    public = [name for name in own if not name.startswith("_")]
    assert [name for name in public if not inspect.getdoc(getattr(kind, name, own[name]))] == []


def test_help_shows_the_five_lines_and_every_name() -> None:
    text = pydoc.plain(pydoc.render_doc(hashi))
    assert "while not game.is_over:" in text
    for name in vars(hashi)["__all__"]:
        assert name in text, name
