"""Static files under addresses that name their content, and compressed answers."""

from __future__ import annotations

import gzip
import posixpath
import re
from pathlib import Path
from urllib.request import Request, urlopen

import brotli
import pytest
from tests.support.server import Browser, Server

from hashi.server import static_files
from hashi.server.compression import Coding, accepted
from hashi.server.joined_files import joined, modules

TEMPLATES = Path(static_files.__file__).parent / "templates"
ADDRESS = re.compile(r"(?:src|href)=\"(/static/[^\"]+)\"")


def fetch(server: Server, path: str, **headers: str) -> tuple[dict[str, str], bytes]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with urlopen(Request(f"{server.address}{path}", headers=named), timeout=30) as answer:
        return {name.lower(): value for name, value in answer.headers.items()}, answer.read()


def test_no_template_names_a_static_file_without_its_digest() -> None:
    for path in TEMPLATES.rglob("*.html"):
        assert "/static/" not in path.read_text(), path.name


def test_all_that_a_page_loads_may_be_kept_for_ever(server: Server) -> None:
    visitor = Browser(server)
    _, page, _ = visitor.fetch(f"/t/{visitor.open_table()}")
    waiting = ADDRESS.findall(page)
    loaded: set[str] = set()
    while waiting:
        path = waiting.pop()
        if path in loaded:
            continue
        loaded.add(path)
        status, text, headers = visitor.fetch(path)
        assert (status, headers["cache-control"]) == (200, static_files.FOR_EVER), path
        if path.endswith((".js", ".css")):  # nothing more is loaded by it
            assert not re.search(r"^(import|export|@import)\b", text, re.MULTILINE), path
    assert {posixpath.basename(path) for path in loaded} >= {
        *("table.js", "table.css", "page.css", "icon.svg", "icon-180.png"),
    }


def test_a_script_comes_with_its_modules_after_those_that_they_import() -> None:
    for name in static_files.contents():
        if not name.endswith(".js"):
            continue
        order = modules(name, static_files.sources())
        assert order[-1] == name
        text = static_files.contents()[name].decode()
        assert re.findall(r"^// (js/\S+)\nconst m\d+ = ", text, re.MULTILINE) == order


def test_no_page_loads_a_module_twice(server: Server) -> None:
    """Two scripts with one module in both would have two of its state."""
    visitor = Browser(server)
    solo, friends = visitor.open_table(), visitor.open_table(mode="friends")
    paths = ["/", "/new", f"/t/{solo}", f"/t/{friends}", f"/t/{solo}/move", "/rules", "/import"]
    for path in [*paths, "/learn", "/learn/tactics", "/learn/puzzles", "/learn/puzzles/red"]:
        scripts = re.findall(r"src=\"/static/\w+/([^\"]+)", visitor.fetch(path)[1])
        loaded = [each for name in scripts for each in modules(name, static_files.sources())]
        assert len(loaded) == len(set(loaded)), path


def test_modules_are_joined_as_a_browser_would_run_them() -> None:
    files = {
        "a.js": b'import { one } from "./b.js";\nimport "./c/d.js";\nout.push(one());\n',
        "b.js": b"const two = 2;\nexport const one = () => two - 1;\n",
        "c/d.js": b'import { one } from "../b.js";\nconst two = 5;\nout.push(two + one());\n',
    }
    assert modules("a.js", files) == ["b.js", "c/d.js", "a.js"]
    assert joined("c/d.js", files).decode() == (
        "// b.js\nconst m0 = (() => {\nconst two = 2;\nconst one = () => two - 1;\n"
        "return { one };\n})();\n"
        "// c/d.js\nconst m1 = (() => {\nconst { one } = m0;\nconst two = 5;\n"
        "out.push(two + one());\n})();\n"
    )


def test_comments_on_lines_of_their_own_stay_behind() -> None:
    script = b"// why\n/**\n * @param {A*B} a **/\nf(a); // kept\n  /* c */ g();\n/** d */\nh();\n"
    assert joined("a.js", {"a.js": script}).decode() == (
        "// a.js\nconst m0 = (() => {\nf(a); // kept\n  /* c */ g();\nh();\n})();\n"
    )
    sheet = b"/* all */\np { color: red; } /* kept */\n/* b */ q {}\n  /* c\n  d */\nr {}\n"
    assert (
        joined("a.css", {"a.css": sheet}) == b"p { color: red; } /* kept */\n/* b */ q {}\nr {}\n"
    )
    assert "@param" not in static_files.contents()["js/pages/table/table.js"].decode()


@pytest.mark.parametrize(
    "text",
    [
        "export let count = 0;",
        "export default 3;",
        'import * as all from "./b.js";',
        'import { one as two } from "./b.js";',
        'import { b } from "./a.js";',
    ],
)
def test_what_cannot_be_joined_is_found_before_anything_is_served(text: str) -> None:
    with pytest.raises(ValueError, match=r"a\.js"):
        joined("a.js", {"a.js": f"{text}\n".encode(), "b.js": b""})


def test_a_style_sheet_comes_with_those_that_it_imports() -> None:
    sheets = {"a.css": b'@import "b/c.css";\np {}\n', "b/c.css": b"q {}\n"}
    assert joined("a.css", sheets) == b"q {}\np {}\n"


def test_another_digest_or_none_is_answered_but_not_kept(server: Server) -> None:
    for path in ("/static/page.css", "/static/0123456789abcdef/page.css"):
        headers, _ = fetch(server, path)
        assert headers["cache-control"] == "no-cache"
        assert headers["etag"]


def test_a_file_that_has_not_changed_is_not_sent_again(server: Server) -> None:
    path = "/static/page.css"
    _, _, headers = Browser(server).fetch(path)
    status, text, _ = Browser(server).fetch(path, If_None_Match=headers["etag"])
    assert (status, text) == (304, "")


@pytest.mark.parametrize(
    ("header", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("*", "br"),
        ("*;q=0", ""),
        ("identity", ""),
        ("br;q=many", ""),
        ("", ""),
    ],
)
def test_the_best_coding_that_is_accepted_is_taken(header: str, coding: str) -> None:
    assert accepted(header) is Coding(coding)


def test_pages_and_files_are_compressed_as_the_browser_accepts(server: Server) -> None:
    for path in ("/rules", static_files.address("js/connection.js")):
        _, plain = fetch(server, path, Accept_Encoding="identity")
        for coding, unpack in (("br", brotli.decompress), ("gzip", gzip.decompress)):
            headers, packed = fetch(server, path, Accept_Encoding=coding)
            assert headers["content-encoding"] == coding
            assert "accept-encoding" in headers["vary"].lower()
            assert len(packed) < len(plain) / 2
            assert unpack(packed) == plain


def test_what_may_hold_a_secret_is_neither_stored_nor_compressed(server: Server) -> None:
    visitor = Browser(server)
    id = visitor.open_table()
    asked = {f"/t/{id}/move": {"seat": "0"}, "/me/move": {}, f"/api/tables/{id}": None}
    for path, form in asked.items():
        _, _, headers = visitor.fetch(path, form, Accept_Encoding="br, gzip")
        assert headers["cache-control"] == "no-store"
        assert "content-encoding" not in headers


def test_the_length_of_a_compressed_page_does_not_tell_its_content(server: Server) -> None:
    lengths = {len(fetch(server, "/rules", Accept_Encoding="br")[0]["x-padding"]) for _ in range(9)}
    assert len(lengths) > 1


def test_pages_are_asked_for_anew(server: Server) -> None:
    assert fetch(server, "/")[0]["cache-control"] == "private, no-cache"
