"""What the full screens have in common: colours, dialogs, and their way to the light."""

from __future__ import annotations

from textual.app import App

from hashi.drawing import Theme
from hashi.terminal.screen.look import NAMES, screen_themes

_STYLE = """
Screen { background: $background; color: $foreground; layout: vertical; }
Footer { height: 1; }
ModalScreen { align: center middle; background: $background 60%; }
.dialog { width: 64; max-width: 90%; height: auto; padding: 1 2; background: $surface;
  border: round $primary; }
.buttons { height: 1; margin-top: 1; }
.buttons Button { margin-right: 2; min-width: 10; }
.sheet { width: 124; max-width: 96%; height: 96%; padding: 1 2; background: $surface;
  border: round $primary; }
"""


class ThemedApp(App[None]):
    """A full screen in the colours of every other picture, light or dark."""

    CSS = _STYLE
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        for each in screen_themes():
            self.register_theme(each)
        self.theme = NAMES[theme]

    def add_key(self, keys: str, action: str, name: str = "", *, is_shown: bool = True) -> None:
        """Let keys, separated by commas, do something; some do so wherever the focus is."""
        is_first = keys == "ctrl+c" or action.startswith("go(")
        self._bindings.bind(keys, action, name, show=is_shown, priority=is_first)

    def action_light(self) -> None:
        light, dark = NAMES[Theme.LIGHT], NAMES[Theme.DARK]
        self.theme = dark if self.theme == light else light

    def action_leave(self) -> None:
        self.exit()
