"""Every way to mark, and what the end offers."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.finger import Fingers, centre
from tests.support.page import (
    SHORT,
    Open,
    TablePlayer,
    ask_at,
    begin_alone,
    open_first_round,
    open_table,
)


def drag(page: Page, a: str, b: str) -> None:
    """Drag from one island towards another in steps, like a finger."""
    ends = [page.locator(f"#i-{name} .touch").bounding_box() for name in (a, b)]
    assert ends[0]
    assert ends[1]
    (x, y), (far_x, far_y) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in ends if box
    )
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + far_x) / 2, (y + far_y) / 2, steps=4)
    page.mouse.move(far_x, far_y, steps=4)
    page.mouse.up()


def pull(page: Page, a: str, b: str) -> None:
    """Drag from one island to another by touch, which the browser might take for scrolling."""
    page.locator(f"#i-{b}").evaluate("place => place.scrollIntoView({block: 'center'})")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    before = page.evaluate("scrollY")
    fingers = Fingers(page)
    fingers.slide(centre(page, f"#i-{a}"), centre(page, f"#i-{b}"))
    expect(page.locator(".pull.astray, .pull:not(.pending)")).to_have_count(1)  # a preview
    assert page.evaluate("scrollY") == before
    fingers.up()
    assert fingers.fates == ["pointerup"]
    expect(page.locator(".pull")).to_have_count(0)


# --- marks and refusals


def test_the_number_comes_after_bridges_moves_and_everything_is_undone(visit: Open) -> None:
    page = visit(phone=True)
    open_first_round(page, ["4/2"] * 3)
    rails, isles = page.locator("#board .rail.fresh"), page.locator("#board .isle.fresh")
    pull(page, "d3", "d5")
    expect(rails).to_have_count(1)
    steps = page.locator("#steps")
    expect(steps).to_contain_text("You can still write the 4")
    page.locator("#i-c2").tap()
    expect(page.locator("#i-c2 .isle.fresh")).to_have_count(1)
    page.locator("#i-f6").tap()
    expect(page.locator("#i-f6 .isle.fresh")).to_have_count(1)
    expect(isles).to_have_count(1)
    page.locator("#actions [data-do=clear]").tap()
    expect(rails).to_have_count(0)
    page.locator("#actions [data-do=undo]").tap()
    expect(rails).to_have_count(1)
    expect(page.locator("#i-f6 .isle.fresh")).to_have_count(1)
    page.locator("#actions [data-do=undo]").tap()
    expect(page.locator("#i-c2 .isle.fresh")).to_have_count(1)
    pull(page, "c2", "a2")
    expect(rails).to_have_count(2)
    page.locator("#i-f6").tap()  # the bridge starts at the number that would move
    expect(page.locator("#refusal")).to_contain_text("Undo the bridge to move the number.")
    expect(page.locator("#l-a2-c2.in-the-way")).to_have_count(1)


OVERLAPS = """ids => {
    const box = id => document.getElementById(id).getBoundingClientRect();
    const {left, right, top, bottom} = box("refusal");
    return ids.map(box).filter(other =>
        left < other.right && other.left < right && top < other.bottom && other.top < bottom);
}"""


def test_a_refusal_covers_neither_card_nor_board_and_stays_until_the_next_touch(
    visit: Open,
) -> None:
    page = visit(phone=True)
    page.goto(begin_alone(page, ["4/2"] * 3))
    page.wait_for_selector('#board .place[tabindex="0"]')
    refusal = page.locator("#refusal")
    Fingers(page).tap(centre(page, "#actions [data-key=done]"))
    expect(refusal).to_have_text("First tap an island without a flag. That writes a 3 or a 4.")
    TablePlayer(page, taps=True).write_start()
    TablePlayer(page).wait_for_round(1)
    expect(refusal).to_be_hidden()
    buttons = page.locator("#actions").bounding_box()
    Fingers(page).tap(centre(page, "#l-c6-e6"))
    expect(refusal).to_contain_text("Neither c6 nor e6 has a number.")
    expect(refusal).to_have_attribute("role", "alert")
    expect(page.locator("#board .place.in-the-way")).to_have_count(2)
    assert page.locator("#actions").bounding_box() == buttons  # nothing has moved
    assert page.evaluate(OVERLAPS, ["card", "board", "actions"]) == []
    page.locator("#i-c2").tap()
    expect(refusal).to_be_hidden()
    expect(page.locator("#board .in-the-way")).to_have_count(0)


def test_the_example_in_the_field_may_be_typed(visit: Open) -> None:
    page = visit()
    page.goto(begin_alone(page, ["4/2"] * 3))
    field = page.locator("#marks")
    page.wait_for_selector('#board .place[tabindex="0"]')
    for round, counts in ((0, [1]), (1, [2, 3])):
        TablePlayer(page).wait_for_round(round)
        for count in counts:
            example = field.get_attribute("placeholder") or ""
            page.keyboard.press("Shift+?")
            expect(page.locator("#typing-hint")).to_contain_text(f"Typing {example.split()[0]}")
            page.keyboard.press("Escape")
            field.fill(example)
            field.press("Enter")
            expect(page.locator("#board .isle.fresh, #board .rail.fresh")).to_have_count(count)
        field.blur()
        page.keyboard.press("d")


# --- fingers


def test_fingers_draw_scroll_and_zoom(visit: Open) -> None:
    page = visit(phone=True)
    open_first_round(page, ["4/3"] * 3)
    page.set_viewport_size({"width": 390, "height": 600})
    page.evaluate("scrollTo(0, 60)")
    fingers = Fingers(page)
    rails, pull = page.locator("#board .rail.fresh"), page.locator("#board .pull")
    (x, y), (east, _) = centre(page, "#i-d3"), centre(page, "#i-f3")
    cell = (east - x) / 2

    def at(across: float, down: float) -> tuple[float, float]:
        """Return the point so many cells from d3."""
        return x + across * cell, y + down * cell

    def check(count: int) -> None:
        expect(pull).to_have_count(0)
        expect(rails).to_have_count(count)
        assert page.evaluate("scrollY") == 60

    fingers.drag(at(0, 0), at(2, 0))
    check(1)
    fingers.drag(at(0.2, -0.2), at(0.1, 1.9))  # from the rim of the island
    check(2)
    page.locator("#actions [data-do=undo]").tap()
    check(1)
    fingers.drag(at(0, 0), at(-0.6, 0.5))  # slanting, into the water: the allowed line is meant
    check(2)
    assert fingers.fates == ["pointerup"] * 4
    fingers.drag(at(0, 0), at(1, 1))  # to an island where no line leads
    expect(page.locator("#refusal")).to_contain_text("There’s no line from d3 to e4.")
    check(2)
    fingers.slide(at(0, 0), at(0, 1))
    expect(pull).to_have_count(1)
    fingers.cancel()
    check(2)
    fingers.slide(at(0, 0), at(0, 1))
    fingers.down(at(0, 1), at(1, 2))  # a second finger: nothing is drawn any more
    fingers.move(at(0, 1.2), at(1, 2))
    fingers.up(at(1, 2))
    fingers.up()
    page.evaluate("scrollTo(0, 60)")  # two fingers move the page
    check(2)
    fingers.drag(at(0, 0), (x, 599))  # out of the board, to the edge of the window
    check(3)
    page.locator("#actions [data-do=clear]").tap()
    check(0)
    fingers.tap(at(-1, -0.4))  # a thick finger on a line that takes none, beside one that does
    expect(page.locator("#l-b3-d3 .rail.fresh")).to_have_count(1)

    fingers.slide(at(1, -0.5), at(1, -1.7))  # from the water: the page scrolls
    fingers.up()
    page.wait_for_function("() => scrollY > 70")
    check_scale = "() => visualViewport.scale > 1.2"
    (x, y) = centre(page, "#i-d3")
    fingers.down(at(0, 0), at(1, 0))
    for step in range(1, 9):
        fingers.move(at(-0.2 * step, 0), at(1 + 0.2 * step, 0))
    fingers.up()
    page.wait_for_function(check_scale)
    expect(rails).to_have_count(1)


def test_bridges_by_dragging_by_two_islands_and_by_the_line(visit: Open) -> None:
    page = visit()
    player = open_first_round(page, ["4/2"] * 3)
    fresh = page.locator("#board .rail.fresh")
    drag(page, "d3", "b3")
    expect(fresh).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(fresh).to_have_count(0)
    page.locator("#i-d3").click()
    expect(page.locator("#i-d3.selected")).to_have_count(1)
    page.locator("#i-f3").click()
    expect(fresh).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(fresh).to_have_count(0)
    player.touch_line("#l-d3-d5")
    expect(fresh).to_have_count(1)
    player.touch_line("#l-d3-d5")
    expect(fresh).to_have_count(2)
    player.touch_line("#l-d3-d5")  # the line is full
    expect(fresh).to_have_count(0)


def test_a_number_is_written_and_taken_away_by_tapping(visit: Open) -> None:
    page = visit()
    open_first_round(page, ["4/2"] * 3)
    page.locator("#i-c2").click()
    expect(page.locator("#i-c2 .isle.fresh")).to_have_count(1)
    page.locator("#i-c2").click()
    expect(page.locator("#i-c2.selected")).to_have_count(1)
    page.locator("#i-c2").click()
    expect(page.locator("#board .isle.fresh")).to_have_count(0)


def test_done_can_be_taken_back_while_others_think(visit: Open) -> None:
    page, other = visit(), visit()
    table = open_table(page, seats=2)
    for one, name in ((page, "Tim"), (other, "Ida")):
        ask_at(one, table, "sit", name=name)
    ask_at(page, table, "begin")
    for seat, one in enumerate((page, other)):
        ask_at(one, table, "mark", seat=seat, marks="d3=3")
        ask_at(one, table, "done", seat=seat)
        one.goto(table)
    tim = TablePlayer(page)
    tim.wait_for_round(1)
    page.locator("#i-c2").click()
    expect(page.locator("#i-c2 .isle.fresh")).to_have_count(1)
    tim.skip()
    page.locator("#actions [data-do=reopen]").click()
    expect(page.locator("#actions [data-key=skip]")).to_be_visible()
    expect(other.locator("#board text", has_text="Ida")).to_have_count(0)


def test_bridges_of_a_table_are_drawn_by_a_finger(visit: Open) -> None:
    page = visit(phone=True)
    page.set_viewport_size({"width": 320, "height": 568})
    open_first_round(page, ["4/2"] * 3)
    pull(page, "d3", "d5")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)


def test_the_end_offers_scrubbing_and_the_same_cards_again(visit: Open) -> None:
    page = visit()
    page.goto(begin_alone(page, SHORT))
    player, cards = TablePlayer(page), []
    player.write_start()
    for round in range(1, len(SHORT)):
        player.wait_for_round(round)
        cards.append(page.locator("#card .number").inner_text())
        player.skip()
    expect(page.locator(".verdict")).to_be_visible()
    page.wait_for_load_state()  # the scripts handle keys now
    table = page.url
    page.keyboard.press("Home")
    expect(page.locator("input[type=range]").first).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(page.locator("input[type=range]").first).to_have_value("1")
    page.keyboard.press("End")
    expect(page.locator("input[type=range]").first).to_have_value(f"{len(cards)}")
    page.get_by_role("button", name="Same cards again").click()
    page.wait_for_url(lambda address: address != table)
    again = TablePlayer(page)
    again.write_start()
    again.wait_for_round(1)
    assert page.locator("#card .number").inner_text() == cards[0]
