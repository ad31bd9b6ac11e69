"""Pages and addresses: every page in every language, access checks, explained errors."""

from __future__ import annotations

import html
import json
import re
import threading
import urllib.parse
from pathlib import Path
from random import Random

import pytest
from tests.support.app import app_at
from tests.support.server import Browser, Server
from tests.support.stored_games import A_MONDAY, write_game
from tools import catalogues

from hashi.bots import BOTS
from hashi.host import SqliteStore, holder_of
from hashi.record import parse
from hashi.rules import rank
from hashi.server.pages.new import USUAL_LEVEL
from hashi.table import replay
from hashi.table.event import Seated
from hashi.words import LANGUAGES, RANKS, Words, bot_name, bot_way, language_tag, listed, points

PAGES = [
    "/",
    "/new",
    "/new?mode=bots",
    "/new?mode=screen",
    "/rules",
    "/learn",
    "/learn/tactics",
    "/learn/puzzles",
    "/learn/puzzles/six?step=3",
    "/learn/mistakes",
    "/import",
    "/workshop",
    "/workshop?b=AQYGyBRMEShEMQRJeI4&view=cards",
    "/workshop/measure?b=AQYGyBRMEShEMQRJeI4&stop=1",
    "/workshop/wish?b=AQYGyBRMEShEMQRJeI4&wish=harder&stop=1",
]


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("path", PAGES)
def test_every_page_speaks_every_language(server: Server, path: str, language: str) -> None:
    status, text, headers = Browser(server, language).fetch(path)
    assert status == 200
    assert f'<html lang="{language_tag(language)}"' in text
    assert "default-src 'none'" in headers["content-security-policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|\sstyle=|<style|\son\w+=", text), path
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//(?!localhost)", text)


def test_portuguese_is_marked_as_european_for_screen_readers(server: Server) -> None:
    visitor = Browser(server, "pt")
    id = visitor.open_table()
    for path in ("/", f"/t/{id}"):
        _, text, _ = visitor.fetch(path)
        assert '<html lang="pt-PT"' in text
        assert 'name="lang" value="pt" lang="pt-PT"' in text


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_tag_of_a_page_asks_for_the_same_language_again(server: Server, language: str) -> None:
    """A page sends its own `lang` attribute along when it opens its socket."""
    _, text, _ = Browser(server, "de").fetch(f"/?lang={language_tag(language)}")
    assert f'<html lang="{language_tag(language)}"' in text


def test_the_first_page_weighs_less_than_150_kb(server: Server) -> None:
    visitor = Browser(server)
    _, text, _ = visitor.fetch("/")
    weight = len(text.encode())
    for path in set(re.findall(r"(?:src|href)=\"(/static/[^\"]+)\"", text)):
        status, _, headers = visitor.fetch(path)
        assert status == 200, path
        weight += int(headers["content-length"])
    assert weight < 150_000


def test_play_now_opens_a_table_at_once(server: Server) -> None:
    visitor = Browser(server)
    id = visitor.open_table()
    status, text, _ = visitor.fetch(f"/t/{id}")
    assert status == 200
    assert 'id="i-c1"' in text
    key = next(cookie for cookie in visitor.jar if cookie.name == "hashi_key")
    assert key.has_nonstandard_attr("HttpOnly")
    assert key.get_nonstandard_attr("SameSite") == "lax"
    assert str(key.value) not in text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/t/nowhere", 404),
        ("/t/nowhere.json", 404),
        ("/nothing", 404),
        ("/static/nothing.js", 404),
        ("/static/../app.py", 404),
        ("/m/nothing", 410),
        ("/api/tables/nowhere", 404),
        ("/api/nothing", 404),
    ],
)
def test_wrong_addresses_are_explained(server: Server, path: str, status: int) -> None:
    got, text, headers = Browser(server, "de").fetch(path)
    assert got == status
    if path.startswith("/api"):
        assert json.loads(text)["error"]["text"]
    elif not path.startswith("/static"):
        assert 'lang="de"' in text
    assert "content-security-policy" in {name.lower() for name in headers}


@pytest.mark.parametrize(
    ("form", "part"),
    [
        ({"mode": "friends", "seats": "9"}, "1 to 4 players"),
        ({"mode": "friends", "seats": "x"}, "seats"),
        ({"mode": "friends", "board": "own", "own": "o o\nx o"}, "line 2, column 1"),
        ({"mode": "friends", "board": "Q"}, "“Q”"),
        ({"mode": "nonsense"}, "mode"),
        ({"mode": "bots", "bot": "deep"}, "bot"),
        ({"mode": "bots", "seats": "3", "bot2": "greedy", "bot3": "deep"}, "bot3"),
        ({"mode": "friends", "pace": "3"}, "5"),
        ({"mode": "friends", "pens": "golden"}, "golden"),
    ],
)
def test_a_wrong_form_is_explained_and_nothing_typed_is_lost(
    server: Server, form: dict[str, str], part: str
) -> None:
    status, text, _ = Browser(server).fetch("/new", form)
    assert status == 422
    assert part in text
    if "own" in form:
        assert "x o" in text


def bots_at(server: Server, id: str) -> list[str]:
    store = SqliteStore(server.data)
    seats = replay(store.read(id)).seats
    store.close()
    return [seat.bot for seat in seats]


def test_every_bot_plays_at_the_level_that_was_chosen_for_its_seat(server: Server) -> None:
    visitor = Browser(server)
    chosen = {"bot2": "random", "bot3": "greedy", "bot4": "random"}
    id = visitor.open_table(mode="bots", seats="4", **chosen)
    assert bots_at(server, id) == ["", *chosen.values()]
    id = visitor.open_table(mode="bots", seats="2", **chosen)
    assert bots_at(server, id) == ["", "random"]
    id = visitor.open_table(mode="bots", seats="3", bot="random", bot3="greedy")
    assert bots_at(server, id) == ["", "random", "greedy"]
    id = visitor.open_table(mode="bots", seats="2")
    assert bots_at(server, id) == ["", USUAL_LEVEL]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_each_bot_is_offered_with_its_name_and_description(server: Server, language: str) -> None:
    visitor, words = Browser(server, language), Words(language)
    lobby = visitor.open_table(mode="friends", seats="4", name="Tim")
    for path, places in (("/new?mode=bots", 3), (f"/t/{lobby}", 3)):
        text = html.unescape(visitor.fetch(path)[1])
        for bot in BOTS:
            assert text.count(f">{bot_name(words, bot)}</option>") == places
            assert text.count(bot_way(words, bot)) == places
        assert text.count(f'<option value="{USUAL_LEVEL}" selected>') == places


def test_writes_from_other_sites_are_refused(server: Server) -> None:
    status, _, _ = Browser(server).fetch("/new", {"mode": "solo"}, Origin="http://evil.example")
    assert status == 403
    status, _, _ = Browser(server).fetch("/new", {"mode": "solo"}, Sec_Fetch_Site="cross-site")
    assert status == 403


def test_names_are_escaped_everywhere(server: Server) -> None:
    visitor = Browser(server)
    id = visitor.open_table(mode="friends", seats="2", name="<b>&\"'")
    _, text, _ = visitor.fetch(f"/t/{id}")
    assert "<b>" not in text
    assert "&lt;b&gt;" in text


def test_preferences_are_remembered_and_lead_back(server: Server) -> None:
    visitor = Browser(server)
    form = {"lang": "cs", "theme": "dark", "back": "/rules"}
    status, _, headers = visitor.fetch("/preferences", form)
    assert (status, headers["location"]) == (303, "/rules")
    _, text, _ = visitor.fetch("/")
    assert '<html lang="cs"' in text
    assert 'data-theme="dark"' in text
    for back in ("//evil.example", "https://evil.example", "/\\evil.example"):
        _, _, headers = visitor.fetch("/preferences", {"back": back})
        assert headers["location"] == "/"


def test_a_seat_moves_to_another_device_once(server: Server) -> None:
    phone, tablet, thief = Browser(server), Browser(server), Browser(server)
    id = phone.open_table()
    assert "/m/" not in phone.fetch(f"/t/{id}/move?seat=0")[1]  # to ask is no link yet
    status, text, _ = phone.fetch(f"/t/{id}/move", {"seat": "0"})
    assert status == 200
    found = re.search(r"/m/([\w-]+)", text)
    assert found
    assert thief.fetch(f"/t/{id}/move", {"seat": "0"})[0] == 403
    assert thief.fetch(f"/t/{id}/move")[0] == 403
    tablet.fetch("/")
    status, _, headers = tablet.fetch(f"/m/{found[1]}", {})
    assert (status, headers["location"]) == (303, f"/t/{id}")
    forms: tuple[dict[str, str] | None, ...] = ({}, None)
    for form in forms:
        status, text, _ = thief.fetch(f"/m/{found[1]}", form)
        assert status == 410
        assert "This link has already been used" in text
        assert "Continue here" not in text
    with_seat, without = tablet.socket(id), phone.socket(id)
    with_seat.ask("tap", seat=0, island="d3")
    assert without.refused("tap", seat=0, island="d3")["code"] == "not_your_seat"
    with_seat.close()
    without.close()


def test_a_record_is_shown_or_its_error_explained(server: Server) -> None:
    visitor = Browser(server)
    record = (
        '{"hashi": 1, "board": "A", "cards": ["5/3"], "players": ["Tim"], "starts": ["d3=4"],'
        ' "rounds": [["5@c2 c1-c2 c2-e2 d3-f3"]]}'
    )
    status, text, _ = visitor.fetch("/import", {"record": record})
    assert status == 200
    assert "Tim" in text
    status, text, _ = visitor.fetch("/import", {"record": record.replace("5@c2", "4@c2")})
    assert status == 422
    assert "R9" in text
    assert "4@c2 c1-c2" in text
    status, text, _ = visitor.fetch("/import", {"record": "{"})
    assert status == 422
    assert visitor.fetch("/import", b"record=" + b"x" * 1_100_000)[0] == 413


def test_the_record_of_a_running_game_contains_no_secret(server: Server) -> None:
    visitor = Browser(server)
    id = visitor.open_table()
    assert visitor.fetch(f"/t/{id}.json")[0] == 409
    socket = visitor.socket(id)
    socket.ask("tap", seat=0, island="d3")
    socket.ask("done", seat=0)
    socket.close()
    status, text, _ = visitor.fetch(f"/t/{id}.json")
    assert status == 200
    record = parse(text)
    assert len(record.cards) == 1
    assert record.box is None
    assert "salt" not in text


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_no_english_is_left_in_another_language(server: Server, language: str) -> None:
    """Pages are searched for all English sentences that are translated in the language."""
    visitor, words = Browser(server, language), Words(language)
    sentences = [
        message.id
        for message in catalogues.read(language)
        if isinstance(message.id, str)
        and len(message.id.split()) > 2
        and "{" not in message.id
        and words.say(message.id) != message.id
    ]
    assert len(sentences) > 200
    paths = [*PAGES, f"/t/{visitor.open_table()}", f"/t/{visitor.open_table(mode='friends')}"]
    for path in paths:
        text = html.unescape(visitor.fetch(path)[1])
        assert [sentence for sentence in sentences if sentence in text] == [], path


def test_a_long_replay_does_not_block_other_visitors(server: Server) -> None:
    """While one visitor's long record is replayed, another's page is answered in between."""
    rng = Random(1)
    lines = [f"{c}{r}-{chr(ord(c) + 1)}{r}" for c in "abcdefg" for r in range(1, 8)]
    rounds = [[" ".join(rng.choices(lines, k=99)) for _ in range(4)] for _ in range(8)]
    calls = [
        [f"1>{n % 4 + 1} r{k + 1} {turns[n % 4].split()[n]}" for n in range(99)]
        for k, turns in enumerate(rounds)
    ]
    fields = {
        "hashi": 1,
        "board": {"rows": ["o o o o o o o o"] * 7},
        "deck": ["3/1"] * 9,
        "pens": "free",
        "cards": ["3/1"] * 8,
        "players": ["A", "B", "C", "D"],
        "starts": ["a1=3"] * 4,
        "rounds": rounds,
        "calls": calls,
    }
    answered: list[str] = []

    def post() -> None:
        status, _, _ = Browser(server).fetch("/import", {"record": json.dumps(fields)})
        assert status == 200
        answered.append("record")

    slow = threading.Thread(target=post)
    slow.start()
    while not answered:
        assert Browser(server).fetch("/rules")[0] == 200
        answered.append("rules")
        if answered.count("rules") > 2:
            break
    slow.join()
    assert answered.index("rules") < answered.index("record")


def test_a_record_larger_than_any_game_is_refused(server: Server) -> None:
    status, text, _ = Browser(server).fetch("/import", {"record": " " * (1 << 17)})
    assert status == 413
    assert "too large" in text


# --- the games of a visitor


def returning(server: Server, language: str = "en") -> tuple[Browser, str]:
    """Return a visitor with a key, and the holder that the key stands for."""
    visitor = Browser(server, language)
    visitor.fetch("/")
    key = next(cookie.value for cookie in visitor.jar if cookie.name == "hashi_key")
    return visitor, holder_of(str(key))


def texts(page: str, selector: str) -> list[str]:
    """Return the texts of the elements of a class, without their tags."""
    found = re.findall(rf'<(\w+) class="{selector}"[^>]*>(.*?)</\1>', page, re.DOTALL)
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split()) for _, text in found]


def test_a_running_game_never_leaves_the_start_page(server: Server) -> None:
    visitor = Browser(server)
    ids = [visitor.open_table(mode="screen", seats="2")]
    ids += [visitor.open_table() for _ in range(25)]
    _, text, _ = visitor.fetch("/")
    assert [id for id in ids if f"/t/{id}" not in text] == []


def test_unfinished_games_say_with_whom_and_whose_turn_it_is(server: Server) -> None:
    visitor, holder = returning(server)
    store = SqliteStore(server.data)
    own = Seated(0, "Tim", holder=holder)
    ada, linus = Seated(1, "Ada", bot="random"), Seated(1, "Linus", holder="another")
    old = write_game(store, [own, ada], rounds=4, at=100.0, bot="random")
    new = write_game(store, [own, linus], rounds=6, at=50.0, bot="random")
    write_game(store, [linus, own], rounds=2, at=60.0, bot="random")
    store.close()
    _, text, _ = visitor.fetch("/")
    assert "<h1>Your turn</h1>" in text
    assert texts(text, "lead") == ["With Linus Round 7 of 17"] or "With Linus<br>" in text
    assert text.index(f"/t/{new}") < text.index(f"/t/{old}")  # people wait before bots do
    assert "With Ada" in texts(text, "names")


async def test_turns_with_a_deadline_come_first_and_say_how_much_time_is_left(
    tmp_path: Path,
) -> None:
    async with app_at(tmp_path / "s.db", A_MONDAY) as server:
        tim, ida = server.visitor("tim-" + "k" * 20), server.visitor("ida-" + "k" * 20)
        ids = []
        for pace in (0, 3 * 86_400, 60, 86_400):
            opened = await tim.call("/api/tables", seats=2, pace=pace)
            ids.append(str(opened.json["id"]))
            for one, name in ((tim, "Tim"), (ida, "Ida")):
                await one.call(f"/api/tables/{ids[-1]}", do="sit", name=name)
            await tim.call(f"/api/tables/{ids[-1]}", do="begin")
        server.clock[0] += 30.0
        text = (await tim.get("/")).text
        order = sorted(ids, key=lambda each: text.index(f"/t/{each}"))
        assert order[:2] == [ids[3], ids[1]]
        due = re.findall(r'<time class="due" datetime="([^"]+)" data-due>([^<]+)', text)
        assert due == [  # neither seconds nor none are counted here
            ("2023-11-15T22:13:20Z", "23 hours left"),
            ("2023-11-17T22:13:20Z", "2 days left"),
        ]
        await tim.call(f"/api/tables/{ids[3]}", do="mark", seat=0, marks="d3=3")
        await tim.call(f"/api/tables/{ids[3]}", do="done", seat=0)
        text = (await tim.get("/")).text
        assert text.index(f"/t/{ids[1]}") < text.index(f"/t/{ids[3]}")  # others are to act there
        assert text.count("data-due") == 1


@pytest.mark.parametrize(
    ("language", "day", "place"),
    [("en", "14 Nov 2023", "2nd of 3"), ("de", "14. Nov. 2023", "2. von 3")],
)
def test_finished_games_say_rank_or_place_points_and_day(
    server: Server, language: str, day: str, place: str
) -> None:
    visitor, holder = returning(server, language)
    words = Words(language)
    store = SqliteStore(server.data)
    own = Seated(0, "Tim", holder=holder)
    write_game(store, [own], bot="random")
    others = [Seated(1, "Ada", bot="greedy"), Seated(2, "Bo", bot="random")]
    totals: tuple[int, ...] = ()
    for seed in map(str, range(30)):
        write_game(store, [own, *others], seed=seed, at=A_MONDAY + 60, bot="random")
        totals = store.results(holder, 1)[0].totals
        if sorted(totals, reverse=True).index(totals[0]) == 1:
            break
    alone = store.results(holder, 99)[-1]
    store.close()
    _, text, _ = visitor.fetch("/?games=99")
    assert place in texts(text, "names")
    assert words.say(RANKS[rank(alone.totals[0])]) in texts(text, "names")
    assert words.say("With {players}", players=listed(words, ("Ada", "Bo"))) in texts(text, "state")
    assert day in texts(text, "state")
    assert points(words, totals[0]) in texts(text, "points")


def test_more_finished_games_are_shown_on_request(server: Server) -> None:
    visitor, holder = returning(server)
    store = SqliteStore(server.data)
    for n in range(22):
        write_game(store, [Seated(0, "Tim", holder=holder)], at=A_MONDAY + n, bot="random")
    store.close()
    _, text, _ = visitor.fetch("/")
    assert text.count("is-over") == 20
    found = re.search(r'href="/(\?games=\d+)#games"', text)
    assert found
    _, text, _ = visitor.fetch(f"/{found[1]}")
    assert text.count("is-over") == 22
    assert "games=" not in text.partition("<main")[2]


@pytest.mark.parametrize("asked", ["-1", "x", "9" * 50, "٣"])
def test_a_senseless_number_of_games_is_ignored(server: Server, asked: str) -> None:
    assert Browser(server).fetch(f"/?games={urllib.parse.quote(asked)}")[0] == 200


def test_usual_names_follow_the_language(server: Server) -> None:
    visitor = Browser(server, "en")
    alone = visitor.open_table()
    shared = visitor.open_table(mode="screen", seats="2")
    visitor.language = "de"
    assert "Tafel von Spieler" in visitor.fetch(f"/t/{alone}")[1]
    text = visitor.fetch(f"/t/{shared}")[1]
    assert "Spieler 2" in text
    assert "Player" not in text
    assert "Spieler 1 und Spieler 2" in visitor.fetch("/")[1]


# --- the end of a game


def test_the_end_marks_a_best_and_a_gain_among_own_games(server: Server) -> None:
    visitor, holder = returning(server)
    store = SqliteStore(server.data)
    own = Seated(0, "Tim", holder=holder)
    weak = write_game(store, [own], at=10.0, bot="random")
    strong = write_game(store, [own], at=20.0, bot="greedy")
    other_side = write_game(store, [own], at=30.0, bot="random", board="B")
    again = write_game(store, [own], at=40.0, bot="random")
    store.close()
    more, best = r"\d+ more than last time", "Your best so far"
    shown = {id: texts(visitor.fetch(f"/t/{id}")[1], "news") for id in (weak, other_side, again)}
    assert shown == {weak: [], other_side: [], again: []}  # the lowest rank is no news
    (told,) = texts(visitor.fetch(f"/t/{strong}")[1], "news")
    assert re.fullmatch(f"{best} ?{more}", told)
    assert texts(Browser(server).fetch(f"/t/{strong}")[1], "news") == []  # somebody else's game


def test_the_end_orders_players_by_seat_and_says_turns_in_words(server: Server) -> None:
    visitor, holder = returning(server)
    store = SqliteStore(server.data)
    own = Seated(0, "Tim", holder=holder)
    id = write_game(store, [own, Seated(1, "Ada", bot="greedy")], bot="random")
    (result,) = store.results(holder, 1)
    store.close()
    assert result.place(0) == 2
    _, text, _ = visitor.fetch(f"/t/{id}")
    head = text.partition("<thead")[2].partition("</thead>")[0]
    assert head.index("You") < head.index("Ada")
    assert texts(text, "verdict") == ["Ada wins"]
    more = result.totals[1] - result.totals[0]
    assert texts(text, "lead") == [f"{result.totals[1]} points, {more} more than you"]
    sums = re.findall(r'class="sum"[^>]*>(\d+)<', text)
    assert [int(sum) for sum in sums] == list(result.totals)
    text = "".join(visitor.fetch(f"/t/{id}?round={round}")[1] for round in range(1, 4))
    assert re.search(r"\d on \w\d, bridges? (2\W×\W)?\w\d", text)
    assert not re.search(r">[^<]*\d@\w\d", text)
