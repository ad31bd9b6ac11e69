"""What axe finds wrong with a page, whatever its impact."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

RUN = """async () => {
    const part = document.querySelector("dialog[open]") ?? document; // nothing else can be used
    // what is right is not described, which takes time; style sheets are not fetched once more
    // of an island the wide copy beneath its number would be taken for a second number
    // a day of the archive is read as its date and points, of which a cell has two figures
    const named = ":not(.place, .month a)";
    axe.configure({rules: [{id: "label-content-name-mismatch", selector: named}]});
    const {violations} = await axe.run(part, {
        resultTypes: ["violations"], preload: false, iframes: false,
        rules: {"label-content-name-mismatch": {enabled: true}}, // off unless asked for
    });
    return violations.map(({id, impact, nodes}) =>
        `${id} (${impact}) ${nodes.slice(0, 3).map(node => node.html.slice(0, 160))}`);
}"""


def violations(page: Page) -> list[str]:
    """Return what axe finds on the page or in the dialog that is open on it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(RUN)
    return found
