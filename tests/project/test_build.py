"""The build with and without a compiler, and the contents of the archives."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

from hashi import __version__, freshness
from hashi.arrays import kernel
from hashi.cli.command import version
from hashi.translation import COMPILED
from hashi.version import NOTE, commit
from hashi.words import Words

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "hashi"
MADE = [
    *[".*", "__pycache__", "*.egg-info", "*.so", "*.pyd", "*.mo", "*.c", "build", "dist"],
    "node_modules",
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LANGUAGES = ["cs", "de", "es", "it", "pt"]


def source(module: str, suffix: str) -> Path:
    return PACKAGE.joinpath(*module.split(".")[1:]).with_suffix(suffix)


# --- the list of compiled modules


def test_the_compiled_modules_are_those_with_a_declaration() -> None:
    declared = {path.with_suffix("") for path in PACKAGE.glob("**/*.pxd")}
    assert declared == {source(module, "") for module in COMPILED}


def test_the_stub_lists_the_functions_of_the_kernel() -> None:
    def arguments(path: Path) -> dict[str, list[str]]:
        return {
            node.name: [argument.arg for argument in node.args.args]
            for node in ast.parse(path.read_text("utf-8")).body
            if isinstance(node, ast.FunctionDef) and not node.decorator_list
        }

    stub = source("hashi.arrays.kernel", ".pyi")
    assert arguments(stub) == arguments(source("hashi.arrays.kernel", ".py"))


# --- outdated modules


def test_a_seal_is_broken_by_any_change_of_a_source(tmp_path: Path) -> None:
    for name in ("kernel.py", "kernel.pxd"):
        (tmp_path / name).write_text("as it was compiled")
    sealed = freshness.seal(tmp_path, ["kernel.py", "kernel.pxd"])
    assert freshness.is_fresh(sealed, tmp_path)
    (tmp_path / "kernel.pxd").write_text("as it was compiled, and something more")
    assert not freshness.is_fresh(sealed, tmp_path)
    (tmp_path / "kernel.pxd").unlink()
    assert freshness.is_fresh(sealed, tmp_path), "there is nothing to be older than"
    assert freshness.is_fresh("", tmp_path), "compiled by hand"


def test_an_outdated_module_is_refused_with_advice() -> None:
    sealed = "arrays/kernel.py:" + "0" * 64
    with pytest.raises(ImportError, match=r"other sources .* `make test`") as refused:
        freshness.check("hashi.arrays.kernel", sealed)
    assert refused.value.name == "hashi.arrays.kernel"
    freshness.check("x", freshness.seal(PACKAGE, ["arrays/kernel.py"]))


def import_from(folder: Path, *modules: str) -> subprocess.CompletedProcess[str]:
    """Import modules of the copy of the package in this folder, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", f"import {', '.join(modules)}"],
        env={**environment(), "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package, whose compiled modules can be imported."""
    folder = tmp_path_factory.mktemp("copied")
    shutil.copytree(PACKAGE, folder / "hashi")
    assert import_from(folder, *COMPILED).returncode == 0
    return folder


@pytest.mark.parametrize("module", COMPILED)
def test_a_compiled_module_is_not_used_once_its_source_was_edited(
    module: str, copied: Path
) -> None:
    if not hasattr(import_module(module), "SEAL"):
        pytest.skip("not compiled here, or by hand")
    path = copied / "hashi" / source(module, ".py").relative_to(PACKAGE)
    written = path.read_bytes()
    path.write_bytes(written + b"# edited\n")
    done = import_from(copied, module)
    path.write_bytes(written)
    assert done.returncode == 1
    assert f"{module} was compiled from other sources" in done.stderr


@pytest.mark.parametrize(
    "changed",
    [
        "src/hashi/arrays/kernel.py",
        "src/hashi/arrays/kernel.pxd",
        "src/hashi/arrays/constants.py",
        "src/hashi/rules/goals.py",
    ],
)
@pytest.mark.parametrize("stamp", ["played", "tested"])
def test_make_builds_again_when_a_compiled_module_has_changed(
    unchanged: Path, changed: str, stamp: str
) -> None:
    python = unchanged / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True, exist_ok=True)
    for made in (python, unchanged / ".venv" / stamp):
        made.touch()
    make = ["make", "--question", f".venv/{stamp}"]
    assert subprocess.run(make, cwd=unchanged, check=False).returncode == 0
    assert subprocess.run([*make, "-W", changed], cwd=unchanged, check=False).returncode == 1


# --- how the kernel runs


def test_the_version_says_how_the_kernel_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "is_compiled", True)
    assert version(Words("en")) == f"hashi {__version__} (kernel: compiled)"
    monkeypatch.setattr(kernel, "is_compiled", False)
    assert version(Words("en")) == f"hashi {__version__} (kernel: plain Python, slower)"
    monkeypatch.delattr("hashi.arrays.kernel")
    monkeypatch.setitem(sys.modules, "hashi.arrays.kernel", None)
    assert version(Words("en")) == f"hashi {__version__} (kernel: outdated, compile it again)"
    for language in LANGUAGES:
        assert version(Words(language)).startswith(f"hashi {__version__} (")


# --- archives


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a copy of the project without generated files."""
    return copy_into(tmp_path)


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy for tests that change nothing that others read."""
    return copy_into(tmp_path_factory.mktemp("project"))


def copy_into(folder: Path) -> Path:
    copy = folder / "hashi"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*MADE))
    shutil.copytree(ROOT / ".ci", copy / ".ci")
    return copy


def build(tree: Path, what: str, **environ: str) -> tuple[Path, str]:
    """Build an archive as pip does, with the installed tools; return it and the output."""
    out = tree.parent / what
    code = f"from setuptools import build_meta; build_meta.build_{what}({str(out)!r})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tree,
        env={**environment(), **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (archive,) = out.iterdir()
    return archive, done.stdout + done.stderr


def environment() -> dict[str, str]:
    """Return this environment without coverage: the copy is not to be measured."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}


def test_the_source_archive_holds_all_that_is_needed_and_nothing_made(tree: Path) -> None:
    wanted = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
    (tree / "src/hashi/arrays/kernel.so").touch()
    archive, _ = build(tree, "sdist")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert wanted <= names
    assert not [name for name in names if name.endswith((".so", ".c", ".mo", ".pyc"))]


def test_an_archive_knows_of_which_commit_it_is(tree: Path) -> None:
    """A checkout asks git, and what was built elsewhere reads what the build has noted."""
    package = tree / "src" / "hashi"
    assert commit(package) == ""
    git = ["git", "-c", "user.name=Tim", "-c", "user.email=tim@localhost"]
    for what in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "Begin"]):
        subprocess.run([*git, *what], cwd=tree, check=True)
    known = commit(package)
    assert re.fullmatch("[0-9a-f]{7}", known)
    assert not (package / NOTE).exists()
    archive, _ = build(tree, "sdist")
    with tarfile.open(archive) as opened:
        opened.extractall(tree.parent, filter="data")
    unpacked = tree.parent / archive.name.removesuffix(".tar.gz")
    assert commit(unpacked / "src" / "hashi") == known
    built = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", "built"]
    subprocess.run(built, cwd=unpacked, env=environment(), check=True)
    assert commit(unpacked / "built" / "hashi") == known


@pytest.mark.slow
def test_without_a_compiler_the_game_is_installed_as_plain_python(tree: Path) -> None:
    """The build reports this, and games have the same results as compiled."""
    false = shutil.which("false")
    assert false
    kept = [path for path in (tree / "src" / "hashi").rglob("*") if path.is_file()]
    wanted = {path.relative_to(tree / "src").as_posix() for path in kept}
    older = tree / "src" / "hashi" / "arrays" / "kernel.cpython-311-x86_64-linux-gnu.so"
    older.write_bytes(b"compiled from something older")
    archive, said = build(tree, "wheel", CC=false, CXX=false)
    assert "NOT COMPILED: hashi.rules.masks" in said
    assert "install a C compiler" in said
    installed = tree.parent / "installed"
    with zipfile.ZipFile(archive) as opened:
        names = set(opened.namelist())
        opened.extractall(installed)
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]
    for language in LANGUAGES:
        assert f"hashi/words/locale/{language}/LC_MESSAGES/hashi.mo" in names
    assert wanted <= names
    assert "kernel: plain Python, slower" in run(installed, "-m", "hashi", "--version")
    games = ROOT / "tests" / "record" / "games"
    score = ["-m", "hashi", "score", str(min(games.glob("*.json"))), "--json"]
    assert run(installed, *score) == run(ROOT / "src", *score)
    playing = str(ROOT / "tests" / "project" / "playing.py")
    here = "compiled" if kernel.is_compiled else "plain"
    assert run(installed, playing, "plain") == run(ROOT / "src", playing, here)


def run(path: Path, *arguments: str) -> str:
    """Run Python with the package at this path and return its output."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        env={**environment(), "PYTHONPATH": str(path), "PYTHONUTF8": "1", "LANGUAGE": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def listed(*words: str) -> list[str]:
    """Return what `tools/requirements.py` prints."""
    tool = [sys.executable, "tools/requirements.py", *words]
    done = subprocess.run(tool, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_what_the_tests_need_is_installed_beside_the_project() -> None:
    lines = listed("dev")
    extras = PROJECT["optional-dependencies"]
    assert set(PROJECT["dependencies"]) <= set(lines)
    assert {"numpy>=1.26", *extras["cluster"], *extras["postgres"]} <= set(lines)
    assert len(lines) == len(set(lines))
    assert not [line for line in lines if line.startswith(PROJECT["name"])]
    assert listed("play") == PROJECT["dependencies"]


def test_everything_that_is_needed_to_run_is_tested_in_the_lowest_version() -> None:
    """Each states one, and `make lowest` installs exactly that."""
    extras = ("arrays", "cluster", "envs", "jax", "pictures", "postgres")
    assert not [line for line in listed("build", *extras) if ">=" not in line]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (given,) = re.findall(r"requirements\.py (--lowest .*?) \|", makefile)
    lowest = listed(*given.split())
    assert all("==" in line and ">" not in line for line in lowest)
    for line in listed("build", *extras):
        name, version = re.split(">=|;", line)[:2]
        assert f"{name}=={version}" in [pinned.partition(";")[0] for pinned in lowest]
