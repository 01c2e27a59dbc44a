"""The handbook: weeks before."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, care, point, step, text

CHAPTER = Chapter(
    "weeks",
    _("Weeks before"),
    "calendar-days",
    (
        Section(
            "start",
            _("The first start"),
            (
                text(
                    _(
                        "Augengenau runs on one laptop. Everybody else comes with a phone and a browser; nobody "
                        "installs anything."
                    )
                ),
                step(
                    _(
                        "Start the program on the laptop with `deploy/run`. It says two addresses: one for this "
                        "machine, one for phones."
                    )
                ),
                step(
                    _(
                        "Open the long link that it shows on the first start. Type the name of the club and a "
                        "password of your own, then %(make_club_and_account)s."
                    )
                ),
                step(_("From now on everything is at the %(desk)s. Bookmark that page.")),
                care(_("Do it at home, a week before. In the hall there is no time for surprises.")),
            ),
            of=(
                "first",
                "desk",
                "new_club",
                "login",
                "second_step",
                "account",
                "confirm",
                "forget_device",
                "second_factor",
                "new_password",
                "open_link",
            ),
        ),
        Section(
            "rehearse",
            _("Rehearse once"),
            (
                text(_("Nobody learns a program while thirty people wait. One hour on the sofa is enough.")),
                step(
                    _(
                        "At the empty %(desk)s tap %(try_it_with_a_sample)s. A club with 23 invented players appears,"
                        " its second round is running."
                    )
                ),
                step(_("Enter a few results, correct one, close the round, publish the next. Nothing can break.")),
                step(_("At the end let the sample be: %(settings)s, then %(delete_the_tournament_more)s.")),
            ),
            of=("sample",),
        ),
        Section(
            "new",
            _("Make the tournament"),
            (
                step(_("At the %(desk)s: %(new_tournament)s. Name, day, hour and place; then %(next)s.")),
                step(
                    _(
                        "Choose what is played. For a first evening take the kind that is nearest; every number can "
                        "be changed later."
                    )
                ),
                step(
                    _(
                        "Say how many people you expect and how many boards there are. Four play at a board for four,"
                        " three at a six-sided one."
                    )
                ),
                step(_("Look at the schedule: does the evening end in time? If so, %(make_the_tournament)s.")),
                point(_("Other rounds, points or finals: %(rounds_and_boards)s. Another day or place: %(settings)s.")),
                point(
                    _("The same next year: %(settings)s, then %(copy_more)s. Settings, boards and players come along.")
                ),
                point(
                    _(
                        "Children play: tick %(everybody_who_plays_is)s in the %(settings)s. Then nobody’s name is "
                        "public."
                    )
                ),
            ),
            of=(
                "new_tournament",
                "settings",
                "stages",
                "stage",
                "kinds",
                "kind",
                "own_board",
                "copy_tournament",
                "take_in",
                "minors",
                "numbering",
                "witnesses",
            ),
        ),
        Section(
            "enter",
            _("Enter the players"),
            (
                point(
                    _(
                        "A list is there: %(enter_players)s, paste it, %(look_at_the_list)s, then %(enter_them)s. A "
                        "file from a spreadsheet works too."
                    )
                ),
                point(
                    _("One by one: type the name, press Enter. Whom the club knows already is offered while you type.")
                ),
                point(
                    _(
                        "They enter themselves: %(enter_players)s, %(entering_by_themselves)s. There is the link and "
                        "its QR code for the poster. People at home reach it only if the program runs on a server."
                    )
                ),
                point(_("Juniors or teams with a ranking of their own: %(teams_and_categories)s.")),
                care(
                    _(
                        "Is somebody under 16, or wants no name in public? Tick it when entering. The name then "
                        "appears nowhere."
                    )
                ),
            ),
            of=(
                "enter",
                "import",
                "players",
                "groups",
                "group",
                "group_fill",
                "entering",
                "self_entry",
                "renumber",
                "same_people",
            ),
        ),
        Section(
            "helpers",
            _("Find helpers"),
            (
                text(
                    _(
                        "Up to 40 players one person at the desk is enough. A second one at the door and a referee "
                        "make the evening calm."
                    )
                ),
                step(_("%(helpers)s, choose the role, %(make_a_link)s.")),
                step(_("Let the other person scan the code. The link works once and makes an account.")),
                point(
                    _(
                        "Whoever works at the desk enters and confirms. A referee rules. A viewer looks and changes "
                        "nothing."
                    )
                ),
            ),
            of=(
                "people",
                "club_people",
                "invite",
            ),
        ),
        Section(
            "pack",
            _("What lies ready on the day"),
            (
                point(_("Laptop with its charger, an extension lead, a mouse.")),
                point(_("A Wi-Fi router, also without internet. A USB stick for the second backup.")),
                point(_("Printer, paper, scissors. Boards, pieces, dice, one spare set.")),
                point(_("Pens and one printed list of names: with these an evening goes on even without a laptop.")),
            ),
        ),
    ),
)
