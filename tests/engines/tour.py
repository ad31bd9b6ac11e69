"""The game from the first tap to the last page, in one window of any engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hashi.rules import Bridge, Number
from hashi.server.lessons.exercises import read_marks
from hashi.server.lessons.tutorial import STEPS
from tests.engines.engine import Engine

ROUNDS = 17
READY = "document.querySelector('#board .place[tabindex=\"0\"]')"
"""Whether the script of a table has run."""
PENDING = "document.querySelector('.pending')"
TARGET, LINE = "#board .place:has(.isle.target)", "#board .span:has(path.target)"
DONE = "#actions [data-key=done]:not([aria-disabled])"


class Tour:
    """Someone who plays a game to its end, and then opens what there is besides."""

    def __init__(self, window: Engine, address: str, folder: Path | None = None) -> None:
        """Visit the game at this address; keep a picture of each page in a folder."""
        self.window = window
        self.address = address
        self.folder = folder

    @property
    def stages(self) -> tuple[Callable[[], None], ...]:
        """What is done, in this order."""
        return self.begin, self.play, self.end, self.review, self.lessons, self.day, self.statistics

    def picture(self, name: str) -> None:
        if self.folder:
            path = self.folder / f"{self.window.name}-{name}.png"
            path.write_bytes(self.window.picture())

    def look(self, name: str) -> None:
        """Take a picture once all is loaded, and check that nothing is wider than the window."""
        self.window.wait("document.readyState === 'complete'")
        self.picture(name)
        wide, width = self.window.run("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= width, f"{name} is {wide} pixels wide, the window {width}"

    def begin(self) -> None:
        """Begin the first game with tips, and write the opening number where the tip says."""
        window = self.window
        window.go(self.address)
        self.look("home")
        window.tap("main form button.main")
        window.wait(READY)
        self.look("asked")
        window.tap("#guide button[value=on]")
        window.wait("document.querySelector('#board .pulse')")
        island = window.run("document.querySelector('#guide').dataset.islands")
        window.tap(f"#i-{island}")
        window.wait("document.querySelector('#board .isle.fresh')")
        self.look("opening")
        window.tap(DONE)

    def play(self) -> None:
        """Play every round: the first bridge of each by dragging, others by taps."""
        for number in range(1, ROUNDS + 1):
            self.window.wait(
                f"document.querySelector('#place[data-round=\"{number}\"][data-marks], .verdict')"
            )
            self.window.wait(f"!{PENDING}")
            self._turn()
            if number == 1:
                self.picture("turn")
            self._end_turn()

    def _turn(self) -> None:
        window = self.window
        if window.count(TARGET):
            window.tap(TARGET)
            self._until(".isle.fresh", 1)
        for drawn in range(window.count("#card .tallies span")):
            if not window.count(LINE):
                return
            if drawn:
                window.tap(LINE)
            else:
                name = window.run(f"document.querySelector({LINE!r}).id.slice(2)")
                window.drag(*(f"#i-{island}" for island in name.split("-")))
            self._until(".rail.fresh", drawn + 1)

    def _until(self, fresh: str, count: int) -> None:
        self.window.wait(
            f"document.querySelectorAll('#board {fresh}').length === {count} && !{PENDING}"
        )

    def _end_turn(self) -> None:
        """End the turn; where bridges are missing, take everything back and skip."""
        window = self.window
        if not window.count(DONE):
            if window.count("#board .rail.fresh"):
                window.tap("#actions [data-do=clear]")
                self._until(".fresh", 0)
            if not window.count(DONE):
                window.tap("#actions [data-key=skip]")
                window.tap("#sure [value=yes]")
                return
        window.tap(DONE)

    def end(self) -> None:
        """See the finished board and its points, and what can be shared."""
        window = self.window
        window.wait(
            "document.querySelector('.verdict') && document.querySelector('.end-board svg')"
        )
        self.look("end")
        assert int(window.run("document.querySelector('.total b').textContent")) >= 0
        window.tap(".sharing > summary")
        window.wait("document.querySelector('.sharing [data-copy]').offsetHeight > 40")
        is_sent = window.run("!document.querySelector('.sharing [data-send]').hidden")
        assert is_sent == window.run("Boolean(navigator.share)"), "a button that does nothing"
        window.tap(".sharing [data-copy]")
        self.picture("share")

    def review(self) -> None:
        """Open the review, a round of it, and the best that was possible."""
        window = self.window
        window.tap(".to-review")
        window.wait("document.querySelector('.figure b') && document.querySelector('.plot svg')")
        self.look("review")
        window.tap(".costliest a")
        window.wait("document.querySelector('#round[data-round] svg')")
        self.look("round")
        window.tap(".could")
        window.wait("document.querySelector('main svg') && location.pathname.endsWith('/best')")
        self.look("best")

    def lessons(self) -> None:
        """Do every step of the tutorial by touch."""
        window = self.window
        window.go(f"{self.address}/learn")
        for number, step in enumerate(STEPS, start=1):
            window.wait(
                f'document.querySelector(\'#lesson[data-step="{number}"] .place[tabindex="0"]\')'
            )
            if number == 3:
                self.look("lesson")
            given = len(read_marks(step.given))
            for mark in read_marks(step.wanted[0])[given:]:
                before = window.run("document.querySelector('#lesson').dataset.marks")
                if isinstance(mark, Number):
                    window.tap(f"#i-{mark.island}")
                elif isinstance(mark, Bridge):
                    window.tap(f"#l-{mark.line}")
                window.wait(f"document.querySelector('#lesson').dataset.marks !== {before!r}")
            if step.given and not step.wanted[0]:
                window.tap("[data-do=undo]")
            if step.has_done:
                window.tap("[data-do=done]:not([aria-disabled=true])")
            if number < len(STEPS):
                window.wait("document.querySelector('.told.praise')")
                window.tap("[data-next]")
        window.wait("document.querySelector('.farewell')")
        self.look("farewell")

    def day(self) -> None:
        """Open the board of the day, write the first number, and find it again."""
        window = self.window
        window.go(f"{self.address}/daily")
        self.look("day")
        window.tap(".invitation form button.main")
        window.wait(READY)
        window.tap("#board .place:has(.isle.target)")
        window.wait("document.querySelector('#board .isle.fresh')")
        window.tap(DONE)
        window.wait("document.querySelector('#place[data-round=\"1\"][data-marks]')")
        self.look("day-begun")
        window.go(f"{self.address}/daily")
        window.tap(".invitation form button.main")
        window.wait("document.querySelector('#place[data-round=\"1\"][data-marks]')")

    def statistics(self) -> None:
        """See the finished game on the home page and on the page of one's own."""
        window = self.window
        window.go(f"{self.address}/")
        window.wait("document.querySelector('.past svg, .past img')")
        window.go(f"{self.address}/me")
        self.look("me")
