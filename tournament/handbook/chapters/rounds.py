"""The handbook: the rounds."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, point, step, text

CHAPTER = Chapter(
    "rounds",
    _("The rounds"),
    "layers",
    (
        Section(
            "next",
            _("What is next?"),
            (
                text(
                    _(
                        "The program always knows. %(what_is_next)s stands at the top of the tournament’s page and of"
                        " %(rounds)s. On a laptop the same button is in the box at the left of every page."
                    )
                ),
                text(_("A round goes like this: draw, publish, play, enter results, close. Then the next.")),
            ),
            of=(
                "desk_tournament",
                "side",
                "find",
                "public_draws",
            ),
        ),
        Section(
            "draw",
            _("Draw and publish"),
            (
                step(_("%(rounds)s, %(draw)s. The draft appears. Nobody sees it yet.")),
                step(_("Read %(how_good_the_draw_is)s: who meets whom again, who sits at three.")),
                step(
                    _(
                        "To change two seats, tap one player, then the other. You see what it does before it is done."
                        " Then %(change_the_seats)s."
                    )
                ),
                step(_("%(publish)s. From now on everybody finds table and colour on the phone.")),
                step(_("On the page that follows %(print_the_slips)s. Put one on each table.")),
            ),
            of=(
                "rounds",
                "round",
                "draw",
                "hand",
                "round_swap",
                "round_picture",
                "round_better",
            ),
        ),
        Section(
            "clock",
            _("The clock"),
            (
                step(_("When everybody sits: %(start_the_clock)s. It runs on every phone and on the hall screen.")),
                point(_("Something happens in the hall: %(pause)s, later %(go_on)s. Need more time: %(plus_5_min)s.")),
                point(_("More time for one table: open the table, %(more_time_for_this_table)s.")),
                point(
                    _(
                        "Time is up: every board is counted. Open the table, %(count_the_board)s, tap where the "
                        "pieces stand."
                    )
                ),
            ),
            of=(
                "round_clock",
                "table_time",
            ),
        ),
        Section(
            "results",
            _("Enter results"),
            (
                text(_("Results come from three sides: players by phone, slips at the desk, the referee.")),
                step(
                    _(
                        "%(results)s. The field at the top takes the table and the places: `3 1324` is table 3, the "
                        "first named came first, the second third, and so on. Then Enter."
                    )
                ),
                step(_("Beside it stands at once what that means. Only then it counts.")),
                step(_("No keyboard at hand: tap the table and choose the places.")),
                point(
                    _(
                        "What the desk enters counts at once. What phones say counts when two players say the same, "
                        "each by their own link."
                    )
                ),
                point(
                    _(
                        "Two share a place: both get the same number, the next one is left out: `3 1224`. The program"
                        " asks back: %(yes_it_is_so)s."
                    )
                ),
            ),
            of=(
                "results",
                "result_lines",
                "results_list",
                "desk_table",
                "table_numbers",
                "counter",
                "results_agreed",
                "table_confirm",
            ),
        ),
        Section(
            "close",
            _("Close the round"),
            (
                step(_("When every table has its result: %(close_the_round)s. The standings are there at once.")),
                point(
                    _(
                        "One table does not end: %(close_with_results_missing)s, with a reason. The result can be "
                        "entered later."
                    )
                ),
                point(_("Closed too early: open the round and tap %(open_it_again)s.")),
            ),
            of=("round_close",),
        ),
        Section(
            "standings",
            _("Standings"),
            (
                point(_("%(standings)s shows who stands where. Tap a line: it says in words why.")),
                point(_("Everybody sees the same on the phone, with shortened names.")),
            ),
            of=(
                "desk_standings",
                "penalty",
                "public_standings",
                "chances",
                "crossings",
            ),
        ),
        Section(
            "screen",
            _("The hall screen"),
            (
                step(_("Connect a projector or television to any computer in the Wi-Fi.")),
                step(_("At the desk: %(hall_screen)s, at the bottom %(open_the_hall_screen)s. Full screen with F11.")),
                point(
                    _(
                        "It changes by itself: clock, seats, standings. To hold one thing: %(only_this_now)s. Then "
                        "%(back_to_the_programme)s."
                    )
                ),
            ),
            of=(
                "steering",
                "notices",
                "programmes",
                "ceremony",
                "screen_preview",
                "screens",
            ),
        ),
    ),
)
