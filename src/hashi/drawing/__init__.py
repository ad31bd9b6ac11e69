"""Pictures: one geometry, two painters. No sentences; names and titles are handed in."""

from hashi.drawing.notebook import picture
from hashi.drawing.scene import Scene, scene
from hashi.drawing.svg import svg
from hashi.drawing.theme import Theme

__all__ = ["Scene", "Theme", "picture", "scene", "svg"]
