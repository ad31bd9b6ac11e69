"""What a turn cost and why, hints, and the best possible result."""

from hashi.coach.best_possible import Best, Mistaken, best, possible

__all__ = ["Best", "Mistaken", "best", "possible"]
