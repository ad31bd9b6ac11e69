"""Nothing that is sent depends on hidden information, and neither does the work it takes.

Two tables that differ only in the unseen cards, the card in the box, the salt and another's drafts,
in what they are and how many, give exactly the same bytes.

How long an answer takes is compared by its timing class: how many functions are called for it, how
many messages it is, and how many bytes they have. Unlike seconds, these are the same in every run.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import pickle
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from tests.support.broadcasts import new_broadcast
from tests.support.tables import LINUS, TIM, open_table, people, still_table, stored

from hashi.boards import board
from hashi.host.store.protocol import KeptPush
from hashi.record import notation_for, to_fields
from hashi.rules import Card, Deal, Illegal, Malformed, goal_boxes
from hashi.server.api.handlers import seen
from hashi.server.live.reveals import reveal_message
from hashi.server.live.watcher import Watcher
from hashi.server.pages.pictures.shared import card_of
from hashi.server.push.messages import message
from hashi.server.push.moments import moments_of
from hashi.server.view.company.race import race_of
from hashi.server.view.regions import regions
from hashi.server.view.rounds.still_game import StillGame, still_of
from hashi.server.view.rounds.story import lost_goals
from hashi.server.view.table_page import TablePage
from hashi.server.view.table_titles import state_of
from hashi.server.view.viewer import Viewer
from hashi.server.visitor import Visitor
from hashi.table import Objected, Options, Phase, Request, Table, draft_of, entry_text, replay, seal
from hashi.table.bot_task import BotTask
from hashi.table.event import (
    Agreed,
    Begun,
    CardTurned,
    Committed,
    Dealt,
    Drafted,
    Event,
    Finished,
    Hinted,
    Opened,
    Proposed,
    Rewound,
    Sealed,
    Seated,
    Started,
)
from hashi.table.fold import advance
from hashi.table.log_format import StoredEntry
from hashi.table.requests.dispatch import decide
from hashi.table.shuffle import commitment
from hashi.words import LANGUAGES, Words

TURNED = ["5/3", "2/1", "3/1"]
REST = [
    *["1/1", "1/1", "1/2", "2/2", "2/3", "3/2", "3/3"],
    *["4/1", "4/2", "4/3", "5/1", "5/2", "6/1", "6/2", "6/3"],
]


def world(rest: list[str], salt: str, *drafts: str, hints: int = 0) -> list[StoredEntry]:
    """Return the log of two seats in the third round; Linus has drafts, one after the other, and
    has seen so many steps of a hint."""
    cards, box = [*TURNED, *rest[:-1]], rest[-1]
    dealt = Deal(tuple(map(Card.parse, cards)), Card.parse(box))
    read = notation_for(board("A"))
    events: list[Event] = [
        *begun(salt),
        Started(0, read.start("d3=4"), share=hidden(salt, "Tim")[:32]),
        Started(1, read.start("d3=3"), share=hidden(salt, "Linus")[:32]),
        Dealt(dealt, seal(dealt, salt)),
        CardTurned(Card.parse("5/3")),
        Finished(0, read.turn("5@c2 c1-c2 c2-e2 b3-d3")),
        Finished(1, read.turn("pass")),
        CardTurned(Card.parse("2/1")),
        Finished(0, read.turn("2@a2")),
        Finished(1, read.turn("pass")),
        CardTurned(Card.parse("3/1")),
        *(Drafted(1, read.turn(each)) for each in drafts),
        *[Hinted(1)] * hints,
    ]
    return stored(events)


def begun(salt: str) -> list[Event]:
    """Return the log of two seats until the game begins; both have sealed a share."""
    shares = (hidden(salt, "Tim")[:32], hidden(salt, "Linus")[:32])
    return [
        Opened(Options(seats=2, hints=True).to_json(), "tim", secret=hidden(salt, "host")),
        Seated(0, "Tim", holder="tim"),
        Seated(1, "Linus", holder="linus"),
        *(Committed(seat, commitment(share)) for seat, share in enumerate(shares)),
        Begun(None, salt),
        Sealed(1),
    ]


def hidden(salt: str, whose: str) -> str:
    """Return a secret of the shuffle: another one in each world."""
    return commitment(f"{salt} {whose}")


def same_hashes(salt: str, text: str) -> str:
    """Return a text without the hashes of the shuffle, which may differ as the seal may."""
    told = replay(stored(begun(salt))).shuffle
    assert told is not None
    for hash in (told.secret_hash, *told.share_hashes, told.seal):
        text = text.replace(hash, "a hash")
    return text


def same_seal(table: Table) -> Table:
    """Return the table with a fixed seal; the seal may differ, everything else must not."""
    return replace(table, seal="the seal")


def starting_world(start: str) -> list[StoredEntry]:
    """Return the log of two seats before the first card; Linus has written his number."""
    log = world(REST, "salt one")
    begun = next(at for at, entry in enumerate(log) if '"started"' in entry[1])
    written = Started(1, notation_for(board("A")).start(start))
    return [*log[:begun], (log[begun][0], stored([written])[0][1])]


def everything_sent(table: Table, holder: str, language: str) -> str:
    """Return all that somebody can be sent of a table."""
    words, live = Words(language), still_table(table)
    sent = [json.dumps(seen(live, holder)), json.dumps(to_fields(table.record))]
    for looking_at in (None, 0, 1):
        page = TablePage("ID", table, Viewer(table, holder, looking_at), words)
        sent += [json.dumps(regions(page)), page.pictures.board]
        sent += [json.dumps(page.pictures.pieces_since(None))]
        sent += [page.pictures.small_board(seat) for seat in (0, 1)]
        sent += [page.strip.label(seat) for seat in page.strip.order]
        sent += [page.race_news, repr(race_of(page, goal_boxes(table.played, looking_at or 0)))]
    sent += [revealed(table, holder, words), repr(card_of(words, table, is_hidden=False))]
    sent += [state_of(words, table), repr(past_rounds(table, words))]
    return "\n".join(sent)


def past_rounds(table: Table, words: Words) -> list[StillGame]:
    """Return the rounds to which one who watches can step back."""
    record, closed = table.record, range(table.played.rounds + 1)
    if not table.played.is_started:
        return []
    games = [record.until(round).replay() for round in closed]
    return [still_of(games[round], record, round, words) for round in closed]


def revealed(table: Table, holder: str, words: Words) -> str:
    """Return the moment after the last round, as it was sent when that was closed."""
    fresh = [(item, table.played) for item in lost_goals(table.played, ())]
    game = table.played
    before = replace(table, game=replace(game, rounds=game.rounds - 1))  # it was open then
    return json.dumps(reveal_message(before, table, holder, words, fresh))


@pytest.mark.parametrize("holder", ["tim", "watcher"])
@pytest.mark.parametrize("language", list(LANGUAGES))
def test_pages_records_pictures_and_the_api_contain_no_secret(language: str, holder: str) -> None:
    one = same_seal(replay(world(REST, "salt one", "3@b3")))
    two = same_seal(replay(world(REST[::-1], "salt two", "3@b3", "pass", "b3-d3", hints=2)))
    assert one.seats[1].marks != two.seats[1].marks
    sent = everything_sent(one, holder, language)
    other = everything_sent(two, holder, language)
    assert same_hashes("salt one", sent) == same_hashes("salt two", other)
    assert not any(text in sent for text in ("salt one", *secrets_of("salt one")))


def secrets_of(salt: str) -> list[str]:
    return [hidden(salt, "host"), *(hidden(salt, name)[:32] for name in ("Tim", "Linus"))]


@pytest.mark.parametrize("holder", ["tim", "watcher"])
def test_a_start_is_a_secret_until_all_are_written(holder: str) -> None:
    one, two = (same_seal(replay(starting_world(start))) for start in ("d3=3", "c2=4"))
    assert one.phase is two.phase is Phase.STARTS
    assert everything_sent(one, holder, "en") == everything_sent(two, holder, "en")
    assert everything_sent(one, "linus", "en") != everything_sent(two, "linus", "en")


@pytest.mark.parametrize("holder", ["tim", "linus", "watcher"])
def test_a_share_that_is_opened_is_a_secret_until_the_end(holder: str) -> None:
    """Linus has written his start and opened his share; Tim is still to do both."""
    sent, work = [], []
    for salt in ("salt one", "salt two"):
        start = notation_for(board("A")).start("d3=3")
        written = Started(1, start, share=secrets_of(salt)[2])
        table = replay(stored([*begun(salt), written]))
        text = everything_sent(table, holder, "en")
        assert not any(secret in text for secret in secrets_of(salt))
        sent.append(same_hashes(salt, text))
        work.append([calls(partial(answer, table, holder)) for answer in ANSWERS.values()])
    assert sent[0] == sent[1]
    assert work[0] == work[1]


def test_the_seeds_of_bots_differ_where_only_the_salt_does() -> None:
    """What a bot will do cannot be computed from anything that is told, and it is told nothing."""
    one = replay(world(REST, "salt one", "3@b3"))
    two = replay(world(REST[::-1], "salt two", "3@b3", "pass", "b3-d3"))
    for seat in (0, 1):
        tasks = [BotTask.of(table, seat) for table in (one, two)]
        assert tasks[0].view == tasks[1].view
        assert tasks[0].seed != tasks[1].seed
        assert "salt" not in tasks[0].seed
        assert pickled_without_seed(tasks[0]) == pickled_without_seed(tasks[1])


def pickled_without_seed(task: BotTask) -> bytes:
    """Return what is sent to the process of a bot, but for the seed."""
    return pickle.dumps(replace(task, seed=""))


# --- timing classes


def calls(work: Callable[[], object]) -> int:
    """Return how many functions are called in some work, once everything it keeps is in memory."""
    work()
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    gc.disable()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


WORLDS = (
    world(REST, "salt one"),
    world(REST[::-1], "salt one", *["b3-d3", "pass", "3@b3", "b3-d3"] * 5, hints=3),
)
"""Linus has marked nothing, or has marked and taken back again and again."""


def rendered(table: Table, holder: str) -> None:
    for looking_at in (None, 1):
        page = TablePage("ID", table, Viewer(table, holder, looking_at), Words("en"))
        json.dumps([regions(page), page.pictures.board, page.pictures.pieces_since(None)])


ANSWERS: dict[str, Callable[[Table, str], object]] = {
    "page": rendered,
    "reveal": lambda table, holder: revealed(table, holder, Words("en")),
    "api": lambda table, holder: json.dumps(seen(still_table(table), holder)),
    "record": lambda table, _: json.dumps(to_fields(table.record)),
    "number": lambda table, holder: table.number_for(holder),
}


@pytest.mark.parametrize("holder", ["tim", "watcher"])
@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_takes_the_same_work_whatever_is_hidden(answer: str, holder: str) -> None:
    work = ANSWERS[answer]
    one, two = (calls(partial(work, same_seal(replay(log)), holder)) for log in WORLDS)
    assert one == two
    assert one > 0


def test_the_moment_after_a_round_is_among_what_is_compared() -> None:
    assert '"type": "reveal"' in revealed(replay(WORLDS[0]), "tim", Words("en"))


def test_the_measure_finds_a_draft_where_it_may_be_seen() -> None:
    """The page of the one who drafts takes other work in the two worlds."""
    one, two = (calls(partial(rendered, replay(log), "linus")) for log in WORLDS)
    assert one != two


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("tap", {"island": "a1"}),
        ("mark", {"marks": "b3-d3"}),
        ("mark", {"marks": "9@a1"}),
        ("undo", {}),
        ("done", {}),
        ("reopen", {}),
        ("rewind", {"to": 1}),
        ("agree", {"proposal": 1}),
        ("decline", {"proposal": 1}),
        ("resign", {}),
        ("close", {}),
        ("take_over", {"seat": 1}),
    ],
)
def test_a_request_takes_the_same_work_whatever_is_hidden(do: str, fields: dict[str, Any]) -> None:
    """Granted or refused: what is decided, what follows from it, and what is saved."""

    def ask(table: Table) -> list[str] | str:
        request = Request("tim", do, {"seat": 0, **fields})
        try:
            events = decide(table, request).events
        except (Objected, Illegal, Malformed) as refused:
            return str(refused)
        return [entry_text(entry) for entry in advance(table, events, 2000.0)[1]]

    tables = [replace(replay(log), number=100) for log in WORLDS]
    assert ask(tables[0]) == ask(tables[1])
    assert calls(partial(ask, tables[0])) == calls(partial(ask, tables[1]))


def open_page(holder: str) -> Watcher:
    """Return the open page of somebody, which is sent messages."""
    page = Watcher(Visitor("k" * 20, "en", "auto", is_new=False))
    page.holder = holder
    return page


async def test_others_get_the_same_messages_however_much_somebody_drafts(tmp_path: Path) -> None:
    """As many messages, with as many bytes, in the same order, from the start to the next card."""
    sent: list[list[list[str]]] = []
    for drafts in (0, 9):
        broadcast = new_broadcast()
        folder = tmp_path / str(drafts)
        folder.mkdir()
        async with open_table(
            folder, Options(seats=2), people(TIM, LINUS), audience=broadcast
        ) as here:
            await here.start_all()
            watchers = [open_page(TIM), open_page("a watcher")]
            with contextlib.ExitStack() as watching:
                for watcher in watchers:
                    watching.enter_context(broadcast.watching(here.live, watcher))
                for at in range(drafts):
                    island = draft_of(here.table, 1).islands[at % 2].name
                    await here.ask(LINUS, "tap", seat=1, island=island)
                await here.ask(LINUS, "clear", seat=1)
                await here.play(0, "pass")
                await here.play(1, "pass")
                sent.append([watcher.outbox for watcher in watchers])
    id_of = re.compile(r"/t/[\w-]+")
    one, two = ([[id_of.sub("", text) for text in each] for each in both] for both in sent)
    assert one == two
    assert all(len(each) > 2 for each in one)


async def test_a_turn_that_is_done_shows_others_a_tick_alone(tmp_path: Path) -> None:
    """Whatever was marked, players and watchers are sent the same of the strip and the race."""
    sent: list[list[list[str]]] = []
    for at, marks in enumerate(("c4=c6 a4-c4", "pass", "2@a2")):
        broadcast = new_broadcast()
        folder = tmp_path / str(at)
        folder.mkdir()
        options = Options(seats=2, deck=("2/3",) * 18)
        async with open_table(folder, options, people(TIM, LINUS), audience=broadcast) as here:
            for seat in (0, 1):
                await here.start(seat, "4@c4")
            pages = [open_page(TIM), open_page("a watcher")]
            with contextlib.ExitStack() as watching:
                for page in pages:
                    watching.enter_context(broadcast.watching(here.live, page))
                if marks != "pass":
                    await here.ask(LINUS, "mark", seat=1, marks=marks)
                await here.ask(LINUS, "done", seat=1)
                sent.append([page.outbox for page in pages])
    assert sent[0] == sent[1] == sent[2]
    assert all('class="tab away ready"' in tab_of(each) for each in sent[0])


def tab_of(messages: list[str]) -> str:
    """Return the tab of the second seat, as it was sent last."""
    tabs = [json.loads(text).get("html", {}).get("tab-1") for text in messages]
    return str([tab for tab in tabs if tab][-1])


@pytest.mark.parametrize("holder", ["tim", "watcher"])
@pytest.mark.parametrize("round", [1, 3])
def test_a_proposal_tells_nothing_of_open_turns(holder: str, round: int) -> None:
    """Asked, and gone back by Tim: Linus has drafts in the open round in one world alone."""
    sent, work = [], []
    for log in WORLDS:
        table = replay(log)
        if round == 3:  # his draft of the open card stays, and stays his secret
            more = [Proposed(0, round), Agreed(1), Rewound(round, 0)]
        else:
            more = [Proposed(0, round)]
        table = replace(table, past=((table.played, table.entries),) * 3)
        table = same_seal(advance(table, more, 2000.0)[0])
        sent.append(everything_sent(table, holder, "en"))
        work.append([calls(partial(answer, table, holder)) for answer in ANSWERS.values()])
    assert sent[0] == sent[1]
    assert work[0] == work[1]


@pytest.mark.parametrize("is_asked", [False, True])
def test_a_message_about_a_turn_depends_on_nothing_hidden(is_asked: bool) -> None:
    """Whom it goes to, when, what it says, how long it is, and what work it takes."""
    sent, work = [], []
    for log in WORLDS:
        table = replay(log)
        days = replace(table.options, clock=86_400)
        table = replace(table, options=days, past=((table.played, table.entries),) * 3)
        if is_asked:
            table = advance(table, [Proposed(0, 1)], table.since)[0]
        push = KeptPush("", "", "https://push.example/x", "", "", "en", "UTC", "", 0.0, 0.0)

        def tell(table: Table = table, push: KeptPush = push) -> list[object]:
            return [
                (each, message(push, each, table, now))
                for now in (table.since + 1.0, table.since + 80_000.0)
                for each in moments_of("ID", table, now)
            ]

        sent.append(tell())
        work.append(calls(tell))
    assert sent[0] == sent[1]
    assert work[0] == work[1]
    assert ("asks to go back" in str(sent[0])) == is_asked


@pytest.mark.parametrize("holder", ["tim", "linus", "watcher"])
def test_a_lobby_tells_no_secret_of_the_shuffle(holder: str) -> None:
    """Nothing of what the server and the seats have sealed before the start."""
    sent, work = [], []
    for salt in ("salt one", "salt two"):
        table = replay(stored(begun(salt)[:5]))
        assert table.phase is Phase.LOBBY
        text = in_lobby(table, holder)
        assert "Linus" in text
        assert not any(secret in text for secret in (salt, *secrets_of(salt)))
        sent.append(re.sub(r"[0-9a-f]{64}", "a hash", text))
        work.append(calls(partial(in_lobby, table, holder)))
    assert sent[0] == sent[1]
    assert work[0] == work[1]


def in_lobby(table: Table, holder: str) -> str:
    """Return what somebody is sent of a lobby."""
    page = TablePage("ID", table, Viewer(table, holder), Words("en"))
    lobby = page.lobby
    told = [page.seats.name(seat) for seat in range(len(table.seats))]
    told += [lobby.title, lobby.starter, str(lobby.may_start), str(lobby.may_change)]
    return "\n".join([json.dumps(seen(still_table(table), holder)), *told])


# --- events of others


async def test_a_draft_of_another_sends_and_wakes_nothing(tmp_path: Path) -> None:
    """Neither a page nor a stream can tell whether, or when, somebody marked something."""
    broadcast = new_broadcast()
    async with open_table(
        tmp_path, Options(seats=2), people(TIM, LINUS), audience=broadcast
    ) as here:
        await here.start_all()
        watchers = [open_page(TIM), open_page("a watcher")]
        with contextlib.ExitStack() as watching:
            for watcher in watchers:
                watching.enter_context(broadcast.watching(here.live, watcher))
            sent = [len(watcher.outbox) for watcher in watchers]
            number = here.table.number_for("watcher")
            waiting = asyncio.ensure_future(
                broadcast.waiters.changed(here.live, "watcher", number, patience=0.2)
            )
            await asyncio.sleep(0)
            for island in draft_of(here.table, 1).islands[:3]:
                await here.ask(LINUS, "tap", seat=1, island=island.name)
                await asyncio.sleep(0)
            assert not waiting.done()
            assert here.table.number_for("watcher") == number
            assert [len(watcher.outbox) for watcher in watchers] == sent
            await waiting
