"""Updates and compiles the gettext catalogues of the languages.

python -m tools.catalogues update     add new sentences to every catalogue, drop old ones
python -m tools.catalogues compile    make the .mo files that the game reads
python -m tools.catalogues new LANG   begin a catalogue for one more language
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "src" / "hashi" / "words" / "locale"
KEYWORDS = {"say": None, "N_": None, "say_many": (1, 2), "N_many": (1, 2)}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2.ext:babel_extract")]
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""A fixed date in the headers, so that an unchanged catalogue stays unchanged."""


def extracted() -> Catalog:
    """Return a catalogue of all messages in the sources."""
    catalogue = Catalog(creation_date=BEGINNING)
    found = extract_from_dir(
        ROOT / "src", METHODS, keywords=KEYWORDS, comment_tags=["Translators:"]
    )
    for _, _, message, comments, _ in found:
        catalogue.add(message, auto_comments=[c.removeprefix("Translators: ") for c in comments])
    return catalogue


def sources() -> dict[str, Path]:
    """Return the path of each language's catalogue."""
    return {path.parent.parent.name: path for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))}


def read(language: str) -> Catalog:
    with sources()[language].open("rb") as file:
        return read_po(file, locale=language)


def write(language: str, catalogue: Catalog) -> None:
    catalogue.revision_date = catalogue.creation_date = BEGINNING
    catalogue.fuzzy = False
    catalogue.header_comment = f"# HASHI in {language}. Terms follow the rulebook of this language."
    path = LOCALE / language / "LC_MESSAGES" / "hashi.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, sort_output=True, ignore_obsolete=True)


def update() -> None:
    found = extracted()
    for language in sources():
        catalogue = read(language)
        catalogue.update(found, no_fuzzy_matching=True, update_creation_date=False)
        write(language, catalogue)


def compile_all() -> None:
    for language, path in sources().items():
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, read(language))


def main(arguments: list[str]) -> None:
    match arguments:
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["new", language]:
            begun = Catalog(locale=language, project="hashi", version="1")
            begun.update(extracted(), no_fuzzy_matching=True)
            write(language, begun)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
