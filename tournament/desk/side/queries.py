"""The side bar of the desk: the pages in the order of the day with what is open on each, and the next step, named by what it
does. What it counts is computed once for each state of the tournament."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core.access import may
from tournament.core.actors import Actor
from tournament.core.cache import Kept
from tournament.models import Tournament
from tournament.models.stages import ENDS, RoundState, StageKind
from tournament.rounds.queries import Now, Step, now

WAITING: list[Callable[[Tournament], int]] = []  # how many tables wait for a referee: added by the referee's app
_waiting: Kept[int] = Kept(most=64)

DONE, HERE, LATER = "done", "now", "later"
# How far the day is, by the code of the next step.
DAY = ("players", "check_in", "draw", "rounds", "results", "standings", "finals")
REACHED = {
    "stages": "players",
    "entries": "players",
    "check_in": "check_in",
    "draw": "draw",
    "publish": "draw",
    "start": "rounds",
    "results": "results",
    "close": "rounds",
    "settle": "standings",
}


@dataclass(frozen=True)
class Line:
    """A page. `address` is empty where there is nothing to go to yet. `tone`: warn (open), bad (somebody waits)."""

    code: str
    words: str
    address: str
    icon: str = ""
    said: str = ""
    tone: str = ""
    progress: str = ""
    is_here: bool = False


@dataclass(frozen=True)
class Next:
    """The next step. `fields`: it is done at once, by a form with these fields; else the button leads to the page.

    `words` are empty where this page is the one on which it is done, or where somebody else does it."""

    title: str
    words: str
    note: str
    address: str
    fields: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True)
class Side:
    tournament: Tournament
    next: Next
    day: tuple[Line, ...]
    tools: tuple[Line, ...]
    here: str


def side_of(tournament: Tournament, actor: Actor, here: str) -> Side:
    """`here`: the path of the page beside which it stands."""
    state = now(tournament)
    day = tuple(_day(tournament, actor, state, here))
    return Side(
        tournament,
        next_of(tournament, actor, state.step, here),
        day,
        tuple(_tools(tournament, actor, here, is_playing=bool(state.open))),
        here,
    )


def _day(tournament: Tournament, actor: Actor, state: Now, here: str) -> list[Line]:
    at = _addresses(tournament)
    lines = [
        (_("Players"), at("players", "entries.change"), _players(state)),
        (_("Check-in"), at("check_in", "entries.change"), _check_in(state)),
        (_("The draw"), _draft_page(tournament, state), _draw(state)),
        (_("Rounds"), at("rounds"), _rounds(state)),
        (_("Results"), at("results", "results.confirm"), _results(state)),
        (_("Standings"), at("desk_standings"), (_after(state), "")),
        (_("Finals"), at("desk_bracket"), (_finals(state), "")),
    ]
    reached = _reached(state.step)
    # A draft lies below the rounds: the longest address is meant.
    at_here = max(
        (to.address for _words, to, _said in lines if _is_here(to.address, here, tournament)), key=len, default="-"
    )
    return [
        Line(
            code,
            words,
            address.address,
            said=said,
            tone=tone,
            progress=DONE if n < reached else HERE if n == reached else LATER,
            is_here=address.address == at_here,
        )
        for n, (code, (words, address, (said, tone))) in enumerate(zip(DAY, lines, strict=True))
        if may(actor, address.needs, tournament)
    ]


class _Address(NamedTuple):
    address: str
    needs: str = "tournament.see"


def _addresses(tournament: Tournament) -> Callable[..., _Address]:
    def at(name: str, needs: str = "tournament.see") -> _Address:
        return _Address(reverse(name, args=[tournament.public_id]), needs)

    return at


def _reached(step: Step) -> int:
    if step.code == "done":
        return len(DAY)
    is_end = step.stage is not None and step.stage.kind in ENDS and step.code != "settle"
    return DAY.index("finals" if is_end else REACHED[step.code])


def _is_here(address: str, here: str, tournament: Tournament) -> bool:
    """The page itself or one below it; entering belongs to the players, the pages of single tables to the results."""
    if not address:
        return False
    if here.startswith(reverse("enter", args=[tournament.public_id])):
        return address == reverse("players", args=[tournament.public_id])
    if here.startswith(f"{reverse('desk_tournament', args=[tournament.public_id])}tables/"):
        return address == reverse("results", args=[tournament.public_id])
    return here.startswith(address)


Said = tuple[str, str]  # what stands beside the page, and its tone


def _players(state: Now) -> Said:
    return (str(state.heads.playing) if state.heads.playing else "", "")


def _check_in(state: Now) -> Said:
    heads, is_before = state.heads, not any(_public(rounds) for _stage, rounds in state.plan)
    if heads.missing and is_before:
        return ngettext("%(n)d missing", "%(n)d missing", heads.missing) % {"n": heads.missing}, "warn"
    return (_("%(n)d here") % {"n": heads.present} if heads.present else "", "")


def _drafts(state: Now) -> list[Any]:
    return [round_ for _stage, rounds in state.plan for round_ in rounds if round_.state == RoundState.DRAFT]


def _public(rounds: tuple[Any, ...]) -> list[Any]:
    return [round_ for round_ in rounds if round_.state != RoundState.DRAFT]


def _draft_page(tournament: Tournament, state: Now) -> _Address:
    """Of the draft that comes next; without one there is nothing to look at."""
    drafts = _drafts(state)
    address = reverse("round", args=[tournament.public_id, drafts[0].pk]) if drafts else ""
    return _Address(address)


def _draw(state: Now) -> Said:
    if state.step.code in ("publish", "draw") and _drafts(state):
        return _("draft"), "warn"
    stage, rounds = _current(state)
    if stage is None or stage.kind == StageKind.KNOCKOUT or not rounds:
        return "", ""
    return _("%(n)d of %(all)d") % {"n": len(rounds), "all": max(stage.planned_rounds, len(rounds))}, ""


def _current(state: Now) -> tuple[Any, list[Any]]:
    """The stage of the next step with its published rounds."""
    stage = state.step.stage
    found = next((rounds for each, rounds in state.plan if stage is not None and each.pk == stage.pk), ())
    return stage, _public(found)


def _rounds(state: Now) -> Said:
    round_ = state.step.round
    if round_ is None or round_.state != RoundState.PUBLISHED:
        return "", ""
    if round_.stage.kind in ENDS:
        return round_.stage.called, ""
    return _("Round %(n)d") % {"n": round_.number}, ""


def _results(state: Now) -> Said:
    if not state.open:
        return "", ""
    unsettled = sum(len(each.tables) for each in state.open.values())
    if not unsettled:
        return _("all in"), ""
    tone = "bad" if any(each.problem or each.disputed for each in state.open.values()) else "warn"
    return ngettext("%(n)d open", "%(n)d open", unsettled) % {"n": unsettled}, tone


def _after(state: Now) -> str:
    closed = [r for _stage, rounds in state.plan for r in rounds if r.state == RoundState.CLOSED]
    if state.step.code == "done":
        return _("finished")
    return _("after round %(n)d") % {"n": closed[-1].number} if closed else ""


def _finals(state: Now) -> str:
    stage = state.step.stage
    return stage.called if stage is not None and stage.kind in ENDS and state.step.code != "settle" else ""


def _tools(tournament: Tournament, actor: Actor, here: str, *, is_playing: bool) -> list[Line]:
    at = _addresses(tournament)
    calls = 0
    if is_playing:  # nobody calls from a table at which nobody plays
        key = (tournament.pk, tournament.stream.head)
        calls = _waiting.get(key, lambda: sum(count(tournament) for count in WAITING))
    called = (ngettext("%(n)d call", "%(n)d calls", calls) % {"n": calls}, "bad") if calls else ("", "")
    tools = [
        ("papers", _("Papers"), at("papers", "papers.make"), "printer", ("", "")),
        ("steering", _("Hall screen"), at("steering", "screen.steer"), "screen", ("", "")),
        ("referee", _("Referee"), at("referee", "rulings.see"), "shield-check", called),
        ("log", _("Log"), at("log", "log.see"), "history", ("", "")),
        ("settings", _("Settings"), at("settings", "tournament.change"), "settings", ("", "")),
    ]
    return [
        Line(code, words, address.address, icon, said, tone, is_here=_is_here(address.address, here, tournament))
        for code, words, address, icon, (said, tone) in tools
        if may(actor, address.needs, tournament)
    ]


# The next step


def next_of(tournament: Tournament, actor: Actor, step: Step, here: str) -> Next:
    title, words, note, address, needs, fields = _STEPS[step.code](tournament, step)
    is_offered = may(actor, needs, tournament) and (address != here or fields is not None)
    if step.round is not None and fields is not None and here == _round_page(tournament, step):
        is_offered = False  # that page has the button itself
    return Next(title, words if is_offered else "", note, address, fields)


_Told = tuple[str, str, str, str, str, tuple[tuple[str, str], ...] | None]


def _page(tournament: Tournament, name: str, *args: Any) -> str:
    return reverse(name, args=[tournament.public_id, *args])


def _round_page(tournament: Tournament, step: Step) -> str:
    return _page(tournament, "round", step.round.pk) if step.round else ""


def _stages(tournament: Tournament, _step: Step) -> _Told:
    note = _("How many rounds, which points, which final.")
    return _("To begin with"), _("Choose what is played"), note, _page(tournament, "stages"), "tournament.change", None


def _entries(tournament: Tournament, _step: Step) -> _Told:
    note = _("Type names, paste a list or take a file.")
    return _("Nobody is entered yet"), _("Enter the players"), note, _page(tournament, "enter"), "entries.change", None


def _check_in_step(tournament: Tournament, _step: Step) -> _Told:
    note = _("The draw takes those who are checked in.")
    return _("Nobody is here yet"), _("Check players in"), note, _page(tournament, "check_in"), "entries.change", None


def _name_of(step: Step, number: int) -> str:
    """A round as people call it: “Round 2”, or “Final” where the stage has one round only."""
    assert step.stage is not None
    if step.stage.kind in ENDS or (step.stage.planned_rounds == 1 and number == 1):
        return step.stage.called
    return _("Round %(n)d") % {"n": number}


def _draw_step(tournament: Tournament, step: Step) -> _Told:
    assert step.stage is not None
    address, players = _page(tournament, "draw", step.stage.pk), step.data.get("players", 0)
    if step.round is not None:
        note = _("Since it was drawn, somebody has come or gone.")
        return _("The draft no longer fits"), _("Draw anew"), note, address, "rounds.draw", ()
    note = ngettext(
        "With %(n)d player. Nobody sees the draft before you publish it.",
        "With %(n)d players. Nobody sees the draft before you publish it.",
        players,
    ) % {"n": players}
    what = step.stage.called if step.stage.kind == StageKind.ALL else _name_of(step, step.data.get("number", 1))
    words = _("Draw: %(what)s") % {"what": what}
    return step.stage.called, words, note, address, "rounds.draw", ()


def _publish(tournament: Tournament, step: Step) -> _Told:
    assert step.stage is not None and step.round is not None
    what = _name_of(step, step.round.number)
    note = _("Nobody sees the draft before you publish it.")
    return (
        _("%(what)s is drawn") % {"what": what},
        _("Look at the draft"),
        note,
        _round_page(tournament, step),
        "rounds.draw",
        None,
    )


def _start(tournament: Tournament, step: Step) -> _Told:
    assert step.round is not None
    what = _name_of(step, step.round.number)
    fields = (("to", "start"), ("version", str(step.round.version)))
    address = _page(tournament, "round_clock", step.round.pk)
    note = _("When everybody sits.")
    return _("%(what)s is published") % {"what": what}, _("Start the clock"), note, address, "rounds.draw", fields


def _results_step(tournament: Tournament, step: Step) -> _Told:
    assert step.round is not None
    tables = {*step.data["missing"], *step.data["disputed"], *step.data["problem"]}
    note = ngettext(
        "%(n)d table still, then the round is closed.", "%(n)d tables still, then the round is closed.", len(tables)
    ) % {"n": len(tables)}
    title = _("%(what)s is being played") % {"what": _name_of(step, step.round.number)}
    return title, _("Enter results"), note, _page(tournament, "results"), "results.confirm", None


def _close(tournament: Tournament, step: Step) -> _Told:
    assert step.round is not None
    what = _name_of(step, step.round.number)
    fields = (("version", str(step.round.version)),)
    address = _page(tournament, "round_close", step.round.pk)
    return _("Every table has its result"), _("Close: %(what)s") % {"what": what}, "", address, "rounds.close", fields


def _settle(tournament: Tournament, step: Step) -> _Told:
    assert step.stage is not None
    is_end = step.data.get("code") in ("tie_of_teams", "tie_at_top")
    words = _("Settle who wins") if is_end else _("Settle who goes on")
    address = _page(tournament, "final", step.stage.pk)
    return step.stage.called, words, str(step.data.get("sentence", "")), address, "rounds.draw", None


def _done(tournament: Tournament, _step: Step) -> _Told:
    address = f"{_page(tournament, 'papers')}#paper-certificates"
    return _("Everything is played"), _("Print the certificates"), "", address, "papers.make", None


_STEPS: dict[str, Callable[[Tournament, Step], _Told]] = {
    "stages": _stages,
    "entries": _entries,
    "check_in": _check_in_step,
    "draw": _draw_step,
    "publish": _publish,
    "start": _start,
    "results": _results_step,
    "close": _close,
    "settle": _settle,
    "done": _done,
}
