"""The handbook: wi-Fi in the hall."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, care, point, step, text

CHAPTER = Chapter(
    "network",
    _("Wi-Fi in the hall"),
    "screen",
    (
        Section(
            "why",
            _("No internet is needed"),
            (
                text(
                    _(
                        "Phones talk to the laptop, not to the internet. A router that stands in the hall alone is "
                        "enough."
                    )
                ),
            ),
            of=("hall",),
        ),
        Section(
            "router",
            _("With a router"),
            (
                step(_("Put the router high and in the middle. Connect the laptop to it, by cable if you can.")),
                step(_("Start the program after that. It then says the address at which phones reach it.")),
                step(
                    _(
                        "%(papers)s, %(sign_for_the_wi_fi)s: type name and password of the network, print the sign, "
                        "hang it up."
                    )
                ),
                point(_("Tell the router to give the laptop always the same address. Then printed codes stay right.")),
                point(
                    _(
                        "Switch off what is called guest network or client isolation: there phones do not reach the "
                        "laptop."
                    )
                ),
                point(_("The phone says “no internet”: stay connected.")),
            ),
        ),
        Section(
            "hotspot",
            _("Without a router"),
            (
                point(
                    _(
                        "A phone’s hotspot carries some ten devices: enough for desk, door and referee. Players look "
                        "at paper then."
                    )
                ),
                point(_("No network at all is possible too: everything can be printed under %(papers)s.")),
            ),
        ),
        Section(
            "codes",
            _("The right QR code"),
            (
                point(
                    _(
                        "For everybody: %(papers)s, %(sign_with_a_qr_code)s. It leads to the page of the tournament. "
                        "The same code stands at the bottom of the tournament’s desk."
                    )
                ),
                point(_("For a table: on its slip. For one player: on the start pass.")),
                point(_("Try one code with your own phone before you print fifty.")),
                care(_("Over such a network anybody in it can listen. Sign in as organiser on the laptop itself.")),
            ),
        ),
    ),
)
