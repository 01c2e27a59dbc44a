"""The handbook: printing."""

from django.utils.translation import gettext_lazy as _

from tournament.handbook.parts import Chapter, Section, point, step

CHAPTER = Chapter(
    "printing",
    _("Printing"),
    "printer",
    (
        Section(
            "make",
            _("Make a paper"),
            (
                step(_("%(papers)s, find the paper, %(make_the_pdf)s. %(look_at_a_page_first)s shows one page.")),
                step(_("Print at 100 %%, on one side, on A4. “Fit to page” makes QR codes small.")),
                point(_("If no PDF can be made on this machine: %(print_from_the_browser)s prints the same.")),
                point(_("The club’s logo and colour: %(papers)s, %(logo_colour_pictures_of)s.")),
            ),
            of=(
                "papers",
                "paper_order",
                "paper_sheets",
                "job",
                "job_cancel",
                "letterhead",
            ),
        ),
        Section(
            "which",
            _("Which paper when"),
            (
                point(
                    _(
                        "The week before: %(start_passes)s, %(table_numbers)s, %(sign_for_the_wi_fi)s, "
                        "%(sign_with_a_qr_code)s."
                    )
                ),
                point(_("At the door: %(list_of_names)s. It holds full names: for the desk only.")),
                point(
                    _(
                        "Every round: %(table_slips)s and %(seating_plan_by_surname)s. Cut the slips as one stack; "
                        "they are sorted then."
                    )
                ),
                point(_("At the end: %(certificates)s, %(log_of_the_day)s.")),
            ),
        ),
        Section(
            "bring",
            _("The printer itself"),
            (
                point(_("Print one page in the hall before the first guest comes. Cable is surer than Wi-Fi.")),
                point(
                    _("No printer: everything is on phones and on the hall screen too. Print only the signs, at home.")
                ),
            ),
        ),
    ),
)
