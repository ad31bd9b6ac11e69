"""Editor settings, hooks and workflows agree with the project."""

from __future__ import annotations

import json
import re
import tomllib
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
STATIC = ROOT / "src" / "hashi" / "server" / "static"
PAGES = ("html", "css", "js")
PAGE_WIDTH = json.loads((ROOT / "biome.json").read_text("utf-8"))["formatter"]["lineWidth"]
SAID = [
    ROOT / "SECURITY.md",
    ROOT / ".pre-commit-config.yaml",
    *sorted((ROOT / ".github").rglob("*.md")),
    *WORKFLOWS,
]


def loaded(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def commands(workflow: Any) -> set[str]:
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    return {step["run"] for step in steps if "run" in step}


def test_a_commit_is_checked_as_make_checks() -> None:
    (repository,) = loaded(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    (hook,) = repository["hooks"]
    assert (hook["language"], hook["entry"]) == ("system", "make check")
    assert not hook["pass_filenames"]


def test_every_python_that_is_promised_is_tested_and_built() -> None:
    promised = [
        classifier.rpartition(" ")[2]
        for classifier in PROJECT["project"]["classifiers"]
        if classifier.startswith("Programming Language :: Python :: 3.")
    ]
    workflow = loaded(".github/workflows/tests.yml")
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == promised
    assert {"make test", "make laws"} <= commands(workflow)
    built = [f"cp{version.replace('.', '')}-*" for version in promised]
    assert PROJECT["tool"]["cibuildwheel"]["build"] == built
    assert PROJECT["project"]["requires-python"] == f">={promised[0]}"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read_and_every_action_is_pinned(path: Path) -> None:
    workflow = loaded(path.relative_to(ROOT).as_posix())
    assert workflow["permissions"] == {"contents": "read"}
    assert "group" in workflow["concurrency"]
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"]
        for step in job["steps"]:
            assert re.fullmatch(r"actions/[\w-]+@v\d+", step.get("uses", "actions/checkout@v1"))


@pytest.mark.parametrize("path", SAID, ids=lambda path: path.name)
def test_files_that_are_referred_to_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    for name in re.findall(r"\b(?:docs|tests|tools|src)/[\w./-]*\w|\b[A-Z]+\.md|\w+\.toml", text):
        assert (ROOT / name).exists(), name
    for target in re.findall(r"\bmake (check|play|test|words)\b", text):
        assert f"\n{target}:" in MAKEFILE


def test_an_editor_writes_as_the_formatter_does() -> None:
    editor = ConfigParser()
    editor.read_string("[top]\n" + (ROOT / ".editorconfig").read_text("utf-8"))

    def of(suffix: str) -> dict[str, str]:
        """Return all settings for files with this suffix."""
        names = [name for name in editor.sections() if suffix in re.split(r"[*.{},\[\]]+", name)]
        return {key: value for name in names for key, value in editor[name].items()}

    python = of("py")
    assert (python["indent_style"], python["indent_size"]) == ("space", "4")
    assert python["max_line_length"] == str(PROJECT["tool"]["ruff"]["line-length"])
    for suffix in PAGES:
        assert of(suffix)["max_line_length"] == str(PAGE_WIDTH)
    assert of("Makefile")["indent_style"] == "tab"
    assert "\n\t$(BIN)/ruff format --check ." in MAKEFILE
    for path in SAID:
        assert not re.search(r"\r|\t|[ ]+$|[^\n]\Z", path.read_text("utf-8"), re.MULTILINE), path


def test_what_checks_scripts_is_pinned_and_its_lock_file_names_no_registry() -> None:
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    locked = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert locked.pop("")["devDependencies"] == wanted
    for name, version in wanted.items():
        assert locked[f"node_modules/{name}"]["version"] == version
    for package in locked.values():
        assert "integrity" in package
        assert "resolved" not in package


def test_no_script_escapes_its_types() -> None:
    for path in STATIC.rglob("*.js"):
        assert not re.search(
            r"@ts-|biome-ignore|\{(any|\*)\}|\bany\[\]", path.read_text("utf-8")
        ), path


def test_templates_style_sheets_and_scripts_have_lines_that_can_be_read() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for kind in PAGES
        for path in STATIC.parent.rglob(f"*.{kind}")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > PAGE_WIDTH
    ]
    assert long == []
