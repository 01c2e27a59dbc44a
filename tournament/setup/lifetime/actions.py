"""A tournament as a whole: copied into a new one, put into the archive, deleted and taken back."""

from collections.abc import Collection
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.core import clock
from tournament.core.access import require
from tournament.core.action import Done, Write, action
from tournament.core.actors import Actor
from tournament.core.errors import Declared, Stale
from tournament.models import Board, Category, Entry, Stage, Team, Tournament
from tournament.models.events import DELETED_FOR, GONE, EntryState
from tournament.setup.actions import create_tournament

SETTINGS, BOARDS, PEOPLE = PARTS = ("settings", "boards", "people")
NO_PART = Declared("no_part", _("Choose what is to be copied."))
NOT_DELETED = Declared("not_deleted", _("This tournament is not deleted, or its thirty days are over."), Stale)
ALREADY = Declared("already_so", _("That is done already."), Stale)
_OF_STAGE = (
    *("position", "kind", "name", "rules", "options", "planned_rounds", "minutes", "lengths", "scheme", "unfinished"),
    *("size", "going_on", "threes_first"),
)
_OF_TOURNAMENT = (
    "witnesses",
    "quiet_minutes",
    "team_best",
    "apart_weights",
    "places",
    "has_waiting_list",
    "is_for_minors",
)
_OF_ENTRY = ("number", "person_id", "from_club", "family", "fixed_boards")


def copy_tournament(
    source: Tournament, *, name: str, played_on: date, parts: Collection[str], by: Actor, action_id: str | None = None
) -> Done[Tournament]:
    """A new tournament of the club with these parts of another one; the `id` in the receipt is its public id. Sent twice, it is
    copied once."""
    if not parts or not set(parts) <= set(PARTS):
        raise NO_PART()
    require(by, "tournament.create", source)
    about: dict[str, Any] = {"is_listed": source.is_listed, "begins_at": source.begins_at, "place": source.place}
    with transaction.atomic():
        done = create_tournament(source.club, by=by, action_id=action_id, name=name, played_on=played_on, **about)
        if done.result is not None:
            _fill(done.result, by=by, source=source.public_id, parts=sorted(parts))
    return done


@action("tournament.copied", needs="tournament.change")
def _fill(write: Write, tournament: Tournament, *, source: str, parts: Collection[str]) -> None:
    """Nothing that was played, paid or left to be reached by is copied."""
    other = Tournament.objects.get(public_id=source, club_id=tournament.club_id)
    if SETTINGS in parts:
        _settings(other, tournament)
    if BOARDS in parts:
        boards = other.boards.filter(is_assumed=False).values("number", "kind")
        Board.objects.bulk_create(Board(tournament=tournament, **each) for each in boards)
    if PEOPLE in parts:
        _people(other, tournament)
    write.log(source=source, parts=list(parts), players=tournament.entries.count())


def _settings(other: Tournament, tournament: Tournament) -> None:
    for name in _OF_TOURNAMENT:
        setattr(tournament, name, getattr(other, name))
    tournament.save(update_fields=list(_OF_TOURNAMENT))
    Stage.objects.bulk_create(
        Stage(tournament=tournament, **{name: getattr(stage, name) for name in _OF_STAGE})
        for stage in other.stages.all()
    )
    Category.objects.bulk_create(
        Category(tournament=tournament, name=each.name, is_separate=each.is_separate, quota=each.quota)
        for each in other.categories.all()
    )


def _people(other: Tournament, tournament: Tournament) -> None:
    """With their numbers, teams and wishes; nobody is there yet, nobody has paid."""
    teams = {team.pk: Team.objects.create(tournament=tournament, name=team.name) for team in other.teams.all()}
    there = {category.name: category for category in tournament.categories.all()}
    for category in other.categories.all():
        about = {"is_separate": category.is_separate, "quota": category.quota}
        if category.name not in there:
            there[category.name] = Category.objects.create(tournament=tournament, name=category.name, **about)
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            team=teams.get(entry.team_id or 0),
            category=there[entry.category.name] if entry.category else None,
            state=EntryState.WAITING if entry.state == EntryState.WAITING else EntryState.REGISTERED,
            **{name: getattr(entry, name) for name in _OF_ENTRY},
        )
        for entry in other.entries.exclude(state__in=GONE).select_related("category").order_by("number")
    )


@action("tournament.archived", needs="tournament.change")
def archive_tournament(write: Write, tournament: Tournament) -> Tournament:
    """Off the lists of what is played; its pages stay, and it can be taken out again."""
    tournament.refresh_from_db()
    if tournament.archived_at is not None:
        raise ALREADY()
    return _saved(tournament, archived_at=clock.now())


@action("tournament.unarchived", needs="tournament.change")
def unarchive_tournament(write: Write, tournament: Tournament) -> Tournament:
    tournament.refresh_from_db()
    if tournament.archived_at is None:
        raise ALREADY()
    return _saved(tournament, archived_at=None)


@action("tournament.deleted", needs="tournament.delete")
def delete_tournament(write: Write, tournament: Tournament) -> Tournament:
    """Gone for everybody. For thirty days it is kept and can be taken back, then its people are erased for good."""
    tournament.refresh_from_db()
    if tournament.deleted_at is not None:
        raise ALREADY()
    return _saved(tournament, deleted_at=clock.now())


@action("tournament.taken_back", needs="tournament.delete")
def take_back_tournament(write: Write, tournament: Tournament) -> Tournament:
    """Restore a deleted tournament: everything is as it was before."""
    tournament.refresh_from_db()
    if tournament.deleted_at is None or tournament.deleted_at + DELETED_FOR < clock.now():
        raise NOT_DELETED()
    return _saved(tournament, deleted_at=None)


def _saved(tournament: Tournament, **changed: Any) -> Tournament:
    for name, value in changed.items():
        setattr(tournament, name, value)
    tournament.version += 1
    tournament.save(update_fields=[*changed, "version"])
    return tournament
