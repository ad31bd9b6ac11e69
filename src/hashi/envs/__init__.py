"""Environments for reinforcement learning: Gymnasium, PettingZoo and JAX.

Importing this package registers `hashi/Solo-v0` with Gymnasium if Gymnasium is installed. The
classes are imported on first use. `SoloEnv`, `SoloVectorEnv` and `TableEnv` need
`hashi-game[envs]`, `JaxEnv` needs `hashi-game[jax]`.
"""

from importlib.util import find_spec

from hashi.late_names import attach_names

__getattr__, __dir__, __all__ = attach_names(__name__)

if find_spec("gymnasium") is not None:
    from hashi.envs.registration import register

    register()
