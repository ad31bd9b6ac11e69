"""The rules as a short text of our own, in chapters, with places for drawn examples."""

from __future__ import annotations

from dataclasses import dataclass

from hashi.words.catalogue import N_, Words


@dataclass(frozen=True, slots=True)
class Example:
    """A drawn example: a line that says what to see, and the marks on side A."""

    caption: str
    marks: str
    fresh: str
    """The marks of the turn that the example is about."""


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    paragraphs: tuple[str, ...]
    example: Example | None = None


CHAPTERS = (
    Chapter(
        N_("What it is about"),
        (
            N_(
                "You build bridges between islands. A card is turned, and everybody writes its "
                "number into an island of their own board and draws its bridges. An island is "
                "finished when exactly as many bridges lead there as its number says. After 17 "
                "cards the best bridge builder wins."
            ),
            N_(
                "1 to 4 people play, from 8 years on, for about 20 minutes. A board has 18 "
                "islands; 4 of them carry a red flag, 3 a blue one. Side A is a little easier "
                "than side B. All play on the same side."
            ),
        ),
    ),
    Chapter(
        N_("Setting up"),
        (
            N_(
                "Write a 3 or a 4, as you like, into any island without a flag. Then hand your "
                "board to the neighbour on your left: everybody plays on the board they receive. "
                "Alone you keep your board."
            ),
            N_(
                "The 18 cards are shuffled. One goes into the box unseen; the other 17 are the "
                "draw pile. The info bar shows all 18 cards, so you can tick them off and know "
                "what may still come."
            ),
        ),
    ),
    Chapter(
        N_("A round"),
        (
            N_(
                "The top card is turned and all play at the same time: first the number, then "
                "the bridges. You may waive either of them or both, but only as a whole, and "
                "you say so."
            ),
            N_(
                "The number: write it into an island that has none yet. An island without a "
                "flag always takes it. An island with a flag takes it only when a bridge leads "
                "there already. The number is never lower than the bridges that are there."
            ),
            N_(
                "The bridges: draw exactly as many as the card shows, on one line or on "
                "several. Fewer is not allowed: all or none."
            ),
        ),
        Example(
            N_("The card shows 5 and 3 bridges: 5 on c2, two bridges from there, one from d3."),
            "4@d3 5@c2 c1-c2 c2-e2 d3-f3",
            "5@c2 c1-c2 c2-e2 d3-f3",
        ),
    ),
    Chapter(
        N_("How bridges are built"),
        (
            N_(
                "Bridges follow the dashed lines, from an island to its neighbour. At least one "
                "of the two islands has a number; it may be the one you have just written."
            ),
            N_(
                "A line carries one or two bridges, never more. Bridges never cross. No more "
                "bridges lead to an island than its number says, and never more than six."
            ),
            N_(
                "When the bridges match the number, the island is finished and circled, and no "
                "further bridge leads there. The islands need not form one network."
            ),
        ),
        Example(
            N_("Three bridges lead to the 3 on b3: it is finished and circled."),
            "3@b3 4@d3 b3=d3 b3-b5",
            "b3-b5",
        ),
    ),
    Chapter(
        N_("Points"),
        (
            N_(
                "Whoever is first to finish all 4 islands with a red flag gets 9 points, those "
                "who do it in a later round get 5. For all 3 blue flags it is 7 points, later 3. "
                "For 6 finished islands joined by bridges, with no unfinished one between, it is "
                "8 points, later 4."
            ),
            N_(
                "All who are first to reach a goal in the same round get the higher value. Each "
                "goal counts once for each player. Points are entered and announced at once, and "
                "the higher value is crossed out for everyone else."
            ),
            N_(
                "At the end every finished island earns 2 points more. Most points win; in a "
                "tie all of those win."
            ),
        ),
        Example(
            N_("Six finished islands, joined by bridges: 8 points for the first."),
            "2@a2 4@c2 2@c1 1@f1 3@c4 1@e2 a2-c2 a2-a4 c1-c2 c1-f1 c2-c4 c2-e2 c4=c6",
            "c4=c6",
        ),
    ),
    Chapter(
        N_("Alone"),
        (
            N_(
                "All rules stand. The 17 cards lie in three piles of 7, 5 and 5. Blue pays 7 "
                "points up to and including the 7th card and 3 after it. Red pays 9 and six "
                "connected islands pay 8 up to and including the 12th card, 5 and 4 after it. "
                "Your total tells your rank, from the first of twelve up to 60 points for the "
                "last."
            ),
        ),
    ),
    Chapter(
        N_("Mistakes"),
        (
            N_(
                "With guided pens no mistake can happen: what breaks a rule is refused and "
                "explained. With free pens nothing is refused, as at a real table. Check all "
                "boards after every round."
            ),
            N_(
                "A mistake that is called in the following round at the latest, and that "
                "nothing rests on, is taken back. Any other stays, and the islands that it "
                "makes irregular are struck through: they can never be finished and earn "
                "nothing. At the end the referee strikes what nobody called."
            ),
        ),
    ),
)


def chapters(words: Words) -> list[Chapter]:
    """The rules in this language."""
    return [
        Chapter(
            words.say(chapter.title),
            tuple(words.say(paragraph) for paragraph in chapter.paragraphs),
            chapter.example
            and Example(
                words.say(chapter.example.caption), chapter.example.marks, chapter.example.fresh
            ),
        )
        for chapter in CHAPTERS
    ]
