"""`hashi completion`: scripts by which shells complete commands, options and their values."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from hashi.cli.parser_tree import Argument, SubCommand, commands_of
from hashi.words import N_, Words

HELP = N_("print the completion script for a shell")
DESCRIPTION = N_(
    "Prints a script by which your shell completes the commands and options of hashi by Tab. For "
    "bash: source <(hashi completion bash); for zsh: source <(hashi completion zsh), after "
    "compinit; for fish: hashi completion fish | source."
)
EXAMPLE = "hashi completion bash"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument(
        "shell", choices=list(SCRIPTS), help=words.say("the shell: bash, zsh or fish")
    )


def run(arguments: argparse.Namespace, words: Words) -> int:
    del words
    print(SCRIPTS[arguments.shell](list(commands_of(arguments.parser))), end="")
    return 0


# --- bash


def bash_script(commands: list[SubCommand]) -> str:
    """Return the script for bash; it needs no package beside bash itself."""
    names = " ".join(command.name for command in commands)
    return f"""\
# bash completion for hashi; load it by: source <(hashi completion bash)
_hashi() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local command= options= at=1
    for ((; at < COMP_CWORD; at++)); do
        case ${{COMP_WORDS[at]}} in
            --lang) ((at++)) ;;
            -*) ;;
            *) command=${{COMP_WORDS[at]}}; break ;;
        esac
    done
    COMPREPLY=()
    case $command:$before in
{_bash_values(commands)}    esac
    case $command in
        "") options="{names} --help --version --lang" ;;
{_bash_options(commands)}    esac
    if [[ $word != -* ]]; then
        case $command in
{_bash_words(commands)}        esac
    fi
    COMPREPLY=($(compgen -W "$options" -- "$word"))
}}
complete -o bashdefault -F _hashi hashi
"""


def _bash_values(commands: list[SubCommand]) -> str:
    """The values of options: those that can be chosen from, or files."""
    lines = []
    for command in commands:
        for option in command.options:
            if not option.metavar:
                continue
            pattern = "|".join(f"{command.name}:{name}" for name in option.names)
            lines.append(f"        {pattern}) {_bash_reply(option)}; return ;;\n")
    lines.append(
        '        :--lang) COMPREPLY=($(compgen -W "cs de en es it pt" -- "$word")); return ;;\n'
    )
    return "".join(lines)


def _bash_options(commands: list[SubCommand]) -> str:
    return "".join(
        f'        {command.name}) options="{" ".join(_names(command.options))}" ;;\n'
        for command in commands
    )


def _bash_words(commands: list[SubCommand]) -> str:
    """Words at their place: files or choices."""
    return "".join(
        f"            {command.name}) {_bash_reply(command.words[0])}; return ;;\n"
        for command in commands
        if command.words and (command.words[0].is_file or command.words[0].choices)
    )


def _bash_reply(argument: Argument) -> str:
    if argument.choices:
        return f'COMPREPLY=($(compgen -W "{" ".join(argument.choices)}" -- "$word"))'
    if argument.is_file:
        return 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$word"))'
    return "COMPREPLY=()"


# --- zsh


def zsh_script(commands: list[SubCommand]) -> str:
    """Return the script for zsh: a file `_hashi` of its completion system."""
    listed = "".join(
        f"        {_quoted(f'{command.name}:{command.help}')}\n" for command in commands
    )
    cases = "".join(_zsh_case(command) for command in commands)
    return f"""\
#compdef hashi
# zsh completion for hashi; load it after compinit by: source <(hashi completion zsh)
_hashi() {{
    local curcontext=$curcontext state line
    local -a commands
    commands=(
{listed}    )
    _arguments -C \\
        '(- *)--help' '(- *)--version' '--lang:language:(cs de en es it pt)' \\
        '1:command:->command' '*::argument:->arguments'
    case $state in
        command) _describe command commands ;;
        arguments)
            case $line[1] in
{cases}            esac ;;
    esac
}}
if [[ $funcstack[1] = _hashi ]]; then
    _hashi "$@"
else
    compdef _hashi hashi
fi
"""


def _zsh_case(command: SubCommand) -> str:
    parts = []
    for option in command.options:
        for name in option.names:
            told = option.help.replace("[", "(").replace("]", ")").replace(":", "\\:")
            value = _zsh_value(option) if option.metavar else ""
            parts.append(_quoted(f"{name}[{told}]{value}"))
    for place, word in enumerate(command.words, start=1):
        at = "*" if word.is_many else str(place)
        parts.append(_quoted(f"{at}{_zsh_value(word)}"))
    joined = " \\\n                    ".join(parts)
    return f"                {command.name}) _arguments \\\n                    {joined} ;;\n"


def _zsh_value(argument: Argument) -> str:
    """Return a value's name and how it is completed; a space stands for what cannot be."""
    label = argument.metavar.replace(":", "\\:")
    if argument.choices:
        return f":{label}:({' '.join(argument.choices)})"
    return f":{label}:_files" if argument.is_file else f":{label}: "


# --- fish


def fish_script(commands: list[SubCommand]) -> str:
    """Return the script for fish."""
    lines = ["# fish completion for hashi; load it by: hashi completion fish | source"]
    lines.append("complete -c hashi -f")
    lines.append("complete -c hashi -l lang -x -a 'cs de en es it pt'")
    lines.append("complete -c hashi -n __fish_use_subcommand -l version")
    for command in commands:
        told = _quoted(command.help)
        lines.append(f"complete -c hashi -n __fish_use_subcommand -a {command.name} -d {told}")
    for command in commands:
        seen = f"complete -c hashi -n '__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            names = " ".join(_fish_name(name) for name in option.names)
            lines.append(f"{seen} {names}{_fish_values(option)} -d {_quoted(option.help)}")
        words = (word for word in command.words if word.choices or word.is_file)
        lines += [f"{seen}{_fish_values(word)}" for word in words]
    return "\n".join(lines) + "\n"


def _fish_name(name: str) -> str:
    return f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"


def _fish_values(argument: Argument) -> str:
    if argument.choices:
        is_word = not argument.names
        return f"{'' if is_word else ' -x'} -a '{' '.join(argument.choices)}'"
    if argument.is_file:
        return " -F" if not argument.names else " -r -F"
    return " -x" if argument.metavar else ""


# --- all of them


def _names(options: Iterable[Argument]) -> list[str]:
    return [name for option in options for name in option.names]


def _quoted(text: str) -> str:
    """Return a text in single quotes; all three shells read an apostrophe outside of them."""
    return "'" + text.replace("'", "'\\''") + "'"


SCRIPTS: dict[str, Callable[[list[SubCommand]], str]] = {
    "bash": bash_script,
    "zsh": zsh_script,
    "fish": fish_script,
}
