"""How jobs become rows: one transaction for all that wait."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence

from hashi.host.store.database import Database, Value
from hashi.host.store.job import Job
from hashi.host.store.protocol import NEVER, Conflict, StoredChallenge
from hashi.rules import Malformed
from hashi.table.kept_challenge import KeptChallenge
from hashi.table.log_format import DEALS, LOG_HEAD, BrokenLog, closes, read_log, rewinds, turns_card
from hashi.table.result import Result


def write(database: Database, jobs: list[Job]) -> list[Conflict | None]:
    """Write jobs in one transaction, in the order of their tables.

    All servers write in that order: none waits for another that waits for it.
    """
    problems: list[Conflict | None] = [None] * len(jobs)
    database.begin()
    ends = heads(database, sorted({job.table for job in jobs}))
    kept: list[Job] = []
    for at, job in sorted(enumerate(jobs), key=lambda numbered: numbered[1].table):
        end = ends[job.table]
        if (job.last not in (None, end)) or (job.review and not end) or not job.follows(end):
            problems[at] = Conflict(job.table)
        elif job.is_removal:
            _write_all(database, kept)
            kept = []
            _keep_challenge(database, job.table)
            _delete(database, job.table)
            ends[job.table] = 0
        else:
            kept.append(job)
            ends[job.table] = end + len(job.rows)
    _write_all(database, kept)
    database.commit()
    return problems


def heads(database: Database, tables: Sequence[str]) -> dict[str, int]:
    rows = database.rows(
        "SELECT value,"  # noqa: S608, a constant
        " (SELECT coalesce(max(number), 0) FROM event WHERE place = value)"
        f" FROM {database.GIVEN}",
        (json.dumps(tables),),
    )
    return dict(rows)


def _write_all(database: Database, jobs: Sequence[Job]) -> None:
    """Write events, labels, results, clocks and reviews of jobs; the last of a table counts."""
    events = [row for job in jobs for row in job.rows]
    claims = _claims(jobs) if database.IS_SHARED else []
    if events or claims:
        database.add_events(events + claims)
    _list_unplayed(database, [job for job in jobs if job.is_mending])
    _note_played(database, events)
    _run_many(
        database,
        "INSERT INTO label VALUES (?, ?, ?)"
        " ON CONFLICT (label, place) DO UPDATE SET at = excluded.at",
        [row for job in jobs for row in job.labels],
    )
    _run_many(
        database,
        "DELETE FROM label WHERE label = ? AND place = ?",
        [row for job in jobs for row in job.gone],
    )
    for table in sorted({table for table, _, text in events if rewinds(text)}):
        _keep_challenge(database, table)
    results = {job.table: job.result for job in jobs if job.review is None and not job.is_draft}
    without = [(table,) for table, result in results.items() if result is None]
    _run_many(database, "DELETE FROM result WHERE place = ?", without)
    _run_many(
        database,
        "INSERT INTO result VALUES (?, ?, ?)"
        " ON CONFLICT (place) DO UPDATE SET at = excluded.at, body = excluded.body",
        [
            (table, result.at, result.to_text())
            for table, result in results.items()
            if result is not None
        ],
    )
    clocks = {job.table: job.due for job in jobs if job.due is not None}
    stopped = [(table,) for table, due in clocks.items() if due == NEVER]
    _run_many(database, "DELETE FROM clock WHERE place = ?", stopped)
    _run_many(
        database,
        "INSERT INTO clock VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET due = excluded.due",
        [(table, due) for table, due in clocks.items() if due != NEVER],
    )
    reviews = {job.table: job.review for job in jobs if job.review is not None}
    _run_many(
        database,
        "INSERT INTO review VALUES (?, ?, ?)"
        " ON CONFLICT (place) DO UPDATE SET digest = excluded.digest, body = excluded.body",
        [(table, digest, text) for table, (digest, text, _) in reviews.items()],
    )
    costs = {table: costs for table, (_, _, costs) in reviews.items()}
    costs |= {job.table: job.costs for job in jobs if job.costs is not None}
    _run_many(
        database,
        "INSERT INTO cost VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET body = excluded.body",
        list(costs.items()),
    )
    _run_many(
        database,
        "DELETE FROM event WHERE place = ? AND number = ?",
        [(table, number) for table, number, _ in claims],
    )


def _claims(jobs: Sequence[Job]) -> list[tuple[str, int, str]]:
    """Return an event after the last one of each log that others must not go on with meanwhile.

    It takes the number until the transaction ends, and is taken away in it: another server that
    goes on with the log waits, and what it writes comes after what is written here.
    """
    written = {job.table for job in jobs if job.rows}
    ends = {job.table: job.last for job in jobs if job.is_mending and job.table not in written}
    return [(table, end + 1, "") for table, end in ends.items() if end is not None]


def _list_unplayed(database: Database, jobs: Sequence[Job]) -> None:
    """List the tables at which nobody has played, as their logs say."""
    _run_many(database, "DELETE FROM unplayed WHERE place = ?", [(job.table,) for job in jobs])
    listed = {job.table: job.cards for job in jobs if job.cards is not None}
    _run_many(database, "INSERT INTO unplayed VALUES (?, ?)", list(listed.items()))


def _note_played(database: Database, events: Sequence[tuple[str, int, str]]) -> None:
    """Keep the list of tables of which some are forgotten: with fewer than two cards turned, and
    those that were ended."""
    opened = [(table, 0) for table, number, _ in events if number == 1]
    turned = [(table,) for table, _, text in events if turns_card(text)]
    _run_many(database, "INSERT INTO unplayed VALUES (?, ?)", opened)
    _run_many(database, "UPDATE unplayed SET cards = cards + 1 WHERE place = ?", turned)
    _run_many(database, "DELETE FROM unplayed WHERE place = ? AND cards > 1", turned)
    closed = [(table,) for table, _, text in events if closes(text)]
    _run_many(database, "DELETE FROM unplayed WHERE place = ?", closed)
    _run_many(database, "INSERT INTO unplayed VALUES (?, 0)", closed)


def _keep_challenge(database: Database, table: str) -> None:
    """Keep the challenge to beat a game whose result is about to go, if there is one."""
    rows = database.rows("SELECT body FROM result WHERE place = ?", (table,))
    result = Result.from_text(rows[0][0]) if rows else None
    if result is None:
        return
    stored = database.rows(
        "SELECT number, body FROM event"  # noqa: S608, a constant
        f" WHERE place = ? AND (number = 1 OR substr(body, 1, {LOG_HEAD}) LIKE ?"
        f" OR substr(body, 1, {LOG_HEAD}) LIKE ?) ORDER BY number",
        (table, *DEALS),
    )
    with contextlib.suppress(BrokenLog, Malformed):  # nobody can play such a game
        if found := KeptChallenge.of(result, read_log(stored)):
            code, challenge = found
            keep_challenges(database, [(code, result.at, challenge.to_text())])


def keep_challenges(database: Database, rows: Sequence[StoredChallenge]) -> None:
    """Keep challenges; the latest with a code counts."""
    database.run_many(
        "INSERT INTO challenge VALUES (?, ?, ?)"
        " ON CONFLICT (code) DO UPDATE SET at = excluded.at, body = excluded.body",
        rows,
    )


def _run_many(database: Database, statement: str, values: Sequence[Sequence[Value]]) -> None:
    if values:
        database.run_many(statement, values)


def _delete(database: Database, table: str) -> None:
    for kept in ("event", "label", "result", "link", "review", "clock", "cost", "unplayed"):
        database.run(f"DELETE FROM {kept} WHERE place = ?", (table,))  # noqa: S608, eight names
