"""The options and readings that are played: chosen for a stage, fixed for a round when it is published.

Decided here: what may be stored and what counts at a table. Everything that plays, judges or prints asks `played_in`. What
options there are is declared with the rule sets.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.rules import classic
from games.engine.rules.boards import shipped
from games.engine.rules.contract import Rules
from games.engine.rules.errors import GameError
from games.engine.rules.options import Option
from games.engine.rules.registry import rule_class
from games.engine.rules.registry import rules as rules_with
from tournament.core.errors import Declared, Refused, Stale, by_engine
from tournament.core.languages import rules_name, said_in, spoken
from tournament.models import Round, Stage, Table, Tournament
from tournament.models.stages import RoundState

Chosen = Mapping[str, Any]
FOUR, SIX = "4", "6"  # the kinds of boards
NEUTRAL = classic.NEUTRAL.name
NOT_HERE = Declared("options_table", _("With these options not all %(players)d at a board for %(board)s could play."))
DRAWN_OTHERWISE = Declared(
    "options_drawn",
    _(
        "The draft has its tables of three at other boards or with other colours. Discard it, change this, and draw again."
    ),
)
DRAFT_HAS_OWN = Declared(
    "options_draft",
    _("Round %(round)d of part %(stage)d is a draft: it has no options of its own, those of its part count."),
)
NOT_OF_THE_BOARD = Declared(
    "options_colours", _("Table %(table)d of round %(round)d: its board has not these seats and colours.")
)
NEUTRAL_AT_SIX = Declared(
    "options_neutral",
    _("Table %(table)d of round %(round)d: with a neutral colour three sit at a board for four, not at six seats."),
)
NO_OPTIONS = Declared("options", _("Options are given by name, each with its value."))
IN_PLAY = Declared(
    "options_in_play",
    _("A round of it is published. Other options count from the next round: look at what that touches first."),
    Stale,
)


class Touched(NamedTuple):
    """Something that was made by the options as they are, and keeps them."""

    code: str
    words: str
    amount: int


def _tables_in_play(stage: Stage) -> Touched:
    tables = Table.objects.filter(round__stage=stage, round__state=RoundState.PUBLISHED).unconfirmed()
    return Touched("tables", gettext("Tables that are playing"), tables.count())


# What was made by the options of a stage; other apps add theirs.
TOUCHED: list[Callable[[Stage], Touched]] = [_tables_in_play]


class Played(NamedTuple):
    """A rule set with what was chosen of its options."""

    rules: str
    options: Chosen  # those that are not as the book has them

    @property
    def engine(self) -> Rules:
        return rules_with(self.rules, self.options)

    @property
    def every(self) -> dict[str, Any]:
        """Each option with its value."""
        return {**rule_class(self.rules).defaults, **self.options}

    @property
    def neutral(self) -> str:
        """The colour that nobody has at tables of three; empty where none is."""
        return str(self.options.get(NEUTRAL) or "")

    def at(self, kind: str, colours: Collection[str]) -> "Played":
        """Where these colours sit: the one that is left of a board for four is neutral there; elsewhere none is."""
        if not self.neutral:
            return self
        left = [colour for colour in shipped(FOUR).colours if colour not in colours]
        here = {NEUTRAL: left[0]} if kind == FOUR and len(left) == 1 else {}
        return Played(self.rules, {name: value for name, value in self.options.items() if name != NEUTRAL} | here)

    def of(self, players: int) -> "Played":
        """At a table of so many."""
        kind = kind_for(players, self.neutral)
        return self.at(kind, seated_at(kind, players, self.neutral))


def kind_for(players: int, neutral: str = "") -> str:
    """The board at which so many sit: three at every second seat of one for six, or with a neutral colour at one for four."""
    return FOUR if players == len(shipped(FOUR).colours) or neutral else SIX


def seated_at(kind: str, players: int, neutral: str = "") -> tuple[str, ...]:
    """The colours of those who sit there, in the order of turns."""
    usual = shipped(kind).seated(players)
    without = tuple(colour for colour in shipped(kind).colours if colour != neutral)
    return without if neutral and kind == FOUR and len(without) == players else usual


def declared(rules: str) -> tuple[Option, ...]:
    return (*rule_class(rules).choices, *rule_class(rules).at_table)


@cache
def offered(rules: str) -> tuple[Option, ...]:
    """The options that can be chosen for a stage: those of which some value can be played by those who sit at its tables."""
    can_be = [
        (option, [value for value in option.values if _can_be(rules, option, value)]) for option in declared(rules)
    ]
    return tuple([_with_only(option, values) for option, values in can_be if values])


def _can_be(rules: str, option: Option, value: object) -> bool:
    return not _is_same(value, option.default) and problem_of(rules, {option.name: value}) is None


def _with_only(option: Option, values: list[object]) -> Option:
    kept = {value: words for value, words in option.values.items() if value == option.default or value in values}
    return option if len(kept) == len(option.values) else replace(option, values=kept)


def played_by(stage: Stage) -> Played:
    """What the next round will be played by."""
    return Played(stage.rules, stage.options)


def played_alike(stage: Stage) -> list[Stage]:
    """The stages that are played as this one is now, and of which nothing is drawn."""
    others = stage.tournament.stages.filter(rules=stage.rules, rounds=None).exclude(pk=stage.pk).order_by("position")
    return [other for other in others if other.options == stage.options]


def played_in(round_: Round) -> Played:
    """What a round is played by: as it was when it was published, in a draft as the stage has it now."""
    return Played(round_.stage.rules, as_chosen(round_.stage.rules, round_.options or round_.stage.options))


def played_at(table: Table) -> Played:
    """What is played at this table: a neutral colour counts where three sit at a board for four."""
    played = played_in(table.round)
    return played.at(table.board.kind, [seat.colour for seat in table.seats.all()]) if played.neutral else played


def as_chosen(rules: str, options: Chosen) -> dict[str, Any]:
    """The options without those that are as the book has them; what is stored."""
    usual = rule_class(rules).defaults
    return {name: value for name, value in options.items() if name not in usual or not _is_same(value, usual[name])}


def _is_same(value: object, other: object) -> bool:
    return value == other and type(value) is type(other)  # 0 and 1 are no truth values


def carried_over(rules: str, options: Chosen) -> dict[str, Any]:
    """Of the options of another rule set those that this one has too."""
    shared = {option.name: option for option in declared(rules)}
    return {name: value for name, value in options.items() if name in shared and not shared[name].fault(value)}


def require_playable(rules: str, options: Chosen) -> dict[str, Any]:
    """The options as they are stored; refused with the reason if nobody could play by them here."""
    if not isinstance(options, Mapping):
        raise NO_OPTIONS()
    _require_book(rules)
    if problem := problem_of(rules, options):
        raise problem
    return as_chosen(rules, options)


def _require_book(rules: str) -> None:
    try:
        rule_class(rules)
    except GameError as error:
        raise by_engine(error) from error


def require_known(rules: str, options: Chosen) -> dict[str, Any]:
    """The same for a game that nobody is seated for."""
    try:
        rules_with(rules, as_chosen(rules, options))
    except GameError as error:
        raise by_engine(error) from error
    return as_chosen(rules, options)


def problem_of(rules: str, options: Chosen) -> Refused | None:
    played = Played(rules, as_chosen(rules, options))
    try:
        boards = played.engine.boards
    except GameError as error:
        return by_engine(error)
    tables = [(kind_for(players, played.neutral), players) for players in (4, 3)]
    found = (_at_a_board(played, kind, players) for kind, players in tables if kind in boards)
    return next(filter(None, found), None)


def are_playable(tournament: Tournament) -> bool:
    """Refuse stages and rounds, as a document brings them, whose options nobody could play by, or not those who sit there."""
    for stage in tournament.stages.prefetch_related("rounds__tables__board", "rounds__tables__seats"):
        require_playable(stage.rules, stage.options)
        for round_ in stage.rounds.all():
            require_playable(stage.rules, round_.options)
            _require_seated(round_)
    return True


def _require_seated(round_: Round) -> None:
    facts = {"stage": round_.stage.position, "round": round_.number}
    if round_.state == RoundState.DRAFT and round_.options:
        raise DRAFT_HAS_OWN(facts, **facts)
    for table in round_.tables.all():
        colours = {seat.colour for seat in table.seats.all()}
        at = {**facts, "table": table.number, "board": table.board.kind}
        if table.board.kind not in (FOUR, SIX) or not colours <= {*shipped(table.board.kind).colours}:
            raise NOT_OF_THE_BOARD(at, **at)
        if table.board.kind == SIX and len(colours) == 3 and played_in(round_).neutral:
            raise NEUTRAL_AT_SIX(at, **at)


def _at_a_board(played: Played, kind: str, players: int) -> Refused | None:
    """Why the options do not fit those who sit at this board, though the rule set itself does."""
    seated = seated_at(kind, players, played.neutral)
    here = played.at(kind, seated)
    is_kept = players == 4 or here.neutral == played.neutral
    plain = rule_class(played.rules)()
    if not _plays(plain, kind, seated) or (is_kept and _plays(here.engine, kind, seated)):
        return None
    facts = {"players": players, "board": kind}
    return NOT_HERE(facts, **facts)


def _plays(engine: Rules, kind: str, seated: tuple[str, ...]) -> bool:
    try:
        return set(engine.players_of(engine.start(colours=seated, board=kind))) == set(seated)
    except GameError:
        return False


def touched_by(stage: Stage) -> list[Touched]:
    """What keeps the options it was made by when the stage gets others."""
    return [touched for look in TOUCHED if (touched := look(stage)).amount]


def as_query(played: Played) -> str:
    """For addresses of pages that explain a position: the rules with what was chosen."""
    chosen = {name: "on" if value is True else value for name, value in played.options.items() if value is not False}
    return urlencode({"rules": played.rules, "options": "1", **chosen})


def how_played(played: Played, language: str = "") -> str:
    """One line: "The family game: up to three throws for a 6, capturing is compulsory"."""
    said = [option_in_words(option, value, language or spoken()) for option, value in differing(played)]
    return f"{book_name(played.rules, language)} {', '.join(said) if said else _as_in_the_book(language)}"


def how_parts_are_played(parts: Iterable[tuple[str, Played]]) -> list[tuple[str, str]]:
    """One line for each way that is played, with the names of the parts that play so; no names where all play alike."""
    ways: dict[str, list[str]] = {}
    for name, played in parts:
        ways.setdefault(how_played(played), []).append(name)
    return [(", ".join(names) if len(ways) > 1 else "", line) for line, names in ways.items()]


def book_name(rules: str, language: str = "") -> str:
    """The name with which the line begins; one that is a call needs no colon."""
    name = rules_name(rules, language)
    return name if name.endswith("!") else f"{name}:"


def _as_in_the_book(language: str) -> str:
    return said_in(language or spoken(), _("as in the book"))


def option_in_words(option: Option, value: object, language: str) -> str:
    """A switch that is on by its title alone, everything else with its value."""
    title = option.title.said(language)
    return title if value is True else f"{title} {option.worded(value).said(language)}"


def differing(played: Played) -> Iterator[tuple[Option, Any]]:
    """What is not as the book has it."""
    return ((option, played.options[option.name]) for option in declared(played.rules) if option.name in played.options)
