"""The report of a draw in sentences, beside the least that was possible. Reads the report stored with the round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

Names = Mapping[int, str]
UNKNOWN = "?"
KINDS = {"team": gettext_lazy("team"), "family": gettext_lazy("family"), "club": gettext_lazy("club")}


@dataclass(frozen=True)
class Sentence:
    """`is_good`: as good as any draw could be. `who`: everybody concerned, where there is somebody. `figure`: what is told,
    the less the better."""

    title: str
    words: str
    is_good: bool
    who: tuple[str, ...] = ()
    figure: float = 0


def sentences(report: Mapping[str, Any], names: Names, request: Mapping[str, Any]) -> list[Sentence]:
    """`request` is what was drawn from, as it is stored beside the report."""
    if not report:
        return []
    players = [names.get(player, UNKNOWN) for player in request.get("players", ())]
    even = [*_threes(report, players), _colours(report), _turns(report["turns"])]
    restrictions = [*_wishes(report["wishes"], request.get("wishes", ()), names), *_boards(report["boards"], names)]
    return [_repeats(report["repeats"], names), *_scores(report.get("scores")), *even, *restrictions]


def _repeats(section: Mapping[str, Any], names: Names) -> Sentence:
    count, least = section["count"], section["least"]
    who = tuple(
        _("%(names)s: rounds %(rounds)s")
        % {"names": _joined(pair["players"], names), "rounds": ", ".join(map(str, pair["rounds"]))}
        for pair in section["who"]
    )
    if not count:
        return Sentence(_("Opponents"), _("Nobody meets anybody twice."), is_good=True)
    return Sentence(_("Opponents"), _again(count, least), count <= least, who, count)


def _again(count: int, least: int) -> str:
    words = ngettext("%(n)d meeting is a repeat.", "%(n)d meetings are repeats.", count) % {"n": count}
    return f"{words} {_least(count, least)}"


def _scores(section: Mapping[str, Any] | None) -> Iterator[Sentence]:
    """In Swiss rounds: how far apart the scores at a table are, so that nobody meets again."""
    if section:
        figures = {name: number_format(section[name], 1) for name in ("mean", "most", "least_mean")}
        words = _("At a table scores lie %(mean)s points apart on average, %(most)s at most.") % figures
        if section["mean"] > section["least_mean"]:
            words += " " + _("%(least_mean)s on average would be the least, whoever has met whom.") % figures
        yield Sentence(_("Near scores"), words, section["mean"] <= section["least_mean"], figure=section["mean"])


def _threes(report: Mapping[str, Any], players: Sequence[str]) -> Iterator[Sentence]:
    three = report["tables"]["three"]
    if not any(three):
        return
    spread, least = report["threes"]["spread"], report["threes"]["least"]
    words = _("Everybody sits at a table of three equally often, at most once more.")
    if spread > 1:
        words = _("Some sit at a table of three %(n)d times more often than others.") % {"n": spread}
        words = f"{words} {_least(spread, least)}"
    who = tuple(_visits(report["threes"]["counts"], players))
    yield Sentence(_("Tables of three"), words, spread <= max(1, least), who, spread)


def _visits(counts: Sequence[int], players: Sequence[str]) -> Iterator[str]:
    """How often each is at a table of three, most often first."""
    for times in sorted({*counts} - {0}, reverse=True):
        who = [name for name, count in zip(players, counts, strict=False) if count == times]
        words = ngettext("%(n)d time: %(who)s", "%(n)d times: %(who)s", times)
        yield words % {"n": times, "who": ", ".join(who)}


def _turns(section: Mapping[str, Any]) -> Sentence:
    spread, least = section["spread"], section["least"]
    words = _("Nobody throws first more than once more often than another.")
    if spread > 1:
        words = _("Some throw first %(n)d times more often than others.") % {"n": spread}
        words = f"{words} {_least(spread, least)}"
    return Sentence(_("First throw"), words, spread <= max(1, least), figure=spread)


def _colours(report: Mapping[str, Any]) -> Sentence:
    worst = max(report["colours"][size]["spread"] for size in ("four", "three"))
    least = max(report["colours"][size]["least"] for size in ("four", "three"))
    words = _("Nobody has a colour more than once more often than another.")
    if worst > 1:
        words = _("Somebody has a colour %(n)d times more often than another.") % {"n": worst}
        words = f"{words} {_least(worst, least)}"
    return Sentence(_("Colours"), words, worst <= max(1, least), figure=worst)


def _wishes(section: Mapping[str, Any], wishes: Sequence[object], names: Names) -> Iterator[Sentence]:
    if wishes and not section["broken"]:
        yield Sentence(_("Wishes"), _("All wishes to sit apart are kept."), is_good=True)
    if section["broken"]:
        who = tuple(
            _("%(names)s (%(kind)s): round %(round)d")
            % {"names": _joined(one["players"], names), "kind": KINDS.get(one["kind"], ""), "round": one["round"]}
            for one in section["who"]
        )
        broken, least = section["broken"], section["least"]
        words = ngettext(
            "%(n)d time two sit together who should sit apart.",
            "%(n)d times two sit together who should sit apart.",
            broken,
        ) % {"n": broken}
        yield Sentence(_("Wishes"), f"{words} {_least(broken, least)}", broken <= least, who, broken)


def _boards(section: Mapping[str, Any], names: Names) -> Iterator[Sentence]:
    """Players who can get to some boards only and were seated elsewhere."""
    away = section.get("not_at_own", ())
    if away:
        who = tuple(
            _("%(name)s: round %(round)d at board %(board)d")
            % {"name": names.get(one["player"], UNKNOWN), "round": one["round"], "board": one["board"]}
            for one in away
        )
        words = ngettext("%(n)d player does not sit within reach.", "%(n)d players do not sit within reach.", len(away))
        yield Sentence(_("Boards within reach"), words % {"n": len(away)}, is_good=False, who=who, figure=len(away))


@dataclass(frozen=True)
class Choice:
    """What is to come first, threes or repeats, and what that costs."""

    first: str
    title: str
    words: str
    is_taken: bool


def choices(report: Mapping[str, Any]) -> list[Choice]:
    """Where fair threes and no repeats exclude each other: both options with their price. Else nothing."""
    titles = {"threes": _("Fair tables of three first"), "repeats": _("New opponents first")}
    found = [
        Choice(first, titles[first], _price(figures), report.get("first") == first)
        for first, figures in report.get("choices", {}).items()
        if first in titles
    ]
    return found if len({choice.words for choice in found}) > 1 else []  # at the same price there is nothing to choose


def _price(figures: Mapping[str, Any]) -> str:
    count = figures["repeats"]
    repeats = _again(count, figures["least_repeats"]) if count else _("Nobody meets anybody twice.")
    worst, spread = figures["threes_worst_after_any_round"], figures["threes_spread"]
    if spread > 1:
        threes = _("Some sit at a table of three %(n)d times more often than others.") % {"n": spread}
    elif worst > 1:
        threes = _("Tables of three are even in the end, on the way %(n)d apart.") % {"n": worst}
    else:
        threes = _("After every round tables of three are as even as can be.")
    return f"{repeats} {threes}"


def _least(count: int, least: int) -> str:
    if count <= least:
        return _("Fewer are not possible.")
    if not least:
        return _("Whether fewer are possible is not known.")
    return _("At least %(n)d is unavoidable.") % {"n": least}


def _joined(players: list[int], names: Names) -> str:
    return " · ".join(names.get(player, UNKNOWN) for player in players)
