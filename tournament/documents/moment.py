"""Which papers are needed now: what stands on top of the page of papers."""

from tournament.documents.choices import stages_of
from tournament.models import Tournament
from tournament.models.stages import RoundState
from tournament.queries_bracket import KINDS
from tournament.queries_final import is_over


def needed(tournament: Tournament) -> tuple[str, str]:
    """Two codes: for the entrance before the first draw, then what a round needs from its draft to its last result, and
    in the end what is handed out."""
    rounds = [(stage.kind, one) for stage in stages_of(tournament) for one in stage.rounds.all()]
    public = [(kind, one) for kind, one in rounds if one.state != RoundState.DRAFT]
    if not public:
        return ("slips", "names") if rounds else ("names", "passes")
    if not all(one.has_results for _kind, one in public if one.state == RoundState.PUBLISHED):
        return "tables", "slips"
    if is_over(tournament):
        return "certificates", "standings"
    return ("bracket" if public[-1][0] in KINDS else "standings"), "results"
