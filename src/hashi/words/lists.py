"""Lists as each language writes them."""

from __future__ import annotations

from collections.abc import Iterable

from hashi.words.catalogue import Words


def listed(words: Words, items: Iterable[object]) -> str:
    """Return the items of a list in a sentence: "c2", "c2 and e6", "a1, c2 and e6"."""
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    first, last = ", ".join(texts[:-1]), texts[-1]
    if words.language == "es" and last.lower().startswith("i"):
        return f"{first} e {last}"  # before the sound of "y"
    # Translators: the end of a list.
    return words.say("{first} and {last}", first=first, last=last)
