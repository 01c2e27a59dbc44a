"""The handbook: disputes."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, point, step, text

CHAPTER = Chapter(
    "disputes",
    _("Disputes"),
    "shield-check",
    (
        Section(
            "differ",
            _("Two report different things"),
            (
                step(_("The desk is told: %(differing_reports)s. Nothing counts yet.")),
                step(_("Go to the table and ask all four, not only those who reported.")),
                step(_("On %(results)s tap %(this_is_right)s at the right one. The other stays readable.")),
            ),
            of=("table_report",),
        ),
        Section(
            "problem",
            _("A table says that something is wrong"),
            (
                step(_("The words of the table stand red at the desk. Go there.")),
                step(_("Settled: open the table, %(it_is_settled)s. Until then the round cannot be closed.")),
            ),
            of=("table_problem",),
        ),
        Section(
            "ruling",
            _("Quarrel about a move"),
            (
                step(_("Nobody moves on. Somebody at the table taps %(we_need_a_referee)s or lifts a hand.")),
                step(
                    _(
                        "The referee takes the claim on the phone: who, which throw, which move. The program says "
                        "what the rules say."
                    )
                ),
                step(_("%(sign_the_ruling)s. Only then it counts. It is never rubbed out, only replaced.")),
                text(
                    _(
                        "No referee there? Then one person of the organisers takes this role before the first round, "
                        "and plays at no table where a dispute arises."
                    )
                ),
            ),
        ),
        Section(
            "appeal",
            _("Somebody does not accept a ruling"),
            (
                step(
                    _(
                        "The player opens the own page: %(rulings_and_appeal)s, %(i_do_not_accept_this)s, a sentence "
                        "why, %(appeal)s."
                    )
                ),
                step(
                    _(
                        "Somebody else than the one who signed decides. It stands under %(appeals_to_decide)s on the "
                        "referees’ page."
                    )
                ),
                point(
                    _(
                        "How long an appeal is possible is set there too: %(time_for_appeals)s. Say it before the "
                        "first round."
                    )
                ),
            ),
        ),
    ),
)
