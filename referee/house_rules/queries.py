"""How a tournament is played, in plain words: for its page, its paper and its sign."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.engine.drawing import View, draw, note_of
from games.engine.rules.contract import Position, Rules
from games.engine.rules.options import Option
from referee.house_rules.books import Line, lines_of
from tournament.core.languages import rules_name
from tournament.models import Stage, Tournament
from tournament.stages.options import FOUR, SIX, Played, as_query, declared, how_played, offered, played_by, played_in
from tournament.stages.options_form import picture


@dataclass(frozen=True)
class Choice:
    """An option or reading as it is played."""

    title: str
    value: str  # empty where the title says it
    decides: str
    picture: SafeString
    cited: str  # the rules of the book that it reads
    name: str
    reading: int | None  # its number in the register


@dataclass(frozen=True)
class Board:
    """A board as the game begins on it."""

    at: str  # which tables sit at it; empty where all do
    drawing: SafeString
    note: str  # what it says about itself: whose reconstruction it is


@dataclass(frozen=True)
class Section:
    """A book as some stages play it."""

    stages: str
    book: str
    line: str
    query: str
    boards: list[Board]
    chapters: list[tuple[str, list[Line]]]
    chosen: list[Choice]
    as_in_the_book: list[str]  # what may be chosen, and was not


def sections_of(tournament: Tournament, language: str) -> list[Section]:
    """One for each way that is played, the rounds in play first as they were published."""
    ways: dict[tuple[Any, ...], tuple[Played, list[str]]] = {}
    for stage in tournament.stages.prefetch_related("rounds"):
        for played, name in _ways(stage):
            key = (played.rules, *sorted(played.options.items()))
            ways.setdefault(key, (played, []))[1].append(name)
    return [section(played, ", ".join(dict.fromkeys(names)), language) for played, names in ways.values()]


def _ways(stage: Stage) -> list[tuple[Played, str]]:
    """As its published rounds are played, and as the next one will be; named only by the stage where that is the same."""
    rounds = [(played_in(round_), round_.number) for round_ in stage.rounds.all() if round_.state != "draft"]
    if len(rounds) < stage.planned_rounds:
        rounds.append((played_by(stage), len(rounds) + 1))
    groups = [(played, [number for _played, number in of]) for played, of in groupby(rounds, key=lambda one: one[0])]
    if len(groups) == 1:
        return [(groups[0][0], stage.called)]
    named = _("%(stage)s from round %(number)d on")
    return [(played, named % {"stage": stage.called, "number": numbers[0]}) for played, numbers in groups]


def section(
    played: Played,
    stages: str,
    language: str,
    start: Position | None = None,
    *,
    has_two_colours: bool = False,
) -> Section:
    """`start`: how the game begins, where that is known; else with as many as usually play. `has_two_colours`: each of two."""
    lines = list(lines_of(played.rules, played.every, language, has_two_colours=has_two_colours))
    differing = [option for option in declared(played.rules) if _is_said(option, played)]
    return Section(
        stages=stages,
        book=rules_name(played.rules, language),
        line=how_played(played, language),
        query=as_query(played),
        boards=list(_boards(played, language, start)),
        chapters=[(str(title), list(of)) for title, of in groupby(lines, key=lambda line: line.title)],
        chosen=[_choice(played, option, language) for option in differing],
        as_in_the_book=[
            option.title.said(language) for option in offered(played.rules) if not _is_said(option, played)
        ],
    )


def _boards(played: Played, language: str, start: Position | None) -> Iterator[Board]:
    """Tables of three sit at the six-seat board where the book has it beside the other one; a neutral colour plays at the board
    for four."""
    rules = played.engine
    is_for_three = not start and not played.neutral and {FOUR, SIX} <= {*rules.boards}
    players = 3 if played.neutral else 4
    usual = start or rules.start(max(rules.players[0], min(players, rules.players[1])))
    yield _board(rules, usual, language, _("Tables of four") if is_for_three else "")
    if is_for_three:
        yield _board(rules, rules.start(3, board=SIX), language, _("Tables of three"))


def _board(rules: Rules, begins: Position, language: str, at: str) -> Board:
    view, look = rules.view(begins), View(language=language, with_note=False)
    drawing = mark_safe(draw(view, boards=rules.own_boards, view=look))  # noqa: S308  (our drawing)
    return Board(at, drawing, note_of(view.board, language, boards=rules.own_boards))


def _is_said(option: Option, played: Played) -> bool:
    """A reading is always said, because the book leaves it open; another option where it is not as in the book."""
    return option.number is not None or option.name in played.options


def _choice(played: Played, option: Option, language: str) -> Choice:
    value = played.every[option.name]
    return Choice(
        title=option.title.said(language),
        value="" if value is True else option.worded(value).said(language),
        decides=option.decides.said(language),
        picture=picture(played.rules, option, value),
        cited=", ".join(_rule_numbers(option, played.rules)),
        name=option.name,
        reading=option.number,
    )


def _rule_numbers(option: Option, rules: str) -> list[str]:
    """In the book that is played; the others number no rules."""
    return [number for book, _space, number in (cited.partition(" ") for cited in option.books) if book == rules]
