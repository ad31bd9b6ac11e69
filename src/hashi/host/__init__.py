"""Tables kept alive: loaded, asked, written and announced; their clocks run, their bots play."""

from hashi.late_names import attach_names

__getattr__, __dir__, __all__ = attach_names(__name__)
