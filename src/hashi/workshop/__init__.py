"""Boards of one's own: how hard they are, and how to make them easier or harder."""

from hashi.workshop.figures import Figures, Tally
from hashi.workshop.measure import Measurement, Part, do_part, measure, measure_on, plan_of
from hashi.workshop.propose import BoardProposal, Wish, first_proposal, next_proposal, propose
from hashi.workshop.references import reference

__all__ = [
    "BoardProposal",
    "Figures",
    "Measurement",
    "Part",
    "Tally",
    "Wish",
    "do_part",
    "first_proposal",
    "measure",
    "measure_on",
    "next_proposal",
    "plan_of",
    "propose",
    "reference",
]
