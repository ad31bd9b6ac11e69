"""The short way to do the usual things: a game that deals its own cards, files, bots by name.

Everything here stands on the other packages and adds no rules. Text may stand for boards, starts,
turns and seats. Modules are imported on first use.
"""

from hashi.late_names import attach_names

__getattr__, __dir__, __all__ = attach_names(__name__)
