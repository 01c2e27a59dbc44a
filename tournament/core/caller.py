"""What a command says, in the language of whoever typed it: the locale of the terminal, English where it names none of ours."""

import os

from django.utils.translation import get_supported_language_variant, gettext, override

LOCALE = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def language() -> str:
    """One of those that have catalogues, else English."""
    said = next((value for name in LOCALE if (value := os.environ.get(name, ""))), "")
    code = said.partition(":")[0].partition(".")[0].replace("_", "-").lower()
    try:
        return get_supported_language_variant(code)
    except LookupError:
        return "en"


def said(sentence: str) -> str:
    """Imported as `_`, so that deploy/messages finds the sentence."""
    with override(language()):
        return gettext(sentence)
