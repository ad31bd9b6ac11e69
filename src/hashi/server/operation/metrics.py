"""What a server counts for whoever runs it, in the format of Prometheus."""

from __future__ import annotations

import os

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client import multiprocess as several_processes

from hashi import __version__
from hashi.bots import Effort
from hashi.host.limits.quotas import GameEvent
from hashi.server.operation.counts import OTHER, Counts
from hashi.table import REQUESTS

MOST_PAIRS = 120
"""Pairs of route and status that are counted by themselves; the others count as another route."""
HTTP_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder in which the workers of one server add up what they count."""


disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics(Counts):
    """The counters of one server process."""

    def __init__(self) -> None:
        super().__init__()
        self._registry = CollectorRegistry()
        own = self._registry
        self._answers = Histogram(
            "hashi_answer_seconds",
            "Time from a message of a page to its answer",
            ["do", "outcome"],
            buckets=SECONDS,
            registry=own,
        )
        self._by_request: dict[tuple[str, str], Histogram] = {}
        self._by_route: dict[tuple[str, str], Histogram] = {}
        self._requests = Histogram(
            "hashi_http_seconds",
            "Time for a request over HTTP",
            ["route", "status"],
            buckets=HTTP_SECONDS,
            registry=own,
        )
        self._commits = Histogram(
            "hashi_commit_seconds", "Time for a commit of the store", buckets=SECONDS, registry=own
        )
        self._written = Counter(
            "hashi_writes", "Writes by their outcome", ["outcome"], registry=own
        )
        self._thoughts = Counter(
            "hashi_thoughts", "Turns of bots by the effort put into them", ["effort"], registry=own
        )
        self._games = Counter(
            "hashi_games", "Games that began or ended here", ["event"], registry=own
        )
        self._pushes = Counter(
            "hashi_pushes",
            "Messages to browsers whose pages are closed, by push service and outcome",
            ["service", "outcome"],
            registry=own,
        )
        self.sockets = self._gauge("hashi_sockets", "Pages that are connected")
        self.tables = self._gauge("hashi_tables", "Tables in memory")
        self.bots_waiting = self._gauge("hashi_bots_waiting", "Bots that wait for a free process")
        Gauge(
            "hashi_build_info",
            "Which version serves; 1 for each that does",
            ["version"],
            multiprocess_mode="livemax",
            registry=own,
        ).labels(__version__).set(1)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, multiprocess_mode="livesum", registry=self._registry)

    def answered(self, do: str, outcome: str, seconds: float) -> None:
        which = do if do in REQUESTS else "other", outcome
        kept = self._by_request.get(which)
        if kept is None:
            kept = self._by_request[which] = self._answers.labels(*which)
        kept.observe(seconds)

    def requested(self, route: str, status: int, seconds: float) -> None:
        pair = route, str(status)
        kept = self._by_route.get(pair)
        if kept is None and len(self._by_route) < MOST_PAIRS:
            kept = self._by_route[pair] = self._requests.labels(*pair)
        (kept or self._requests.labels(OTHER, pair[1])).observe(seconds)

    def thought(self, effort: Effort) -> None:
        self._thoughts.labels(effort.name.lower()).inc()

    def played(self, event: GameEvent) -> None:
        self._games.labels(event.value).inc()

    def pushed(self, service: str, outcome: str) -> None:
        self._pushes.labels(service, outcome).inc()

    def committed(self, seconds: float, kept: int, conflicts: int, failures: int) -> None:
        self._commits.observe(seconds)
        outcomes = {"kept": kept, "conflict": conflicts, "failed": failures}
        for outcome, count in outcomes.items():
            if count:
                self._written.labels(outcome).inc(count)

    def text(self) -> bytes:
        """Return all numbers: those of this process, or of all workers together."""
        if SHARED_FOLDER not in os.environ:
            return generate_latest(self._registry)
        together = CollectorRegistry()
        several_processes.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)
