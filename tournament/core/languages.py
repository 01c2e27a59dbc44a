"""The current language, and texts in each language of the product (settings.LANGUAGES)."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.conf import settings
from django.conf.locale import LANG_INFO
from django.utils import translation

from games.engine.rules.registry import rule_class
from games.engine.rules.wording import colour_name
from tournament.models.languages import first

T = TypeVar("T", str, list[str])


def codes() -> list[str]:
    return [code for code, _name in settings.LANGUAGES]


def choices() -> list[tuple[str, Any]]:
    """For form fields, which call this when a form is made."""
    return list(settings.LANGUAGES)


def own_names() -> list[tuple[str, str]]:
    """Each language's code, with its name in that language."""
    return [(code, LANG_INFO.get(code, {}).get("name_local", code)) for code in codes()]


def spoken() -> str:
    """The language of the current request."""
    now = translation.get_language() or ""
    return now if now in codes() else first()


def said_in(language: str, text: Any) -> str:
    """A lazy text, translated into this language."""
    with translation.override(language):
        return str(text)


def in_each(text: Any) -> dict[str, str]:
    """A lazy text in every language, by code."""
    return {code: said_in(code, text) for code in codes()}


def best_of(texts: Mapping[str, T], language: str) -> T | str:
    """The text in this language, else in the first language that has one."""
    candidates = (texts.get(code) for code in (language, *codes(), *texts))
    return next(filter(None, candidates), "")


def colour(letter: str, language: str = "") -> str:
    """The name of a colour of the game."""
    return colour_name(letter, language or spoken())


def rules_name(rules: str, language: str = "") -> str:
    return rule_class(rules).names[language or spoken()]
