"""Fair cards on the page: each device adds its share to the shuffle, and finds it at the end."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.command import hashi
from tests.support.page import (
    SHORT,
    Open,
    TablePlayer,
    ask,
    ask_at,
    begin_alone,
    open_table,
    take_seat,
)

KEPT = "JSON.parse(localStorage.getItem('hashi-shares') ?? '[]')"


def downloaded(page: Page, path: Path) -> dict[str, Any]:
    """Save the record as the button of the page does, and return it."""
    page.locator("summary", has_text="Fair cards").click()
    with page.expect_download() as download:
        page.locator("a", has_text="Saved game").click()
    download.value.save_as(path)
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return record


def seal_in_menu(page: Page) -> str:
    told = page.locator("#shuffle").text_content() or ""
    found = re.search(r"The seal: ([0-9a-f]{64})", told)
    assert found, told
    return found[1]


def test_play_now_on_a_phone_leaves_nobody_to_trust(visit: Open, tmp_path: Path) -> None:
    """Tap by tap: the server is bound before the share is drawn, and the share is in the game."""
    page = visit("/", phone=True)
    page.locator("text=Play now").first.tap()
    page.wait_for_url("**/t/*")
    expect(page.locator("#shuffle")).not_to_have_attribute("data-shares", "-")
    (kept,) = page.evaluate(KEPT)
    bound = page.locator("#shuffle").get_attribute("data-secret")
    assert (len(kept["share"]), kept["seal"]) == (32, "")
    expect(page.locator("#shuffle")).not_to_contain_text("The seal")
    player = TablePlayer(page, taps=True)
    player.write_start()
    expect(page.locator("#place")).to_have_attribute("data-round", "1")
    seal = seal_in_menu(page)
    assert page.evaluate(KEPT)[0]["seal"] == seal
    for round in range(1, 18):
        ask(page, "done", seat=0, round=round)
    page.wait_for_selector("main.over")
    expect(page.locator("[role=note]")).to_have_text("Your device kept this share and this seal.")
    record = downloaded(page, tmp_path / "game.json")
    shuffle = record["fair"]["shuffle"]
    assert (shuffle["secret_hash"], shuffle["shares"]) == (bound, [kept["share"]])
    command = page.locator("code", has_text="hashi verify").text_content() or ""
    assert command.endswith(f"--share {kept['share']}")
    done = hashi("verify", str(tmp_path / "game.json"), "--share", kept["share"])
    assert done.returncode == 0, done.stdout
    assert f"Compare this seal with the one shown at the start: {seal}" in done.stdout
    assert f"Your share is there: {kept['share']}" in done.stdout


def test_friends_at_two_devices_each_add_a_share(visit: Open, tmp_path: Path) -> None:
    """A page seals its share in the lobby, and one who was away has it left out."""
    host, guest, away = visit(), visit(), visit()
    path = open_table(host, seats=3, deck=SHORT)
    for page, name in ((host, "Tim"), (guest, "Linus")):
        page.goto(path)
        take_seat(page, name)
    ask_at(away, path, "sit", name="Sarah")
    for page in (host, guest):
        expect(page.locator("#lobby #shuffle")).to_have_attribute(
            "data-shares", re.compile(r"^[0-9a-f]{64} [0-9a-f]{64} -$")
        )
    host.locator(".begin").click()
    for page in (guest, host):
        page.wait_for_selector("#place[data-phase=starts]", state="attached")
        TablePlayer(page).write_start()
        expect(page.locator("#steps")).to_contain_text("You’re done")
    ask_at(away, path, "mark", seat=2, marks="d3=3")
    ask_at(away, path, "done", seat=2)
    expect(host.locator("#place")).to_have_attribute("data-round", "1")
    assert seal_in_menu(host) == seal_in_menu(guest)
    for round in (1, 2, 3):
        for seat, page in enumerate((host, guest, away)):
            ask_at(page, path, "done", seat=seat, round=round)
    for page in (host, guest):
        page.wait_for_selector("main.over")
        note = page.locator("[role=note]", has_text="Your device")
        expect(note).to_have_count(1)
        expect(note).to_have_text("Your device kept this share and this seal.")
    record = downloaded(guest, tmp_path / "game.json")
    assert [bool(share) for share in record["fair"]["shuffle"]["shares"]] == [True, True, False]
    share = guest.evaluate(KEPT)[0]["share"]
    done = hashi("verify", str(tmp_path / "game.json"), "--share", share)
    assert (done.returncode, "the shares of: Tim, Linus." in done.stdout) == (0, True)


def test_several_at_one_screen_each_add_a_share(visit: Open) -> None:
    page = visit()
    path = open_table(page, seats=2, deck=SHORT)
    for name in ("Tim", "Linus"):
        ask_at(page, path, "sit", name=name)
    ask_at(page, path, "begin")
    page.goto(path)
    for seat in (0, 1):
        expect(page.locator("#curtain")).to_be_visible()
        page.locator("#curtain button").click()
        expect(page.locator("#place")).to_have_attribute("data-seat", str(seat))
        TablePlayer(page).write_start()
    expect(page.locator("#place")).to_have_attribute("data-round", "1")
    seal = seal_in_menu(page)
    assert [one["seal"] for one in page.evaluate(KEPT)] == [seal, seal]


def test_a_server_that_changes_the_hashes_afterwards_is_found_out(visit: Open) -> None:
    page = visit()
    page.goto(begin_alone(page, SHORT))
    expect(page.locator("#shuffle")).not_to_have_attribute("data-shares", "-")
    TablePlayer(page).write_start()
    expect(page.locator("#place")).to_have_attribute("data-round", "1")
    page.evaluate(
        f"""() => {{
            const kept = {KEPT};
            kept[0].seal = "0".repeat(64);
            localStorage.setItem("hashi-shares", JSON.stringify(kept));
        }}"""
    )
    for round in (1, 2, 3):
        ask(page, "done", seat=0, round=round)
    page.wait_for_selector("main.over")
    expect(page.locator("[role=note]")).to_have_text(re.compile("the cards weren’t fair"))


def test_a_start_is_written_where_nothing_can_be_kept(visit: Open) -> None:
    """A browser whose storage is shut off has no share, and plays as ever."""
    page = visit()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('shut off'); }})"
    )
    page.goto(begin_alone(page, SHORT))
    TablePlayer(page).write_start()
    expect(page.locator("#place")).to_have_attribute("data-round", "1")
    told = page.locator("#shuffle")
    expect(told).to_contain_text("No player’s device has added a share.")
    for round in (1, 2, 3):
        ask(page, "done", seat=0, round=round)
    page.wait_for_selector("main.over")
    page.locator("summary", has_text="Fair cards").click()
    expect(page.locator(".keep")).to_contain_text("no player had a share in it")


def test_the_page_of_known_cards_says_that_nobody_shuffled(visit: Open) -> None:
    page = visit()
    page.goto(begin_alone(page, SHORT, start="d3=3"))
    for round in (1, 2, 3):
        ask(page, "done", seat=0, round=round)
    page.wait_for_selector("main.over")
    page.locator("text=Same cards again").click()
    page.wait_for_selector("#place[data-phase=starts]", state="attached")
    expect(page.locator("#shuffle")).to_contain_text("the cards of an earlier game")
    TablePlayer(page).write_start()
    expect(page.locator("#place")).to_have_attribute("data-round", "1")


def test_the_hash_of_the_page_is_sha_256(visit: Open) -> None:
    """Also at the lengths where the padding takes one more block."""
    source = (files("hashi.server") / "static" / "js" / "sha256.js").read_bytes()
    texts = ["é" * (length % 7) + "a" * length for length in range(150)]
    found = visit().evaluate(
        """async ([address, texts]) => {
            const { sha256 } = await import(address);
            return texts.map(sha256);
        }""",
        [f"data:text/javascript;base64,{b64encode(source).decode()}", texts],
    )
    assert found == [sha256(text.encode()).hexdigest() for text in texts]
