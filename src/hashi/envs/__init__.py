"""Environments for reinforcement learning: Gymnasium, PettingZoo and JAX.

Importing this package registers `hashi/Solo-v0` with Gymnasium if Gymnasium is installed. The
classes are imported on first use. `SoloEnv`, `SoloVectorEnv` and `TableEnv` need
`hashi-game[envs]`, `JaxEnv` needs `hashi-game[jax]`.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from hashi.late_names import defer_names

if TYPE_CHECKING:
    from hashi.envs.jax_env import JaxEnv, State
    from hashi.envs.parallel import TableEnv
    from hashi.envs.policy_bot import PolicyBot
    from hashi.envs.solo import SoloEnv
    from hashi.envs.vector import SoloVectorEnv
else:
    __getattr__, __dir__ = defer_names(
        __name__,
        {
            "jax_env": ["JaxEnv", "State"],
            "parallel": ["TableEnv"],
            "policy_bot": ["PolicyBot"],
            "solo": ["SoloEnv"],
            "vector": ["SoloVectorEnv"],
        },
    )

SOLO = "hashi/Solo-v0"

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


if find_spec("gymnasium") is not None:
    register()
