"""What a draw has reached, in sentences beside the least that was possible. Reads the report that is kept with the round."""

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
class Said:
    """`is_good`: as good as any draw could be. `who`: everybody concerned, where there is somebody."""

    title: str
    words: str
    is_good: bool
    who: tuple[str, ...] = ()


def sentences(report: Mapping[str, Any], names: Names, request: Mapping[str, Any]) -> list[Said]:
    """`request` is what was drawn from, as it is kept beside the report."""
    if not report:
        return []
    players = [names.get(player, UNKNOWN) for player in request.get("players", ())]
    even = [*_threes(report, players), _colours(report), _turns(report["turns"])]
    asked = [*_wishes(report["wishes"], request.get("wishes", ()), names), *_boards(report["boards"], names)]
    return [_repeats(report["repeats"], names), *_scores(report.get("scores")), *even, *asked]


def _repeats(found: Mapping[str, Any], names: Names) -> Said:
    count, least = found["count"], found["least"]
    who = tuple(
        _("%(names)s: rounds %(rounds)s")
        % {"names": _both(pair["players"], names), "rounds": ", ".join(map(str, pair["rounds"]))}
        for pair in found["who"]
    )
    if not count:
        return Said(_("Opponents"), _("Nobody meets anybody twice."), is_good=True)
    return Said(_("Opponents"), _again(count, least), count <= least, who)


def _again(count: int, least: int) -> str:
    words = ngettext("Two meet again %(n)d time.", "Two meet again %(n)d times.", count) % {"n": count}
    return f"{words} {_least(count, least)}"


def _scores(found: Mapping[str, Any] | None) -> Iterator[Said]:
    """In Swiss rounds: how far near scores were stretched, so that nobody meets again."""
    if found:
        said = {name: number_format(found[name], 1) for name in ("mean", "most", "least_mean")}
        words = _("At a table scores lie %(mean)s points apart on average, %(most)s at most.") % said
        if found["mean"] > found["least_mean"]:
            words += " " + _("%(least_mean)s on average would be the least, whoever has met whom.") % said
        yield Said(_("Near scores"), words, found["mean"] <= found["least_mean"])


def _threes(report: Mapping[str, Any], players: Sequence[str]) -> Iterator[Said]:
    three = report["tables"]["three"]
    if not any(three):
        return
    spread, least = report["threes"]["spread"], report["threes"]["least"]
    words = _("Everybody sits at a table of three equally often, at most once more.")
    if spread > 1:
        words = _("Some sit at a table of three %(n)d times more often than others.") % {"n": spread}
        words = f"{words} {_least(spread, least)}"
    yield Said(
        _("Tables of three"), words, spread <= max(1, least), tuple(_visits(report["threes"]["counts"], players))
    )


def _visits(counts: Sequence[int], players: Sequence[str]) -> Iterator[str]:
    """How often each is at a table of three, most often first."""
    for times in sorted({*counts} - {0}, reverse=True):
        who = [name for name, count in zip(players, counts, strict=False) if count == times]
        words = ngettext("%(n)d time: %(who)s", "%(n)d times: %(who)s", times)
        yield words % {"n": times, "who": ", ".join(who)}


def _turns(found: Mapping[str, Any]) -> Said:
    spread, least = found["spread"], found["least"]
    words = _("Nobody throws first more than once more often than another.")
    if spread > 1:
        words = _("Some throw first %(n)d times more often than others.") % {"n": spread}
        words = f"{words} {_least(spread, least)}"
    return Said(_("First throw"), words, spread <= max(1, least))


def _colours(report: Mapping[str, Any]) -> Said:
    worst = max(report["colours"][size]["spread"] for size in ("four", "three"))
    least = max(report["colours"][size]["least"] for size in ("four", "three"))
    words = _("Nobody has a colour more than once more often than another.")
    if worst > 1:
        words = _("Somebody has a colour %(n)d times more often than another.") % {"n": worst}
        words = f"{words} {_least(worst, least)}"
    return Said(_("Colours"), words, worst <= max(1, least))


def _wishes(found: Mapping[str, Any], wishes: Sequence[object], names: Names) -> Iterator[Said]:
    if wishes and not found["broken"]:
        yield Said(_("Wishes"), _("All wishes to sit apart are kept."), is_good=True)
    if found["broken"]:
        who = tuple(
            _("%(names)s (%(kind)s): round %(round)d")
            % {"names": _both(one["players"], names), "kind": KINDS.get(one["kind"], ""), "round": one["round"]}
            for one in found["who"]
        )
        broken, least = found["broken"], found["least"]
        words = ngettext("%(n)d wish is not kept.", "%(n)d wishes are not kept.", broken) % {"n": broken}
        yield Said(_("Wishes"), f"{words} {_least(broken, least)}", broken <= least, who)


def _boards(found: Mapping[str, Any], names: Names) -> Iterator[Said]:
    """Those who can get to some boards only, and were seated elsewhere."""
    away = found.get("not_at_own", ())
    if away:
        who = tuple(
            _("%(name)s: round %(round)d at board %(board)d")
            % {"name": names.get(one["player"], UNKNOWN), "round": one["round"], "board": one["board"]}
            for one in away
        )
        words = ngettext("%(n)d player does not sit within reach.", "%(n)d players do not sit within reach.", len(away))
        yield Said(_("Boards within reach"), words % {"n": len(away)}, is_good=False, who=who)


@dataclass(frozen=True)
class Choice:
    """What is to come first, threes or repeats, and what that costs."""

    first: str
    title: str
    words: str
    is_taken: bool


def choices(report: Mapping[str, Any]) -> list[Choice]:
    """Where fair threes and no repeats cannot both be had: both, with their price. Else nothing."""
    titles = {"threes": _("Fair tables of three first"), "repeats": _("New opponents first")}
    return [
        Choice(first, titles[first], _price(found), report.get("first") == first)
        for first, found in report.get("choices", {}).items()
        if first in titles
    ]


def _price(found: Mapping[str, Any]) -> str:
    count = found["repeats"]
    repeats = _again(count, found["least_repeats"]) if count else _("Nobody meets anybody twice.")
    worst, spread = found["threes_worst_after_any_round"], found["threes_spread"]
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
        return _("How few are possible at all is not proven.")
    return _("At least %(n)d cannot be avoided by any draw.") % {"n": least}


def _both(players: list[int], names: Names) -> str:
    return " · ".join(names.get(player, UNKNOWN) for player in players)
