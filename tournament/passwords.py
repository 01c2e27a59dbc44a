"""What a password must not be made of: the words that everybody would try here first, digits and signs left aside."""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

WORDS = (
    *("augengenau", "mensch", "ärgere", "aergere", "dich", "nicht", "würfel", "wuerfel", "schlagpflicht", "turnier"),
    *("tournament", "turnierleitung", "verein", "club", "spieler", "player", "schiedsrichter", "schiedsgericht"),
    *("referee", "organiser", "admin", "desk", "passwort", "password", "willkommen", "welcome", "geheim", "secret"),
)
_OURS = re.compile("|".join(sorted(WORDS, key=len, reverse=True)))
LEAST = 4  # letters of something else


class NotOurWords:
    def validate(self, password: str, user: Any = None) -> None:
        letters = "".join(sign for sign in password.casefold() if sign.isalpha())
        if letters and len(_OURS.sub("", letters)) < LEAST and _OURS.search(letters):
            raise ValidationError(_("This password is made of words that everybody tries first."), code="our_words")
