"""Promises of the project about its sources and documents."""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

from hashi.cli.parts import exit_status

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "hashi"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MOST_METHODS, MOST_MODULES = 30, 22
RULES = sorted((SOURCES / "rules").glob("*.py"))
MAY_IMPORT = {
    "__future__",
    "bisect",
    "collections",
    "collections.abc",
    "dataclasses",
    "unicodedata",
    "enum",
    "functools",
    "hashlib",
    "importlib",
    "itertools",
    "re",
    "string",
    "typing",
}
"""No input or output, no clock, no randomness. `importlib` is there for three late imports: a
notebook asks a sheet or a game for its picture (`hashi.drawing`), `str()` of an exception is a
sentence (`hashi.words`), and a setup has the standard deck (`hashi.boards`)."""


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_rules_import_nothing_but_pure_parts_of_the_standard_library(path: Path) -> None:
    foreign = {name for name in imports(path) if not name.startswith("hashi.rules")}
    assert foreign <= MAY_IMPORT
    assert foreign <= set(sys.stdlib_module_names) | {"collections.abc"}


TABLE = sorted((SOURCES / "table").rglob("*.py"))
IMPURE = {
    *("asyncio", "concurrent", "logging", "os", "pathlib", "psycopg", "queue", "socket"),
    *("sqlite3", "subprocess", "threading", "time"),
}


@pytest.mark.parametrize("path", TABLE, ids=lambda path: path.name)
def test_a_table_knows_no_event_loop_no_clock_and_no_store(path: Path) -> None:
    """What a game among people is can be computed anywhere; a host keeps it."""
    roots = {name.split(".")[0] for name in imports(path)}
    assert not roots & IMPURE
    assert not {name for name in imports(path) if name.startswith("hashi.host")}


def test_no_class_has_many_jobs() -> None:
    """A class with more methods than this is several classes."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                functions = (ast.FunctionDef, ast.AsyncFunctionDef)
                methods = sum(isinstance(each, functions) for each in node.body)
                assert methods <= MOST_METHODS, (path.name, node.name, methods)


def test_no_folder_is_a_heap_of_modules() -> None:
    """One with more than some twenty hides a second level of folders."""
    for folder in (SOURCES, *(path for path in SOURCES.rglob("*") if path.is_dir())):
        modules = [path for path in folder.glob("*.py") if path.stem != "__init__"]
        assert len(modules) <= MOST_MODULES, folder.relative_to(SOURCES)


def test_no_two_classes_have_the_same_name() -> None:
    """A name says which thing is meant, also in a traceback and in a search."""
    where: dict[str, list[str]] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                where.setdefault(node.name, []).append(f"{path.relative_to(SOURCES)}:{node.lineno}")
    assert {name: found for name, found in where.items() if len(found) > 1} == {}


ASKED_OF_THE_PACKAGE = {"_packed", "_parsed", "_position", "_side", "fields_of", "words_in"}
"""Functions whose arguments come from a closed set: own files, lessons, boards, requests,
languages."""


def test_nothing_is_remembered_without_a_bound_of_what_strangers_send() -> None:
    """A cache grows with the arguments of a function, in a server and in its worker processes."""
    found = set()
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.args.args:
                marks = [ast.unparse(each) for each in node.decorator_list]
                found |= {node.name for mark in marks if mark in ("cache", "lru_cache(None)")}
                found |= {node.name for mark in marks if mark == "lru_cache(maxsize=None)"}
    assert found == ASKED_OF_THE_PACKAGE


VIEW_MAY_IMPORT = {
    *("__future__", "collections.abc", "dataclasses", "enum", "functools", "json", "typing"),
    *("collections", "markupsafe", "hashi.cached_property", "hashi.kept", "hashi.whole_numbers"),
    *("hashi.boards", "hashi.drawing", "hashi.record", "hashi.rules", "hashi.table", "hashi.words"),
}
"""What shows or judges a table asks nobody: no request, no host, no store, no clock, no waiting."""
PURE_ROOMS = {
    "view": VIEW_MAY_IMPORT | {"hashi.server.view", "hashi.server.page_templates"},
    "lessons": VIEW_MAY_IMPORT | {"hashi.server.lessons", "hashi.coach"},
}


@pytest.mark.parametrize("room", PURE_ROOMS)
def test_what_a_page_shows_of_a_table_follows_from_the_table_and_the_viewer(room: str) -> None:
    modules = sorted((SOURCES / "server" / room).glob("*.py"))
    assert modules
    for path in modules:
        for name in imports(path):
            allowed = (name == each or name.startswith(f"{each}.") for each in PURE_ROOMS[room])
            assert any(allowed), f"{path.name} imports {name}"


def test_every_page_has_its_layer() -> None:
    """The contract that no page imports another names all of them."""
    folder = SOURCES / "server" / "pages"
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (contract,) = (one for one in contracts if one.get("containers") == ["hashi.server.pages"])
    named = {name for layer in contract["layers"] for name in re.findall(r"[\w.]+", layer)}
    modules = {
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for path in folder.rglob("*.py")
        if path.stem != "__init__" and path.parent.name != "parts"
    }
    assert named == modules | {"parts"}


@pytest.mark.parametrize("package", ["table", "host", "server"])
def test_every_module_inside_a_layered_package_has_its_layer(package: str) -> None:
    """One that no contract names could import whatever it likes."""
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    named = {
        name
        for contract in contracts
        for layer in contract.get("layers", ())
        for name in re.findall(r"hashi\.[\w.]+", layer)
        if name != f"hashi.{package}"
    }
    modules = {
        ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts)
        for path in (SOURCES / package).rglob("*.py")
        if path.stem != "__init__"
    }
    assert {
        module
        for module in modules
        if not any(module == name or module.startswith(f"{name}.") for name in named)
    } == set()


# --- docs/architecture.md


@cache
def package_imports() -> dict[str, set[str]]:
    """Return the packages that each package imports, at module level or inside functions."""
    found: dict[str, set[str]] = {}
    for path in sorted(SOURCES.glob("*/**/*.py")):
        package = path.relative_to(SOURCES).parts[0]
        names = {name.split(".")[1] for name in imports(path) if name.startswith("hashi.")}
        packages = {name for name in names if (SOURCES / name).is_dir()}
        found.setdefault(package, set()).update(packages - {package})
    return found


def arrows(direct: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Return the imports without those that follow from others."""
    reached: dict[str, set[str]] = {}
    for package in TopologicalSorter(direct).static_order():
        reached[package] = direct[package].union(*(reached[below] for below in direct[package]))
    return {
        (package, below)
        for package, others in direct.items()
        for below in others
        if not any(below in reached[other] for other in others)
    }


def test_the_picture_of_the_packages_is_true() -> None:
    drawn = set(re.findall(r"^    (\w+) --> (\w+)$", PAGE, re.MULTILINE))
    assert drawn == arrows(package_imports())
    told = re.findall(r"^\| `(\w+)` \| ", PAGE.split("```mermaid")[0], re.MULTILINE)
    assert set(told) == set(package_imports())


@pytest.mark.parametrize("package", ["rules", "table", "host", "arrays"])
def test_every_module_of_a_listed_package_is_explained(package: str) -> None:
    table = PAGE.split(f"### `{package}`")[1].split("\n##")[0]
    told = {
        name
        for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
        for name in row.split(", ")
    }
    modules = {
        str(path.relative_to(SOURCES / package).with_suffix(""))
        for path in (SOURCES / package).rglob("*.py")
        if path.stem != "__init__"
    }
    assert {name.strip("`") for name in told} == modules


def test_every_package_has_its_modules_on_the_page_and_they_exist() -> None:
    told: dict[str, list[str]] = {}
    for package, table in re.findall(r"^### `(\w+)`\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL):
        rows = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
        told[package] = re.findall(r"`([\w/]+)`", "".join(rows))
    others = PAGE.split("### Other packages\n")[1].split("\n## ")[0]
    for package, row in re.findall(r"^\| `(\w+)` \| (.*) \|$", others, re.MULTILINE):
        told[package] = re.findall(r"`([\w/]+)`", row)
    assert told.keys() == package_imports().keys()
    for package, names in told.items():
        for name in names:
            path = SOURCES / package / name
            assert path.is_dir() or path.with_suffix(".py").is_file(), f"{package}/{name}"


def test_every_file_that_the_page_names_exists() -> None:
    known = {path.name for path in SOURCES.rglob("*.*")}
    for name in re.findall(r"`([\w/.-]+\.(?:py|js|txt))`", PAGE):
        places = [ROOT / name, SOURCES / name, SOURCES / "server" / "static" / "js" / name]
        assert any(place.exists() for place in places) or name in known, name


def test_every_dependency_has_a_reason() -> None:
    project = PROJECT["project"]
    wanted = [*project["dependencies"], *PROJECT["build-system"]["requires"]]
    for extra in project["optional-dependencies"].values():
        wanted += [need for need in extra if not need.startswith(project["name"])]
    names = {re.split(r"[^\w-]", need)[0] for need in wanted}
    names |= json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"].keys()
    rows = re.findall(
        r"^\| [^|]+ \| ([\w, @/-]+) \| [^|]+ \|$", PAGE.split("## Dependencies")[1], re.MULTILINE
    )
    told = {name for row in rows for name in row.split(", ")} - {"package", "---"}
    assert told == names


# --- other files


def test_no_file_names_a_registry_or_a_path_of_a_machine() -> None:
    names = ["constraints.txt", "pyproject.toml", "Makefile", "README.md", "setup.py"]
    for name in names:
        content = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"\w-(?:url|links)\b|--hash|https?://\S*simple", content), name
        assert str(ROOT) not in content
        assert str(Path.home()) not in content


def test_every_pin_is_a_plain_version() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    for pin in pins:
        assert re.fullmatch(r"#.*|[\w.-]+==[\w.]+", pin), pin


def test_every_exit_status_is_documented() -> None:
    documented = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    section = documented.split("## Exit statuses\n")[1].split("\n## ")[0]
    told = {int(status) for status in re.findall(r"^\| (\d+) \|", section, re.MULTILINE)}
    assert told == {value for value in vars(exit_status).values() if isinstance(value, int)}


def test_every_option_is_documented() -> None:
    from hashi.cli.command import COMMANDS, parser
    from hashi.words import Words

    documented = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    actions = [a for a in parser(Words("en"))._actions if a.dest == "command"]
    assert actions[0].choices is not None
    shared = documented.split("## Options of pictures\n")[1].split("\n## ")[0]
    drawing = set(re.findall(r"`([a-z]+)`", shared.split("|")[0]))
    for name in COMMANDS:
        assert f"## hashi {name}" in documented
        section = documented.split(f"## hashi {name}\n")[1].split("\n## ")[0]
        assert import_module(f"hashi.cli.{name}").EXAMPLE in section
        told = section + shared if name in drawing else section
        known = dict(actions[0].choices)[name]._actions
        assert (name in drawing) == any("--colour" in action.option_strings for action in known)
        for action in known:
            for option in action.option_strings:
                if option not in ("-h", "--help", "--lang"):
                    assert f"`{option}" in told, (name, option)
