"""Calls that block, such as reads from a store, made outside the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from hashi.host.store.protocol import StoreDown
from hashi.table import Objected, Objection

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)


async def in_thread(call: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Call the store in a thread; raise Objected where it cannot answer now."""
    try:
        return await asyncio.to_thread(call, *given, **named)
    except StoreDown as error:
        log.warning("the store did not answer: %s", error)
        raise Objected(Objection.STORE_DOWN) from error
