"""`hashi completion`: scripts by which shells complete commands, options and their values."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from hashi.cli.parts.parser_tree import Argument, SubCommand, commands_of
from hashi.rules.game.setup import MOST_PLAYERS
from hashi.words import LANGUAGES, N_, Words

DESCRIPTION = N_(
    "Prints a script that lets your shell complete hashi’s commands and options with Tab. For"
    " bash: source <(hashi completion bash); for zsh: source <(hashi completion zsh), after "
    "compinit; for fish: hashi completion fish | source."
)
EXAMPLE = "hashi completion bash"


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    parser.add_argument(
        "shell", choices=list(SCRIPTS), help=words.say("the shell: bash, zsh or fish")
    )


def run(arguments: argparse.Namespace, words: Words) -> int:
    del words
    print(SCRIPTS[arguments.shell](list(commands_of(arguments.all_commands()))), end="")
    return 0


_LANGUAGES = " ".join(LANGUAGES)

# --- bash


def bash_script(commands: list[SubCommand]) -> str:
    """Return the script for bash; it needs no package beside bash itself."""
    names = " ".join(command.name for command in commands)
    return f"""\
# bash completion for hashi; load it by: source <(hashi completion bash)
_hashi() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
    local command= options= option= at=1
    for ((; at < COMP_CWORD; at++)); do
        case ${{COMP_WORDS[at]}} in
            --lang) ((at++)) ;;
            -*) ;;
            *) command=${{COMP_WORDS[at]}}; break ;;
        esac
    done
    for ((at++; at < COMP_CWORD; at++)); do
        [[ ${{COMP_WORDS[at]}} = -* ]] && option=${{COMP_WORDS[at]}}
    done
    COMPREPLY=()
    case $command:$before in
{_bash_values(commands)}    esac
    case $command in
        "") options="{names} --help --version --lang" ;;
{_bash_options(commands)}    esac
    if [[ $word != -* ]]; then
        case $command:$option in
{_bash_many(commands)}        esac
        case $command in
{_bash_words(commands)}        esac
    fi
    COMPREPLY=($(compgen -W "$options" -- "$word"))
}}
complete -o bashdefault -F _hashi hashi
"""


def _bash_values(commands: list[SubCommand]) -> str:
    """The values of options: those that can be chosen from, or files."""
    lines = [
        f"        {_bash_pattern(command, option)}) {_bash_reply(option)}; return ;;\n"
        for command in commands
        for option in command.options
        if option.metavar
    ]
    lines.append(
        f'        :--lang) COMPREPLY=($(compgen -W "{_LANGUAGES}" -- "$word")); return ;;\n'
    )
    return "".join(lines)


def _bash_many(commands: list[SubCommand]) -> str:
    """The second and later values of options that have several."""
    return "".join(
        f"            {_bash_pattern(command, option)}) {_bash_reply(option)}; return ;;\n"
        for command in commands
        for option in command.options
        if option.is_many
    )


def _bash_pattern(command: SubCommand, option: Argument) -> str:
    return "|".join(f"{command.name}:{name}" for name in option.names)


def _bash_options(commands: list[SubCommand]) -> str:
    return "".join(
        f'        {command.name}) options="{" ".join(_names(command.options))}" ;;\n'
        for command in commands
    )


def _bash_words(commands: list[SubCommand]) -> str:
    """Words without an option: files or choices."""
    return "".join(
        f"            {command.name}) {_bash_reply(command.words[0])}; return ;;\n"
        for command in commands
        if command.words and (command.words[0].is_file or command.words[0].choices)
    )


def _bash_reply(argument: Argument) -> str:
    """Return the command that offers the values of an argument: choices, files or both."""
    kinds = []
    if argument.is_file:
        kinds.append("-f")
    if argument.choices:
        kinds.append(f'-W "{" ".join(argument.choices)}"')
    if not kinds:
        return "COMPREPLY=()"
    reply = f'COMPREPLY=($(compgen {" ".join(kinds)} -- "$word"))'
    return f"compopt -o filenames; {reply}" if argument.is_file else reply


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
        '(- *)--help' '(- *)--version' '--lang:language:({_LANGUAGES})' \\
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
            more = f":{value}" * (MOST_PLAYERS - 1) if option.is_many else ""  # all optional
            parts.append(_quoted(f"{name}[{told}]{value}{more}"))
    for number, word in enumerate(command.words, start=1):
        at = "*" if word.is_many else str(number)
        parts.append(_quoted(f"{at}{_zsh_value(word)}"))
    joined = " \\\n                    ".join(parts)
    return f"                {command.name}) _arguments \\\n                    {joined} ;;\n"


def _zsh_value(argument: Argument) -> str:
    """Return a value's name and how it is completed; a space stands for what cannot be."""
    label = argument.metavar.replace(":", "\\:")
    choices = " ".join(argument.choices)
    if argument.is_file and choices:
        return f":{label}:_alternative 'name:{label}:({choices})' 'file:{label}:_files'"
    if argument.is_file:
        return f":{label}:_files"
    return f":{label}:({choices})" if choices else f":{label}: "


# --- fish

_FISH = """\
# fish completion for hashi; load it by: hashi completion fish | source
function __hashi_command
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case --lang
                set -e words[1]
            case '-*'
            case '*'
                echo $words[1]
                return
        end
        set -e words[1]
    end
end
function __hashi_is
    set -l command (__hashi_command)
    test \"$command\" = \"$argv\"
end
function __hashi_after
    set -l options (string match -- '-*' (commandline -opc))
    contains -- \"$options[-1]\" $argv
end
complete -c hashi -f
"""
"""Which command stands in the line, whether it is a given one, and which option came last.
What fish has for it would take the language after `--lang` for the command."""


def fish_script(commands: list[SubCommand]) -> str:
    """Return the script for fish."""
    none = "complete -c hashi -n '__hashi_is \"\"'"
    lines = [f"complete -c hashi -l lang -x -a '{_LANGUAGES}'", f"{none} -l version"]
    lines += [f"{none} -a {command.name} -d {_quoted(command.help)}" for command in commands]
    for command in commands:
        for option in command.options:
            names = " ".join(_fish_name(name) for name in option.names)
            told = _quoted(option.help)
            lines.append(f"{_fish_when(command)} {names}{_fish_values(option)} -d {told}")
            if option.is_many and option.choices:
                values = _fish_values(option)
                lines.append(f"{_fish_when(command, *option.names)}{values}")
        words = (word for word in command.words if word.choices or word.is_file)
        lines += [f"{_fish_when(command)}{_fish_values(word)}" for word in words]
    return _FISH + "\n".join(lines) + "\n"


def _fish_when(command: SubCommand, *options: str) -> str:
    """Return the beginning of a line for this command, or for words after one of these options."""
    after = f"; and __hashi_after {' '.join(options)}" if options else ""
    return f"complete -c hashi -n '__hashi_is {command.name}{after}'"


def _fish_name(name: str) -> str:
    return f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"


def _fish_values(argument: Argument) -> str:
    if not argument.metavar:
        return ""
    chosen = f" -a '{' '.join(argument.choices)}'" if argument.choices else ""
    if argument.is_file:
        return f" -r -F{chosen}" if argument.names else f" -F{chosen}"
    return f" -x{chosen}" if argument.names else chosen


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
