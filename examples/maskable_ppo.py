"""Trains MaskablePPO of sb3-contrib on the solo game; the policy then plays as a bot.

    pip install 'hashi-game[sb3]'
    python examples/maskable_ppo.py 200000
    hashi arena examples/maskable_ppo.py:Learned --games 100
    hashi arena examples/maskable_ppo.py:Learned random --games 100

The number is how many marks it trains for. The policy is saved as `solo_policy.zip` in the current
folder and read from there.
"""

import sys
from functools import cache

from sb3_contrib import MaskablePPO

from hashi.envs import SOLO, PolicyBot

FILE = "solo_policy.zip"


@cache
def trained():
    """Return the saved policy; every process reads it once."""
    return MaskablePPO.load(FILE, device="cpu")


class Learned(PolicyBot):
    name = "learned"
    seats = 1  # trained alone: at a table it does not look at the others

    def choose(self, observation, mask):
        return trained().predict(observation, action_masks=mask, deterministic=True)[0]


if __name__ == "__main__":
    model = MaskablePPO("MlpPolicy", SOLO, n_steps=1024, batch_size=256, seed=1, verbose=1)
    model.learn(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
    model.save(FILE)
