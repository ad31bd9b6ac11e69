"""A sheet described in sentences, for screen readers."""

from __future__ import annotations

from hashi.rules import Flag, Island, Sheet, dead_islands
from hashi.words.catalogue import N_, Words

FLAGS = {Flag.RED: N_("red flag"), Flag.BLUE: N_("blue flag")}


def describe_sheet(words: Words, sheet: Sheet) -> list[str]:
    """One line for each island: number, flag, state, bridges and where its lines lead."""
    dead = dead_islands(sheet)
    return [_island(words, sheet, island, island in dead) for island in sheet.board.islands]


def _island(words: Words, sheet: Sheet, island: Island, is_dead: bool) -> str:
    number = sheet.number(island)
    parts = [words.say("no number") if number is None else str(number)]
    parts += [words.say(FLAGS[island.flag])] if island.flag else []
    if sheet.is_finished(island):
        parts.append(words.say("finished"))
    if sheet.is_struck(island):
        parts.append(words.say("struck through"))
    if is_dead:
        parts.append(words.say("can’t be finished any more"))
    for line in sheet.board.lines_of[island.index]:
        other = line.other_end(island)
        bridges = sheet.bridges(line)
        if bridges:
            parts.append(
                words.say_many(
                    "{count} bridge to {island}",
                    "{count} bridges to {island}",
                    bridges,
                    island=other,
                )
            )
        elif sheet.is_blocked(line):
            parts.append(words.say("line to {island} blocked", island=other))
        else:
            parts.append(words.say("line to {island}", island=other))
    return f"{island}: " + ", ".join(parts)
