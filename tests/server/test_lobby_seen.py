"""What programs and pages are told of a lobby, each what is theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.tables import LINUS, SARAH, TIM, still_table

from hashi.server.api.handlers import seen
from hashi.server.view.table_page import TablePage
from hashi.server.view.table_titles import title_of
from hashi.server.view.viewer import Viewer
from hashi.table import Options, Request
from hashi.table.event import Opened, Seated
from hashi.table.fold import advance
from hashi.table.requests.dispatch import decide
from hashi.table.table import Table
from hashi.words import Words


class Here:
    """Who is here, and who has been away for long."""

    def __init__(self, *here: str, gone: tuple[str, ...] = ()) -> None:
        self.here, self.gone = frozenset(here), frozenset(gone)
        self.absent = self.long_gone = self.gone


def lobby() -> Table:
    opened = Opened(Options(seats=3).to_json(), TIM)
    seats = [Seated(0, "Tim", TIM), Seated(1, "Linus", LINUS)]
    return advance(Table(), [opened, *seats], 1000.0)[0]


def ask(table: Table, holder: str, do: str, here: Here, **fields: Any) -> Table:
    decision = decide(table, Request(holder, do, fields, here))
    return advance(table, decision.events, 1001.0)[0]


def page(table: Table, holder: str, here: Here) -> TablePage:
    return TablePage("ID", table, Viewer(table, holder), Words("en"), here)


def test_only_whoever_was_freed_is_told_why() -> None:
    freed = ask(lobby(), TIM, "leave", Here(TIM, gone=(LINUS,)), seat=1)
    loaded = still_table(freed)
    told: list[Mapping[str, Any]] = [seen(loaded, one) for one in (LINUS, TIM, SARAH, "")]
    assert [answer["freed"] for answer in told] == ["away", None, None, None]
    assert LINUS not in str(told)
    again = ask(freed, LINUS, "sit", Here(TIM, LINUS), name="Linus")
    assert seen(still_table(again), LINUS)["freed"] is None


def test_whoever_may_start_is_shown_how_and_the_others_who_does() -> None:
    table = lobby()
    here = Here(TIM, LINUS)
    assert page(table, TIM, here).lobby.may_start
    assert not page(table, LINUS, here).lobby.may_start
    assert page(table, LINUS, here).lobby.starter == "Tim"
    without = page(table, LINUS, Here(LINUS, gone=(TIM,))).lobby
    assert without.may_start
    assert without.is_starter_gone
    assert not page(table, SARAH, Here(SARAH, gone=(TIM,))).lobby.may_start


def test_the_title_says_who_is_missing_and_a_seat_is_freed_in_sight_after_a_minute() -> None:
    table = lobby()
    both = page(table, TIM, Here(TIM, LINUS)).lobby
    assert both.title == "2 of 3 here"
    assert not page(table, LINUS, Here(LINUS)).lobby.may_free(0)
    gone = page(table, TIM, Here(TIM, gone=(LINUS,))).lobby
    assert gone.title == "Waiting for Linus"
    assert gone.may_free(1)
    assert gone.is_gone(1)


def test_a_change_that_nobody_else_may_know_leaves_their_answers_as_they_are() -> None:
    """Two worlds: Linus was freed by the opener or for being away; nobody else can tell."""
    by_opener = ask(lobby(), TIM, "leave", Here(TIM, LINUS), seat=1)
    for_absence = ask(lobby(), TIM, "leave", Here(TIM, gone=(LINUS,)), seat=1)
    for holder in (TIM, SARAH, ""):
        assert seen(still_table(by_opener), holder) == seen(still_table(for_absence), holder)


def test_a_table_without_anyone_has_a_title_in_a_list_too() -> None:
    opened = advance(Table(), [Opened(Options(seats=3).to_json(), TIM)], 1000.0)[0]
    assert title_of(Words("en"), opened, []) == "With friends"
    assert title_of(Words("en"), lobby(), [0]) == "With Linus"
