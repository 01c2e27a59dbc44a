"""The handbook: for players."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, point, step

CHAPTER = Chapter(
    "players",
    _("For players"),
    "users",
    (
        Section(
            "find",
            _("Find yourself"),
            (
                step(_("Scan the code on the start pass or on the wall, or type the address from the sign.")),
                step(
                    _(
                        "Type your name or your start number. The page then says table, colour and opponents, in "
                        "every round."
                    )
                ),
                point(_("The code on the start pass is yours alone: keep it, do not photograph it for others.")),
            ),
            of=(
                "start",
                "tournament",
                "me_part",
                "public_tables",
                "player_page",
                "games",
                "free_game",
                "own_entry",
            ),
        ),
        Section(
            "report",
            _("Report your result"),
            (
                step(
                    _(
                        "When the game is over: %(enter_the_places)s on your own page, or the code on the slip of the"
                        " table. Places, then %(send)s."
                    )
                ),
                step(
                    _(
                        "Another one at the table looks on their own page and says %(yes_that_is_right)s. Then it counts. "
                        "What only the slip's code says waits for the desk."
                    )
                ),
                point(_("Without a phone: fill in the slip and bring it to the desk.")),
            ),
            of=(
                "table",
                "table_link",
                "entry_link",
                "own_report",
            ),
        ),
        Section(
            "help",
            _("Something is wrong"),
            (
                point(_("Quarrel about a move: stop playing, %(we_need_a_referee)s.")),
                point(
                    _(
                        "A piece is missing, a wrong result: %(something_is_wrong)s on the page of the table, a few "
                        "words, %(call_the_desk)s."
                    )
                ),
                point(
                    _("You do not accept a ruling: %(rulings_and_appeal)s, as long as the time runs that stands there.")
                ),
            ),
            of=(
                "own_rulings",
                "call_referee",
                "table_problem_by_link",
                "own_referee",
            ),
        ),
        Section(
            "own",
            _("Your name, your leave"),
            (
                point(_("%(hide_my_name)s: then only your start number stands there.")),
                point(_("You have to go: tell the desk, or %(withdraw_more)s. Results so far stay.")),
            ),
            of=(
                "own_withdraw",
                "own_name",
                "own_erase",
            ),
        ),
    ),
)
