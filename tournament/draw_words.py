"""What a draw has reached, in sentences beside the least that was possible. Reads the report that is kept with the round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

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


def sentences(report: Mapping[str, Any], names: Names) -> list[Said]:
    if not report:
        return []
    asked = [*_wishes(report["wishes"], names), *_boards(report["boards"], names)]
    return [_repeats(report["repeats"], names), *_threes(report), _colours(report), *asked]


def _repeats(found: Mapping[str, Any], names: Names) -> Said:
    count, least = found["count"], found["least"]
    who = tuple(
        _("%(names)s: rounds %(rounds)s")
        % {"names": _both(pair["players"], names), "rounds": ", ".join(map(str, pair["rounds"]))}
        for pair in found["who"]
    )
    if not count:
        return Said(_("Opponents"), _("Nobody meets anybody twice."), is_good=True)
    words = ngettext("%(n)d pair meets again.", "%(n)d pairs meet again.", count) % {"n": count}
    return Said(_("Opponents"), f"{words} {_least(count, least)}", count <= least, who)


def _threes(report: Mapping[str, Any]) -> Iterator[Said]:
    three = report["tables"]["three"]
    if not any(three):
        return
    spread, least = report["threes"]["spread"], report["threes"]["least"]
    words = _("Everybody sits at a table of three equally often, at most once more.")
    if spread > 1:
        words = _("Some sit at a table of three %(n)d times more often than others.") % {"n": spread}
        words = f"{words} {_least(spread, least)}"
    yield Said(_("Tables of three"), words, spread <= max(1, least))


def _colours(report: Mapping[str, Any]) -> Said:
    worst = max(report["colours"][size]["spread"] for size in ("four", "three"))
    least = max(report["colours"][size]["least"] for size in ("four", "three"))
    words = _("Nobody has a colour more than once more often than another.")
    if worst > 1:
        words = _("Somebody has a colour %(n)d times more often than another.") % {"n": worst}
        words = f"{words} {_least(worst, least)}"
    return Said(_("Colours"), words, worst <= max(1, least))


def _wishes(found: Mapping[str, Any], names: Names) -> Iterator[Said]:
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


def _least(count: int, least: int) -> str:
    if count <= least:
        return _("Fewer are not possible.")
    return _("At least %(n)d cannot be avoided by any draw.") % {"n": least}


def _both(players: list[int], names: Names) -> str:
    return " · ".join(names.get(player, UNKNOWN) for player in players)
