"""The quick card: two sides of A4 that lie on the desk. The evening on one, trouble on the other."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, point, step

SIDES = (
    Chapter(
        "evening",
        _("The evening"),
        "",
        (
            Section(
                "set_up",
                _("Before the first guest"),
                (
                    step(_("Router on, laptop to it, then start the program.")),
                    step(_("Print one page. Try one QR code with a phone.")),
                    step(_("%(hall_screen)s, %(open_the_hall_screen)s, F11.")),
                ),
            ),
            Section(
                "let_in",
                _("Players come"),
                (
                    step(_("%(check_in)s: tap whoever comes.")),
                    step(_("Not on the list: %(enter_players)s.")),
                ),
            ),
            Section(
                "one_round",
                _("Every round"),
                (
                    step(_("%(rounds)s, %(draw)s, look at it, %(publish)s.")),
                    step(_("%(print_the_slips)s, put them on the tables.")),
                    step(_("All sit: %(start_the_clock)s.")),
                    step(
                        _(
                            "%(results)s: `3 1324`, Enter. Table 3, then the places in the order in which they stand "
                            "there."
                        )
                    ),
                    step(_("All in: %(close_the_round)s.")),
                ),
            ),
            Section(
                "last",
                _("The end"),
                (
                    step(_("Level at the cut: %(settle_who_goes_on)s.")),
                    step(_("The final like every round.")),
                    step(_("%(certificates)s, then %(hall_screen)s, %(ceremony)s.")),
                    step(_("%(data)s, %(make_one_now)s. Take the stick home.")),
                ),
            ),
        ),
    ),
    Chapter(
        "wrong",
        _("When something goes wrong"),
        "",
        (
            Section(
                "card_draw",
                _("Wrong draw"),
                (point(_("Draft: %(draw_again)s. Published, the clock not started: %(take_publishing_back)s.")),),
            ),
            Section(
                "card_result",
                _("Wrong result"),
                (point(_("Open the table, %(correct_it)s, %(show_what_it_changes)s, %(correct_the_result)s.")),),
            ),
            Section(
                "card_differ",
                _("Two say different things"),
                (point(_("Ask all four. %(results)s, %(this_is_right)s.")),),
            ),
            Section(
                "card_come",
                _("Too late, or not at all"),
                (
                    point(
                        _(
                            "Late: at a table of three %(change_seats)s, %(joins_this_table)s. Not at all: "
                            "%(change_seats)s, %(substitute_or_no_show_more)s, %(seat_stays_empty)s."
                        )
                    ),
                ),
            ),
            Section(
                "card_leave",
                _("Somebody leaves"),
                (point(_("%(check_in)s, tap the name, %(withdraw)s or %(sits_out_the_next_round)s.")),),
            ),
            Section(
                "card_wrong_step",
                _("A wrong step"),
                (point(_("%(undo)s: read what goes with it, then %(undo_this_step)s.")),),
            ),
            Section(
                "card_power",
                _("Power or laptop gone"),
                (
                    point(_("Play on, write on the slips. Power back: start the program, everything is there.")),
                    point(
                        _(
                            "Another laptop: `deploy/augengenau restore FILE --data FOLDER`, then `deploy/run --data "
                            "FOLDER`."
                        )
                    ),
                ),
            ),
            Section(
                "card_wifi",
                _("No Wi-Fi"),
                (
                    point(
                        _("The laptop goes on. Print %(seating_plan_by_surname)s, results on slips, router off and on.")
                    ),
                ),
            ),
        ),
    ),
)
