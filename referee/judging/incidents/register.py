"""All incidents, and the answer to one: the next question, or what was found, in data and in every language's words."""

from collections.abc import Mapping
from typing import Any

from games.engine.protocol import Answer, BadRequest, Desk, Request, colours, takes, text
from games.engine.rules.contract import Reason, Rules
from games.engine.rules.speech import Language, Text, languages
from games.engine.rules.wording import colour_name

from ..book import explained
from ..offences import SHIPPED
from ..wording import sentence
from .asking import NOBODY, Asks, BadIncident, Case, Found, Incident, IncidentFault, Question, check_all_asked
from .board import BOARD
from .throws import THROWS
from .words import Stands

INCIDENTS: Mapping[str, Incident] = {incident.code: incident for incident in (*THROWS, *BOARD)}
MOST_QUESTIONS = 3
VERDICT = "table"  # in the place of a verdict on a throw, where it is stored
OUR_READING = Text("The book is silent about this: it is our reading, and a referee may rule otherwise")
FROM_OUTSIDE = Text("Whoever gave it is asked to step away from the table")


def known(rules: Rules) -> list[Incident]:
    """Those that can happen by these rules."""
    case = Case(rules, (), "", {}, [])
    return [incident for incident in INCIDENTS.values() if incident.is_there(case)]


def ruled(incident: str, case: Case) -> Found:
    """What was found. Raises `Asks` where an answer is missing, BadIncident where something said cannot be."""
    if incident not in {one.code for one in known(case.rules)}:
        raise BadIncident(IncidentFault.NO_SUCH_INCIDENT, incident=incident)
    if case.who not in case.colours:
        raise BadIncident(IncidentFault.NOT_A_PLAYER, colour=case.who)
    try:
        return _naming_the_turn(INCIDENTS[incident].found(case), case)
    finally:  # also while questions are open
        check_all_asked(case)


def _naming_the_turn(found: Found, case: Case) -> Found:
    """Where the turn stays as it is the record says whose it is."""
    if case.now not in case.colours:
        return found
    turn = Reason(Stands.TURN_BY_RECORD, (), {"colour": case.now})
    return found._replace(reasons=tuple([turn if one.code == Stands.THE_SAME_TURN else one for one in found.reasons]))


def stored(incident: str, case: Case) -> dict[str, Any]:
    """What was found as a claim keeps it: like a verdict on a throw, `title` what happened and `head` what stands."""
    found = ruled(incident, case)
    measure = next((one.measure for one in SHIPPED if one.code == found.offence), "note")
    against = case.who if found.against is None else found.against
    is_outsider = against == NOBODY
    return {
        "verdict": VERDICT,
        "incident": incident,
        "about": case.who,
        "answers": dict(case.said),
        "against": case.who if is_outsider else against,
        "is_outsider": is_outsider,
        "counts": found.counts,
        "next": found.next,
        "broken": list(found.broken),
        "cited": cited(found),
        "offence": "" if is_outsider else found.offence,
        "measure": "note" if is_outsider else measure,
        "is_decided": found.is_decided,
        "position": None if found.position is None else case.rules.write(found.position),
        "title": {language: INCIDENTS[incident].title.said(language) for language in languages()},
        "head": {language: _said(found.head, language) for language in languages()},
        "words": {language: words(found, language, is_outsider=is_outsider) for language in languages()},
    }


def words(found: Found, language: Language, *, is_outsider: bool = False) -> list[str]:
    """What is read out: what was wrong, what stands, who throws next."""
    said = [f"{_said(reason, language)}." for reason in found.reasons]
    if is_outsider:
        said.append(f"{FROM_OUTSIDE.said(language)}.")
    return said


def decided(language: Language) -> str:
    return f"{OUR_READING.said(language)}."


def _said(reason: Reason, language: Language) -> str:
    said = sentence(reason, language).rstrip(".")
    return said[:1].upper() + said[1:]


# The protocol


@takes(
    "rules", "options", "colours", "position", "to_throw", "threw", "recorded", "incident", "who", "answers", "language"
)
def table(desk: Desk, request: Request) -> Answer:
    """The op `table`: the next question (`asks`), or what counts now (`ruling`)."""
    incident, case = text(request, "incident"), case_of(desk.rules(request), request)
    try:
        return {"incident": incident, "asks": None, "ruling": stored(incident, case), **_rules(incident, case)}
    except Asks as asks:
        return {"incident": incident, "asks": question(asks), "ruling": None, "rules": {}}


def _rules(incident: str, case: Case) -> dict[str, object]:
    """The rules that are cited, explained in every language."""
    numbers = cited(ruled(incident, case))
    return {"rules": {language: explained(language, numbers) for language in languages()}}


def cited(found: Found) -> list[int]:
    """The rules that the sentences rest on, and those broken."""
    return sorted({*found.broken, *[number for reason in found.reasons for number in reason.rules]})


def question(asks: Asks) -> dict[str, Any]:
    asked = asks.question
    return {
        "name": asked.name,
        "text": {language: asked.text.said(language) for language in languages()},
        "answers": [
            {"value": value, "text": {language: _answer(asked, value, language) for language in languages()}}
            for value in asks.answers
        ],
    }


def _answer(asked: Question, value: str, language: Language) -> str:
    return asked.answers[value].said(language) if value in asked.answers else colour_name(value, language)


def case_of(rules: Rules, request: Request) -> Case:
    """`colours` are those that still play, clockwise; a `position` names them by itself. `to_throw`, `threw` and
    `recorded`, its position, are by the record that is running."""
    said, place = request.get("answers") or {}, request.get("position")
    if not isinstance(said, dict) or not all(isinstance(answer, str) for answer in said.values()):
        raise BadRequest("answers is an object of texts")
    position = None if place is None else rules.read(text(request, "position"))
    if position is None:
        playing = tuple(colours(request) or ())
        if len(playing) < 2 or len(set(playing)) != len(playing) or not set(playing) <= set("YGRKBW"):
            raise BadRequest("colours is a list of two or more colours, or there is a position")
    else:
        done = set(rules.finished(position))
        playing = tuple([colour for colour in rules.players_of(position) if colour not in done])
    now, last = (text(request, name) if request.get(name) else "" for name in ("to_throw", "threw"))
    record = rules.read(text(request, "recorded")) if request.get("recorded") else None
    return Case(rules, playing, text(request, "who"), said, [], position, now if now in playing else "", last, record)


@takes("rules", "options", "language")
def incidents(desk: Desk, request: Request) -> Answer:
    """The op `incidents`: what can happen at a table by these rules."""
    listed = known(desk.rules(request))
    return {"incidents": [{"code": one.code, **_in_words(one)} for one in listed]}


def _in_words(one: Incident) -> dict[str, object]:
    return {
        "title": {language: one.title.said(language) for language in languages()},
        "about": {language: one.about.said(language) for language in languages()},
    }
