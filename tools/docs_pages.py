"""The pages that `make docs` adds to those in docs: the README and its like, and the reference.

The README lies outside of docs, so its links are made to lead from there. The reference has every
name of the library with its docstring, in the groups of docs/library.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent
OUTSIDE = {
    "index.md": "README.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "SECURITY.md": "SECURITY.md",
    "CHANGELOG.md": "CHANGELOG.md",
}
PACKAGES = ("arena", "coach", "bots", "arrays", "envs")
TO_FILES = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)#]*\.(?:py|toml)\)|\[([^\]]+)\]\(LICENSE\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    for page, source in OUTSIDE.items():
        text = (ROOT / source).read_text("utf-8")
        text = text.replace("](docs/", "](").replace('"docs/pictures/', '"pictures/')
        files.append(File.generated(config, page, content=_without_files(text)))
    files.append(File.generated(config, "reference/hashi.md", content="\n".join(_names())))
    for package in PACKAGES:
        text = "\n".join(_package(package))
        files.append(File.generated(config, f"reference/{package}.md", content=text))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Let links lead to pages of this site, and name files of the source as code."""
    return _without_files(markdown.replace("](../", "]("))


def _without_files(text: str) -> str:
    return TO_FILES.sub(lambda link: link[1] or link[2], text)


def _names() -> Iterator[str]:
    """Yield the page of `hashi`: its names in the groups of docs/library.md."""
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    rows = page.split("## All names\n")[1].split("\n## ")[0]
    yield "# hashi\n"
    for what, names in re.findall(r"^\| ([^`|]+) \| (`.*) \|$", rows, re.MULTILINE):
        yield f"## {what[0].upper()}{what[1:]}\n"
        for name in re.findall(r"`(\w+)`", names):
            yield f"::: hashi.{name}\n"


def _package(package: str) -> Iterator[str]:
    module = import_module(f"hashi.{package}")
    yield f"# hashi.{package}\n"
    yield f"{(module.__doc__ or '').strip()}\n"
    for name in module.__all__:
        yield f"::: hashi.{package}.{name}\n"
