"""Fuzzing: reading and replaying raise nothing but Malformed or Illegal."""

from __future__ import annotations

import pytest
from tests.record.fuzz import WAYS, fuzz


@pytest.mark.no_cover  # the same lines many times over
def test_only_malformed_or_illegal_ever_escapes() -> None:
    outcomes = fuzz(1_000, seed=20)
    assert outcomes.total() == 1_000
    assert len({name.split(":")[0] for name in outcomes}) == len(set(WAYS))
    by_kind = {kind: sum(n for name, n in outcomes.items() if kind in name) for kind in KINDS}
    assert all(count > 50 for count in by_kind.values()), by_kind


KINDS = ("malformed", "illegal", "replayed")
