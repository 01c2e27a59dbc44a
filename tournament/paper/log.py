"""The log of the day on paper, to be signed and filed: what was done and by whom."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core import story
from tournament.paper.registry import RECORDS, ROWS_OF_A_SAMPLE, Order, Pack, document, of_all

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
    needs="log.see",
)
def log(order: Order) -> Pack:
    lines = story.lines(order.tournament, most=100_000)[::-1]
    seal = lines[-1].hash if lines else ""
    parts = of_all(order.some(lines, 2 * ROWS_OF_A_SAMPLE), LINES_IN_PART) or [[]]
    last, title = len(parts) - 1, _("Log of the day")
    made = (
        order.page("print/log.html", title, lines=part, at=n, is_part=last > 0, seal=seal if n == last else "")
        for n, part in enumerate(parts)
    )
    return Pack(made)
