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
        N_("About the game"),
        (
            N_(
                "You build bridges between islands. A card is turned over, and everyone writes "
                "its number on an island of their own board and draws its bridges. An island "
                "is finished when exactly as many bridges lead there as its number says. After "
                "17 cards the best bridge builder wins."
            ),
            N_(
                "For 1 to 4 players aged 8 and up, about 20 minutes. A board has 18 islands: 4 "
                "of them have a red flag and 3 a blue one. Side A is a little easier than side "
                "B. Everyone plays on the same side."
            ),
        ),
    ),
    Chapter(
        N_("Setup"),
        (
            N_("Everyone gets a board and a pen. For your first games, take side A."),
            N_(
                "Write a 3 or a 4, whichever you like, on any island without a flag. Then pass "
                "your board to the player on your left: everyone plays on the board they "
                "receive. If you play solo, you keep your board."
            ),
            N_(
                "Shuffle the 18 cards. One goes back in the box unseen; the other 17 are the "
                "face-down draw pile. The info bar shows all 18 cards, so you can tick them off "
                "and know what could still come up."
            ),
            N_(
                "A card shows a number from 1 to 6, and 1 to 3 bridges. Nobody may look at the "
                "card in the box."
            ),
        ),
        Example(
            N_("The first number: a 4 on c2, an island without a flag."),
            "4@c2",
            "4@c2",
        ),
    ),
    Chapter(
        N_("One round"),
        (
            N_(
                "The top card is turned over and everyone plays at the same time: first the "
                "number, then the bridges. You may skip either or both, but never just part of "
                "one. Say so when you do."
            ),
            N_(
                "The number: write it on an island that doesn’t have one yet. An island "
                "without a flag always takes it. An island with a flag only takes it once at "
                "least one bridge leads there. The number must be at least the number of "
                "bridges already leading there."
            ),
            N_(
                "The bridges: draw exactly as many as the card shows, on one line or several. "
                "It’s all or none."
            ),
            N_("On a screen you may mark in any order: it counts as the number first."),
            N_(
                "When everyone is done, the next card is turned over. Nobody may look through "
                "the draw pile or the cards already played; the info bar shows what came up."
            ),
        ),
        Example(
            N_(
                "The card shows a 5 and 3 bridges: the 5 on c2, two bridges from there, one "
                "from d3."
            ),
            "4@d3 5@c2 c1-c2 c2-e2 d3-f3",
            "5@c2 c1-c2 c2-e2 d3-f3",
        ),
    ),
    Chapter(
        N_("Building bridges"),
        (
            N_(
                "Bridges follow the dashed lines from one island to its neighbour. At least "
                "one of the two islands must have a number; the one you’ve just written counts."
            ),
            N_(
                "A line can hold one or two bridges, never more. Bridges never cross. An "
                "island can’t have more bridges than its number says, and never more than six."
            ),
            N_(
                "A bridge is straight: it runs across or up and down. The second bridge on a "
                "line may be drawn in the same round or in any later one."
            ),
            N_(
                "When the bridges match the number, the island is finished: circle it. No more "
                "bridges may lead there. The islands don’t have to form one network."
            ),
        ),
        Example(
            N_("Three bridges lead to the 3 on b3: it’s finished and circled."),
            "3@b3 4@d3 b3=d3 b3-b5",
            "b3-b5",
        ),
    ),
    Chapter(
        N_("Points"),
        (
            N_(
                "Only finished islands count. Islands with a flag don’t have to be joined to "
                "each other."
            ),
            N_(
                "Whoever is first to finish all 4 islands with a red flag gets 9 points; "
                "anyone who does it in a later round gets 5. All 3 islands with a blue flag "
                "are worth 7 points, later 3. Six finished islands joined by bridges, with no "
                "unfinished one in between, are worth 8 points, later 4."
            ),
            N_(
                "If several players are the first to reach a goal in the same round, they all "
                "get the higher value. Each goal counts once per player. Points are written "
                "down and announced right away, and everyone else crosses out the higher value."
            ),
            N_(
                "At the end, every finished island scores 2 more points. Whoever has the most "
                "points wins; tied players share the win."
            ),
            N_(
                "An example: 15 finished islands are 30 points. With 5 points for red and 4 for "
                "six joined islands, that makes 39."
            ),
        ),
        Example(
            N_("Six finished islands joined by bridges: 8 points for whoever’s first."),
            "2@a2 4@c2 2@c1 1@f1 3@c4 1@e2 a2-c2 a2-a4 c1-c2 c1-f1 c2-c4 c2-e2 c4=c6",
            "c4=c6",
        ),
    ),
    Chapter(
        N_("Solo"),
        (
            N_(
                "All the rules apply. The 17 cards are split into three piles of 7, 5 and 5. "
                "Blue is worth 7 points up to and including the 7th card and 3 after that. Red "
                "is worth 9 and six connected islands 8 up to and including the 12th card, "
                "then 5 and 4. Your total earns one of twelve ranks; the highest takes 60 "
                "points."
            ),
        ),
    ),
    Chapter(
        N_("Mistakes"),
        (
            N_(
                "With guided pens you can’t make mistakes: marks that break a rule are "
                "refused, and you’re told why. With free pens nothing is refused, as at a "
                "real table. Check all the boards after every round."
            ),
            N_(
                "A mistake called out no later than the next round is undone if nothing "
                "depends on it. Any other stays, and the islands it spoils are struck through: "
                "they can never be finished and score nothing. At the end the game itself "
                "strikes out what nobody caught."
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
