"""What is made once and kept."""

from __future__ import annotations

import pytest

from hashi.kept import Kept


@pytest.fixture(autouse=True)
def _no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kept, "ALL", [])


def test_values_are_made_once_and_forgotten_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Kept, "MOST", 1_500)
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


def test_the_largest_is_forgotten_for_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Kept, "MOST", 50_000)
    small: Kept[str] = Kept(lambda number: "." * number)
    large: Kept[tuple[str, bytes]] = Kept(lambda number: ("." * 5_000, bytes(number)))
    assert small[1,] == "."
    for number in range(4_000, 4_100):
        assert large[number,]
        assert small.size + large.size <= Kept.MOST
    assert list(small) == [(1,)]
    assert 1 < len(large) < 6


def test_a_value_that_is_larger_than_all_may_be_is_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Kept, "MOST", 1_000)
    kept: Kept[str] = Kept(lambda number: "." * number)
    assert kept[5,] == "....."
    assert len(kept[5_000,]) == 5_000
    assert list(kept) == [(5,)]


def test_what_cannot_be_made_is_not_kept() -> None:
    kept = Kept(lambda a, b: a // b)
    with pytest.raises(ZeroDivisionError):
        kept[1, 0]
    assert not kept
