"""Every code has its sentence, in every language."""

from __future__ import annotations

import re

import pytest

from hashi.boards import board, standard_deck
from hashi.record import notation_for
from hashi.rules import (
    Card,
    Flaw,
    Game,
    Goal,
    Illegal,
    Malformed,
    News,
    NewsKind,
    Number,
    Pens,
    Points,
    Reason,
    Refusal,
    Setup,
    Sheet,
    Stray,
)
from hashi.table.flaw import TableFlaw
from hashi.words import (
    LANGUAGES,
    RANKS,
    Words,
    announce,
    chapters,
    choose,
    describe,
    describe_sheet,
    explain,
    explain_illegal,
    explain_with_rule,
    ledger_items,
    rank_sentence,
    shown,
    verdict,
)

A = board("A")
BRIDGE = notation_for(A).marks("c1-c2")[0]
NUMBER = notation_for(A).marks("5@c1")[0]
GAME = Game.begin(Setup(A, standard_deck(), ("Tim", "Linus"), Pens.FREE))

languages = pytest.mark.parametrize("words", [Words(code) for code in LANGUAGES], ids=LANGUAGES)


def refusal(reason: Reason) -> Refusal:
    mark = Stray((A.island("a1"), A.island("f6"))) if reason is Reason.NO_LINE else NUMBER
    return Refusal(reason, mark, A.island("c1"), A.lines[0], Card(5, 3), 4)


def is_sentence(text: str) -> bool:
    return bool(text) and "{" not in text and "None" not in text and text == text.strip()


@languages
@pytest.mark.parametrize("reason", list(Reason), ids=lambda reason: reason.name)
def test_every_refusal_has_a_sentence(words: Words, reason: Reason) -> None:
    said = explain(words, refusal(reason))
    assert is_sentence(said)
    assert said.endswith(".")
    assert reason.rule in explain_with_rule(words, refusal(reason))


@languages
@pytest.mark.parametrize("flaw", [*Flaw, *TableFlaw], ids=lambda flaw: flaw.name)
def test_every_flaw_has_a_sentence_that_says_where(words: Words, flaw: Flaw | TableFlaw) -> None:
    given = "missing" if flaw is Flaw.FILE else "x\x1b[31m"
    malformed = Malformed(
        flaw, file="my.txt", line=3, column=5, field="rounds[2]", given=given, expected="list",
        least=6, most=60,
    )  # fmt: skip
    said = describe(words, malformed)
    assert is_sentence(said)
    assert said.startswith("my.txt, ")
    assert "\x1b" not in said
    assert "3" in said
    assert "5" in said
    assert "rounds[2]" in said


@languages
def test_flaws_without_a_place_are_a_plain_sentence(words: Words) -> None:
    assert describe(words, Malformed(Flaw.ENCODING)) == words.say(
        "This isn’t UTF-8 text. Save the file in that encoding."
    )


@languages
@pytest.mark.parametrize("event", list(NewsKind), ids=lambda event: event.name)
def test_every_event_has_a_sentence(words: Words, event: NewsKind) -> None:
    is_goal = "GOAL" in event.name or event is NewsKind.HIGH_VALUE_GONE
    for goal in Goal if is_goal else [None]:
        card = Card(5, 3) if event is NewsKind.CARD_TURNED else None
        mark = Number(A.island("c1"), 4) if event is NewsKind.BOARD_GIVEN else BRIDGE
        item = News(event, 1, card, goal, 5, mark, A.island("c1"))
        assert is_sentence(announce(words, item, GAME))


@languages
@pytest.mark.parametrize("event", [NewsKind.TAKEN_BACK, NewsKind.CALL_WRONG])
def test_r33_a_mark_that_was_called_is_named_in_words(words: Words, event: NewsKind) -> None:
    number = announce(words, News(event, 1, mark=Number(A.island("c1"), 4)), GAME)
    bridge = announce(words, News(event, 1, mark=BRIDGE), GAME)
    for said in (number, bridge):
        assert is_sentence(said)
        assert "@" not in said
        assert str(BRIDGE) not in said
    assert str(BRIDGE).replace("-", "–") in bridge


@languages
def test_r27_announcements_name_player_and_points(words: Words) -> None:
    said = announce(words, News(NewsKind.GOAL_REACHED, 1, goal=Goal.RED, points=9), GAME)
    assert "Linus" in said
    assert "9" in said


@languages
def test_where_a_game_breaks_a_rule_is_told_with_round_and_player(words: Words) -> None:
    said = explain_illegal(words, Illegal(refusal(Reason.LINE_FULL), round=3, player="Tim"))
    for part in ("3", "Tim", "R15", "5@c1"):
        assert part in said
    setup = explain_illegal(words, Illegal(refusal(Reason.START_FLAG), round=0, player="Tim"))
    assert "R5" in setup
    bare = explain_illegal(words, Illegal(Refusal(Reason.NO_CARD), round=2, player="Tim"))
    assert "R7" in bare


@languages
def test_r32_the_twelve_ranks_have_names_of_their_own(words: Words) -> None:
    names = [words.say(rank) for rank in RANKS]
    assert len(set(names)) == 12
    said = rank_sentence(words, 2, 44)
    assert names[2] in said
    assert names[3] in said
    assert "44" in said
    assert names[11] in rank_sentence(words, 11, 60)


RULEBOOK_RANKS = {
    "cs": ("Podavač", "Ostrovní bůh"),
    "de": ("Handlanger", "Inselgott"),
    "es": ("Esbirro", "Dios de las islas"),
    "it": ("Manovale", "Dio delle isole"),
    "pt": ("Lacaio", "Deus das ilhas"),
}


@pytest.mark.parametrize("language", list(RULEBOOK_RANKS))
def test_r32_ranks_are_those_of_the_rulebook(language: str) -> None:
    words = Words(language)
    assert (words.say(RANKS[0]), words.say(RANKS[11])) == RULEBOOK_RANKS[language]


@languages
def test_r29_the_score_is_told_line_by_line(words: Words) -> None:
    islands = tuple(Points(island, 2, 17) for island in A.islands[:15])
    ledger = (*islands, Points(Goal.RED, 5, 12), Points(Goal.SIX, 4, 14))
    lines = ledger_items(words, ledger)
    assert [re.findall(r"\d+", line) for line in lines] == [
        ["12", "5"],
        ["14", "4"],
        ["15", "30"],
        ["39"],
    ]


@languages
def test_the_verdict_of_an_unfinished_game_says_where_it_stands(words: Words) -> None:
    assert re.findall(r"\d+", verdict(words, GAME)) == ["0", "17"]


@languages
def test_a_sheet_is_described_island_by_island(words: Words) -> None:
    marks = notation_for(A).turn("3@b3 4@d3 b3=d3 b3-b5 2@a2 1@f3 c2-c4 c1-f1 4@f1").marks
    lines = describe_sheet(words, Sheet.of(A, marks).with_struck(1))
    assert len(lines) == 18
    told = dict(line.split(": ", 1) for line in lines)
    assert words.say("finished") in told["b3"]
    assert words.say("struck through") in told["a1"]
    assert words.say("red flag") in told["c1"]
    assert words.say("line to {island} blocked", island="b3") not in told["d3"]
    assert all(is_sentence(line) for line in lines)


@languages
def test_the_rules_have_the_same_chapters_in_every_language(words: Words) -> None:
    told = chapters(words)
    assert [len(chapter.paragraphs) for chapter in told] == [2, 4, 5, 4, 5, 1, 2]
    for chapter in told:
        if chapter.example:
            notation_for(A).turn(chapter.example.marks)


FIRST = {
    "en": "first to reach",
    "de": "als Erste",
    "it": "per prime",
    "es": "las primeras",
    "cs": "jako první",
    "pt": "as primeiras",
}
INCLUSIVE = {
    "en": "including",
    "de": "einschließlich",
    "it": "compresa",
    "es": "incluida",
    "cs": "včetně",
    "pt": "inclusive",
}


@languages
def test_r26_only_those_who_are_first_in_the_same_round_share_the_higher_value(
    words: Words,
) -> None:
    points = chapters(words)[4]
    sentence = points.paragraphs[2].partition(".")[0]
    assert FIRST[words.language] in sentence


@languages
def test_r31_the_seventh_and_the_twelfth_card_still_count(words: Words) -> None:
    (alone,) = chapters(words)[5].paragraphs
    assert alone.count(INCLUSIVE[words.language]) == 2


def test_names_are_shown_on_one_line_without_control_characters() -> None:
    assert shown("Tim\x1b[2J\n") == r"Tim\x1b[2J\n"
    assert len(shown("x" * 1000)) == 60
    assert shown("Žofie") == "Žofie"


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "pt_BR"}, "pt"),
        ({"LC_ALL": "de_AT", "LANG": "it_IT"}, "de"),
        ({"LC_MESSAGES": "es_ES", "LANG": "it_IT"}, "es"),
        ({"LANGUAGE": "sv:it", "LANG": "en_GB"}, "it"),
        ({"LANGUAGE": "sv:fr", "LANG": "cs_CZ"}, "cs"),
        ({"LC_ALL": "fr_FR", "LANG": "cs_CZ"}, "en"),
    ],
)
def test_the_language_is_the_environments(environ: dict[str, str], language: str) -> None:
    assert choose(None, environ) == language
    assert choose("es", environ) == "es"
