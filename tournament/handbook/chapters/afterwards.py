"""The handbook: afterwards."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, point

CHAPTER = Chapter(
    "afterwards",
    _("Afterwards"),
    "history",
    (
        Section(
            "keep",
            _("Keep it"),
            (
                point(_("%(data)s, %(make_one_now)s: a last backup. Copy the file to a stick or another computer.")),
                point(_("For the newspaper and the website: %(data)s, %(lists)s, tick %(names_only_as_everybody)s.")),
                point(_("Who did what and when: %(log)s.")),
            ),
            of=(
                "data",
                "data_lists",
                "log",
            ),
        ),
        Section(
            "years",
            _("Over the years"),
            (
                point(
                    _(
                        "%(over_the_years)s shows the club’s memory: who has won what, and a season over several "
                        "evenings."
                    )
                ),
                point(_("Over and done: %(settings)s, %(into_the_archive)s. The pages stay, the lists leave it out.")),
                point(_("Deleted by mistake: %(deleted_tournaments)s, at the bottom of the %(desk)s, for 30 days.")),
            ),
            of=(
                "desk_club",
                "desk_season",
                "club",
                "season",
                "free_recording",
                "free_new",
                "free_games",
            ),
        ),
        Section(
            "programs",
            _("Other programs"),
            (
                point(
                    _(
                        "A website or a program of your own may read along or enter results: own account, "
                        "%(programs_and_devices)s."
                    )
                ),
                point(_("To be told when something changes: %(over_the_years)s, %(webhooks)s.")),
            ),
            of=(
                "tokens",
                "webhooks",
                "webhook",
                "problems",
                "problem",
            ),
        ),
        Section(
            "tidy",
            _("Tidy up"),
            (
                point(_("Thank everybody. Write down what was missing. Next year you know.")),
                point(_("Throw paper with full names away, do not leave it in the hall.")),
            ),
            of=(
                "archive",
                "deleted",
            ),
        ),
    ),
)
