"""The engine's sentences in every language.

Decided here: how a sentence is declared and how it is translated. Every sentence stands in the code once, in English, as
a `Text`; the other languages are gettext catalogues inside the packages (`locale/<language>/LC_MESSAGES/engine.mo`,
made by `deploy/messages`). A sentence is translated when it is shown, never before. Left out: the sentences.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")

# The code of a language, as browsers name it: "de", "en", "pt-br". Every one may be asked for.
Language = str
# The language of the code: the fallback for sentences without a translation.
SOURCE: Language = "en"
# The default: used where no known language was asked for.
USUAL: Language = "de"
CATALOGUE = "LC_MESSAGES/engine.mo"
NO_DATA: Mapping[str, object] = {}

_folders = [Path(__file__).parent / "locale"]


class Text(NamedTuple):
    """A sentence in English with {placeholders} for its data. A context tells apart words that are equal in English only."""

    english: str
    context: str = ""

    def said(self, language: Language, data: Mapping[str, object] = NO_DATA) -> str:
        return _translated(self, language).format_map(data)


class Plural(NamedTuple):
    """The sentence for one and for several; {count} is the number."""

    one: str
    several: str

    def said(self, language: Language, count: int) -> str:
        return _translation(language).ngettext(self.one, self.several, count).format_map({"count": count})


class ByLanguage(Mapping[Language, str]):
    """A text by language: iterates over the known languages, and gives English for any other one."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def __getitem__(self, language: Language) -> str:
        return self.text.said(language)

    def __iter__(self) -> Iterator[Language]:
        return iter(languages())

    def __len__(self) -> int:
        return len(languages())


def spoken(asked: object) -> Language:
    """The language that a request asks for; the default if it is not known."""
    return asked if isinstance(asked, str) and _folded(asked) in languages() else USUAL


def pick(by_language: Mapping[Language, T], language: Language) -> T:
    """From values stored by language: the one in this language, else in English, else the first."""
    if language in by_language:
        return by_language[language]
    return by_language.get(SOURCE) or next(iter(by_language.values()))


# Catalogues


def add_catalogues(folder: Path) -> None:
    """Use the catalogues `<language>/LC_MESSAGES/engine.mo` of this folder too. Where two folders translate the same
    sentence, the one added first counts."""
    if folder not in _folders:
        _folders.append(folder)
        _clear_caches()


def catalogue_folders() -> tuple[Path, ...]:
    """Every folder whose catalogues are used."""
    return tuple(_folders)


def drop_catalogues(folder: Path) -> None:
    """Undo `add_catalogues`."""
    _folders.remove(folder)
    _clear_caches()


@cache
def languages() -> tuple[Language, ...]:
    """English, and those that have a catalogue."""
    return tuple(sorted({SOURCE, *[_folded(path.parts[-3]) for path in _catalogues()]}))


@cache
def _translation(language: Language) -> NullTranslations:
    """The catalogues of a language; each falls back to the next folder's."""
    translation = NullTranslations()
    for path in reversed([path for path in _catalogues() if _folded(path.parts[-3]) == _folded(language)]):
        with path.open("rb") as file:
            before, translation = translation, GNUTranslations(file)
        translation.add_fallback(before)
    return translation


@cache
def _translated(text: Text, language: Language) -> str:
    translation = _translation(language)
    return translation.pgettext(text.context, text.english) if text.context else translation.gettext(text.english)


def _catalogues() -> list[Path]:
    return [path for folder in _folders for path in sorted(folder.glob(f"*/{CATALOGUE}"))]


def _folded(language: Language) -> Language:
    return language.replace("_", "-").lower()


def _clear_caches() -> None:
    for cached in (languages, _translation, _translated):
        cached.cache_clear()
