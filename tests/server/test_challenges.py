"""Challenges: the same cards for whoever has the link; nothing of a board before one is done."""

from __future__ import annotations

import base64
import json
import re
import zlib
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.support.app import AppServer, AppVisitor, app_at
from tests.support.stored_games import write_game

from hashi.boards import standard_deck
from hashi.rules import deal, seeded
from hashi.table import Objected, Objection, Options, Result
from hashi.table.event import Seated
from hashi.table.labels import code_of
from hashi.table.sent_challenge import code_of_text, from_text, to_text
from hashi.words import LANGUAGES, Words

DAY = 86_400.0
NOON = 1_800_000_000.0


async def solo(visitor: AppVisitor, bot: str = "greedy", **form: str) -> tuple[str, int]:
    """Play a game alone; return its table and the points."""
    answer = await visitor.post("/new", mode="solo", **form)
    id = answer.location.removeprefix("/t/")
    return id, await visitor.play_out(id, bot)


async def take_up(visitor: AppVisitor, link: str, name: str) -> str:
    answer = await visitor.post(link, name=name)
    assert answer.status == 303
    return answer.location.removeprefix("/t/")


async def test_three_people_and_one_of_them_a_day_later(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, tim, ida = server.visitor(), server.visitor(), server.visitor()
        origin, total = await solo(zoe, name="Zoë", board="B")
        (link,) = set(re.findall(r'"(/c/\w+)"', (await zoe.get(f"/t/{origin}")).text))
        assert "Send this link" in (await zoe.get(link)).text
        first = await take_up(tim, link, "Tim")
        assert await take_up(tim, link, "Tim") == first  # it goes on
        tables = [(await server.host.tables.live(id)).table for id in (origin, first)]
        assert tables[0].deal == tables[1].deal
        assert tables[0].options.board == tables[1].options.board == "B"
        await hidden(tim, link, origin, tables[0].played.sheets[0].marks[-1], total)
        other = await tim.play_out(first, "random")
        server.clock[0] += DAY
        await hidden(ida, link, origin, tables[0].played.sheets[0].marks[-1], total, other)
        last = await take_up(ida, link, "Ida")
        third = await ida.play_out(last, "random")
        for visitor in (zoe, tim, ida):
            page = (await visitor.get(link)).text
            names = re.findall(r'<a href="/t/[\w-]+">([^<]+)</a>', page)
            points = [int(each) for each in re.findall(r"<b>(\d+)</b>\s*</li>", page)]
            assert sorted(names) == ["Ida", "Tim", "Zoë"]
            assert points == sorted([total, other, third], reverse=True)
            assert page.count("<figure") == 3
        again = await take_up(tim, link, "")
        assert (await server.host.tables.live(again)).table.seats[0].name == "Tim"
        await tim.play_out(again, "greedy")
        page = (await ida.get(link)).text
        assert page.count("<figure") == 3  # the first game counts
        games = (await tim.get("/me/games.json")).json["games"]
        assert [game["repeated"] for game in games] == [False, False]
        assert "1 game with hints or for practice isn’t counted" in (await tim.get("/me")).text


async def hidden(visitor: AppVisitor, link: str, id: str, mark: object, *totals: int) -> None:
    """Names and points are shown; no byte has a board, a mark or the table of another."""
    page = (await visitor.get(link)).text
    assert "Zoë" in page
    for total in totals:
        assert f"<b>{total}</b>" in page
    assert id not in page
    assert str(mark) not in page
    assert 'class="ring' not in page
    assert "rail" not in page
    assert "<figure" not in page


async def test_nothing_depends_on_the_marks_of_the_giver(tmp_path: Path) -> None:
    """Two givers with one name, the same cards and the same points, and different marks: whoever
    takes up their challenges gets the same bytes, in pages, pictures, the API and the socket."""
    async with app_at(tmp_path / "s.db", NOON) as server:
        by_points: dict[int, str] = {}
        for n in range(40):
            seat = Seated(0, "Zoë", holder=f"giver{n}")
            id = write_game(server.store, [seat], bot="random", seed=str(n), cards="one", at=NOON)
            total = (await server.host.tables.live(id)).table.played.totals[0]
            if (other := by_points.setdefault(total, id)) != id:
                break
        givers = [(await server.host.tables.live(each)).table for each in (other, id)]
        assert givers[0].played.sheets != givers[1].played.sheets
        sent = [await all_before_the_end(server, each) for each in (other, id)]
        assert sent[0] == sent[1]
        assert len(sent[0]) > 20


async def all_before_the_end(server: AppServer, giver: str) -> list[str | bytes]:
    """Return all that is sent to one who takes up a challenge, but for what is made by chance."""
    tim, code = server.visitor(), code_of(giver)
    answers = [await tim.get(path) for path in ("/", f"/c/{code}", f"/c/{code}?lang=de")]
    pictures = [await tim.get(f"/c/{code}.png?shape={shape}") for shape in ("wide", "tall")]
    id = await take_up(tim, f"/c/{code}", "Tim")
    told = await tim.listen(f"/t/{id}/live", {"do": "mark", "seat": 0, "marks": "c2=4"})
    await tim.play_out(id, "greedy", rounds=9)
    told += await tim.listen(f"/t/{id}/live", {"do": "look", "seat": 0}, {"do": "undo", "seat": 0})
    paths = [f"/t/{id}", f"/t/{id}.json", f"/t/{id}.svg", f"/t/{id}?round=4", f"/api/tables/{id}"]
    paths += [f"/t/{id}/review", f"/t/{id}/review/best", f"/t/{id}/review/find/0"]
    paths += [f"/c/{code}", "/", "/me", "/me/games", "/me/games.json"]
    answers += [await tim.get(path) for path in paths]
    answers.append(await tim.post(f"/t/{id}/hint", seat="0"))
    pictures.append(await tim.get(f"/t/{id}.png"))
    table = (await server.host.tables.live(id)).table
    secrets = {giver: "GIVER", id: "ID", code: "CODE", table.seal: "SEAL", tim.key: "KEY"}
    texts = [f"{answer.status} {answer.text}" for answer in answers] + ["\n".join(told)]
    for chance, name in secrets.items():
        texts = [text.replace(chance, name) for text in texts]
    assert not any("GIVER" in text for text in texts)
    return [*texts, *(picture.body for picture in pictures)]


async def test_no_round_of_a_challenge_is_played_again(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, tim = server.visitor(), server.visitor()
        origin, _ = await solo(zoe, "random")
        (link,) = set(re.findall(r'"(/c/\w+)"', (await zoe.get(f"/t/{origin}")).text))
        id = await take_up(tim, link, "Tim")
        await tim.play_out(id, "random", rounds=2)
        refused = await tim.call(f"/api/tables/{id}", do="rewind", to=1)
        assert refused.json["error"]["code"] == Objection.OWN_PLAY
        for path in ("/c/0123456789abcdef", "/c/x", f"/c/{origin}"):
            assert (await tim.get(path)).status == 404
            assert (await tim.post(path)).status == 404


async def test_a_table_is_challenged_as_a_table(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, tim = server.visitor(), server.visitor()
        answer = await zoe.post("/new", mode="screen", seats="2", name="Zoë", name2="Ada")
        origin = answer.location.removeprefix("/t/")
        for _ in range(40):
            table = (await server.host.tables.live(origin)).table
            for seat in table.waiting_for:
                plain = next(i for i in table.played.setup.board.islands if i.flag is None)
                marks = f"{plain}=3" if not table.played.is_started else "pass"
                await zoe.call(f"/api/tables/{origin}", do="mark", seat=seat, marks=marks)
                await zoe.call(f"/api/tables/{origin}", do="done", seat=seat)
        (link,) = set(re.findall(r'"(/c/\w+)"', (await zoe.get(f"/t/{origin}")).text))
        assert "Beat the 0 of Zoë and Ada" in (await tim.get(link)).text
        id = await take_up(tim, link, "Tim")
        table = (await server.host.tables.live(id)).table
        assert (len(table.seats), table.seats[1].is_empty) == (2, True)  # friends join by its link


@pytest.mark.parametrize("is_deleted", [True, False])
async def test_a_challenge_survives_its_game(is_deleted: bool, tmp_path: Path) -> None:
    """Deleted or gone back in, the points stay to be beaten, by nobody's name."""
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, tim, ida = server.visitor(), server.visitor(), server.visitor()
        origin, total = await solo(zoe, name="Zoë", board="B")
        link = f"/c/{code_of(origin)}"
        first = await take_up(tim, link, "Tim")
        dealt = (await server.host.tables.live(origin)).table.deal
        picture = (await tim.get(f"{link}.png")).body
        if is_deleted:
            assert (await zoe.post("/me/delete", sure="yes")).status == 303
        else:
            answer = await zoe.call(f"/api/tables/{origin}", do="rewind", to=3)
            assert answer.status == 200
        for language in LANGUAGES:
            page = unescape((await server.visitor("", language).get(link)).text)
            assert Words(language).say("Someone") in page
            assert "Zoë" not in page
            assert f"<b>{total}</b>" in page
        assert (await tim.get(f"{link}.png")).body != picture
        last = await take_up(ida, link, "Ida")
        for visitor, id in ((tim, first), (ida, last)):
            table = (await server.host.tables.live(id)).table
            assert (table.deal, table.options.board) == (dealt, "B")
            await visitor.play_out(id, "random")
        page = (await tim.get(link)).text
        assert page.count("<figure") == 2
        assert "Someone" in page
        results = await server.host.index.results_of(ida.holder, 9)
        assert [result.aid(0) for result in results] == [None]


async def test_people_who_gather_for_a_challenge_begin_though_its_game_is_gone(
    tmp_path: Path,
) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, tim, ida = server.visitor("z" * 24), server.visitor(), server.visitor()
        seats = [Seated(0, "Zoë", holder=zoe.holder), Seated(1, "Ada", bot="random")]
        origin = write_game(server.store, seats, bot="random", at=NOON)
        dealt = (await server.host.tables.live(origin)).table.deal
        id = await take_up(tim, f"/c/{code_of(origin)}", "Tim")
        assert (await zoe.post("/me/delete", sure="yes")).status == 303
        assert (await ida.call(f"/api/tables/{id}", do="sit", name="Ida")).status == 200
        assert (await tim.call(f"/api/tables/{id}", do="begin")).status == 200
        assert (await server.host.tables.live(id)).table.deal == dealt


async def test_givers_are_no_rivals_of_their_own(tmp_path: Path) -> None:
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe = server.visitor()
        origin, _ = await solo(zoe, name="Zoë")
        again = await take_up(zoe, f"/c/{code_of(origin)}", "Zoë")
        await zoe.play_out(again, "random")
        page = (await zoe.get(f"/c/{code_of(origin)}")).text
        assert page.count("<figure") == 1


async def test_what_is_to_beat_is_said_during_the_game(tmp_path: Path) -> None:
    """On the page, and in what an open page is sent later; also where the giver's game is gone."""
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, tim, ida = server.visitor(), server.visitor(), server.visitor()
        origin, total = await solo(zoe, name="Zoë")
        said = f"{total} points to beat"
        id = await take_up(tim, f"/c/{code_of(origin)}", "Tim")
        assert said in (await tim.get(f"/t/{id}")).text
        assert (await zoe.post("/me/delete", sure="yes")).status == 303
        other = await take_up(ida, f"/c/{code_of(origin)}", "Ida")
        asked = [{"do": "mark", "seat": 0, "marks": "4@c2"}, {"do": "done", "seat": 0}]
        sent = "".join(await ida.listen(f"/t/{other}/live", *asked))
        assert said in sent
        alone = (await ida.post("/new", mode="solo")).location
        assert "to beat" not in (await ida.get(alone)).text


# --- links that hold the game


def sent(points: int = 40, players: tuple[str, ...] = ("Zoë",)) -> tuple[str, str]:
    """Return a link that holds a game, and its text."""
    known = Result("id", 1.0, "B", players, ("",) * len(players), (points,) * len(players))
    options = Options(board="B", seats=len(players))
    text = to_text(options, deal(standard_deck(), seeded("sea")), known)
    return f"/c/{code_of_text(text)}?game={text}", text


async def test_a_link_that_holds_the_game_is_taken_up_anywhere(tmp_path: Path) -> None:
    link, text = sent()
    assert len(link) < 500
    async with app_at(tmp_path / "s.db", NOON) as server:
        tim = server.visitor()
        page = (await tim.get(link)).text
        assert "Zoë: beat my 40" in page
        assert "nobody has checked them" in page
        assert server.store.challenges.contents() == []  # a look writes nothing
        id = await take_up(tim, unescape(link), "Tim")
        table = (await server.host.tables.live(id)).table
        assert table.deal == deal(standard_deck(), seeded("sea"))
        assert table.options.board == "B"
        total = await tim.play_out(id)
        path = link.partition("?")[0]
        page = (await tim.get(path)).text  # from now on it is known here
        assert "Zoë" in page
        assert f"<b>{total}</b>" in page
        assert from_text(text).result.totals == (40,)


@pytest.mark.parametrize(
    "broken",
    [
        *("", "x", "!", "ä", "A" * 5_000, "eJw" * 40),
        base64.urlsafe_b64encode(zlib.compress(b"[]")).decode(),
        base64.urlsafe_b64encode(zlib.compress(b" " * 1_000_000)).decode(),
        base64.urlsafe_b64encode(zlib.compress(b"[" * 19_000)).decode(),
    ],
)
async def test_a_link_that_holds_no_game_leads_nowhere(tmp_path: Path, broken: str) -> None:
    with pytest.raises(Objected):
        from_text(broken)
    async with app_at(tmp_path / "s.db", NOON) as server:
        tim = server.visitor()
        link = f"/c/{code_of_text(broken)}?game={quote(broken)}"
        assert (await tim.get(link)).status == 404
        assert (await tim.post(link)).status == 404
        assert server.store.challenges.contents() == []


@pytest.mark.parametrize(
    "change",
    [
        {"cards": ["1/1"] * 18},
        {"cards": []},
        {"totals": [True]},
        {"totals": [10**9]},
        {"totals": [1, 2]},
        {"players": ["x" * 500]},
        {"players": [7]},
        {"aid": "luck"},
        {"options": {"board": "C"}},
        {"options": {"seats": 9}},
    ],
)
def test_the_parts_of_a_sent_game_must_fit(change: dict[str, object]) -> None:
    _, text = sent()
    fields = json.loads(zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))))
    packed = zlib.compress(json.dumps({**fields, **change}).encode())
    with pytest.raises(Objected):
        from_text(base64.urlsafe_b64encode(packed).decode().rstrip("="))


async def test_a_sent_game_takes_nobody_elses_place(tmp_path: Path) -> None:
    _, text = sent()
    async with app_at(tmp_path / "s.db", NOON) as server:
        zoe, tim = server.visitor(), server.visitor()
        origin, _ = await solo(zoe, name="Zoë")
        assert (await tim.get(f"/c/{'0' * 16}?game={text}")).status == 404
        page = (await tim.get(f"/c/{code_of(origin)}?game={text}")).text
        assert "nobody has checked them" not in page
