"""Every way to mark, and what the end offers."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.page import Open, TablePlayer


def begin(page: Page) -> TablePlayer:
    page.get_by_role("button", name="Play now").first.click()
    player = TablePlayer(page)
    player.write_start()
    player.wait_for_round(1)
    return player


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
    ends = [page.locator(f"#i-{name} .touch").bounding_box() for name in (a, b)]
    (x, y), (far_x, far_y) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in ends if box
    )
    page.evaluate(
        """() => {
            window.fates = [];
            const note = event => fates.push(event.type);
            for (const name of ["pointerup", "pointercancel"])
                addEventListener(name, note, {capture: true, once: true});
        }"""
    )
    before = page.evaluate("scrollY")
    finger = page.context.new_cdp_session(page)
    steps = 12
    for step in range(steps + 1):
        at = {"x": x + (far_x - x) * step / steps, "y": y + (far_y - y) * step / steps}
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        if step == steps // 2:
            expect(page.locator(".pull")).to_have_count(1)  # a preview follows the finger
    assert page.evaluate("scrollY") == before
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()
    assert page.evaluate("fates") == ["pointerup"]
    expect(page.locator(".pull")).to_have_count(0)


def test_bridges_by_dragging_by_two_islands_and_by_the_line(visit: Open) -> None:
    page = visit("/")
    player = begin(page)
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
    if player.bridges > 1:
        player.touch_line("#l-d3-d5")
        expect(fresh).to_have_count(2)
    player.touch_line("#l-d3-d5")  # the line is full, or the card's bridges are drawn
    expect(fresh).to_have_count(0)


def test_a_number_is_written_and_taken_away_by_tapping(visit: Open) -> None:
    page = visit("/")
    begin(page)
    page.locator("#i-c2").click()
    expect(page.locator("#i-c2 .isle.fresh")).to_have_count(1)
    page.locator("#i-c2").click()
    expect(page.locator("#i-c2.selected")).to_have_count(1)
    page.locator("#i-c2").click()
    expect(page.locator("#board .isle.fresh")).to_have_count(0)


def test_done_can_be_taken_back_while_others_think(visit: Open) -> None:
    page = visit("/new?mode=friends")
    page.get_by_label("Your name").fill("Tim")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#lobby")).to_be_visible()
    other = visit(page.url)
    other.get_by_label("Your name").fill("Ida")
    other.get_by_role("button", name="Take a seat").click()
    page.get_by_role("button", name="Start", exact=True).click()
    for one in (page, other):
        one.wait_for_selector('#place[data-phase="starts"]', state="attached")
        TablePlayer(one).write_start()
    tim = TablePlayer(page)
    tim.wait_for_round(1)
    page.locator("#i-c2").click()
    expect(page.locator("#i-c2 .isle.fresh")).to_have_count(1)
    tim.waive()
    page.locator("#actions [data-do=reopen]").click()
    expect(page.locator("#actions [data-key=waive]")).to_be_visible()
    expect(other.locator("#board text", has_text="Ida")).to_have_count(0)


def test_bridges_of_a_table_are_drawn_by_a_finger(visit: Open) -> None:
    page = visit("/", phone=True)
    page.set_viewport_size({"width": 320, "height": 568})
    begin(page)
    pull(page, "d3", "d5")
    expect(page.locator("#board .rail.fresh")).to_have_count(1)


def test_the_end_offers_scrubbing_and_the_same_cards_again(visit: Open) -> None:
    page = visit("/")
    player = begin(page)
    cards = []
    for round in range(1, 18):
        player.wait_for_round(round)
        cards.append(page.locator("#card .number").inner_text())
        player.waive()
    expect(page.locator(".verdict")).to_be_visible()
    page.wait_for_load_state()  # the scripts handle keys now
    table = page.url
    page.keyboard.press("Home")
    expect(page.locator("input[type=range]").first).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(page.locator("input[type=range]").first).to_have_value("1")
    page.keyboard.press("End")
    expect(page.locator("input[type=range]").first).to_have_value("17")
    page.get_by_role("button", name="Same cards again").click()
    page.wait_for_url(lambda address: address != table)
    again = TablePlayer(page)
    again.write_start()
    again.wait_for_round(1)
    assert page.locator("#card .number").inner_text() == cards[0]
