"""Environments for reinforcement learning: Gymnasium, PettingZoo and JAX.

Importing this package registers `hashi/Solo-v0` with Gymnasium if Gymnasium is installed. The
classes are imported on first use. `SoloEnv`, `SoloVectorEnv` and `TableEnv` need
`hashi-game[envs]`, `JaxEnv` needs `hashi-game[jax]`.
"""

from importlib.util import find_spec

from hashi.extras import missing
from hashi.late_names import attach_names

_load, __dir__, __all__ = attach_names(__name__)


def __getattr__(name: str) -> object:
    """Return a name that is loaded now; raise ImportError with what to install."""
    try:
        return _load(name)
    except ModuleNotFoundError as error:
        raise missing("environments", error.name or "numpy", "envs") from error


if find_spec("gymnasium") is not None:
    from hashi.envs.registration import register

    register()
