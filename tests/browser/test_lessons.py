"""The tutorial and the tactics lessons, played by touch and by keyboard, and their layout."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hashi.rules import Bridge, Number
from hashi.server.lessons.exercises import Exercise, read_marks
from hashi.server.lessons.tactics import LESSONS
from hashi.server.lessons.tutorial import STEPS
from tests.support.bodies import WORDIEST, fetch_bodies, measure_bodies
from tests.support.examples import tried
from tests.support.page import Open

READY = '#lesson .place[tabindex="0"]'
MIDDLE = """thing => {
    const {x, y, width, height} = thing.querySelector(".hit, .touch").getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


class Learner:
    """Someone who does the exercises by finger."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lesson = page.locator("#lesson")

    def begin(self, number: int) -> None:
        self.page.wait_for_selector(f'#lesson[data-step="{number}"] .place[tabindex="0"]')

    def marks(self) -> str:
        return self.lesson.get_attribute("data-marks") or ""

    def middle(self, element: str) -> tuple[float, float]:
        x, y = self.page.locator(f"#{element}").evaluate(MIDDLE)
        return x, y

    def tap(self, element: str) -> None:
        """Tap an island or the middle of a line, and wait for the mark."""
        marks = self.marks()
        self.page.touchscreen.tap(*self.middle(element))
        expect(self.lesson).not_to_have_attribute("data-marks", marks)

    def drag(self, a: str, b: str) -> None:
        """Drag from one island to another by finger; a plank follows it, nothing scrolls."""
        marks = self.marks()
        (x, y), (far_x, far_y) = self.middle(f"i-{a}"), self.middle(f"i-{b}")
        finger = self.page.context.new_cdp_session(self.page)
        for step in range(9):
            at = {"x": x + (far_x - x) * step / 8, "y": y + (far_y - y) * step / 8}
            kind = "touchMove" if step else "touchStart"
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        expect(self.page.locator(".pull")).to_have_count(1)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        finger.detach()
        expect(self.lesson).not_to_have_attribute("data-marks", marks)

    def make(self, exercise: Exercise, marks: str) -> None:
        """Make these marks: a number by a tap, the first bridge by a drag, others by a tap."""
        given = len(read_marks(exercise.given))
        made = read_marks(marks)[given:]
        for index, mark in enumerate(made):
            if isinstance(mark, Number):
                self.tap(f"i-{mark.island}")
            elif isinstance(mark, Bridge) and index:
                self.tap(f"l-{mark.line}")
            elif isinstance(mark, Bridge):
                self.drag(*mark.line.name.split("-"))

    def press(self, what: str) -> None:
        """Press a button of the turn by finger."""
        button = self.page.locator(f"[data-do={what}]")
        expect(button).not_to_have_attribute("aria-disabled", "true")
        button.tap()

    def go_on(self) -> None:
        expect(self.page.locator(".told.praise")).to_be_visible()
        self.page.locator("[data-next]").tap()


def test_the_tutorial_is_played_through_by_touch(visit: Open) -> None:
    page = visit("/learn", language="it", phone=True)
    learner = Learner(page)
    for number, step in enumerate(STEPS, start=1):
        learner.begin(number)
        if number == 2:  # a wrong tap stays, and Undo takes it back
            learner.tap("i-f1")
            expect(page.locator("[data-do=undo].asked")).to_be_visible()
            learner.press("undo")
            expect(learner.lesson).to_have_attribute("data-marks", "")
        learner.make(step, step.wanted[0])
        if step.given and not step.wanted[0]:
            learner.press("undo")
        if step.has_done:
            learner.press("done")
        if number == 3:  # back, and on again
            expect(page.locator(".told.praise")).to_be_visible()
            page.locator("[rel=prev]").tap()
            learner.begin(2)
            page.locator("[rel=next]").tap()
            learner.begin(3)
            page.locator("[rel=next]").tap()
            continue
        if number < len(STEPS):
            learner.go_on()
    expect(page.locator(".farewell")).to_be_visible()
    page.locator(".acts a[href='/learn/tactics']").tap()
    learner.begin(1)


def test_the_tactics_lessons_are_played_through_by_touch(visit: Open) -> None:
    page = visit("/learn/tactics", phone=True)
    learner = Learner(page)
    for number, lesson in enumerate(LESSONS, start=1):
        learner.begin(number)
        if number == 2:
            for tries in (1, 2):
                learner.drag("c4", "a4")
                expect(page.locator(".told.refused")).to_contain_text("blocks the line to b5")
                learner.press("done")
                expect(page.locator(".told.refused")).to_contain_text("blocks the line to b5")
                expect(page.locator("[data-do=show]")).to_have_count(tries - 1)
                learner.press("retry" if tries == 1 else "show")
                expect(page.locator(".told.refused")).to_have_count(0)
            assert learner.marks() == lesson.solution
        else:
            learner.make(lesson, lesson.solution)
            learner.press("done")
        learner.go_on()
    page.wait_for_selector("#board")  # a game begins


def test_the_lessons_are_played_by_keyboard_alone(visit: Open) -> None:
    page = visit("/learn")
    lesson = page.locator("#lesson")
    keys = [
        ["d3:Enter", "Enter", "d"],
        ["c4:Enter"],
        ["c2:Shift+ArrowDown", "c4:Enter", "c2:Enter", "d"],
        ["f1:@ArrowDown", "@ArrowLeft", "@ArrowLeft", "Shift+ArrowDown", "d"],
        ["Control+z"],
        ["c1:Shift+ArrowDown", "d"],
        ["c1:Enter"],
        ["e6:Shift+ArrowRight", "d"],
        ["e2:Shift+ArrowLeft", "d"],
        ["c1:Shift+ArrowRight", "d"],
        ["f1:@ArrowDown", "@ArrowLeft", "@ArrowDown", "Shift+ArrowLeft", "d"],
    ]
    for number, presses in enumerate(keys, start=1):
        page.wait_for_selector(f'#lesson[data-step="{number}"] .place[tabindex="0"]')
        expect(page.locator('.place[tabindex="0"]')).to_have_count(1)
        for press in presses:
            island, _, key = press.rpartition(":")
            before = lesson.evaluate("lesson => Object.values(lesson.dataset).join()")
            if island:
                walk(page, island)
            page.keyboard.press(key.removeprefix("@"))
            if key.startswith("@"):  # only to the next island
                continue
            page.wait_for_function(
                """before => Object.values(document.getElementById("lesson").dataset).join()
                    !== before""",
                arg=before,
            )
        expect(page.locator("[data-next]")).to_be_focused()
        if number < len(keys):
            page.keyboard.press("Enter")
    page.goto("/learn/tactics?step=5")
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Skip").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Right, nothing is lost.")
    expect(page.locator("[data-next]")).to_be_visible()
    page.keyboard.press("Enter")
    expect(lesson).to_have_attribute("data-outcome", "open")
    for arrow in ("ArrowUp", "ArrowDown"):
        walk(page, "e4")
        marks = lesson.get_attribute("data-marks") or ""
        page.keyboard.press(f"Shift+{arrow}")
        expect(lesson).not_to_have_attribute("data-marks", marks)
    page.keyboard.press("d")
    expect(page.locator("#said")).to_contain_text("Exactly.")


def walk(page: Page, island: str) -> None:
    """Go to an island by arrow keys: first to its row, then along it."""
    if not page.evaluate("document.activeElement.dataset.island"):
        page.locator('.place[tabindex="0"]').focus()
    for _ in range(20):
        here = str(page.evaluate("document.activeElement.dataset.island"))
        if here == island:
            return
        if here[1] != island[1]:
            page.keyboard.press("ArrowDown" if here[1] < island[1] else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if here[0] < island[0] else "ArrowLeft")
    raise AssertionError(f"{island} cannot be reached")


# --- layout

HIDDEN = """() => {
    const box = selector => document.querySelector(selector).getBoundingClientRect();
    const row = box(".turn-row");
    const isBeside = box(".sea-frame").right <= row.left + 1;
    const found = [];
    for (const part of [".words h1", ".told", ".sea-frame svg", ".turn-row"]) {
        const {left, right, top, bottom} = box(part);
        const isFree = part === ".turn-row" || (part === ".sea-frame svg" && isBeside);
        const end = isFree ? innerHeight : row.top;
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > end + 1) found.push(part);
    }
    for (const button of document.querySelectorAll(".acts :is(a, button)"))
        if (button.scrollWidth > button.clientWidth + 1) found.push(button.textContent.trim());
    if (document.documentElement.scrollWidth > innerWidth) found.push("wide");
    return found;
}"""
LINES = """() => {
    const told = document.querySelector(".told");
    const {height} = told.getBoundingClientRect();
    return Math.round(height / parseFloat(getComputedStyle(told).lineHeight));
}"""
SIGHT = f"() => [({HIDDEN})(), ({LINES})()]"
SIGHT_OF_LARGE = f"""() => [document.documentElement.scrollWidth,
    document.querySelector(".turn-row") ? ({HIDDEN})() : []]"""
SIZES = [(320, 568), (390, 844), (390, 664), (844, 390), (1280, 800)]
ADDRESSES = [
    *[f"/learn?step={number}" for number in range(1, len(STEPS) + 1)],
    *[f"/learn/tactics?step={number}" for number in range(1, len(LESSONS) + 1)],
]


@pytest.mark.by_server
@pytest.mark.hypothesis
def test_sentence_board_and_buttons_are_in_sight_together(visit: Open) -> None:
    page = visit("/learn", phone=True)
    fetch_bodies(page, ADDRESSES, tried(WORDIEST, at_least=3))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for address, language, (hidden, lines) in measure_bodies(page, SIGHT):
            assert hidden == [], (address, language, width)
            assert lines <= 3 or width != 390, (address, language)
    page.set_viewport_size({"width": 1920, "height": 1080})  # the board leaves room for the words
    for address, language, (_, lines) in measure_bodies(page, SIGHT):
        assert lines <= 4, (address, language)


@pytest.mark.by_server
@pytest.mark.hypothesis
def test_lessons_and_rules_can_be_read_at_twice_the_text_size(visit: Open) -> None:
    for first, addresses in (("/learn", ADDRESSES), ("/rules", ["/rules?back=/t/nowhere"])):
        page = visit(first, phone=True)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        fetch_bodies(page, addresses, tried(WORDIEST, at_least=1))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for address, language, (wide, hidden) in measure_bodies(page, SIGHT_OF_LARGE):
                assert wide <= width, (address, language, width)
                if width == 390 and height > 800:
                    assert hidden == [], (address, language)
                elif width < 1000:  # the button is always in sight
                    assert ".turn-row" not in hidden, (address, language, width)


def test_what_a_puzzle_says_and_shows_is_in_sight(visit: Open) -> None:
    """On the smallest phone board and sentence together; with large letters nothing is cut off."""
    page = visit("/learn/puzzles/room?step=4", phone=True, language="it")
    page.wait_for_selector('#lesson .place[tabindex="0"]')  # the script has run
    page.locator("[data-do=skip]").tap()
    page.locator("[data-do=show]").tap()
    expect(page.locator("#lesson")).to_have_attribute("data-outcome", "solved")
    page.set_viewport_size({"width": 320, "height": 568})
    for part in (".told", ".sea-frame", ".turn-row"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for width, height in ((320, 568), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        box = page.locator(".acts .big").bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
