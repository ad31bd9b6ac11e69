"""Feed broken records to the reader: it must raise nothing but Malformed or Illegal.

    python -m tests.record.fuzz --inputs 100000 --seed 1

Inputs are random bytes; valid records with bytes flipped, cut, added or spliced; valid records
with values of any kind in any place; boards, decks, marks, starts and calls that are nearly right.
What is read is replayed, its result told, written and read again. The counts by outcome are
printed; whatever else escapes ends the run, with a note of the input that did it.
"""

from __future__ import annotations

import argparse
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from benchmarks.random_play import random_board, random_record

from hashi.boards import board, board_from_lines, deck_from_lines, standard_deck
from hashi.record import (
    Record,
    error,
    notation_for,
    parse,
    records,
    result,
    to_fields,
    write,
)
from hashi.rules import Card, Illegal, Malformed, Pens

MALFORMED = {"kind", "message"}
ILLEGAL = {"kind", "round", "player", "rule", "mark", "message"}
RESULT = {"rounds", "finished", "players", "winners"}
PLAYER = {"name", "islands", "goals", "total", "rank"}


def fuzz(inputs: int, seed: int) -> Counter[str]:
    """The outcomes of so many inputs, counted; whatever else escapes goes on to the caller."""
    rng = Random(seed)
    valid = list(_valid(rng))
    outcomes: Counter[str] = Counter()
    for _ in range(inputs):
        way = rng.choice(WAYS)
        outcome = way(rng, valid)
        outcomes[f"{way.__name__.strip('_')}: {outcome}"] += 1
    return outcomes


def outcome_of(content: bytes) -> str:
    """Read, replay, tell, write and read again: `replayed`, `illegal` or `malformed`."""
    try:
        return _outcome_of(content)
    except BaseException as escaped:
        escaped.add_note(f"input: {content!r}")
        raise


def _outcome_of(content: bytes) -> str:
    try:
        record = parse(content)
    except Malformed as malformed:
        told = error(malformed, str(malformed))["error"]
        _expect(set(told) == MALFORMED and told["kind"] == "malformed", told)
        json.dumps(told)
        return "malformed"
    _expect(parse(write(record)) == record, "written and read again")
    try:
        game = record.replay()
    except Illegal as illegal:
        _check_illegal(illegal, record)
        return "illegal"
    told = result(game)
    _expect(json.loads(json.dumps(told)) == told, told)
    _expect(set(told) == RESULT and all(set(each) == PLAYER for each in told["players"]), told)
    for player in told["players"]:
        points = sum(player["goals"].values()) + 2 * player["islands"]
        _expect(player["total"] == points, told)
    _expect(bool(told["winners"]) == told["finished"], told)
    return "replayed"


def _check_illegal(illegal: Illegal, record: Record) -> None:
    told = error(illegal, str(illegal))["error"]
    _expect(json.loads(json.dumps(told)) == told, told)
    _expect(set(told) == ILLEGAL and told["kind"] == "illegal", told)
    _expect(0 <= told["round"] <= len(record.rounds), told)
    _expect(told["player"] in record.setup.players, told)
    _expect(isinstance(told["mark"], str) and told["rule"].startswith("R"), told)


def _expect(holds: bool, what: object) -> None:
    if not holds:
        raise AssertionError(what)


# --- what the inputs are made of


def _valid(rng: Random) -> Iterator[dict[str, Any]]:
    """Records of every kind, as fields."""
    for index in range(40):
        own = tuple(Card(rng.randint(1, 6), rng.randint(1, 3)) for _ in range(rng.randint(2, 30)))
        deck = own if index % 4 == 0 else standard_deck()
        drawn = random_board(rng) if index % 3 == 0 else board("AB"[index % 2])
        record, _ = random_record(
            rng,
            drawn,
            1 + index % 4,
            pens=Pens.FREE if index % 5 == 0 else Pens.GUIDED,
            deck=deck,
            rounds=rng.randint(0, len(deck) - 1),
        )
        fields = to_fields(record)
        yield fields | ({"note": {"table": [1, 2.5, None, "Žofie"]}} if index % 7 == 0 else {})


def _text(fields: Any) -> bytes:
    return json.dumps(fields).encode()


def _any_value(rng: Random, depth: int = 0) -> Any:
    """A JSON value of any kind."""
    kind = rng.randrange(9 if depth < 2 else 7)
    if kind == 7:
        return [_any_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind == 8:
        return {_any_text(rng): _any_value(rng, depth + 1) for _ in range(rng.randrange(3))}
    return [
        None,
        rng.random() < 0.5,
        rng.choice([0, 1, -1, 2, 10**30, rng.randrange(100)]),
        rng.choice([0.0, 1.0, -1.5, 1e300]),
        _any_text(rng),
        _any_mark(rng),
        rng.choice(["A", "B", "5/3", "c2=4", "pass", "free", "guided", "1>1 r1 c1-c2"]),
    ][kind]


def _any_text(rng: Random) -> str:
    letters = 'ab1 \n\t\0=-@/>#.orb"\\é\ud800\U0001f309'
    return "".join(rng.choice(letters) for _ in range(rng.randrange(8)))


def _any_island(rng: Random, names: Sequence[str] = ()) -> str:
    if names and rng.random() < 0.95:
        return rng.choice(names)
    return rng.choice("abcdefgz") + str(rng.choice([1, 2, 3, 4, 5, 6, 7, 10, 26]))


def _any_mark(rng: Random, names: Sequence[str] = ()) -> str:
    mark = rng.choice(
        [
            f"{rng.randrange(11)}@{_any_island(rng, names)}",
            f"{_any_island(rng, names)}{rng.choice('-=')}{_any_island(rng, names)}",
        ]
    )
    return _mistyped(rng, mark) if rng.random() < 0.1 else mark


def _mistyped(rng: Random, text: str) -> str:
    """A text with one character taken out, put in, doubled or in upper case."""
    at = rng.randrange(len(text) + 1)
    return rng.choice(
        [
            text[:at] + text[at + 1 :],
            text[:at] + rng.choice(" 0123456789abcz@-=>/r.\t") + text[at:],
            text[:at] + text[at : at + 1] * 2 + text[at + 1 :],
            text.upper(),
            text[::-1],
        ]
    )


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in nested lists and objects: its holder with index or name."""
    if isinstance(value, (list, dict)):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])


# --- the ways to spoil


def _random_bytes(rng: Random, _: list[dict[str, Any]]) -> str:
    alphabet = rng.choice([bytes(range(256)), b'{}[]",:0123456789 \\untrealsf', b'{"hashi": 1,'])
    return outcome_of(bytes(rng.choice(alphabet) for _ in range(rng.randrange(60))))


def _changed_bytes(rng: Random, valid: list[dict[str, Any]]) -> str:
    content = bytearray(_text(rng.choice(valid)))
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(content))
        match rng.randrange(4):
            case 0:
                content[at] ^= 1 << rng.randrange(8)
            case 1:
                del content[at : at + rng.randint(1, 9)]
            case 2:
                content[at:at] = bytes(rng.randrange(256) for _ in range(rng.randint(1, 4)))
            case _:
                other = _text(rng.choice(valid))
                start = rng.randrange(len(other))
                content[at : at + rng.randint(0, 40)] = other[start : start + rng.randint(1, 40)]
    return outcome_of(bytes(content))


def _swapped_characters(rng: Random, valid: list[dict[str, Any]]) -> str:
    """Characters changed into others that records are made of: many stay readable."""
    content = bytearray(_text(rng.choice(valid)))
    for _ in range(rng.randint(1, 3)):
        content[rng.randrange(len(content))] = rng.choice(b"123456abcdef-=@/ ")
    return outcome_of(bytes(content))


def _other_values(rng: Random, valid: list[dict[str, Any]]) -> str:
    fields = deepcopy(rng.choice(valid))
    for _ in range(rng.randint(1, 2)):
        places = list(_places(fields))
        holder, key = rng.choice(places)
        match rng.randrange(4):
            case 0:
                del holder[key]
            case 1:
                other, name = rng.choice(places)
                holder[key] = deepcopy(other[name]) if name in other or other is holder else None
            case _:
                holder[key] = _any_value(rng)
    return outcome_of(_text(fields))


def _other_turns(rng: Random, valid: list[dict[str, Any]]) -> str:
    """Turns, starts and calls that are nearly right: most can be read, many break a rule."""
    fields = deepcopy(rng.choice([each for each in valid if each["rounds"]]))
    turns = rng.choice(fields["rounds"])
    seat = rng.randrange(len(turns))
    words = turns[seat].split()
    names = re.findall("[a-z][0-9]+", " ".join([*fields["starts"], *turns]))
    match rng.randrange(6):
        case 0:
            rng.shuffle(words)
        case 1:
            words[rng.randrange(len(words))] = _any_mark(rng, names)
        case 2:
            words.insert(rng.randrange(len(words) + 1), _any_mark(rng, names))
        case 3:
            del words[rng.randrange(len(words))]
        case 4:
            words = _mistyped(rng, " ".join(words)).split(" ")
        case _:
            start = rng.choice(
                [_mistyped(rng, "c2=4"), f"{_any_island(rng, names)}={rng.randrange(8)}"]
            )
            fields["starts"][rng.randrange(len(fields["starts"]))] = start
    turns[seat] = " ".join(words)
    if "pens" in fields and rng.random() < 0.5:
        by, on = rng.randint(1, len(turns)), rng.randint(1, len(turns))
        call = f"{by}>{on} r{rng.randint(1, len(fields['rounds']))} {rng.choice(words or ['pass'])}"
        fields["calls"] = [[]] * (len(fields["rounds"]) - 1) + [[call]]
    return outcome_of(_text(fields))


def _other_boards(rng: Random, valid: list[dict[str, Any]]) -> str:
    between = rng.choice([" "] * 9 + ["", "\t", "  "])
    rows = [between.join(row) for row in random_board(rng, largest=rng.choice([6, 12, 26])).rows]
    if rng.random() < 0.5:
        at = rng.randrange(len(rows))
        rows[at] = rng.choice(["", "#", rows[at] + " o", rows[at][2:], _mistyped(rng, rows[at])])
    if rng.random() < 0.1:
        rows *= rng.randint(0, 9)
    try:
        board_from_lines(rows)
    except Malformed as malformed:
        json.dumps(malformed.details)
    fields = {**rng.choice(valid), "board": {"rows": rows}}
    if rng.random() < 0.7:
        starts = [f"{_any_island(rng)}={rng.randint(3, 4)}" for _ in fields["players"]]
        fields |= {"starts": starts, "rounds": [], "calls": []}
        fields["pens"] = "free"
    return outcome_of(_text(fields))


def _other_cards(rng: Random, valid: list[dict[str, Any]]) -> str:
    deck = [f"{rng.randint(1, 6)}/{rng.randint(1, 3)}" for _ in range(rng.randrange(2, 105))]
    if rng.random() < 0.3:
        deck[rng.randrange(len(deck))] = _mistyped(rng, "5/3")
    try:
        deck_from_lines([" ".join(deck)])
    except Malformed as malformed:
        json.dumps(malformed.details)
    fields = {**rng.choice(valid), "deck": deck}
    if rng.random() < 0.6:
        fields["cards"] = rng.sample(deck, rng.randrange(len(deck)))
    if rng.random() < 0.3:
        fields["box"] = rng.choice(deck)
    return outcome_of(_text(fields))


def _words_alone(rng: Random, _: list[dict[str, Any]]) -> str:
    """Marks, starts and calls by themselves; what is read is written and read again."""
    written = notation_for(board("A"))
    read: Callable[[str], object]
    read, text = rng.choice(
        [
            (written.turn, _any_mark(rng)),
            (written.turn, _any_text(rng)),
            (written.start, _mistyped(rng, "c2=4")),
            (written.call, _mistyped(rng, f"2>1 r3 {_any_mark(rng)}")),
            (Card.parse, _mistyped(rng, "5/3")),
        ]
    )
    try:
        value = read(text)
    except Malformed:
        return "malformed"
    if read == written.turn:
        _expect(read(str(value)) == value, text)
    return "read"


def _streams(rng: Random, valid: list[dict[str, Any]]) -> str:
    """Files of several records, whole and spoilt, with the number of lines known or not."""
    lines = [_text(rng.choice(valid)) for _ in range(rng.randrange(4))]
    content = bytearray(b"\n".join(lines))
    for _ in range(rng.randrange(3) if content else 0):
        content[rng.randrange(len(content))] = rng.randrange(256)
    found = records(io.BytesIO(content), is_lines=rng.choice([True, False, None]))
    kinds = {type(each).__name__.lower() for each in found}
    return " and ".join(sorted(kinds)) or "nothing"


WAYS = (
    _random_bytes,
    _changed_bytes,
    _swapped_characters,
    _other_values,
    _other_turns,
    _other_turns,
    _other_boards,
    _other_cards,
    _words_alone,
    _streams,
)


def main() -> None:
    reader = argparse.ArgumentParser(description="Throw spoilt records at the reader.")
    reader.add_argument("--inputs", type=int, default=100_000)
    reader.add_argument("--seed", type=int, default=1)
    options = reader.parse_args()
    outcomes = fuzz(options.inputs, options.seed)
    for name, count in sorted(outcomes.items()):
        print(f"{count:8,} {name}")
    print(f"{outcomes.total():8,} inputs, seed {options.seed}: nothing else escaped")


if __name__ == "__main__":
    main()
