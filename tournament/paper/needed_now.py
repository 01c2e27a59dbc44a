"""Which documents are needed now: they are on top of the papers page."""

from tournament.finals.end_result import is_over
from tournament.finals.queries import KINDS
from tournament.models import Tournament
from tournament.models.stages import RoundState
from tournament.paper.choices import stages_of


def needed(tournament: Tournament) -> tuple[str, str]:
    """The codes of two documents: for the entrance before the first draw, then for the current step of a round, and in the
    end for what is handed out."""
    rounds = [(stage.kind, one) for stage in stages_of(tournament) for one in stage.rounds.all()]
    public = [(kind, one) for kind, one in rounds if one.state != RoundState.DRAFT]
    if not public:
        return ("slips", "names") if rounds else ("names", "passes")
    if not all(one.has_results for _kind, one in public if one.state == RoundState.PUBLISHED):
        return "tables", "slips"
    if is_over(tournament):
        return "certificates", "standings"
    return ("bracket" if public[-1][0] in KINDS else "standings"), "results"
