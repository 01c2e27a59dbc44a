"""The handbook: the final."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, point, step

CHAPTER = Chapter(
    "final",
    _("The final"),
    "bracket",
    (
        Section(
            "through",
            _("Who goes on?"),
            (
                step(_("After the last round %(what_is_next)s says who is in the final.")),
                step(
                    _(
                        "Two are level on the last place: %(settle_who_goes_on)s. Each throws once in front of "
                        "everybody, the higher throw wins. Tap the throws, %(write_the_throws_down)s."
                    )
                ),
                point(
                    _(
                        "Somebody in the final goes home: %(declines_more)s on that page. The next in the standings "
                        "moves up. Ask before you draw."
                    )
                ),
            ),
            of=(
                "final",
                "final_throw",
                "final_lot",
                "final_place",
            ),
        ),
        Section(
            "playfinal",
            _("Play it"),
            (
                step(_("%(draw)s, %(publish)s, play, enter, %(close_the_round)s: as in every round.")),
                point(
                    _(
                        "The way through the finals: %(bracket)s, on a laptop at the left under %(finals)s. It also "
                        "makes a good poster."
                    )
                ),
            ),
            of=(
                "desk_bracket",
                "public_bracket",
                "choose_colour",
            ),
        ),
        Section(
            "honours",
            _("The ceremony"),
            (
                step(_("Print the %(certificates)s after the last result: then every rank is fixed.")),
                step(_("%(hall_screen)s, %(ceremony)s: tap %(call_up)s for one after the other, the third first.")),
                step(_("The whole result: %(standings)s, %(end_result)s.")),
            ),
        ),
    ),
)
