"""Write what this version writes: logs, a store, saved games and records of many kinds of games.

    python -m tests.releases.make tests/releases/0.2.0

This is done once, when a version is released; what it wrote is never changed again. The README.md
in the folder says what is there.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from tests.releases.test_releases import replayed, state_of
from tests.support.command import hashi
from tests.support.tables import (
    HOLDERS,
    LINUS,
    NAMES,
    OWN_BOARD,
    SARAH,
    SHORT_DECK,
    TIM,
    Clock,
    TableFixture,
)
from tests.support.typist import Typist

import hashi as library
from hashi import __version__, result, write
from hashi.arena import play_games
from hashi.bots import BOTS
from hashi.host import Host, SqliteStore
from hashi.host.loaded_table import ABSENT_AFTER
from hashi.host.store.log_file import read_table
from hashi.rules import Pens, play_view, seeded
from hashi.table import Options, Phase, replay
from hashi.table.event import Seated

NOON = 1_794_830_400.0
FREE_DECK = ("5/1", "4/2", "3/1", "6/3")


class Played(TableFixture):
    """A table at which people play as a bot advises them."""

    async def play(self, seat: int, marks: str = "") -> None:
        self.clock.now += 7.5
        if not marks:
            advice = library.bot("greedy", seed=str(seat))
            marks = str(advice.turn(play_view(self.table.played, seat)))
        holder = self.holder(seat)
        if marks != "pass":
            await self.ask(holder, "mark", seat=seat, marks=marks)
        await self.ask(holder, "done", seat=seat)


class Release:
    """The tables of one host and their names."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock(NOON)
        self.store = SqliteStore(folder / "tables.sqlite")
        self.host = Host(self.store, now=self.clock, shuffle=seeded(__version__))
        self.names: dict[str, str] = {}

    async def table(
        self, name: str, holders: Sequence[str] = (TIM,), *, begun: bool = True, **options: Any
    ) -> Played:
        """Open a table with these people and begin its game."""
        self.clock.now += 60
        seats = [Seated(seat, NAMES[seat], holder) for seat, holder in enumerate(holders)]
        given = Options(**{"seats": len(holders), **options})
        id = await self.host.openings.open(given, holders[0], seats)
        played = await self.named(id, name)
        if begun:
            await played.ask(holders[0], "begin")
        return played

    async def named(self, id: str, name: str) -> Played:
        self.names[id] = name
        return Played(self.host, self.store, self.clock, await self.host.tables.live(id))


# --- the tables


async def alone(release: Release) -> None:
    await (await release.table("alone-a")).play_out()
    here = await release.table("alone-b-rewound", board="B")
    await here.start(0, "c2=4")
    for _ in range(5):
        await here.play_round()
    await here.ask(TIM, "rewind", to=3)
    await here.play_out()
    await here.ask(TIM, "rewind", to=16)
    await here.play_out()


async def two(release: Release) -> None:
    """Ids on messages; a turn undone, made again, cleared, finished and reopened."""
    here = await release.table("two-b", (TIM, LINUS), board="B")
    await here.start_all()
    number = here.table.played.card.number if here.table.played.card else 0
    for count, (do, fields) in enumerate(
        [
            ("mark", {"marks": f"{number}@{_free(here)}"}),
            ("undo", {}),
            ("redo", {}),
            ("clear", {}),
            ("undo", {}),
            ("clear", {}),
            ("done", {}),
            ("reopen", {}),
        ]
    ):
        await here.ask(TIM, do, seat=0, id=f"m{count}", **fields)
    await here.play_out()


def _free(here: Played) -> str:
    """Return the name of an island where the first seat may write its number."""
    turns = library.turns(here.table.played.sheets[0], here.table.played.card or library.Card(1, 1))
    return next(str(turn.marks[0]) for turn in turns if "@" in str(turn)).partition("@")[2]


async def with_bots(release: Release) -> None:
    here = await release.table("four-with-bots-a", (TIM,), begun=False, seats=4)
    for seat, bot in enumerate(("random", "greedy", "friend"), start=1):
        await here.ask(TIM, "sit_bot", seat=seat, bot=bot, name=f"Bot {seat}")
    await here.ask(TIM, "leave", seat=3)
    await here.ask(TIM, "sit_bot", seat=3, bot="greedy", name="Bot 4")
    await here.ask(TIM, "begin")
    await here.start(0)
    while here.phase() is not Phase.OVER:
        await here.until(lambda table: table.phase is Phase.OVER or 0 in table.waiting_for)
        if here.phase() is Phase.ROUND:
            await here.play(0)


async def one_device(release: Release) -> None:
    here = await release.table("one-device-three", (TIM, TIM, TIM))
    await here.play_out()


async def free_pens(release: Release) -> None:
    """Right and wrong calls; a mistake that is left to the referee."""
    here = await release.table("free-pens", (TIM, LINUS), pens=Pens.FREE, deck=FREE_DECK)
    await _mistaken(here)
    await here.ask(LINUS, "call", seat=1, on=0, mark="a1-a2")
    await here.ask(TIM, "call", seat=0, on=1, mark="6@d3")
    await here.play_out()
    check = await release.table("free-pens-check", (TIM, LINUS), pens=Pens.FREE, deck=FREE_DECK)
    await _mistaken(check)
    while check.phase() is Phase.ROUND:
        await check.play_round()
    await check.ask(TIM, "check", seat=0)
    practice = await release.table(
        "practice-free-pens", (TIM, LINUS), pens=Pens.FREE, deck=FREE_DECK, practice=True
    )
    await _mistaken(practice)
    while practice.phase() is Phase.ROUND:
        await practice.play_round()
    await practice.ask(LINUS, "rewind", to=2)
    await practice.play_out()


async def _mistaken(here: Played) -> None:
    await here.start_all()
    await here.play(0, "a1-a2")
    await here.play(1, "1@e2")


async def clocks(release: Release) -> None:
    """The clock writes starts, ends rounds and the last check."""
    for name, pens in (("pace-b", Pens.GUIDED), ("pace-free-pens", Pens.FREE)):
        here = await release.table(
            name, (TIM, LINUS), board="B", pens=pens, clock=5, deck=SHORT_DECK
        )
        await here.start(0)
        for _ in range(20):
            if here.phase() is Phase.OVER:
                break
            release.clock.now += 6
            await release.host.clocks.end_round(here.live)
        assert here.phase() is Phase.OVER


async def absence(release: Release) -> None:
    """A stand-in for somebody who is away, the person back, a stand-in of one's own wish."""
    here = await release.table("taken-over", (TIM, LINUS), deck=SHORT_DECK)
    release.host.people.come(here.live, TIM)
    release.host.people.come(here.live, LINUS)
    await here.start_all()
    release.host.people.go(here.live, LINUS)
    release.clock.now += ABSENT_AFTER
    await here.ask(TIM, "take_over", seat=1)
    await here.play(0)
    await here.until(lambda table: table.played.rounds == 1)
    release.host.people.come(here.live, LINUS)
    await here.until(lambda table: not table.seats[1].is_bot)
    await here.ask(LINUS, "take_over", seat=1)
    await here.play(0)
    await here.until(lambda table: table.played.rounds == 2 and table.seats[1].is_done)
    handed = await release.table("handed-on", (TIM, LINUS), deck=SHORT_DECK)
    await handed.start_all()
    link = await release.host.people.link_for(handed.live, 1, LINUS)
    await release.host.people.use_link(link, SARAH)
    await handed.play_round()


async def rematches(release: Release) -> None:
    here = await release.table("rematch", (TIM, LINUS), deck=SHORT_DECK)
    await here.play_out()
    await here.ask(LINUS, "rematch")
    following = await release.named(here.table.next_table, "rematch-next")
    for holder in (TIM, LINUS):
        release.host.people.come(following.live, holder)
    await following.until(lambda table: table.phase is Phase.STARTS)
    same = await release.table("same-cards", (TIM,), board="B", deck=SHORT_DECK)
    await same.play_out()
    await same.ask(TIM, "rematch", same=True)
    again = await release.named(same.table.next_table, "same-cards-again")
    await again.start(0)
    await again.play_round()


async def unfinished(release: Release) -> None:
    own = await release.table(
        "own-board-and-deck", (TIM, LINUS), board=OWN_BOARD, deck=SHORT_DECK, help=False
    )
    await own.play_out()
    draft = await release.table("mid-draft-b", (TIM, LINUS), board="B")
    await draft.start_all()
    await draft.play_round()
    advised = BOTS["greedy"]("").turn(play_view(draft.table.played, 0)).marks
    assert len(advised) > 1
    for mark in advised:
        await draft.ask(TIM, "mark", seat=0, marks=str(mark))
    await draft.ask(TIM, "undo", seat=0)
    await draft.play(1)
    starts = await release.table("starts-open", (TIM, LINUS, SARAH))
    await starts.start(1)
    lobby = await release.table("lobby", (TIM,), begun=False, seats=4, clock=86_400)
    await lobby.ask(LINUS, "sit", name="Linus")
    await lobby.ask(LINUS, "sit", name="Linus Ö.", seat=1)
    await lobby.ask(TIM, "sit_bot", seat=2, bot="master", name="Master")


STORIES: tuple[Callable[[Release], Awaitable[None]], ...] = (
    *(alone, two, with_bots, one_device, free_pens, clocks, absence, rematches, unfinished),
)
STORED = frozenset(
    {"mid-draft-b", "taken-over", "free-pens-check", "lobby"}
    | {"same-cards", "same-cards-again", "rematch", "rematch-next"}
)
"""The tables that stay in the store."""


async def write_tables(folder: Path, store: Path) -> None:
    release = Release(store)
    try:
        for story in STORIES:
            await story(release)
    finally:
        await release.host.close()
        release.store.close()
    (folder / "logs").mkdir(parents=True)
    kept: dict[str, Any] = {"names": {}, "tables": {}, "labels": {}}
    opened = SqliteStore(store / "tables.sqlite")
    for id, name in release.names.items():
        stored = opened.read(id)
        path = folder / "logs" / f"{name}.ndjson"
        path.write_text("".join(f"{body}\n" for _, body in stored), "utf-8")
        write_json(path.with_suffix(".end.json"), state_of(replayed(path)))
        if name in STORED:
            kept["names"][id] = name
            kept["tables"][id] = state_of(replay(stored))
            if name == "mid-draft-b":
                kept["open"] = id
        else:
            await asyncio.wrap_future(opened.remove(id, len(stored)))
    kept["labels"] = {holder: opened.tables(holder) for holder in HOLDERS if opened.tables(holder)}
    opened.close()
    with sqlite3.connect(store / "tables.sqlite") as database:
        database.execute("PRAGMA journal_mode=DELETE")
        database.execute("VACUUM")
    shutil.copy(store / "tables.sqlite", folder / "tables.sqlite")
    write_json(folder / "tables.json", kept)


# --- saved games and records


def write_saves(folder: Path, home: Path) -> None:
    """Save games as `hashi play` does: finished, left in a round, and against bots."""
    (folder / "saves").mkdir()
    for name, rounds, options in (
        ("alone-a", 99, ["--players", "Tim"]),
        ("two-b-left", 3, ["--players", "Tim", "Linus", "--board", "B"]),
        ("against-bots-left", 5, ["--players", "Tim", "--bots", "greedy", "random"]),
        ("free-pens", 99, ["--players", "Tim", "Linus", "--pens", "free"]),
        ("practice-left", 2, ["--players", "Tim", "Linus", "--practice"]),
    ):
        place = home / name
        done = hashi(
            "play",
            "--new",
            "--seed",
            name,
            *options,
            typist=Typist(place, rounds=rounds),
            home=place,
        )
        assert done.returncode == 0, done.stderr
        (saved,) = (place / "hashi" / "games").iterdir()
        path = Path(shutil.copy(saved, folder / "saves" / f"{name}.hashi"))
        write_json(path.with_suffix(".end.json"), state_of(read_table(path)))


def write_records(folder: Path) -> None:
    """Write records as the library, the arena and the page do."""
    (folder / "records").mkdir()
    bots = [library.bot("greedy"), library.bot("friend", seed="1"), library.bot("random", seed="1")]
    games = {
        "alone-a": library.new_game("A", ["Tim"], seed="a").play_out(bots[:1]),
        "alone-b": library.new_game("B", ["Tim"], seed="b").play_out(bots[1:2]),
        "three-a": library.new_game("A", list(NAMES[:3]), seed="c").play_out(bots),
        "own-board-and-deck": library.new_game(
            library.Board(tuple(row.replace(" ", "") for row in OWN_BOARD.splitlines())),
            ["Tim", "Linus"],
            deck=SHORT_DECK,
            seed="d",
        ).play_out(bots[:2]),
    }
    free = library.new_game("A", ["Tim", "Linus"], cards=[*FREE_DECK], pens="free")
    free = free.start("4@c2", "3@d3").play("a1-a2").play("1@e2")
    free = free.call("Linus", on="Tim", round=1, mark="a1-a2").play("pass").play("pass")
    games["free-pens-two-a"] = free.play("pass").play("pass").referee()
    begun = library.new_game("B", ["Tim", "Linus"], seed="e").start("4@c2", "3@c2")
    games["unfinished-b"] = begun.play("pass").play("pass")
    texts = {name: write(game.record) for name, game in games.items()}
    (outcome,) = play_games(["greedy", "random"], games=1, seed="f", records=True)
    texts["arena"] = outcome.record
    for name, text in texts.items():
        path = folder / "records" / f"{name}.json"
        path.write_text(text.rstrip("\n") + "\n", "utf-8")
        write_json(path.with_suffix(".result.json"), result(library.read_record(path).replay()))


def write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main(arguments: Sequence[str]) -> None:
    (folder,) = map(Path, arguments)
    with tempfile.TemporaryDirectory() as temporary:
        asyncio.run(write_tables(folder, Path(temporary)))
        write_saves(folder, Path(temporary))
    write_records(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
