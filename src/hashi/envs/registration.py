"""Where Gymnasium finds the environments."""

from __future__ import annotations

SOLO = "hashi/Solo-v0"


def register() -> None:
    """Register `hashi/Solo-v0` with Gymnasium if it is not registered yet."""
    from gymnasium.envs import registration

    if SOLO not in registration.registry:
        registration.register(
            id=SOLO,
            entry_point="hashi.envs.solo:SoloEnv",
            vector_entry_point="hashi.envs.vector:SoloVectorEnv",
        )
