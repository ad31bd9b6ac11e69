"""All that holds things in a running app: found by walking from objects to what they hold."""

from __future__ import annotations

import asyncio
import functools
import gc
import re
import sys
import types
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary

from hashi.kept import Kept

WALKED = ("hashi", "jinja2", "prometheus_client", "starlette")
"""The packages into whose objects the walk goes."""
LEAVES = ("hashi.table", "hashi.rules", "hashi.record", "hashi.boards", "hashi.words")
"""Packages whose objects are values: a log, a game, a sentence. A table is bounded as a whole."""
WEAK = (WeakKeyDictionary, WeakSet, WeakValueDictionary)
DOCS = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
HOLDERS = (dict, list, set, deque, *WEAK)


def sizes(*roots: object) -> Counter[str]:
    """Return how much each container holds that can be reached, by its class and its name.

    Of several with one name it is the sum. What modules hold is counted as well, and caches of
    functions. Pieces of pages have one bound and are counted together, as `Kept`.
    """
    found: Counter[str] = Counter()
    for name, container in [*_of_modules(), *_Walk(roots).containers()]:
        found[name] += len(container)
    for name, function in caches():
        found[name] += function.cache_info().currsize
    return found


def listed(title: str) -> set[str]:
    """Return the names of containers in the table under a title of docs/server.md."""
    section = DOCS.partition(f"### {title}\n")[2].partition("\n#")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([\w.]+)`", row)}


def _modules() -> Iterator[tuple[str, types.ModuleType]]:
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "hashi" and module is not None:
            yield name, module


def _of_modules() -> Iterator[tuple[str, Any]]:
    for name, module in _modules():
        for attribute, value in list(vars(module).items()):
            if isinstance(value, HOLDERS) and not attribute.startswith("__"):
                yield "Kept" if isinstance(value, Kept) else f"{name}.{attribute}", value


def caches() -> Iterator[tuple[str, Any]]:
    """Yield every function of these packages that remembers its results."""
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper):
            module = getattr(each, "__module__", "") or ""
            if module.partition(".")[0] == "hashi":
                yield f"{module}.{getattr(each, '__qualname__', '?')}", each


class _Walk:
    """A walk from some objects to all that they hold."""

    def __init__(self, roots: Iterable[object]) -> None:
        self._waiting: deque[tuple[str, object]] = deque(("", root) for root in roots)
        self._seen: set[int] = set()
        self._kept: list[object] = []
        """What was seen, so that no other object gets its number."""

    def containers(self) -> Iterator[tuple[str, Any]]:
        while self._waiting:
            name, value = self._waiting.pop()
            if id(value) in self._seen:
                continue
            self._seen.add(id(value))
            self._kept.append(value)
            if isinstance(value, HOLDERS):
                yield name, value
            self._waiting.extend(_held(name, value))


def _held(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield what an object holds, with the names by which it is told apart."""
    if isinstance(value, Mapping):
        yield from ((f"{name}{{}}", each) for each in list(value.values()))
    elif isinstance(value, list | tuple | set | frozenset | deque):
        yield from ((f"{name}[]", each) for each in list(value))
    elif isinstance(value, functools.partial):
        yield from (("", each) for each in (value.func, value.args, value.keywords))
    elif isinstance(value, types.MethodType):
        yield "", value.__self__
    elif isinstance(value, types.FunctionType):
        yield from (("", each) for each in _cells(value))
    elif isinstance(value, asyncio.Task):
        yield "", value.get_coro()
    else:
        yield from _attributes(value)


def _cells(function: types.FunctionType) -> Iterator[object]:
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not filled yet
            continue


def _attributes(value: object) -> Iterator[tuple[str, object]]:
    kind = type(value)
    module = kind.__module__
    if isinstance(value, type | types.ModuleType) or not module.startswith(WALKED):
        return
    if module.startswith(LEAVES):
        return
    for name, held in getattr(value, "__dict__", {}).items():
        yield f"{kind.__qualname__}.{name}", held
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                yield f"{kind.__qualname__}.{name}", getattr(value, name)
