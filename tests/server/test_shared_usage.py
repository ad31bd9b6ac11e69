"""What addresses use at other servers counts here: what is told, and for how long it is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hashi.host.peers.protocol import Alone
from hashi.server.limits import shared_usage
from hashi.server.limits.gates import Gates, Limits
from hashi.server.limits.shared_usage import MOST_IN_A_MESSAGE, SharedUsage
from hashi.table import Objected


class Wire(Alone):
    """Carries what one server tells to all others."""

    def __init__(self, sender: int, usages: list[SharedUsage]) -> None:
        self._sender, self._usages = sender, usages

    def tell(self, table: str, message: Mapping[str, Any] | None = None) -> None:
        assert message is not None
        for number, usage in enumerate(self._usages):
            if number != self._sender:
                usage.hear(message)


def joined(count: int, limits: Limits) -> tuple[list[Gates], list[SharedUsage]]:
    """Return the gates of servers that hear each other at once."""
    gates = [Gates(limits, writes=1) for _ in range(count)]
    usages: list[SharedUsage] = []

    usages += [SharedUsage(each, Wire(number, usages)) for number, each in enumerate(gates)]
    for usage in usages:
        usage.report()
    return gates, usages


def test_what_is_taken_at_one_server_is_taken_at_all() -> None:
    gates, usages = joined(3, Limits(imports=40))  # four at once
    for _ in range(4):
        gates[0].imports.take("ada")
    for usage in usages * 2:  # told once, however often there is a report
        usage.report()
    for each in gates:
        with pytest.raises(Objected):
            each.imports.take("ada")
        each.imports.take("bo")
    gates[1].writes.take("ada")  # another limit is not touched


def test_pages_count_at_all_servers_until_they_close_or_their_server_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(shared_usage, "monotonic", lambda: now[0])
    gates, usages = joined(2, Limits(sockets=2))
    first, second = gates[0].socket("ada", "t"), gates[0].socket("ada", "u")
    for page in (first, second):
        page.__enter__()
    usages[0].report()
    with pytest.raises(Objected), gates[1].socket("ada", "v"):
        pass
    second.__exit__(None, None, None)
    usages[0].report()
    with gates[1].socket("ada", "v"):
        pass
    usages[0].leave()  # it ends, and its page moves
    with gates[1].socket("ada", "v"), gates[1].socket("ada", "t"):
        pass
    usages[0].report()
    now[0] += 4.0  # it has died
    usages[1].report()
    with gates[1].socket("ada", "v"), gates[1].socket("ada", "t"):
        pass
    first.__exit__(None, None, None)


def test_a_long_report_is_told_in_several_messages() -> None:
    gates, usages = joined(2, Limits(imports=10))
    accounts = [f"2001:db8:{number:x}::/64" for number in range(3 * MOST_IN_A_MESSAGE)]
    for account in accounts:
        gates[0].imports.take(account)
    usages[0].report()
    for account in accounts:
        with pytest.raises(Objected):
            gates[1].imports.take(account)
