"""A finished game as a moving picture: who gets it, and what is in it."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

from PIL import Image, ImageSequence
from tests.support.app import AppVisitor, app_at

from hashi.drawing import frame_svg
from hashi.record import parse
from hashi.server.pages.pictures.moving import WIDTH, draw, frames_of
from hashi.words import LANGUAGES, Words

NOON = 1_798_804_800.0
GAMES = Path(__file__).parents[1] / "record" / "games"


async def short_game(visitor: AppVisitor) -> str:
    """Begin a game alone of two rounds; return its id."""
    await visitor.get("/")  # gives it a cookie
    id = str((await visitor.call("/api/tables", deck=["5/1", "4/1", "3/1"])).json["id"])
    await visitor.call(f"/api/tables/{id}", do="sit", name="Zoë")
    await visitor.call(f"/api/tables/{id}", do="begin")
    return id


async def test_only_finished_games_move(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, other = server.visitor(), server.visitor(language="cs")
        id = await short_game(zoe)
        assert (await zoe.get(f"/t/{id}.gif")).status == 409
        await zoe.play_out(id, "random")
        assert "data-moving" in (await zoe.get(f"/t/{id}")).text
        answer = await zoe.get(f"/t/{id}.gif")
        assert (answer.status, answer.headers["content-type"]) == (200, "image/gif")
        picture = Image.open(io.BytesIO(answer.body))
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]
        assert (picture.size[0], len(durations)) == (WIDTH, 3)
        assert durations[-1] >= 4000 > durations[0]
        assert (await zoe.get(f"/t/{id}.gif")).body == answer.body
        assert (await other.get(f"/t/{id}.gif")).body != answer.body  # in their language
        assert (await other.get(f"/t/{id}.gif?lang=en")).body == answer.body
        daily = (await zoe.post("/daily/2027-01-01")).location
        await zoe.play_out(daily.removeprefix("/t/"), "random")
        assert (await other.get(f"{daily}.gif")).status == 403  # they may still play it
        assert (await zoe.get("/t/nowhere.gif")).status == 404


async def test_a_page_is_told_how_far_the_drawing_is(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe = server.visitor()
        id = await short_game(zoe)
        await zoe.play_out(id, "random")

        async def how_far(language: str) -> str:
            answer = await zoe.get(f"/t/{id}.gif?lang={language}&part=progress")
            assert answer.status == 200
            return answer.text.strip()

        assert await how_far("en") == ""  # asking begins nothing
        drawing = asyncio.create_task(zoe.get(f"/t/{id}.gif?lang=en"))
        told = set[str]()
        while not drawing.done():
            told.add(await how_far("en"))
            await asyncio.sleep(0.005)
        assert {"<p>Drawing… 33%</p>", "<p>Drawing… 66%</p>"} & told
        assert await how_far("en") == "<p>Drawing… 100%</p>"
        assert await how_far("de") == ""


def test_a_whole_game_is_small_enough_for_a_chat() -> None:
    record = parse((GAMES / "four-players-all-goals.json").read_text("utf-8"))
    assert len(draw(record, "de")) < 500_000


def test_a_frame_says_whose_board_it_is_and_how_it_ended() -> None:
    record = parse((GAMES / "three-players.json").read_text("utf-8"))
    for language in LANGUAGES:
        words = Words(language)
        first, *_, last = [frame_svg(frame) for frame in frames_of(record, words)]
        assert words.say("Before the first card") in first
        assert all(name in last for name in record.setup.players)
        assert frames_of(record, words)[-1].foot in last
        assert first.partition(">")[0] == last.partition(">")[0]  # all of one size
