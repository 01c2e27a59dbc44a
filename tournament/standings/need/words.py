"""What a player still needs, in sentences: the same data that decides, in the words of the hall."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Entry
from tournament.people.names import entry_name, numbered
from tournament.standings.need.last_round import Outlook, Rival, Verdict
from tournament.standings.need.queries import Goal, goal_of
from tournament.standings.need.rounds_ahead import Ahead
from tournament.standings.ranking.figures import points

MOST_NAMES = 6  # of rivals in one sentence


def needs_of(entry: Entry) -> list[str]:
    """What the player needs, as everybody may read it; empty where nothing is to be decided or nothing can be said."""
    goal = goal_of(entry.tournament)
    if goal is None:
        return []
    rivals = {
        one for look in goal.outlooks(entry.pk) for one in (*look.level, *(rival.player for rival in look.rivals))
    }
    others = Entry.objects.select_related("person").in_bulk(rivals)
    return sentences(
        goal, entry.pk, {pk: numbered(other.number, entry_name(other, full=False)) for pk, other in others.items()}
    )


def sentences(goal: Goal, entry: int, names: Mapping[int, str]) -> list[str]:
    """Nothing for somebody who does not compete. `names`: as the reader may see them, by entry."""
    if look := goal.ahead(entry):
        return [_before(goal, look)]
    looks = goal.outlooks(entry)
    if not looks:
        return []
    if len({look.verdict for look in looks}) == 1 and looks[0].verdict != Verdict.OPEN:
        return [_always(looks[0].verdict) % {"stage": goal.target.called}]
    return [_of(goal, list(same), names) for _kind, same in groupby(looks, key=_kind)]


def _kind(look: Outlook) -> tuple[object, ...]:
    """Places with the same sentence are told together; what is open is told for each place."""
    return (look.verdict, look.place) if look.verdict == Verdict.OPEN else (look.verdict,)


def _always(verdict: Verdict) -> str:
    if verdict == Verdict.THROUGH:
        return _("You are surely in “%(stage)s”, whatever happens in this round.")
    return _("“%(stage)s” is out of reach, whatever happens in this round.")


def _of(goal: Goal, looks: Sequence[Outlook], names: Mapping[int, str]) -> str:
    place = _places([look.place for look in looks])
    if looks[0].verdict == Verdict.THROUGH:
        return _("%(place)s you are surely in “%(stage)s”.") % {"place": place, "stage": goal.target.called}
    if looks[0].verdict == Verdict.OUT:
        return _("%(place)s it is no longer enough.") % {"place": place}
    return " ".join([_("%(place)s it may be enough.") % {"place": place}, *_depends(looks[0], names)])


def _places(places: Sequence[int]) -> str:
    if places == [0]:
        return _("With your result")
    if places == [1]:
        return _("With a win")
    return _("With place %(places)s") % {"places": listed(map(str, places), _("or"))}


def _depends(look: Outlook, names: Mapping[int, str]) -> list[str]:
    """On whom: each with the place that takes them past, and how many of them may have it."""
    said = []
    tables = sorted({rival.table for rival in look.rivals})
    if look.spare is not None and tables:
        said.append(_spared(look.spare, tables))
    if look.rivals:
        said.append(
            _("Past you or level with you could still come: %(names)s.") % {"names": _rivals(look.rivals, names)}
        )
    level = [names.get(entry, "?") for entry in look.level]
    if level:
        said.append(_("Level with you: %(names)s.") % {"names": listed(level[:MOST_NAMES], _("and"))})
    return said


def _spared(spare: int, tables: Sequence[int]) -> str:
    where = {"tables": listed(map(str, tables), _("and")), "n": spare}
    if spare == 0:
        return (
            ngettext(
                "It is, if table %(tables)s goes your way.", "It is, if tables %(tables)s all go your way.", len(tables)
            )
            % where
        )
    if spare >= len(tables):
        return ""
    return (
        ngettext(
            "It is, if at most %(n)d of the tables %(tables)s goes against you.",
            "It is, if at most %(n)d of the tables %(tables)s go against you.",
            spare,
        )
        % where
    )


def _rivals(rivals: Sequence[Rival], names: Mapping[int, str]) -> str:
    shown = [
        _("%(name)s (table %(table)d, %(place)s)")
        % {"name": names.get(rival.player, "?"), "table": rival.table, "place": _reached(rival)}
        for rival in sorted(rivals, key=_likeliest)[:MOST_NAMES]
    ]
    more = len(rivals) - len(shown)
    if more:
        shown.append(ngettext("%(n)d more", "%(n)d more", more) % {"n": more})
    return listed(shown, _("and"))


def _likeliest(rival: Rival) -> tuple[int, int]:
    """Whoever needs the least of a table comes first."""
    return -rival.place, rival.table


def _reached(rival: Rival) -> str:
    if rival.place == 1:
        return _("level with a win") if rival.is_level else _("with a win")
    return _("with place %(place)d or better") % {"place": rival.place}


def _before(goal: Goal, look: Ahead) -> str:
    """Before the last round, for every draw."""
    rounds, stage = goal.field.rounds, goal.target.called
    words = {"stage": stage, "rounds": rounds, "most": points(look.most)}
    if look.sure == 0:
        return _("You are surely in “%(stage)s”, however the rounds that are left end.") % words
    if look.hopeless >= look.most:
        return _("“%(stage)s” is out of reach, even with every point that is left.") % words
    if look.sure is None:
        return _("No number of points makes “%(stage)s” certain yet; up to %(most)s are left to be won.") % words
    said = _("With %(sure)s more points you are surely in “%(stage)s”; fewer may do. Rounds until then: %(rounds)d.")
    return said % {**words, "sure": points(look.sure)}


def listed(words: Iterable[str], last: str) -> str:
    """ "4, 7 and 9"."""
    *before, end = list(words)
    return f"{', '.join(before)} {last} {end}" if before else end
