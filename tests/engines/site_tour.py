"""The site without a server: a first visit, then a game with the master with nothing to ask."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.engines.engine import Engine
from tests.engines.framed import Framed
from tests.engines.tour import DONE, READY, Tour
from tests.support.site import StaticServer

OPEN = """(() => {
    const form = document.createElement("form");
    const fields = { mode: "bots", seats: 2, bot2: "master" };
    Object.assign(form, { method: "post", action: new URL("new", document.baseURI) });
    for (const [name, value] of Object.entries(fields)) {
        const field = document.createElement("input");
        form.append(Object.assign(field, { type: "hidden", name, value }));
    }
    document.body.append(form);
    form.submit();
})()"""


class SiteTour(Tour):
    """Someone who opens the site once, and later plays there without a network."""

    def __init__(self, window: Engine, site: StaticServer, folder: Path | None = None) -> None:
        self.shell, self.site = window, site
        super().__init__(Framed(window), f"{site.address}/", folder)

    @property
    def stages(self) -> tuple[Callable[[], None], ...]:
        return self.visit, self.leave, self.begin, self.play, self.end, self.review

    def visit(self) -> None:
        """See the start page, and wait until all has come."""
        self.window.go(self.address)
        self.look("home")
        self.shell.wait(
            "localStorage.getItem(JSON.parse(document.querySelector('#site').text).app)"
        )

    def leave(self) -> None:
        """Stop the server, and open the site again."""
        self.site.stop()
        self.window.go(self.address)

    def begin(self) -> None:
        """Begin a game against the master, and open it again by its address."""
        self.window.run(OPEN)
        self.window.wait(READY)
        self.window.go(self.shell.run("location.href"))
        self.window.wait(READY)
        if self.window.count("#guide button[value=off]"):
            self.window.tap("#guide button[value=off]")
        self.window.tap("#i-d3")
        self.window.wait("document.querySelector('#board .isle.fresh')")
        self.look("opening")
        self.window.tap(DONE)

    def end(self) -> None:
        """See the points counted, and then the result, which can be used."""
        self.window.wait("document.querySelector('main:not([inert]) .to-review')")
        self.look("end")
