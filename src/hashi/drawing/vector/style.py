"""The style sheet of the SVG pictures. Colours are named by token, `@sea`.

In a document of its own, every rule stands under the class of its theme, so that several pictures
can stand in one page. In a page that has the colours as custom properties, a board takes those.
"""

from __future__ import annotations

import re
from functools import cache

from hashi.drawing.goal_icons import cloth_colours
from hashi.drawing.theme import DARK, Colours, Theme, colours

_RULES = """\
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;\
font-weight:700;text-anchor:middle;fill:@ink;font-variant-numeric:lining-nums tabular-nums}
path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.paper{fill:@paper}
.sea{fill:@sea}
.wave{stroke:@wave;stroke-width:4}
.at{font-size:26px;font-weight:500;fill:@tide}
path.open{stroke:@line;stroke-width:4;stroke-linecap:butt}
path.blocked{stroke:@line;stroke-width:4.4}
path.target{stroke:@ink;stroke-width:7.5;stroke-linecap:butt}
.rail{stroke:@wood;stroke-width:11.5;stroke-linecap:butt}
.plank{stroke:@plank;stroke-width:6;stroke-dasharray:5.4 2.6;stroke-linecap:butt}
.rail.fresh{stroke:@accent;stroke-width:13}
.plank.fresh{stroke:@land;stroke-width:6.4;stroke-dasharray:9.4 3}
.many .rail{stroke-width:8.4}
.many .plank{stroke-width:4}
.many rect{fill:@land;stroke:@ink;stroke-width:3}
.many text{font-size:26px}
.isle .disc{fill:@land;stroke:@ink;stroke-width:3.6}
.isle text{font-size:42px}
.isle .dot{fill:@soft;stroke:none}
.isle.target .disc{stroke-width:7.5}
.isle.fresh .disc{stroke:@accent;stroke-width:7}
.isle.fresh text.now,.isle tspan.now{fill:@accent}
.isle tspan.now{font-size:32px}
.isle.finished .disc{fill:@meadow}
.isle.finished.fresh .disc{stroke-width:5}
.isle.dead .disc{stroke:@soft}
.isle.dead .hatch{stroke:@line;stroke-width:3.4}
.isle.dead text{fill:@soft}
.isle.dead.fresh .disc{stroke:@accent}
.isle.dead text.now{fill:@accent}
.isle .cross{stroke:@ink;stroke-width:5}
.isle.struck text{fill:@soft}
.ring{stroke:@done;stroke-width:5.6}
.ring.fresh{stroke:@accent;stroke-width:7.4}
.isle text.halo{fill:@land;stroke:@land;stroke-width:9;stroke-linejoin:round}
.isle text.over{font-size:26px;text-anchor:end;fill:@ink}
.isle text.over.halo{fill:@sea;stroke:@sea;stroke-width:6}
.pole{stroke:@ink;stroke-width:4}
.flag,.cloth{stroke:none}
.lost{stroke:@ink;stroke-width:4.4}
.lost.bed{stroke:@sea;stroke-width:9}
.box{fill:@land;stroke:@line;stroke-width:2.4}
.won .box{fill:@meadow;stroke:@done;stroke-width:4}
.goal text{font-size:36px;text-anchor:start}
.goal text.late{font-size:32px;font-weight:500;fill:@soft}
.goal text.gone{font-weight:500;fill:@soft}
.goal text.have{font-size:26px;font-weight:500;text-anchor:end;fill:@soft}
.won text.have{fill:@ink}
.goal.dead .box{fill:@paper;stroke:@line}
.goal.dead .hatch{stroke:@wave;stroke-width:3.4}
.goal.dead text{font-weight:500;fill:@soft}
.goal .lost{stroke-width:3}
.goal .lost.bed{stroke:@paper;stroke-width:6}
.goal.dead .strike{stroke:@soft}
.strike{stroke:@ink;stroke-width:4}
.tick{stroke:@done;stroke-width:6.4}
.mast{stroke:@ink;stroke-width:2.6}
.link{stroke:@ink;stroke-width:3.4}
.card text{font-size:29px}
.tally{stroke:@wood;stroke-width:6.6}
.card.turned .box{fill:@paper;stroke:@wave}
.card.turned text{font-weight:500;fill:@soft}
.card.turned text.halo{fill:@paper;stroke:@paper;stroke-width:8;stroke-linejoin:round}
.card.turned .tally{stroke:@line}
.card.turned .hatch{stroke:@wave;stroke-width:3}
.card.turned .strike{stroke:@soft;stroke-width:3.4}
.card.now .box{stroke:@accent;stroke-width:7}
.card.now text{fill:@accent}
.card.now .tally{stroke:@accent}
text.name{font-size:36px;text-anchor:start}
text.total{font-size:36px;text-anchor:end}
""" + "".join(f".{colour}{{fill:@{colour}}}\n" for colour in cloth_colours())
_PAGE_RULES = """\
.bed{stroke:@land;stroke-width:11;stroke-linecap:butt}
path.ghost{stroke:@done;stroke-width:4;stroke-dasharray:10 6;stroke-linecap:butt}
.ghost-land{fill:@land}
.ghost-ring{fill:none;stroke:@done;stroke-width:6;stroke-dasharray:11.1 7.75}
.isle text.ghost{fill:@done}
.ticked{fill:@done;stroke:@land;stroke-width:3}
.ticked-sign{stroke:@paper;stroke-width:5}
.loop{stroke:@accent;stroke-width:6.4;fill:@land;fill-opacity:.66}
.cover{stroke:@sea;stroke-width:26;stroke-linecap:butt}
"""
"""What boards have in pages only: ghosts of a better turn, and where a hint points."""
_COLOUR = re.compile(r"([a-z-]+):@([a-z]+)")


def page_css() -> str:
    """Return the style sheet of boards in a page, which has the colours of `Colours` as custom
    properties: `--sea` and so on."""
    scope, rules = "svg.hashi", _COLOUR.sub(r"\1:var(--\2)", _RULES + _PAGE_RULES)
    return f"{scope}{{max-width:100%;height:auto}}\n" + _scoped(rules, scope)


def document_css(theme: Theme) -> str:
    """Return the style sheet of a theme for a document of its own, with literal colours only.

    Many programs that draw SVG know neither custom properties nor `height:auto`. AUTO repeats
    the colours of the dark set in a media query, which such programs skip.
    """
    scope = _scope(theme)
    # a picture of a given width still shrinks with a narrower page
    rules = f"{scope}{{max-width:100%}}\n" + _scoped(_literal(_RULES, colours(theme)), scope)
    if theme is Theme.AUTO:
        rules += _dark(_scoped(_literal(_coloured(), DARK), scope).rstrip("\n"))
    return rules


def _scope(theme: Theme) -> str:
    return f"svg.hashi-{theme}"


def _dark(rules: str) -> str:
    return f"@media (prefers-color-scheme:dark){{{rules}}}\n"


def _literal(rules: str, own: Colours) -> str:
    return _COLOUR.sub(lambda found: f"{found[1]}:{own.by_name[found[2]]}", rules)


@cache
def _coloured() -> str:
    """Return the rules with their colours alone."""
    found = []
    for rule in _RULES.splitlines():
        selectors, declarations = rule.rstrip("}").split("{", 1)
        kept = [one for one in declarations.split(";") if _COLOUR.fullmatch(one)]
        if kept:
            found.append(f"{selectors}{{{';'.join(kept)}}}\n")
    return "".join(found)


def _scoped(rules: str, scope: str) -> str:
    return "".join(f"{_scoped_rule(rule, scope)}\n" for rule in rules.splitlines())


def _scoped_rule(rule: str, scope: str) -> str:
    selectors, declarations = rule.split("{", 1)
    return ",".join(f"{scope} {one}" for one in selectors.split(",")) + "{" + declarations
