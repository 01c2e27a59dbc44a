"""Whether a recorded throw was claimed in time, as the tournament reads it: when a claim is made, and said of it later."""

from typing import NamedTuple

from games.engine.rules.speech import languages
from games.models import Game
from games.recording.game import engine, sheet
from games.recording.queries import throwers_from
from referee.judging.table import claimed, in_short
from referee.judging.wording import sentence
from referee.models import Claim
from tournament.core.languages import best_of, spoken

Words = dict[str, list[str]]  # by language


class Timely(NamedTuple):
    is_in_time: bool
    words: Words

    @property
    def said(self) -> list[str]:
        return list(best_of(self.words, spoken()))


def timeliness(game: Game, throw: int) -> Timely | None:
    """None if this throw does not stand."""
    throwers = throwers_from(game, throw)
    if not throwers:
        return None
    judged = claimed(engine(game), throwers, is_over=sheet(game).is_over)
    words = {language: [sentence(reason, language) for reason in judged.reasons] for language in languages()}
    return Timely(judged.is_in_time, words)


def said_of(claim: Claim, language: str = "") -> list[str]:
    """What was said of it when it was made; nothing where no record was kept."""
    if claim.game is None or claim.is_in_time is None:
        return []
    if kept := claim.verdict.get("timely"):
        return list(best_of(kept, language or spoken()))
    return [sentence(in_short(engine(claim.game), is_in_time=claim.is_in_time), language or spoken())]
