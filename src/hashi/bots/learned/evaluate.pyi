"""What Python sees of the arithmetic of the values; the rest is C where it is compiled."""

PATH: int
GROUP: int
POINTS: int
ROOMS: int
NODE_WORDS: int
SECOND: int
ISLAND_KINDS: int
LINE_KINDS: int
ROOM_KINDS: int
GROUP_KINDS: int
CARDS: int
HAND_KINDS: int
GOAL_KINDS: int
GOALS: int
PAID_KINDS: int
