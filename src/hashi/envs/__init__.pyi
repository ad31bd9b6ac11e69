"""The names that this package offers; each is loaded when it is first used."""

from hashi.envs.jax_env import JaxEnv as JaxEnv
from hashi.envs.jax_env import State as State
from hashi.envs.parallel import TableEnv as TableEnv
from hashi.envs.policy_bot import PolicyBot as PolicyBot
from hashi.envs.registration import SOLO as SOLO
from hashi.envs.registration import register as register
from hashi.envs.solo import SoloEnv as SoloEnv
from hashi.envs.vector import SoloVectorEnv as SoloVectorEnv
