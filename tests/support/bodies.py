"""Pages in many languages, shown one after the other in one loaded page, without their scripts.

To load a page takes ten times as long as to show its body in the place of another, where both have
the same style sheets. Nothing is painted in between, which would take most of the time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page

WORDIEST = ("de", "cs", "pt", "es", "it", "en")
"""All languages, those with the longest words first."""

FETCH = """async ([paths, languages]) => {
    window.fetched = [];
    for (const path of paths)
        for (const language of languages) {
            document.cookie = `hashi_lang=${language}; path=/`;
            const answer = await fetch(path, {headers: {Accept: "text/html"}});
            const other = new DOMParser().parseFromString(await answer.text(), "text/html");
            fetched.push([path, language, other.documentElement.lang, other.body]);
        }
}"""
MEASURE = """given => fetched.map(([path, language, tag, body]) => {
    document.documentElement.lang = tag;
    if (body !== document.body) document.body.replaceWith(body);
    return [path, language, (SCRIPT)(given)];
})"""


def fetch_bodies(page: Page, paths: Iterable[str], languages: Iterable[str]) -> None:
    """Let a page fetch other pages, as the server writes them for it in each of these languages."""
    page.evaluate(FETCH, [list(paths), list(languages)])


def measure_bodies(page: Page, script: str, given: Any = None) -> list[tuple[str, str, Any]]:
    """Show each of the pages that were fetched, and return what a script finds on it, with its path
    and its language."""
    found: list[tuple[str, str, Any]] = page.evaluate(MEASURE.replace("SCRIPT", script), given)
    return found
