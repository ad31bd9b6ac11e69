"""The referee's verdict: what was found on each board, and what it cost (R34)."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import reduce

from hypothesis import given
from tests.support.games import call, pass_rounds, play_round
from tests.support.generate import games
from tests.support.reference_referee import crossing

from hashi.boards import board
from hashi.record import Record
from hashi.rules import (
    Bridge,
    Card,
    Game,
    Line,
    Mark,
    Number,
    Pens,
    Refereed,
    Setup,
    Sheet,
    Start,
    Turn,
    play,
)
from hashi.words import Words, fall_text, finding_text, wrong_sentence

ENGLISH = Words("en")
NAMES = ("Ada", "Bo")


# --- some verdicts

AMPLE = tuple(Card(number, bridges) for number in (1, 2, 5) for bridges in (1, 2, 3))
FIRST = ("2/2", "2@b3 b3-d3 b3-d3", "pass")
"""Ada finishes b3; two of three bridges lead to d3."""
THIRD = ("1/1", "b3-d3", "pass")
"""She draws a third bridge, which finishes d3 as well."""


def whole(*rounds: tuple[str, ...]) -> Game:
    """Return a game of two with free pens until the last of these rounds, with the 3 on d3."""
    side = board("A")
    game = Game.begin(Setup(side, AMPLE[: len(rounds)] + AMPLE[:1], NAMES, Pens.FREE))
    game = replace(game, setup=replace(game.setup, deck=AMPLE * 2))
    for seat in range(2):
        game = game.play(Start(seat, Number(side.island("d3"), 3)))
    for card, *marks in rounds:
        game = play_round(game, card, *marks)
    return game


def judged(game: Game) -> Game:
    """Return the game with as many more rounds as it has, and the referee's verdict."""
    return pass_rounds(game, game.setup.rounds - game.rounds).play(Refereed())


def test_r34_a_finding_names_marks_rule_and_cost() -> None:
    game = judged(whole(FIRST, THIRD))
    (finding,) = game.verdict
    assert (finding.seat, finding.round, finding.points) == (0, 2, 4)
    assert [island.name for island in finding.struck] == ["b3", "d3"]
    assert finding_text(ENGLISH, finding, "Ada") == (
        "The bridge b3–d3 from round 2 (−4 points): "
        "There were already two bridges between b3 and d3. (rule R15) "
        "Island b3 was already finished. (rule R18) "
        "Islands b3 and d3 are struck through and score nothing."
    )
    assert fall_text(ENGLISH, game.verdict, game.totals[0]) == "from 4 to 0 points"


def test_r34_an_island_is_paid_for_once() -> None:
    """Two mistakes at one island: the first one costs its points, the second nothing more."""
    game = judged(whole(FIRST, THIRD, ("5/1", "5@b3", "pass")))
    assert [finding.points for finding in game.verdict] == [4, 0]
    assert game.verdict[1].struck == ()


def test_r34_what_was_called_is_not_found_again() -> None:
    game = whole(FIRST, THIRD)
    assert judged(call(game, "2>1 r2 b3-d3")).verdict == ()
    late = play_round(game, "1/1", "pass", "pass")
    assert judged(call(late, "2>1 r2 b3-d3")).verdict == ()


def test_r34_bridges_of_a_turn_with_too_few_are_one_finding() -> None:
    (finding,) = judged(whole(("1/3", "d3-f3 d3-d5", "pass"))).verdict
    assert len(finding.marks) == 2
    assert "The bridges d3–f3 and d3–d5 from round 1" in finding_text(ENGLISH, finding, "Ada")
    assert "The card showed 3 bridges, and fewer were drawn. (rule R13)" in {
        wrong_sentence(ENGLISH, refusal) for refusal in finding.against
    }


# --- every verdict


@given(games(pens=Pens.FREE))
def test_r34_a_verdict_adds_up_to_what_the_referee_takes(played: tuple[Record, Game]) -> None:
    record, game = played
    if not game.is_refereed:
        assert game.verdict == ()
        return
    *entries, last = record.entries
    assert isinstance(last, Refereed)
    before = reduce(play, entries, Game.begin(game.setup))
    for seat, page in enumerate(before.pages):
        found = [finding for finding in game.verdict if finding.seat == seat]
        inks = [ink for finding in found for ink in finding.inks]
        assert Counter(inks) == Counter(page.mistakes)
        assert sum(one.points for one in found) == before.totals[seat] - game.totals[seat]
        struck = [island for finding in found for island in finding.struck]
        fresh = game.sheets[seat].struck & ~before.sheets[seat].struck
        assert Counter(struck) == Counter(game.setup.board.chosen(fresh))
        gone = set(before.ledgers[seat]) - set(game.ledgers[seat])
        assert {item for finding in found for item in finding.lost} == gone


@given(games(pens=Pens.FREE))
def test_r34_every_sentence_of_a_verdict_is_true(played: tuple[Record, Game]) -> None:
    """Each reason is derived again from the boards as they were, in plain sets."""
    record, game = played
    if not game.verdict:
        return
    true: dict[tuple[int, int, Mark], list[set[str]]] = defaultdict(list)
    now = Game.begin(game.setup)
    for entry in record.entries:
        then = now.play(entry)
        if then.rounds > now.rounds:
            for seat, turn in enumerate(then.turns):
                assert turn is not None
                for mark, claims in claims_of(now.sheets[seat], then.cards[-1], turn):
                    true[seat, then.rounds, mark].append(claims)
        now = then
    for finding in game.verdict:
        for ink in finding.inks:
            sentences = {wrong_sentence(ENGLISH, refusal) for refusal in ink.against}
            assert sentences in true[finding.seat, finding.round, ink.mark]


class PlainBoard:
    """A board in plain names and numbers, which says what is wrong with a mark."""

    def __init__(self, sheet: Sheet, card: Card) -> None:
        islands, lines = sheet.board.islands, sheet.board.lines
        self.card = card
        self.numbers = {i.name: sheet.digits[i.index] for i in islands if sheet.digits[i.index]}
        self.flags = {i.name for i in islands if i.flag is not None}
        self.bridges = Counter({ends_of(line): sheet.planks[line.index] for line in lines})
        self.names = {ends_of(line): str(line).replace("-", "–") for line in lines}
        self.circled = {island.name for island in sheet.board.chosen(sheet.finished)}
        self.struck = {island.name for island in sheet.board.chosen(sheet.struck)}
        self.written = self.drawn = 0

    def leading(self, name: str) -> int:
        return sum(count for ends, count in self.bridges.items() if name in ends)

    def led(self, name: str) -> str:
        count = self.leading(name)
        return f"{count} bridge{'s' * (count != 1)} already led to {name}."

    def against_number(self, name: str, number: int) -> set[str]:
        claims = {
            "Bridges had already been drawn in that round. (rule R7)": self.drawn > 0,
            "It was a second number in one round. (rule R9)": self.written > 0,
            f"The card showed a {self.card.number}. (rule R9)": number != self.card.number,
            f"Island {name} already had a number. (rule R9)": name in self.numbers,
            f"No bridge led to the flag on {name} yet. (rule R11)": name in self.flags
            and not self.leading(name),
            f"{self.led(name)} (rule R12)": self.leading(name) > number,
        }
        return {claim for claim, is_true in claims.items() if is_true}

    def against_bridge(self, a: str, b: str) -> set[str]:
        ends, shows = frozenset((a, b)), self.card.bridges
        crossed = [one for one, n in self.bridges.items() if n and crossing(ends, one)]
        full = [name for name in (a, b) if self.leading(name) >= self.numbers.get(name, 6)]
        claims = {
            f"The card showed only {shows} bridge{'s' * (shows != 1)}. (rule R13)": (
                self.drawn >= shows
            ),
            f"Neither {a} nor {b} had a number. (rule R14)": not {a, b} & set(self.numbers),
            f"There were already two bridges between {a} and {b}. (rule R15)": (
                self.bridges[ends] >= 2
            ),
        }
        return {
            *(claim for claim, is_true in claims.items() if is_true),
            *(f"It crossed the bridge {self.names[one]}. (rule R16)" for one in crossed),
            *(
                f"Island {name} was already finished. (rule R18)"
                if name in self.circled
                else f"{self.led(name)} (rule R17)"
                for name in full
            ),
        }

    def make(self, mark: Mark) -> set[str]:
        """Make a mark, and return what is wrong with it."""
        if isinstance(mark, Number):
            touched = [mark.island.name]
            claims = self.against_number(mark.island.name, mark.number)
            self.numbers.setdefault(mark.island.name, mark.number)
            self.written += 1
        else:
            assert isinstance(mark, Bridge)
            touched = [end.name for end in mark.line.ends]
            claims = self.against_bridge(*touched)
            self.bridges[frozenset(touched)] += 1
            self.drawn += 1
        for name in touched:
            if name not in self.struck and self.leading(name) == self.numbers.get(name):
                self.circled.add(name)
        return claims


def ends_of(line: Line) -> frozenset[str]:
    return frozenset(end.name for end in line.ends)


def claims_of(sheet: Sheet, card: Card, turn: Turn) -> list[tuple[Mark, set[str]]]:
    """Return what is wrong with each mark of a turn, by the text of the rules alone."""
    plain = PlainBoard(sheet, card)
    found = [(mark, plain.make(mark)) for mark in turn.marks]
    if 0 < plain.drawn < card.bridges:
        few = f"The card showed {card.bridges} bridges, and fewer were drawn. (rule R13)"
        for mark, claims in found:
            if not isinstance(mark, Number):
                claims.add(few)
    return found
