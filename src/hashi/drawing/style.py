"""The style sheet of the SVG pictures. Colours are named by token, `@sea`.

Every rule stands under the class of its theme, so that several pictures can stand in one page.
"""

from __future__ import annotations

import re

from hashi.drawing.theme import DARK, LIGHT, Colours, Theme, colours

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
.isle.dead text{fill:@soft;stroke:@land;stroke-width:9;paint-order:stroke;stroke-linejoin:round}
.isle.dead.fresh .disc{stroke:@accent}
.isle.dead text.now{fill:@accent}
.isle .cross{stroke:@ink;stroke-width:5}
.isle.struck text{fill:@soft;stroke:@land;stroke-width:9;paint-order:stroke;stroke-linejoin:round}
.ring{stroke:@done;stroke-width:5.6}
.ring.fresh{stroke:@accent;stroke-width:7.4}
.isle text.over{font-size:26px;text-anchor:end;fill:@ink;stroke:@sea;stroke-width:6;\
paint-order:stroke}
.pole{stroke:@ink;stroke-width:4}
.flag{stroke:none}
.red{fill:@red}
.blue{fill:@blue}
.box{fill:@land;stroke:@line;stroke-width:2.4}
.won .box{fill:@meadow;stroke:@done;stroke-width:4}
.goal text{font-size:36px;text-anchor:start}
.goal text.late{font-size:32px;font-weight:500;fill:@soft}
.goal text.gone{font-weight:500;fill:@soft}
.goal text.have{font-size:26px;font-weight:500;text-anchor:end;fill:@soft}
.won text.have{fill:@ink}
.strike{stroke:@ink;stroke-width:4}
.tick{stroke:@done;stroke-width:6.4}
.link{stroke:@ink;stroke-width:5.4}
.card text{font-size:29px}
.tally{stroke:@wood;stroke-width:6.6}
.card.turned .box{fill:@paper;stroke:@wave}
.card.turned text{font-weight:500;fill:@soft;stroke:@paper;stroke-width:8;paint-order:stroke}
.card.turned .tally{stroke:@line}
.card.turned .hatch{stroke:@wave;stroke-width:3}
.card.turned .strike{stroke:@soft;stroke-width:3.4}
.card.now .box{stroke:@accent;stroke-width:7}
.card.now text{fill:@accent}
.card.now .tally{stroke:@accent}
text.name{font-size:36px;text-anchor:start}
text.total{font-size:36px;text-anchor:end}
"""
_COLOUR = re.compile(r"([a-z-]+):@([a-z]+)")


def css(theme: Theme) -> str:
    """The style sheet of a theme; AUTO carries both sets of colours and follows the reader."""
    scope = f"svg.hashi-{theme}"
    if theme is Theme.AUTO:
        rules = _COLOUR.sub(_followed, _RULES)
        head = (
            f"{scope}{{{_properties(LIGHT)}}}\n"
            f"@media (prefers-color-scheme:dark){{{scope}{{{_properties(DARK)}}}}}\n"
        )
    else:
        own = colours(theme).by_name
        rules, head = _COLOUR.sub(lambda found: f"{found[1]}:{own[found[2]]}", _RULES), ""
    # A picture of a given width still shrinks with a narrower page.
    head += f"{scope}{{max-width:100%;height:auto}}\n"
    return head + "".join(f"{_scoped(rule, scope)}\n" for rule in rules.splitlines())


def _followed(found: re.Match[str]) -> str:
    """Return the colour twice: plain first, for renderers without custom properties."""
    return f"{found[1]}:{LIGHT.by_name[found[2]]};{found[1]}:var(--hashi-{found[2]})"


def _properties(own: Colours) -> str:
    return ";".join(f"--hashi-{name}:{value}" for name, value in own.by_name.items())


def _scoped(rule: str, scope: str) -> str:
    selectors, declarations = rule.split("{", 1)
    return ",".join(f"{scope} {one}" for one in selectors.split(",")) + "{" + declarations
