"""Language codes, as database columns hold them."""

from django.conf import settings

LONGEST_CODE = 12  # letters: "zh-hans" has seven


def first() -> str:
    """The default language, for everybody who has chosen none."""
    return str(settings.LANGUAGE_CODE)
