"""Rulings keep the options under which they were made; a document brings no claim that could not be judged."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rules import registry
from games.engine.rules.contract import Rules
from games.engine.rules.errors import GameError
from games.plugins.options import was_published_anew
from referee.models import Claim
from tournament.core.errors import Declared, by_engine
from tournament.models import Stage, Tournament
from tournament.stages.options import NEUTRAL, NO_OPTIONS, Touched

JUDGED_OTHERWISE = Declared(
    "ruling_options", gettext_lazy("Ruling %(number)d was judged by other options than its game was recorded with.")
)


def rulings(stage: Stage) -> Touched:
    return Touched("rulings", _("Rulings"), Claim.objects.filter(table__round__stage=stage).count())


def are_judged_by_known_rules(tournament: Tournament) -> bool:
    """Those of the claim, and of each ruling that corrected them."""
    claims = Claim.objects.filter(tournament=tournament).select_related("game").prefetch_related("rulings")
    can_differ = was_published_anew(tournament)
    for claim in claims:
        for facts in (claim.facts, *(ruling.facts for ruling in claim.rulings.all())):
            if facts:
                judged = _judged(facts)
                if not can_differ:
                    _require_as_recorded(claim, judged)
    return True


def _judged(facts: Mapping[str, Any]) -> Rules:
    if not isinstance(facts["options"], Mapping):
        raise NO_OPTIONS()
    try:
        rules = registry.rules(facts["rules"], facts["options"])
        rules.read(facts["position"])
    except GameError as error:
        raise by_engine(error) from error
    return rules


def _require_as_recorded(claim: Claim, judged: Rules) -> None:
    """But for the neutral colour, which changes with those who sit there."""
    if claim.game is None:
        return
    recorded = registry.rules(claim.game.rules, claim.game.options)
    neutral = {NEUTRAL: None} if NEUTRAL in recorded.defaults else {}
    if judged.id != recorded.id or {**judged.options, **neutral} != {**recorded.options, **neutral}:
        raise JUDGED_OTHERWISE({"number": claim.number}, number=claim.number)
