"""The page that explains what may be played in a position, and the trainer."""

import secrets
from typing import Any
from urllib.parse import parse_qsl

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe

from games.engine import trainer
from games.engine.drawing import View, draw
from games.engine.records import record
from games.engine.rules import registry
from games.engine.rules.contract import Position, Roll, Rules
from games.engine.rules.errors import BadOption, GameError
from games.learning import answers
from games.recording.game import read_roll
from tournament.core.access import gate
from tournament.core.guard import of_network, take
from tournament.core.languages import spoken
from tournament.stages.options import Played, as_query
from tournament.stages.options_form import OptionsForm

PER_WINDOW = 1500  # requests of one network in a quarter of an hour: a hall shares one address


@gate("public.see")
def learn(request: HttpRequest) -> HttpResponse:
    """A position and a throw: what may be played, and why nothing else."""
    _limit_rate(request)
    how = _how(request)
    rules = registry.rules(how.rules, how.options)
    text = request.GET.get("position", "").strip()[:160]
    rolled = request.GET.get("roll", "").strip()[:3]
    context = {
        **_choices_of_rules(rules, how),
        "position": text,
        "rolled": rolled,
        "players": str(_players(rules, request)),
    }
    try:
        position = rules.read(text) if text else _start(rules, request)
        roll = read_roll(rules, rolled) if rolled else None
    except GameError as error:
        context["trouble"] = error.sentence(spoken())
        position, roll = _start(rules, request), None
    context["position"] = text or rules.write(position)
    context["colours"] = [colour for colour, _fields in rules.view(position).groups]
    permitted = rules.permitted(position, roll) if roll else ()
    look = View(language=spoken(), with_numbers=True, is_focusable=True)
    context["board"] = mark_safe(draw(rules.view(position), boards=rules.own_boards, permitted=permitted, view=look))  # noqa: S308
    if roll:
        context["answers"] = _explained(rules, position, roll)
        context["lapses"] = "" if permitted else answers.lapses(rules, position, roll)
        context["way"] = answers.way(rules, position, roll, request.GET.get("show", ""))
    context["throws"] = answers.throws_of(rules, position)
    context |= answers.address_of(request, **dict(context["sent"]), position=context["position"])
    return render(request, "games/learning/learn.html", context)


def _explained(rules: Rules, position: Position, roll: Roll) -> list[trainer.Answer]:
    """Every legal move with its explanation, the permitted ones first."""
    explained = [trainer.explain(rules, position, roll, move.text, spoken()) for move in rules.legal(position, roll)]
    return sorted(explained, key=lambda answer: not answer.is_permitted)


def _how(request: HttpRequest) -> OptionsForm:
    """The rules of the address, with the options that it names."""
    rules = request.GET.get("rules", "")
    return OptionsForm(
        request.GET, rules=rules if rules in registry.RULE_SETS else "turnier", chosen={}, at_tables=False
    )


def _start(rules: Rules, request: HttpRequest) -> Position:
    try:
        return rules.start(_players(rules, request))
    except BadOption:  # with a neutral colour three play
        return rules.start(3)


def _players(rules: Rules, request: HttpRequest) -> int:
    players = request.GET.get("players", "")
    least, most = rules.players
    return int(players) if players in set("23456") and least <= int(players) <= most else min(4, most)


def _choices_of_rules(rules: Rules, how: OptionsForm) -> dict[str, Any]:
    sets = [(rules_id, registry.rule_class(rules_id).names[spoken()]) for rules_id in registry.RULE_SETS]
    query = as_query(Played(how.rules, how.options))
    return {
        "sets": sets,
        "rules": rules,
        "how": how,
        "query": query,
        "sent": parse_qsl(query),
        "dice": "123456",
        "counts": range(rules.players[0], rules.players[1] + 1),
    }


@gate("public.see")
def trainer_page(request: HttpRequest) -> HttpResponse:
    """A question of the trainer. Its seed is in the address, so that it can be sent to a friend."""
    _limit_rate(request)
    how = _how(request)
    seed = request.GET.get("seed", "")[:24] or secrets.token_hex(4)
    if not seed.isalnum():
        raise Http404
    question = trainer.question(how.rules, seed, spoken(), how.options)
    ticked = set(request.GET.getlist("answer")[:20])
    is_answered = "answered" in request.GET
    wrong = [answer for answer in question.answers if answer.is_permitted != (answer.text in ticked)]
    position = question.rules.read(question.position)
    look = View(language=spoken(), with_numbers=True)
    context = {
        **_choices_of_rules(question.rules, how),
        "asked": question,
        "roll": record.written_roll(question.roll),
        "mover": question.rules.view(position).to_move,
        "board": mark_safe(draw(question.position, boards=question.rules.own_boards, view=look)),  # noqa: S308  (our drawing)
        "seed": seed,
        "answers": [(answer, answer.text in ticked) for answer in question.answers],
        "is_answered": is_answered,
        "is_right": is_answered and not wrong,
        "next_seed": secrets.token_hex(4),
        "throws": answers.throws_of(question.rules, position),
    }
    return render(request, "games/learning/trainer.html", context)


def _limit_rate(request: HttpRequest) -> None:
    take(of_network("learn", request, PER_WINDOW))
