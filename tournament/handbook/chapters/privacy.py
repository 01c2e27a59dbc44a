"""The handbook: data protection."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, point, text

CHAPTER = Chapter(
    "privacy",
    _("Data protection"),
    "key-round",
    (
        Section(
            "what",
            _("What is kept, and where"),
            (
                point(
                    _(
                        "Of each player a name, and what you enter besides: e-mail, note, team, paid or not. Nothing "
                        "else is needed."
                    )
                ),
                point(
                    _(
                        "Everything lies in one folder on the laptop. The program sends nothing to the internet by "
                        "itself, but what you have set up: mails, webhooks. It fetches one thing once: the engine for"
                        " the referees’ phones."
                    )
                ),
            ),
        ),
        Section(
            "seen",
            _("Who sees what"),
            (
                point(_("Everybody: “Anna K.”, table, result. Under 16 or hidden: only the start number.")),
                point(_("The desk: full names, contacts, payments. Referees: the tables and rulings.")),
                point(_("Each player can say so alone: %(hide_my_name)s on the own page.")),
            ),
        ),
        Section(
            "howlong",
            _("How long"),
            (
                point(
                    _("E-mail addresses and notes: 90 days after the tournament, then they are erased by themselves.")
                ),
                point(_("A deleted tournament: 30 days, then everything about its players is erased for good.")),
                point(
                    _(
                        "Results stay, as a club keeps its lists of winners. Whoever wants to be forgotten is: "
                        "%(over_the_years)s, %(erase_a_person)s."
                    )
                ),
            ),
            of=("date",),
        ),
        Section(
            "duty",
            _("What the club has to do"),
            (
                point(
                    _(
                        "Say on the invitation: who runs it, what names are used for, that results are published with"
                        " shortened names, whom to ask."
                    )
                ),
                point(_("Children: ask their parents.")),
                point(
                    _(
                        "Backups and lists hold full names. Keep them as you keep the list of members, and the laptop"
                        " locked."
                    )
                ),
                point(_("Backups made before somebody was erased still hold the name. Delete the old ones by hand.")),
                text(
                    _("This is what the program does, no legal advice. Where the club’s own rules say more, they hold.")
                ),
            ),
            of=("erase",),
        ),
    ),
)
