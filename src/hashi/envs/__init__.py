"""Environments for reinforcement learning: Gymnasium, PettingZoo and JAX.

Importing this package registers `hashi/Solo-v0` with Gymnasium if Gymnasium is installed. The
classes are imported on first use. `SoloEnv`, `SoloVectorEnv` and `TableEnv` need
`hashi-game[envs]`, `JaxEnv` needs `hashi-game[jax]`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hashi.envs.jax_env import JaxEnv, State
    from hashi.envs.parallel import TableEnv
    from hashi.envs.policy_bot import PolicyBot
    from hashi.envs.solo import SoloEnv
    from hashi.envs.vector import SoloVectorEnv

SOLO = "hashi/Solo-v0"

_MODULES = {
    "jax_env": ["JaxEnv", "State"],
    "parallel": ["TableEnv"],
    "policy_bot": ["PolicyBot"],
    "solo": ["SoloEnv"],
    "vector": ["SoloVectorEnv"],
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "SOLO",
    "JaxEnv",
    "PolicyBot",
    "SoloEnv",
    "SoloVectorEnv",
    "State",
    "TableEnv",
    "register",
]


def register() -> None:
    """Register `hashi/Solo-v0` with Gymnasium if it is not registered yet."""
    from gymnasium.envs import registration

    if SOLO not in registration.registry:
        registration.register(
            id=SOLO,
            entry_point="hashi.envs.solo:SoloEnv",
            vector_entry_point="hashi.envs.vector:SoloVectorEnv",
        )


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'hashi.envs' has no attribute {name!r}")
    return getattr(import_module(f"hashi.envs.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULE_OF])


if find_spec("gymnasium") is not None:
    register()
