"""Options from the environment: one rule for every option of every command."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import pytest
from tests.support.command import hashi

import hashi.cli.command as command_line
from hashi.cli.parts.environment import arguments_from, settings, variable
from hashi.cli.parts.parser_tree import actions_of, commands_of, parser_of
from hashi.words import Words

EN = Words("en")
TOP = command_line.parser(EN)
DATE = "2026-11-15"
NAMES = [command.name for command in commands_of(TOP)]


def value_for(action: argparse.Action) -> str:
    """Return a value that the option takes."""
    if action.choices:
        return str(next(iter(action.choices)))
    if action.nargs == 0:
        return "yes"
    return DATE if action.dest in ("since", "until") else "17"


@pytest.mark.parametrize("command", NAMES)
def test_every_option_of_every_command_is_set_by_its_variable(command: str) -> None:
    parser = parser_of(TOP, command)
    words = [word for word in parser_tree_words(parser) if word.nargs not in ("?", "*")]
    typed = [value_for(word) for word in words]
    usual = vars(parser.parse_args(typed))
    by_option = {name: action for action in actions_of(parser) for name in action.option_strings}
    found = dict(settings(parser, command))
    assert {*found} == {name for name in by_option if name[:2] == "--"} - {"--help"}
    for option, name in found.items():
        action = by_option[option]
        if option == "--lang":
            assert name == "HASHI_LANG"
            continue
        added = arguments_from(parser, command, typed, {name: value_for(action)}, EN)
        now = vars(parser.parse_args([*added, *typed]))
        assert now[action.dest] != usual[action.dest] or str(usual[action.dest]) == "17", option
        assert {key: now[key] for key in now if key != action.dest} == {
            key: usual[key] for key in usual if key != action.dest
        }


def parser_tree_words(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments that are no options."""
    return [action for action in actions_of(parser) if not action.option_strings]


def test_no_two_options_share_a_variable() -> None:
    every = [
        (name, command)
        for command in NAMES
        for _, name in settings(parser_of(TOP, command), command)
    ]
    own = [name for name, _ in every if name != "HASHI_LANG"]
    assert len(own) == len({*own})


def test_what_is_typed_counts_more(tmp_path: Path) -> None:
    assert variable("play", "--no-hints") == "HASHI_PLAY_NO_HINTS"
    set_to = partial(
        hashi,
        "play",
        lines=["quit"],
        home=tmp_path,
        HASHI_PLAY_BOTS="beaver 'Good neighbour'",
        HASHI_PLAY_NEW="yes",
    )
    assert "Beaver will play on this board." in set_to().stdout
    assert "Duckling will play on this board." in set_to("--bots", "random").stdout
    assert hashi("rules", HASHI_LANG="de").stdout == hashi("rules", "--lang", "de").stdout
    assert (
        hashi("rules", "--lang", "it", HASHI_LANG="de").stdout
        == hashi("rules", "--lang", "it").stdout
    )


def test_values_that_do_not_fit_are_refused_by_name() -> None:
    done = hashi("play", HASHI_PLAY_NEW="perhaps")
    assert done.returncode == 2
    assert "HASHI_PLAY_NEW is yes or no, not “perhaps”." in done.stderr
    for wrong in ("x", "70000"):
        done = hashi("serve", HASHI_SERVE_PORT=wrong)
        assert done.returncode == 2
        assert f"0 to 65535, not {wrong}" in done.stderr


def test_another_variable_changes_nothing() -> None:
    assert hashi("board", "A", HASHI_PLAY_COLOUR="ascii").stdout == hashi("board", "A").stdout
    assert hashi("board", "A", HASHI_BOARD_COLOUR="ascii").stdout.isascii()
