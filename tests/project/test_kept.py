"""What is made once and kept."""

from __future__ import annotations

import pytest

from hashi.kept import Kept


def test_values_are_made_once_and_forgotten_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Kept, "MOST", 3)
    made: list[tuple[str, int]] = []

    @Kept
    def repeated(text: str, times: int) -> str:
        made.append((text, times))
        return text * times

    for times in (1, 2, 3, 1, 2, 3):
        assert repeated["a", times] == "a" * times
    assert made == [("a", 1), ("a", 2), ("a", 3)]
    assert repeated["a", 4] == "aaaa"
    assert len(repeated) == 1
    assert repeated["a", 1] == "a"
    assert made[3:] == [("a", 4), ("a", 1)]


def test_what_cannot_be_made_is_not_kept() -> None:
    kept = Kept(lambda a, b: a // b)
    with pytest.raises(ZeroDivisionError):
        kept[1, 0]
    assert not kept
