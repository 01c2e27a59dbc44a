"""The day's log on paper: what was done, by whom, line by line, to be signed and put away."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import story
from tournament.documents.registry import RECORDS, ROWS_OF_A_SAMPLE, Order, Pack, document, of_all

LINES_IN_PART = 800


@document(
    "log",
    group=RECORDS,
    title=gettext_lazy("Log of the day"),
    holds=gettext_lazy(
        "Everything that was done, line by line, with the seal of the log at the end. For the organisers."
    ),
    is_quick=False,
    names="full",
)
def log(order: Order) -> Pack:
    found = story.lines(order.tournament, most=100_000)[::-1]
    seal = found[-1].hash if found else ""
    parts = of_all(order.some(found, 2 * ROWS_OF_A_SAMPLE), LINES_IN_PART) or [[]]
    last, title = len(parts) - 1, _("Log of the day")
    made = (
        order.page("print/log.html", title, lines=part, at=n, is_part=last > 0, seal=seal if n == last else "")
        for n, part in enumerate(parts)
    )
    return Pack(made)
