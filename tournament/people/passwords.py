"""Refuse passwords made of the words that an attacker would try here first, whatever digits and punctuation are added."""

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
LEAST = 4  # letters that are not part of these words


class NotOurWords:
    def validate(self, password: str, user: Any = None) -> None:
        letters = "".join(char for char in password.casefold() if char.isalpha())
        if letters and len(_OURS.sub("", letters)) < LEAST and _OURS.search(letters):
            raise ValidationError(_("This password is too easy to guess."), code="our_words")
