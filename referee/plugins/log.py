"""The log's names for the actions of this app."""

from django.utils.translation import gettext_lazy

IN_THE_LOG = {
    "appeal.made": gettext_lazy("Appeal against a ruling"),
    "appeal.voted": gettext_lazy("Vote on an appeal"),
    "free_ruling.revoked": gettext_lazy("Ruling about a game outside a tournament revoked"),
    "free_ruling.signed": gettext_lazy("Ruling about a game outside a tournament signed"),
    "offence.set": gettext_lazy("Offence changed"),
    "offence.shipped_again": gettext_lazy("Offence as it was shipped"),
    "photo.set": gettext_lazy("Photograph of a claim"),
    "referee.called": gettext_lazy("Referee called"),
    "referee.coming": gettext_lazy("Referee on the way"),
    "referee.done": gettext_lazy("Call for a referee settled"),
    "ruling.heard": gettext_lazy("Ruling shown at the table"),
    "ruling.revoked": gettext_lazy("Ruling revoked"),
    "ruling.signed": gettext_lazy("Ruling signed"),
    "ruling.superseded": gettext_lazy("Ruling replaced by another"),
    "terms.set": gettext_lazy("Time for appeals changed"),
}
