"""Measures what two small layers made by hand buy, each beside what stands without it.

    python -m benchmarks.layers [--runs 5]

How long an event takes to change a table, with `hashi.table.frozen` and with `dataclasses.replace`;
and all templates, as `hashi.server.template_cache` keeps them and compiled anew. Processor time.
"""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.machine import machine
from benchmarks.random_play import random_record

from hashi.boards import board
from hashi.rules import Card, Deal
from hashi.server.page_templates import environment
from hashi.server.template_cache import TemplateCache
from hashi.table import LogEntry, Table, after, company, fold, table
from hashi.table.event import Begun, CardTurned, Event, Finished, Opened, Seated, Started
from hashi.table.frozen import changed
from hashi.table.options import Options


def main() -> None:
    reader = argparse.ArgumentParser(description="Change tables and load templates.")
    reader.add_argument("--runs", type=int, default=5)
    runs = reader.parse_args().runs
    print(machine())
    with TemporaryDirectory() as folder:
        load_templates(TemplateCache(Path(folder)))
        kept = median(load_templates(TemplateCache(Path(folder))) for _ in range(runs))
    compiled = median(load_templates(None) for _ in range(runs))
    print(f"all templates: kept {1e3 * kept:.0f} ms, compiled {1e3 * compiled:.0f} ms")
    entries = log_of_a_game()
    with_ours = median(replay_by(changed, entries) for _ in range(runs))
    by_replace = median(replay_by(dataclasses.replace, entries) for _ in range(runs))
    print(f"an event: changed {1e6 * with_ours:.0f} µs, replace {1e6 * by_replace:.0f} µs")


def load_templates(cache: TemplateCache | None) -> float:
    """Return the seconds in which all templates are loaded, with this cache or without one."""
    environment.cache_clear()
    templates = environment()
    templates.bytecode_cache = cache
    began = time.process_time()
    for name in templates.list_templates(extensions=["html"]):
        templates.get_template(name)
    return time.process_time() - began


def log_of_a_game() -> list[LogEntry]:
    """Return the log of a random game of four."""
    record, _ = random_record(Random("layers"), board("A"), 4)
    names = record.setup.players
    deal = Deal(record.cards, record.box or Card(1, 1))
    events: list[Event] = [Opened(Options("A", len(names)).to_json(), "")]
    events += [Seated(seat, name, holder=name) for seat, name in enumerate(names)]
    events.append(Begun(deal, "salt", "seal"))
    events += [Started(seat, start) for seat, start in enumerate(record.starts)]
    for card, turns in zip(record.cards, record.rounds, strict=True):
        events.append(CardTurned(card))
        events += [Finished(seat, turn) for seat, turn in enumerate(turns)]
    return [LogEntry(number, 1000.0, event) for number, event in enumerate(events, 1)]


def replay_by(change: Callable[..., Any], entries: list[LogEntry]) -> float:
    """Return the seconds that an event of the log takes where tables are changed in this way."""
    for module in (company, fold, table):
        vars(module)["changed"] = change
    began = time.process_time()
    for _ in range(10):
        reduce(after, entries, Table())
    return (time.process_time() - began) / 10 / len(entries)


if __name__ == "__main__":
    main()
