"""The folder of a site: what lies where in it (`hashi.site` says that)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

import jinja2
from markupsafe import Markup

from hashi.server.compression import BEST
from hashi.server.jobs.pool import Watch
from hashi.server.static_files import PREFIX as STATIC
from hashi.server.static_files import contents, digest, listing
from hashi.site.browser.adapter import Adapter, Place, running
from hashi.site.builder import modules, pyodide
from hashi.site.builder.packed_files import PackedFiles
from hashi.site.builder.packing import ZIPS, pack
from hashi.version import NUMBER
from hashi.words import LANGUAGES, Words
from hashi.words.site import shell_sentences

SCRIPTS = Path(__file__).parents[1] / "static"
ALONE = frozenset({"shell.html", "service-worker.js"})
"""Scripts and templates that do not lie with the others."""
ORIGIN = "https://site.invalid"
"""Where prerendered pages think that they are; they hold no whole address."""


@dataclass(frozen=True, slots=True)
class SiteFolder:
    """What is to be built."""

    folder: Path
    prefix: str = ""
    server: str = ""


@dataclass(frozen=True, slots=True)
class Built:
    """What was built."""

    files: int
    first: int
    """Bytes that are transferred until the game plays."""
    all: int


def build(site: SiteFolder, cache: Path, effort: int = BEST) -> Built:
    """Write a site into a folder, which is emptied first; raise CannotBuild.

    `effort` is how much goes into compressing, up to 11.
    """
    brought = pyodide.brought(cache)
    made = modules.compiled(brought, cache)
    with TemporaryDirectory() as temporary:
        work = Path(temporary)
        pack(brought, made, listing().to_text(), work)
        app = {name: (work / name).read_bytes() for name in ZIPS}
    app |= {name: (brought / name).read_bytes() for name in pyodide.FILES}
    app["pyodide-lock.json"] = _lock(brought)
    app |= {
        path.name: path.read_bytes()
        for path in sorted(SCRIPTS.iterdir())
        if path.is_file() and path.name not in ALONE
    }
    pages = asyncio.run(_pages(site))
    app |= {name: body for name, body in pages.items() if name.startswith("home/")}
    outside = {name: body for name, body in pages.items() if name not in app}
    return _write(site, app, outside, PackedFiles(cache / "packed", effort))


def _lock(brought: Path) -> bytes:
    """Return the list of packages that can be loaded: none."""
    lock = json.loads((brought / "pyodide-lock.json").read_text("utf-8"))
    return json.dumps({"info": lock["info"], "packages": {}}).encode()


async def _pages(site: SiteFolder) -> dict[str, bytes]:
    """Return what the app answers to a new visitor: its home page and manifest by language."""
    found = {}
    for language in LANGUAGES:
        place = Place(ORIGIN, site.prefix, site.server, language)
        with TemporaryDirectory() as folder:
            async with running(Path(folder), place, _think) as adapter:
                found[f"home/{language}.html"] = await _answer(adapter, "/")
                manifest = await _answer(adapter, f"/manifest.webmanifest?lang={language}")
        found[f"manifest-{language}.webmanifest"] = manifest
        if language == "en":
            found["manifest.webmanifest"] = manifest
    return found


async def _think(_name: str, _packed: bytes, _seconds: float, _watch: Watch) -> bytes:
    raise RuntimeError("no page needs a bot")


async def _answer(adapter: Adapter, path: str) -> bytes:
    status, _, body = await adapter.answer("GET", adapter.place.prefix + path, (), b"")
    assert status == 200, f"{path}: {status}"
    return body.replace(ORIGIN.encode(), b"")


def _write(
    site: SiteFolder, app: Mapping[str, bytes], outside: Mapping[str, bytes], packed: PackedFiles
) -> Built:
    static = {f"{STATIC[1:]}/{digest()}/{name}": body for name, body in contents().items()}
    inside = f"app-{_digest({**app, **outside, **static})}"
    files = {f"{inside}/{name}": body for name, body in app.items()} | static
    listed = _listed(files, packed, inside)
    files[f"{inside}/files.json"] = json.dumps(listed).encode()
    size = sum(each["sent"] for each in listed if each["first"])
    fields = {
        "app": inside,
        "version": NUMBER,
        "prefix": site.prefix,
        "server": site.server,
        "languages": list(LANGUAGES),
        "size": size,
    }
    shell = _shell(fields)
    worker = (SCRIPTS / "service-worker.js").read_bytes()
    files |= {
        **outside,
        "index.html": shell,
        "404.html": shell,
        "service-worker.js": f"self.SITE = {json.dumps(fields)};\n".encode() + worker,
        ".nojekyll": b"",
    }
    shutil.rmtree(site.folder, ignore_errors=True)
    for name, body in files.items():
        path = site.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        small = packed.of(name, body)
        if len(small) < len(body):
            path.with_name(f"{path.name}.br").write_bytes(small)
    packed.forget_others()
    return Built(len(files), size, sum(each["sent"] for each in listed))


def _digest(files: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, body in sorted(files.items()):
        whole.update(f"{name}\n{len(body)}\n".encode() + body)
    return whole.hexdigest()[:16]


def _listed(files: Mapping[str, bytes], packed: PackedFiles, inside: str) -> list[dict[str, Any]]:
    first = (*pyodide.FILES, *ZIPS, "pyodide-lock.json")
    starting = {f"{inside}/{name}" for name in first}
    return [
        {
            "path": name,
            "size": len(body),
            "sent": len(packed.of(name, body)),
            "digest": hashlib.sha256(body).hexdigest(),
            "first": name in starting or _is_shell(name, inside),
        }
        for name, body in files.items()
    ]


def _is_shell(name: str, inside: str) -> bool:
    """Return whether a file is one of the scripts and sheets that show the way to all others."""
    path = PurePosixPath(name)
    return path.parent.as_posix() == inside and path.suffix in (".js", ".css")


def _shell(fields: Mapping[str, Any]) -> bytes:
    """Return the page around the game's pages."""
    sentences = {code: shell_sentences(Words(code)) for code in LANGUAGES}
    template = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(
        (SCRIPTS / "shell.html").read_text("utf-8")
    )
    prefix = fields["prefix"]
    text = template.render(
        **fields,
        words=sentences,
        site_json=_json(fields),
        words_json=_json(sentences),
        static=lambda name: f"{prefix}{STATIC}/{digest()}/{name}",
    )
    return text.encode()


def _json(value: Any) -> Markup:
    """Return JSON that can stand in a page."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c"))  # noqa: S704
