"""Templates: how they are loaded, what all of them may call, and whole pages made of them."""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2

from hashi.bots import BOTS
from hashi.drawing import DARK, LIGHT, ground_svg
from hashi.drawing.goal_icons import goal_icon
from hashi.rules import Goal, rank
from hashi.rules.game.name import LONGEST_NAME
from hashi.rules.game.solo import RANK_FLOORS
from hashi.server.indentation import Flush
from hashi.server.site import SiteLinks
from hashi.server.static_files import address, digest
from hashi.server.template_cache import TemplateCache
from hashi.server.visitor import Visitor, words_in
from hashi.table import Phase
from hashi.table.requests.request import STAND_IN
from hashi.words import (
    GOALS,
    LANGUAGES,
    RANKS,
    announce_loss,
    bot_name,
    bot_way,
    bridge_line,
    dead_goal_sentence,
    explain_with_rule,
    language_tag,
    ledger_items,
    listed,
    player_name,
    points,
    rank_sentence,
    shown,
)
from hashi.words.game.signs import card_sign, cards_sign, number_sign, small_card_sign
from hashi.words.reactions import REACTIONS
from hashi.words.typography import unbroken


@cache
def environment() -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.PackageLoader("hashi.server", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[SiteLinks, Flush],
        auto_reload=False,
        cache_size=-1,
        bytecode_cache=TemplateCache(),
    )
    env.filters["unbroken"] = unbroken
    env.globals.update(
        languages=LANGUAGES,
        language_tag=language_tag,
        Goal=Goal,
        Phase=Phase,
        goal_names=GOALS,
        ranks=RANKS,
        goal_icon=goal_icon,
        ground_svg=ground_svg,
        rank_floors=RANK_FLOORS,
        rank_of=rank,
        bots=list(BOTS),
        usual_level=STAND_IN,
        longest_name=LONGEST_NAME,
        bot_name=bot_name,
        bot_way=bot_way,
        bridge_line=bridge_line,
        shown=shown,
        static=address,
        points=points,
        ledger_items=ledger_items,
        player_name=player_name,
        rank_sentence=rank_sentence,
        announce_loss=announce_loss,
        dead_goal_sentence=dead_goal_sentence,
        listed=listed,
        card_sign=card_sign,
        cards_sign=cards_sign,
        number_sign=number_sign,
        small_card_sign=small_card_sign,
        explain_with_rule=explain_with_rule,
        reactions=REACTIONS,
        paper={"light": LIGHT.paper, "dark": DARK.paper},
    )
    return env


def prepare() -> None:
    """Load whatever the first visitors would wait for otherwise: templates, languages, scripts."""
    for name in environment().list_templates(extensions=["html"]):
        environment().get_template(name)
    for language in LANGUAGES:
        player_name(words_in(language), "")
    digest()


def render_page(name: str, visitor: Visitor, **context: Any) -> str:
    """Return a whole page in the visitor's language and theme."""
    words = visitor.words
    return (
        environment()
        .get_template(f"{name}.html")
        .render(
            visitor=visitor,
            words=words,
            say=words.say,
            say_many=words.say_many,
            **context,
        )
    )
