"""The folder of a site: complete, small, served as plain hosts do, playing as Python does here."""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import pytest
from tests.site.played_alike import differences, here, in_browser
from tests.support.site import fields

from hashi.cli import main
from hashi.server.compression import Coding, compress
from hashi.server.static_files import Listing, listing
from hashi.site.builder.contents import LEFT_OUT, LIBRARIES, STANDARD_LEFT_OUT
from hashi.site.builder.folder import Built
from hashi.site.builder.packed_files import PackedFiles
from hashi.site.builder.serving import site_server
from hashi.translation import COMPILED, PACKAGE, path_of
from hashi.words import LANGUAGES

LARGEST_START = 9_500_000
"""Bytes until the game plays, compressed with little effort as for tests; a release has 9 MB."""


# --- what is in it


def test_everything_that_is_listed_is_there_as_listed(folder: Path) -> None:
    site = fields(folder)
    listed = json.loads((folder / site["app"] / "files.json").read_text("utf-8"))
    for entry in listed:
        body = (folder / entry["path"]).read_bytes()
        assert hashlib.sha256(body).hexdigest() == entry["digest"], entry["path"]
        assert len(body) == entry["size"]
        packed = folder / f"{entry['path']}.br"
        assert entry["sent"] == (packed.stat().st_size if packed.exists() else len(body))
    first = sum(entry["sent"] for entry in listed if entry["first"])
    assert first == site["size"] < LARGEST_START
    inside = {entry["path"] for entry in listed}
    assert {f"{site['app']}/home/{language}.html" for language in LANGUAGES} <= inside
    assert (folder / ".nojekyll").is_file()
    assert (folder / "404.html").read_bytes() == (folder / "index.html").read_bytes()


def test_what_the_pages_name_lies_in_the_folder(folder: Path) -> None:
    site = fields(folder)
    pages = [folder / "index.html", *(folder / site["app"] / "home").glob("*.html")]
    assert len(pages) == 1 + len(LANGUAGES)
    for page in pages:
        text = page.read_text("utf-8")
        assert "://" not in re.sub(r'xmlns="[^"]+"', "", text.replace("https://site.invalid", ""))
        named = re.findall(r'(?:href|src)="(/[^"?#]+\.\w+)', text)
        assert named
        for address in named:
            assert (folder / address.removeprefix(f"{site['prefix']}/")).is_file(), address


def test_the_game_is_in_it_compiled_and_without_sources(folder: Path) -> None:
    with zipfile.ZipFile(folder / fields(folder)["app"] / "game.zip") as game:
        names = set(game.namelist())
        static = Listing.from_text(game.read("hashi/server/static.json").decode())
    assert static == listing()
    assert {f"hashi/{path_of(module)}.abi3.so" for module in COMPILED} <= names
    assert not [name for name in names if name.endswith((".py", ".pxd", ".c"))]
    assert any(name.startswith("hashi/server/templates/__pycache__/") for name in names)


def test_what_is_left_out_exists_and_is_not_needed() -> None:
    for name in LEFT_OUT:
        assert (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file(), name
    assert STANDARD_LEFT_OUT.match("pydoc.py")
    assert STANDARD_LEFT_OUT.match("unittest/mock.py")
    for name in ("codeop.py", "sqlite3/__init__.py", "traceback.py", "code_of.py"):
        assert not STANDARD_LEFT_OUT.match(name)
    assert len(set(LIBRARIES)) == len(LIBRARIES)


def test_the_lock_file_names_no_registry() -> None:
    lock = (PACKAGE / "site/builder/package-lock.json").read_text("utf-8")
    assert "resolved" not in lock
    assert "://" not in lock


def test_the_same_games_are_played_in_the_browsers_python(folder: Path) -> None:
    """Records, reviews and best results; `python -m tests.site.played_alike` plays more of them."""
    assert differences(here(1), in_browser(folder, 1)) == []


def test_a_file_is_compressed_once(tmp_path: Path) -> None:
    body = b"sea " * 1_000
    packed = PackedFiles(tmp_path, 5)
    assert packed.of("a.js", body) == compress(body, Coding.BROTLI, 5)
    (made,) = tmp_path.iterdir()
    made.write_bytes(b"kept")
    assert PackedFiles(tmp_path, 5).of("b.css", body) == b"kept"
    assert packed.of("icon.png", body) == body
    assert packed.of("short.js", b"1;") == b"1;"
    PackedFiles(tmp_path, 5).forget_others()
    assert made.exists()
    os.utime(made, (0, 0))
    PackedFiles(tmp_path, 5).forget_others()
    assert not made.exists()


# --- how it is served


def test_files_have_their_kinds_and_all_else_is_the_shell(tmp_path: Path) -> None:
    for name in ("index.html", "404.html", "a.wasm", "a.mjs", "a.webmanifest", "app/x.zip"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    with site_server(tmp_path, "/hashi") as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{server.server_address[1]}"

        def asked(path: str) -> tuple[int, str, str]:
            try:
                with urllib.request.urlopen(address + path) as answer:
                    return answer.status, answer.headers["content-type"], answer.read().decode()
            except urllib.error.HTTPError as error:
                with error:
                    return error.code, error.headers["content-type"], error.read().decode()

        try:
            assert asked("/hashi/") == (200, "text/html", "index.html")
            assert asked("/hashi") == (200, "text/html", "index.html")
            assert asked("/hashi/a.wasm?x=1")[:2] == (200, "application/wasm")
            assert asked("/hashi/a.mjs")[:2] == (200, "text/javascript")
            assert asked("/hashi/a.webmanifest")[:2] == (200, "application/manifest+json")
            assert asked("/hashi/t/abc") == (404, "text/html", "404.html")
            assert asked("/a.wasm")[0] == 404
            assert asked("/hashi/../../etc/passwd")[0] == 404
        finally:
            server.shutdown()
            thread.join()


# --- the command


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--prefix", "hashi"], "isn’t a path for the site"),
        (["--server", "example.org"], "isn’t the address of a server"),
        (["--server", "ftp://example.org"], "isn’t the address of a server"),
    ],
)
def test_what_does_not_fit_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(["site", str(tmp_path / "new"), *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_folder_with_other_things_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    assert main(["site", str(tmp_path)]) == 2
    assert "holds no site of this game" in capsys.readouterr().err
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_the_size_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "hashi.site.builder.folder.build", lambda _site, _cache: Built(139, 7_412_345, 8_000_000)
    )
    assert main(["site", str(tmp_path / "public"), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "139 files" in said
    assert "7.4 MB" in said
