"""The handbook: when something goes wrong."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, step

CHAPTER = Chapter(
    "trouble",
    _("When something goes wrong"),
    "triangle-alert",
    (
        Section(
            "laptop",
            _("The laptop dies"),
            (
                step(_("Take another laptop on which Augengenau runs. Put the stick with the second backup into it.")),
                step(
                    _(
                        "`deploy/augengenau restore FILE --data FOLDER` with the newest file and an empty folder, "
                        "then `deploy/run --data FOLDER`."
                    )
                ),
                step(
                    _(
                        "At most five minutes are lost: enter these results again from the slips. The links on paper "
                        "lead to the old address; give the new laptop that address in the router, or print the signs "
                        "again."
                    )
                ),
            ),
        ),
        Section(
            "power",
            _("The power fails"),
            (
                step(_("Play goes on. A board needs no power.")),
                step(_("When the power is back, start the program as always. Everything that was entered is there.")),
                step(
                    _(
                        "Write results on the slips until then. The clock has run on: put it right with "
                        "%(plus_5_min)s if need be."
                    )
                ),
            ),
        ),
        Section(
            "nowifi",
            _("The Wi-Fi fails"),
            (
                step(_("Nothing is lost. The laptop itself needs no network.")),
                step(_("Print the %(seating_plan_by_surname)s and hang it up. Results come on slips.")),
                step(_("Switch the router off and on. Phones that have the page open find it again by themselves.")),
            ),
        ),
        Section(
            "wrongdraw",
            _("The draw is wrong"),
            (
                step(_("Not published yet: %(draw_again)s, or change two seats by tapping.")),
                step(_("Published, the clock not started: open the round, %(take_publishing_back)s. Then draw again.")),
                step(
                    _(
                        "Played already: do not redraw. Only if it must be: %(undo)s, %(what_would_be_undone)s, read "
                        "it, %(undo_all_of_this)s."
                    )
                ),
            ),
            of=(
                "undo",
                "drafts_discard",
            ),
        ),
        Section(
            "wrongresult",
            _("A result is wrong"),
            (
                step(_("Open the table (in %(rounds)s, the round, the table), %(correct_it)s.")),
                step(
                    _(
                        "Choose the right places, %(show_what_it_changes)s: who moves up, who falls, what is drawn "
                        "already."
                    )
                ),
                step(_("Write why, then %(correct_the_result)s. The old one stays in the log.")),
            ),
            of=(
                "table_correct",
                "table_take_back",
            ),
        ),
        Section(
            "leaves",
            _("Somebody has to leave"),
            (
                step(
                    _(
                        "In the middle of a game with somebody to play on: the table, %(change_seats)s, "
                        "%(substitute_or_no_show_more)s, the name of the substitute."
                    )
                ),
                step(
                    _(
                        "Between two rounds: %(check_in)s, tap the name, %(withdraw)s. Results so far stay, the next "
                        "draw is without."
                    )
                ),
                step(
                    _("Only one round: %(sits_out_the_next_round)s on the same page. Back again by itself afterwards.")
                ),
            ),
            of=("table_seats",),
        ),
        Section(
            "password",
            _("Somebody has forgotten the password"),
            (
                step(_("On the laptop: `deploy/augengenau password NAME`. It prints an address that works once.")),
                step(_("Open it on the device of that person, type a new password.")),
                step(
                    _(
                        "Players have no password. Their link stands on the page of the player, and can be printed "
                        "again as a start pass."
                    )
                ),
            ),
        ),
    ),
)
