"""The lobby before the game: who takes which seat."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hashi.host import Host
from hashi.rules import Deal, Flaw, Malformed, Pens
from hashi.table import Objected, Objection, Options, Phase
from hashi.table.requests.lobby import LONGEST_LOBBY, SEAT_CHANGES
from tests.support.tables import IDA, LINUS, OWN_BOARD, SARAH, TIM, open_table, people


async def test_people_take_free_seats_in_order_or_by_choice(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=3), people(TIM), begun=False) as here:
        assert here.phase() is Phase.LOBBY
        await here.ask(LINUS, "sit", name="Linus", seat=2)
        await here.ask(SARAH, "sit", name="  Sarah \n K. ")
        assert [seat.name for seat in here.table.seats] == ["Tim", "Sarah K.", "Linus"]
        assert await here.objection(IDA, "sit", name="Ida") is Objection.TABLE_FULL
        assert await here.objection(IDA, "sit", name="Ida", seat=1) is Objection.SEAT_TAKEN
        assert await here.objection(IDA, "sit", name="Ida", seat=3) is Objection.NO_SEAT
        assert await here.objection(IDA, "sit", name="Ida", seat=-1) is Objection.NO_SEAT


async def test_a_name_is_short_printable_and_can_be_changed(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM), begun=False) as here:
        for name, flaw in (
            ("", Flaw.NAME_MISSING),
            (" \t ", Flaw.NAME_MISSING),
            ("a\u202eb", Flaw.NAME),
            ("\ud800", Flaw.NAME),
            ("L" * 41, Flaw.NAME_TOO_LONG),
        ):
            with pytest.raises(Malformed) as caught:
                await here.ask(LINUS, "sit", name=name)
            assert caught.value.flaw is flaw
        await here.ask(TIM, "sit", seat=0, name="Timotheus")
        assert here.table.seats[0].name == "Timotheus"


async def test_one_person_may_have_several_seats_and_play_them_all(tmp_path: Path) -> None:
    seats = people(TIM, TIM, TIM)
    async with open_table(tmp_path, Options(seats=3, deck=("5/1", "4/2", "3/1")), seats) as here:
        assert here.table.seats_of(TIM) == (0, 1, 2)
        await here.play_out()
        assert len(here.table.record.rounds) == 2


async def test_bots_sit_down_and_are_sent_away_by_people_at_the_table(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=3), people(TIM), begun=False) as here:
        bot = {"bot": "greedy", "name": "Hal"}
        not_yours = Objection.NOT_YOUR_SEAT
        assert await here.objection(LINUS, "sit_bot", seat=1, **bot) is not_yours
        assert await here.objection("", "sit_bot", seat=1, **bot) is not_yours
        taken = await here.objection(TIM, "sit_bot", seat=0, **bot)
        assert taken is Objection.SEAT_TAKEN
        unknown = await here.objection(TIM, "sit_bot", seat=1, bot="hal", name="Hal")
        assert unknown is Objection.NO_BOT
        await here.ask(TIM, "sit_bot", seat=1, **bot)
        assert here.table.seats[1].is_bot
        assert await here.objection(LINUS, "leave", seat=1) is not_yours
        await here.ask(TIM, "leave", seat=1)
        assert here.table.seats[1].is_empty


async def test_a_seated_bot_is_given_another_level(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM), begun=False) as here:
        for bot in ("greedy", "random"):
            await here.ask(TIM, "sit_bot", seat=1, bot=bot, name="Ada")
            assert (here.table.seats[1].bot, here.table.seats[1].name) == (bot, "Ada")
        other = await here.objection(LINUS, "sit_bot", seat=1, bot="greedy", name="Ada")
        assert other is Objection.NOT_YOUR_SEAT
        assert here.table.seats[1].bot == "random"


async def test_who_leaves_a_seat_frees_it_and_the_opener_stays_in_charge(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM), begun=False) as here:
        await here.ask(LINUS, "sit", name="Linus")
        await here.ask(LINUS, "leave", seat=1)
        assert await here.objection(LINUS, "leave", seat=1) is Objection.NOT_YOUR_SEAT
        await here.ask(TIM, "leave", seat=0)
        await here.ask(TIM, "sit_bot", seat=0, bot="greedy", name="Hal")
        await here.ask(TIM, "sit_bot", seat=1, bot="greedy", name="Eve")
        await here.ask(TIM, "begin")
        await here.until(lambda table: table.phase is Phase.OVER)


async def test_a_game_begins_when_all_seats_are_taken_and_only_once(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM), begun=False) as here:
        assert await here.objection(TIM, "begin") is Objection.SEATS_EMPTY
        assert await here.objection(LINUS, "begin") is Objection.NOT_YOUR_SEAT
        await here.ask(LINUS, "sit", name="Linus")
        assert await here.objection(LINUS, "begin") is Objection.OPENER_ONLY
        await here.ask(TIM, "begin")
        assert here.phase() is Phase.STARTS
        for do in ("begin", "sit", "sit_bot", "leave"):
            fields = {"seat": 0, "name": "X", "bot": "greedy"}
            assert await here.objection(TIM, do, **fields) is Objection.NOT_NOW


async def test_the_opener_frees_any_seat_others_one_whose_owner_is_away(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=3), people(TIM, LINUS), begun=False) as here:
        await here.ask(SARAH, "sit", name="Sarah")
        here.live.come(SARAH)
        assert await here.objection(LINUS, "leave", seat=2) is Objection.STILL_HERE
        assert await here.objection(IDA, "leave", seat=2) is Objection.NOT_YOUR_SEAT
        await here.ask(TIM, "leave", seat=2)
        assert here.table.why_freed(SARAH) == "opener"
        await here.ask(SARAH, "sit", name="Sarah")
        assert here.table.why_freed(SARAH) == ""
        here.live.go(SARAH)
        here.clock.now += 59
        assert await here.objection(LINUS, "leave", seat=2) is Objection.JUST_LEFT
        here.clock.now += 1
        await here.ask(LINUS, "leave", seat=2)
        assert here.table.why_freed(SARAH) == "away"
        assert await here.objection(LINUS, "leave", seat=2) is Objection.NOT_YOUR_SEAT


async def test_seats_change_places_and_take_their_shares_along(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=3), people(TIM, LINUS), begun=False) as here:
        shares = [await here.give_share(seat) for seat in (0, 1)]
        taken = await here.objection(LINUS, "move", seat=1, to=0)
        assert taken is Objection.SEAT_TAKEN
        other = await here.objection(LINUS, "move", seat=0, to=2)
        assert other is Objection.NOT_YOUR_SEAT
        await here.ask(LINUS, "move", seat=1, to=2)
        await here.ask(TIM, "move", seat=2, to=0)
        assert [seat.name for seat in here.table.seats] == ["Linus", "", "Tim"]
        await here.ask(TIM, "begin", close=True)
        assert [seat.name for seat in here.table.seats] == ["Linus", "Tim"]
        await here.start(1, share=shares[0])
        await here.start(0, share=shares[1])
        await here.play_out()
        shuffle = here.table.shuffle
        assert shuffle is not None
        assert shuffle.shares == (shares[1], shares[0])
        assert here.table.record.box is not None
        assert shuffle.fault(Deal(here.table.record.cards, here.table.record.box)) is None


async def test_free_seats_close_where_two_are_there(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=4), people(TIM), begun=False) as here:
        assert await here.objection(TIM, "begin", close=True) is Objection.SEATS_EMPTY
        await here.ask(LINUS, "sit", name="Linus", seat=3)
        assert await here.objection(TIM, "begin") is Objection.SEATS_EMPTY
        await here.ask(TIM, "begin", close=True)
        assert here.table.options.seats == len(here.table.played.setup.players) == 2
        assert here.table.seats_of(LINUS) == (1,)


async def test_others_start_where_the_opener_is_away_or_only_looks_on(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM, LINUS), begun=False) as here:
        here.live.come(TIM)
        here.clock.now += 600
        assert await here.objection(LINUS, "begin") is Objection.OPENER_ONLY
        here.live.go(TIM)
        here.clock.now += 60
        await here.ask(LINUS, "begin")
    away = tmp_path / "away"
    away.mkdir()
    async with open_table(away, Options(seats=2), people(TIM, LINUS), begun=False) as here:
        await here.ask(TIM, "leave", seat=0)
        await here.ask(SARAH, "sit", name="Sarah")
        await here.ask(LINUS, "begin")
        assert here.phase() is Phase.STARTS


async def test_options_are_changed_by_the_opener_and_nobody_loses_a_seat(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=4), people(TIM), begun=False) as here:
        await here.ask(LINUS, "sit", name="Linus", seat=3)
        await here.ask(LINUS, "ready", seat=3)
        assert await here.objection(LINUS, "change", pace=30) is Objection.OPENER_ONLY
        await here.ask(TIM, "change", pace=30, board=OWN_BOARD, pens="free")
        assert here.table.options == Options(OWN_BOARD, 4, Pens.FREE, 30)
        assert not any(seat.is_ready for seat in here.table.seats)
        await here.ask(TIM, "change", seats=2)
        assert [seat.name for seat in here.table.seats] == ["Tim", "Linus"]
        assert await here.objection(TIM, "change", seats=1) is Objection.SEATS_NEEDED
        with pytest.raises(Malformed):
            await here.ask(TIM, "change", board="no board")
        await here.ask(TIM, "change", seats=3)
        number = here.table.number
        await here.ask(TIM, "change", seats=3)
        assert here.table.number == number
        await here.check_log()
        await here.ask(TIM, "begin", close=True)
        await here.start_all()
        assert here.table.played.setup.board == here.table.options.played_board()


async def test_options_of_cards_that_others_play_stay_as_they_are(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM, LINUS)) as here:
        await here.play_out()
        await here.play_again(same=True)
        assert here.table.phase is Phase.LOBBY
        assert await here.objection(TIM, "change", board="B") is Objection.NOT_NOW
        await here.ask(TIM, "leave", seat=1)
        assert await here.objection(TIM, "begin", close=True) is Objection.SEATS_EMPTY


async def test_equal_names_are_told_apart(tmp_path: Path) -> None:
    seats = people(TIM, LINUS)
    async with open_table(tmp_path, Options(seats=4), seats[:1], begun=False) as here:
        await here.ask(LINUS, "sit", name="tim")
        await here.ask(SARAH, "sit", name="Tim 2")
        await here.ask(IDA, "sit", name="T" * 40)
        assert [seat.name for seat in here.table.seats] == ["Tim", "tim 2", "Tim 3", "T" * 40]
        await here.ask(TIM, "sit", seat=0, name="T" * 40)
        assert here.table.seats[0].name == f"{'T' * 38} 2"
        number = here.table.number
        await here.ask(TIM, "sit", seat=0, name="T" * 40)
        assert here.table.number == number, "the same name again changes nothing"


async def test_a_hasty_hand_does_not_fill_the_log(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=4), people(TIM, LINUS), begun=False) as here:
        refusals = Counter[Objection | None]()
        for at in range(1000):
            refusals[await here.objection(LINUS, "ready", seat=1, on=at % 2 == 0)] += 1
            refusals[await here.objection(IDA, "sit", name=f"Ida {at}", seat=3)] += 1
            refusals[await here.objection(IDA, "leave", seat=3)] += 1
        assert refusals[Objection.LOBBY_FULL] > 1000
        assert here.table.number < 3 * SEAT_CHANGES + 10
        await here.ask(SARAH, "sit", name="Sarah")  # another seat is as it was
        for at in range(3000):
            await here.objection(TIM, "sit", seat=0, name=f"Tim {at}")
        assert here.table.number == LONGEST_LOBBY
        await here.ask(TIM, "begin", close=True)


async def test_a_visitor_without_a_key_can_only_watch(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM), begun=False) as here:
        assert await here.objection("", "sit", name="Nobody") is Objection.NOT_YOUR_SEAT
        assert await here.objection("", "begin") is Objection.NOT_YOUR_SEAT
        await here.ask(LINUS, "sit", name="Linus")
        await here.ask(TIM, "begin")
        assert await here.objection("", "done", seat=0) is Objection.NOT_YOUR_SEAT


async def test_a_seat_moves_to_another_device_once(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM, LINUS)) as here:
        link = await here.host.people.link_for(here.live, 0, TIM)
        assert await here.host.people.use_link(link, IDA) == here.live.id
        assert here.table.seats_of(IDA) == (0,)
        assert here.table.seats[0].name == "Tim"
        assert here.store.tables(IDA) == [here.live.id]
        assert await here.objection(TIM, "done", seat=0) is Objection.NOT_YOUR_SEAT


async def test_links_are_given_to_owners_used_once_and_end_with_the_seat(tmp_path: Path) -> None:
    async with open_table(tmp_path, Options(seats=2), people(TIM, LINUS), begun=False) as here:

        async def refused(link: str) -> Objection:
            with pytest.raises(Objected) as caught:
                await here.host.people.use_link(link, IDA)
            return caught.value.objection

        for seat, holder, objection in (
            (0, LINUS, Objection.NOT_YOUR_SEAT),
            (0, "", Objection.NOT_YOUR_SEAT),
            (7, TIM, Objection.NO_SEAT),
            (-1, TIM, Objection.NO_SEAT),
        ):
            with pytest.raises(Objected) as caught:
                await here.host.people.link_for(here.live, seat, holder)
            assert caught.value.objection is objection
        used = await here.host.people.link_for(here.live, 0, TIM)
        await here.host.people.use_link(used, TIM)
        assert await refused(used) is Objection.LINK_USED
        assert await refused("never given") is Objection.LINK_USED
        late = await here.host.people.link_for(here.live, 1, LINUS)
        await here.ask(LINUS, "leave", seat=1)
        await here.ask(SARAH, "sit", name="Sarah")
        assert await refused(late) is Objection.LINK_USED
        assert here.table.seats[1].holder == SARAH


async def test_links_outlive_the_server_but_not_a_week_and_a_seat_has_ten(tmp_path: Path) -> None:
    async with open_table(tmp_path, begun=False) as here:
        links = []
        for _ in range(12):
            here.clock.now += 1
            links.append(await here.host.people.link_for(here.live, 0, TIM))
        other = Host(here.store, now=here.clock)
        with pytest.raises(Objected):
            await other.people.use_link(links[1], IDA)
        assert await other.people.use_link(links[2], TIM) == here.live.id
        await other.close()
        async with here.live.lock:
            assert await here.live.catch_up()
        with pytest.raises(Objected):
            await here.host.people.use_link(links[3], IDA)  # all end when the seat moves
        late = await here.host.people.link_for(here.live, 0, TIM)
        here.clock.now += 8 * 86_400
        with pytest.raises(Objected):
            await here.host.people.use_link(late, IDA)
