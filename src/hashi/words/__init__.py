"""Codes and arguments to sentences, in cs de en es it pt."""

from hashi.late_names import attach_names

__getattr__, __dir__, __all__ = attach_names(__name__)
