"""A stored verdict and its boards, for a page."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.engine.drawing import View, draw, note_of
from games.engine.rules import registry
from games.engine.rules.errors import GameError
from games.engine.rules.speech import Language
from games.engine.rules.wording import colour_name
from referee.judging import effect
from referee.judging.book import explained
from referee.judging.incidents.register import VERDICT, decided
from referee.judging.sheet import boards
from referee.models import Board, Measure, Ruling
from referee.rule_book.readings.register import numbers_of
from referee.rulings import as_recorded
from referee.rulings.force import force_of, measure_said
from referee.rulings.under_appeal import appeal_state
from tournament.core.languages import best_of, spoken
from tournament.people.names import entry_name


def worded(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """A verdict with its drawings, as `page_data` gives it, for a page in the reader's language."""
    language = spoken()
    return {
        "title": best_of(verdict["title"], language),
        "words": best_of(verdict["words"], language),
        "by_rules": best_of(verdict["by_rules"], language) if "by_rules" in verdict else [],
        "verdict": verdict,
        "rules": explained(language, verdict["broken"]),
        "otherwise": as_recorded.said_of(verdict),
        "read_as": numbers_of(verdict.get("readings", [])),
        "before": mark_safe(verdict["before"]),  # noqa: S308  (our drawing)
        "after": mark_safe(verdict["after"]),  # noqa: S308  (our drawing)
    }


def ruled(ruling: Ruling, language: Language) -> dict[str, Any]:
    """What a ruling found about a throw and what it made of the game, in words made of the position that it stored."""
    facts, found = ruling.judged, ruling.found
    return {**found, **boards(facts, found, language), **effect.in_words(facts, found, ruling.board, ruling.position)}


def happened(ruling: Ruling) -> dict[str, Any] | None:
    """What was ruled about something that happened without a move to judge; None where a throw was judged, or nothing. Where
    the ruling is not what was found, `by_rules` says what that was. Who was not excluded after all has only what they get."""
    found, instead = found_at_table(ruling.found), effect.without_throw(ruling.board, spoken())
    if found and found["measure"] == Measure.EXCLUSION != ruling.measure and not found["is_outsider"]:
        who = {"colour": colour_name(found["against"], spoken()), "gets": measure_said(ruling.measure, ruling.points)}
        left = instead or effect.without_throw(Board.AS_IS, spoken())
        return {**found, "head": _("%(colour)s: %(gets)s") % who, "words": [left], "rules": [], "our_reading": ""}
    if found is None or not instead:
        return found
    return {**found, "head": instead, "words": [], "by_rules": [f"{found['head']}.", *found["words"]]}


def found_at_table(verdict: Mapping[str, Any]) -> dict[str, Any] | None:
    if verdict.get("verdict") != VERDICT:
        return None
    language = spoken()
    return {
        **verdict,
        "title": best_of(verdict["title"], language),
        "head": best_of(verdict["head"], language),
        "words": [*best_of(verdict["words"], language), *filter(None, [as_recorded.said_of(verdict)])],
        "rules": explained(language, verdict["cited"]),
        "our_reading": decided(language) if verdict["is_decided"] else "",
    }


def said_before(rulings: Iterable[Ruling]) -> list[dict[str, Any]]:
    """The rulings that another one has replaced, each with what it had said."""
    return [{"ruling": one, "force": force_of(one), "words": _said(one), **_appealed(one)} for one in rulings]


def _appealed(ruling: Ruling) -> dict[str, Any]:
    appeal = getattr(ruling, "appeal", None)
    if appeal is None:
        return {}
    return {
        "appeal": appeal,
        "appealed_by": entry_name(appeal.entry, full=True),
        "appeal_state": appeal_state(ruling),
    }


def _said(ruling: Ruling) -> list[str]:
    if found := happened(ruling):
        return [found["head"], *found["words"]]
    return list(best_of(ruled(ruling, spoken())["words"], spoken())) if ruling.judged else []


def board_of(position: str, boards: Mapping[str, object], *, is_touched: bool = True) -> SafeString:
    """`boards`: those that the club has entered itself; `is_touched`: the position can be set up by tapping the fields."""
    look = View(language=spoken(), with_numbers=True, is_focusable=is_touched, with_note=not is_touched)
    try:
        return mark_safe(draw(position, boards=boards, view=look))  # noqa: S308  (our drawing)
    except GameError:
        return SafeString("")


def note_on(position: str, boards: Mapping[str, object]) -> str:
    """What the board that is tapped says about itself: in words, because only a part of it is seen on a phone."""
    return note_of(position.partition(" ")[0], spoken(), boards=boards)


def boards_at(facts: Mapping[str, Any]) -> Mapping[str, object]:
    """The boards of the throw that a ruling decides, as they were when it was judged."""
    return registry.rules(facts["rules"], facts["options"]).own_boards if facts else {}
