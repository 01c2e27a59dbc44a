"""The handbook: for referees."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, point, step

CHAPTER = Chapter(
    "referees",
    _("For referees"),
    "shield-check",
    (
        Section(
            "begin",
            _("Before the first round"),
            (
                step(_("Scan the invitation of the organiser, make an account, stay signed in.")),
                step(_("Open %(referee)s and leave it open: calls appear there by themselves.")),
                step(_("Read %(rules)s: so it is played tonight.")),
            ),
            of=(
                "referee",
                "referee_calls",
            ),
        ),
        Section(
            "claim",
            _("At the table"),
            (
                step(_("%(i_am_going)s tells the table that you come. Then %(new_claim)s.")),
                step(
                    _(
                        "Against whom? Set up the board as it stood, tap the throw, then the piece and where it went."
                        " %(nothing_was_moved)s if so."
                    )
                ),
                step(_("Read aloud what stands there: verdict, rule, how it goes on. Then %(sign_the_ruling)s.")),
                point(_("Not a move: %(not_about_a_move)s. A piece upset, a throw off the table, somebody whispers.")),
                point(_("Warning or points: %(more_warning_points_another)s.")),
                point(_("It was nothing: %(settled_without_a_ruling)s.")),
            ),
            of=(
                "claim",
                "incident",
                "ruling_card",
                "game",
                "recorder",
                "recording",
                "judge",
                "record_table",
                "free_claim",
                "free_recorder",
                "game_throws",
                "free_game_throws",
            ),
        ),
        Section(
            "rulingsafter",
            _("Afterwards"),
            (
                point(_("Every ruling stands under %(rulings)s, with its number. The player can be shown it.")),
                point(_("Wrong: open it and replace it. A signed ruling is never changed.")),
                point(_("An appeal against your own ruling is decided by somebody else.")),
                point(_("No network: keep the page open. What is entered stays on the phone and is sent later.")),
            ),
            of=(
                "rulings",
                "ruling",
                "player_rulings",
                "ruling_revoke",
                "ruling_supersede",
                "appeal_vote",
                "free_ruling",
                "offences",
                "offence_shipped",
                "ruling_photo",
            ),
        ),
        Section(
            "rules",
            _("Know the rules"),
            (
                point(_("%(what_may_i_do_here)s answers for any position. %(trainer)s asks you.")),
                point(
                    _(
                        "Where the book can be read in two ways, the page says how it is read here. Where both "
                        "differ, the book is right."
                    )
                ),
            ),
            of=(
                "rules_explained",
                "readings",
                "cases",
                "case",
                "examination",
                "rules_of_book",
                "rule_of_book",
                "how_we_play",
                "free_how_we_play",
                "learn",
                "trainer",
                "cases_alike",
            ),
        ),
    ),
)
