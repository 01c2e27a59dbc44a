"""Teams and categories: create, rename, fill and remove them; and set what the draw keeps apart."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.db.models import F, Manager
from django.utils.translation import gettext as _

from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.core.refusals import NO_SUCH_GROUP, NOBODY_TICKED, TOO_MANY_GROUPS
from tournament.entries import details
from tournament.models import Category, Team, Tournament

Group = TypeVar("Group", Team, Category)
MOST_GROUPS = 300
MOST_WEIGHT = 10
KINDS = details.GROUPS
APART = ("team", "family", "club")  # the kinds of wishes that entries carry


@action("group.added", needs="entries.change", undoable=True, answers=("id",))
def add_group(write: Write, tournament: Tournament, *, kind: str, name: str) -> Team | Category:
    groups = _groups(tournament, kind)
    if groups.count() >= MOST_GROUPS:
        raise TOO_MANY_GROUPS({"most": MOST_GROUPS})
    _require_new(tournament, kind, name)
    group = KINDS[kind].objects.create(tournament=tournament, name=name)
    write.log(kind=kind, group=group.pk, texts={"name": name})
    write.answer(id=group.pk)
    return group


@action("group.changed", needs="entries.change", undoable=True)
def change_group(
    write: Write,
    tournament: Tournament,
    *,
    kind: str,
    group_id: int,
    name: str,
    fields: Mapping[str, Any] | None = None,
) -> Team | Category:
    """Another name; of a category also `is_separate` and `quota`."""
    group = group_in(tournament, kind, group_id)
    if name.casefold() != group.name.casefold():
        _require_new(tournament, kind, name)
    changed = {"name": name, **(fields or {})} if kind == "category" else {"name": name}
    for field, value in changed.items():
        setattr(group, field, value)
    group.save(update_fields=list(changed))
    write.log(kind=kind, group=group.pk, **(fields or {}), texts={"name": name})
    return group


@action("group.removed", needs="entries.change", undoable=True)
def remove_group(write: Write, tournament: Tournament, *, kind: str, group_id: int) -> None:
    """Its members stay entered, without a team or category."""
    group = group_in(tournament, kind, group_id)
    write.log(kind=kind, group=group.pk, members=group.entries.count(), texts={"name": group.name})
    group.delete()


@action("group.filled", needs="entries.change", undoable=True, answers=("count",))
def assign(write: Write, tournament: Tournament, *, kind: str, group_id: int | None, entries: Sequence[str]) -> int:
    """These players into this team or category, or into none."""
    _groups(tournament, kind)
    group = group_in(tournament, kind, group_id) if group_id is not None else None
    chosen = tournament.entries.filter(public_id__in=entries)
    numbers = list(chosen.order_by("number").values_list("number", flat=True))
    if not numbers:
        raise NOBODY_TICKED()
    chosen.update(**{kind: group}, version=F("version") + 1)
    write.log(
        kind=kind, group=group.pk if group else None, numbers=numbers, texts={"name": group.name if group else "–"}
    )
    write.answer(count=len(numbers))
    return len(numbers)


@action("groups.set", needs="entries.change", undoable=True)
def set_group_rules(write: Write, tournament: Tournament, *, team_best: int, weights: Mapping[str, int]) -> Tournament:
    """How many of a team count, and how much the draw tries to keep each kind apart: 0 is not at all."""
    if not 1 <= team_best <= MOST_WEIGHT or any(not 0 <= weight <= MOST_WEIGHT for weight in weights.values()):
        raise Refused("weights", _("Numbers between 0 and %(most)d, please.") % {"most": MOST_WEIGHT})
    tournament.team_best, tournament.apart_weights = team_best, {kind: weights[kind] for kind in APART}
    tournament.save(update_fields=["team_best", "apart_weights"])
    write.log(team_best=team_best, weights=tournament.apart_weights)
    return tournament


def _groups(tournament: Tournament, kind: str) -> Any:
    if kind not in KINDS:
        raise NO_SUCH_GROUP()
    return KINDS[kind].objects.filter(tournament=tournament)


def group_in(tournament: Tournament, kind: str, group_id: int) -> Team | Category:
    group: Team | Category = _one_of(_groups(tournament, kind), group_id)
    return group


def _one_of(groups: Manager[Group], group_id: int) -> Group:
    group = groups.filter(pk=group_id).first()
    if group is None:
        raise NO_SUCH_GROUP()
    return group


def _require_new(tournament: Tournament, kind: str, name: str) -> None:
    """Refuse a name that exists, ignoring case. Compared in Python, as SQLite ignores the case of a to z only."""
    if name.casefold() in (known.casefold() for known in _groups(tournament, kind).values_list("name", flat=True)):
        raise Refused("group_there", _("“%(name)s” is there already.") % {"name": name})
