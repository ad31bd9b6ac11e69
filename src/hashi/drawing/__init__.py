"""Pictures: one geometry, two painters. No sentences; names and titles are handed in."""

from hashi.drawing.notebook import picture
from hashi.drawing.paint import Palette
from hashi.drawing.scene import Scene, scene
from hashi.drawing.svg import svg
from hashi.drawing.terminal import text
from hashi.drawing.theme import Theme

__all__ = ["Palette", "Scene", "Theme", "picture", "scene", "svg", "text"]
