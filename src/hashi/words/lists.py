"""Lists as each language writes them."""

from __future__ import annotations

from collections.abc import Iterable

from hashi.words.catalogue import Words

BEFORE_ITS_SOUND = {"es": ("i", "{first} e {last}"), "it": ("e", "{first} ed {last}")}
"""Where "and" has another form before a word that begins with its own sound."""


def listed(words: Words, items: Iterable[object]) -> str:
    """Return the items of a list in a sentence.

    >>> hashi.words.listed(hashi.words.Words("en"), ["a1", "c2", "e6"])
    'a1, c2 and e6'
    >>> hashi.words.listed(hashi.words.Words("it"), ["c2", "e6"])
    'c2 ed e6'
    """
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    first, last = ", ".join(texts[:-1]), texts[-1]
    sound, form = BEFORE_ITS_SOUND.get(words.language, ("", ""))
    if sound and last.lower().startswith(sound):
        return form.format(first=first, last=last)
    # Translators: the end of a list.
    return words.say("{first} and {last}", first=first, last=last)
