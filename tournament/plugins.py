"""Registers what rooms add to one another (the order matters), and imports every kind of background job and of paper."""

from functools import cache  # noqa: I001  (papers stand in this order)

from tournament.core import action, alarms, periodic, watching
from tournament.core.api_common import document
from tournament.desk.alarms import differing_reports, troubled_tables
from tournament.draw import background  # noqa: F401  (its kind of job)
from tournament.entries import actions as entries_actions
from tournament.erasing import notice, retention, traces  # noqa: F401
from tournament.finals import end_result
from tournament.out import mails
from tournament.out.backup import keeping
from tournament.out.webhooks import described, sending
from tournament.paper import bracket, signs, making, people, ranking, rounds, log  # noqa: F401  (their papers)
from tournament.paper.certificates import paper as certificates  # noqa: F401  (a paper, too)
from tournament.handbook import paper as handbook  # noqa: F401  (papers, too)
from tournament.results import quiet
from tournament.rounds import actions as round_actions
from tournament.standings.need import chances


@cache
def register() -> None:
    """Once in a process, even where another registry of apps is made: what is registered twice is noted, sent and told twice."""
    watching.begin()
    alarms.SOURCES.extend((troubled_tables, differing_reports, keeping.too_old, keeping.differs, notice.of_tournament))
    periodic.DUE.extend((keeping.order_if_due, keeping.order_drill_if_due, retention.order_if_due, quiet.order_if_due))
    periodic.DUE.append(chances.order_if_due)
    entries_actions.IS_OVER.append(end_result.nobody_enters)
    document.MORE.append(described.webhooks)
    action.TELLS.extend((sending.TELLS, mails.TELLS))
    round_actions.AT_THE_END.append(keeping.order_at_end_of_round)
