"""What the log says about recorded games."""

from django.utils.translation import gettext_lazy

IN_THE_LOG = {
    "free_game.begun": gettext_lazy("Game outside a tournament begun"),
    "free_game.changed": gettext_lazy("Game outside a tournament shown, hidden or dropped"),
    "free_game.ended": gettext_lazy("Game outside a tournament ended"),
    "free_game.taken_in": gettext_lazy("Game outside a tournament taken in from a record"),
    "game.opened": gettext_lazy("Recording of a game begun"),
    "game.line_added": gettext_lazy("Entry in a game's record"),
}
