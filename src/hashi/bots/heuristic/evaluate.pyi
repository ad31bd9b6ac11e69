"""What Python sees of a glance: where the chances lie; the rest is C where it is compiled."""

WHOLE: int
MOST_ROUNDS: int
SPARE_KINDS: int
BARE: int
CUT_OFF: int
GROUP: int
ROW: int
MOST_SPAN: int
