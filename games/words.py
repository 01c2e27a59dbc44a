"""What the log says about recorded games."""

from django.utils.translation import gettext_lazy

IN_THE_LOG = {
    "game.opened": gettext_lazy("Recording of a game begun"),
    "game.line_added": gettext_lazy("Entry in a game's record"),
}
