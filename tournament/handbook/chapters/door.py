"""The handbook: at the door."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, point, step, text

CHAPTER = Chapter(
    "door",
    _("At the door"),
    "user-check",
    (
        Section(
            "checkin",
            _("Who is there?"),
            (
                text(_("Only who is checked in is drawn. So this page decides who plays.")),
                step(_("%(check_in)s on the laptop or on a phone at the door.")),
                step(_("Tap the name of whoever comes. Wrong tap: tap %(undo)s in that row.")),
                step(_("When nobody is missing any more, go on to the draw: %(rounds)s.")),
                point(_("Whoever pays: tap the coins in the row.")),
                point(_("All sit already: %(everybody_is_here_more)s checks the whole list in at once.")),
            ),
            of=(
                "check_in",
                "player",
                "check_in_everybody",
                "known_people",
            ),
        ),
        Section(
            "walkin",
            _("Somebody comes who is not on the list"),
            (
                step(_("%(enter_players)s, type the name, choose %(here_already)s, %(enter)s.")),
                step(
                    _(
                        "If a draft is there already, draw again. If the round is published, see "
                        "%(somebody_comes_late)s."
                    )
                ),
            ),
        ),
        Section(
            "late",
            _("Somebody comes late"),
            (
                step(_("Enter and check in as always.")),
                step(
                    _(
                        "Open the round, go to a table of three, %(change_seats)s. Under %(somebody_comes_late)s "
                        "choose the name, then %(joins_this_table)s."
                    )
                ),
                step(_("If there is no table of three, whoever is late watches this round and is drawn in the next.")),
            ),
        ),
        Section(
            "missing",
            _("Somebody does not come"),
            (
                point(_("Before the draw: leave the name untapped. Nothing else is to be done.")),
                point(
                    _(
                        "After publishing: open the table, %(change_seats)s, %(substitute_or_no_show_more)s, then "
                        "%(seat_stays_empty)s. The three others play on."
                    )
                ),
            ),
        ),
    ),
)
