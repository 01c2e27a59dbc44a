"""The languages of the product: one for each folder of compiled catalogues. To add one, add its catalogues."""

from collections.abc import Iterable
from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, to_language


def available(places: Iterable[Path], first: str) -> list[tuple[str, Promise]]:
    """Code and name of each, in the form of Django's LANGUAGES: `first` first, the others by code."""
    compiled = [file for place in places for file in place.glob("*/LC_MESSAGES/django.mo")]
    codes = {to_language(file.parents[1].name) for file in compiled}
    return [(code, gettext_lazy(_name(code))) for code in sorted(codes, key=lambda code: (code != first, code))]


def _name(code: str) -> str:
    """In English, as Django's own catalogues have it; they translate it into every language."""
    known = LANG_INFO.get(code, {})
    return str(known.get("name", code))
