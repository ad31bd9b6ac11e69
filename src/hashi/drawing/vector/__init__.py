"""The scene as SVG: boards, curves, plots, pictures for chats."""
