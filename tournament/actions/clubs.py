from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.actions.core import Write, action
from tournament.errors import Refused, Stale
from tournament.models import Account, Club, Entry, Grant, Person, Role, Season, SeasonCounts, Stream

MOST_WORTH = 10_000


@action("club.created", needs="club.create")
def create_club(write: Write, _installation: None, *, name: str, admin: Account | None) -> Club:
    """A club and its first admin; the sample club has none until somebody is there to be it."""
    club = Club.objects.create(name=name)
    Stream.objects.create(club=club)
    if admin is not None:
        Grant.objects.create(account=admin, club=club, role=Role.ADMIN)
    write.log(club=club.public_id, admin=admin.public_id if admin else None, texts={"name": name})
    write.answer(id=club.public_id)
    return club


@action("club.adopted", needs="club.create")
def adopt_clubs(write: Write, _installation: None, *, admin: Account) -> list[Club]:
    """Clubs that nobody is admin of get one: the sample that was there before the first account."""
    orphans = list(Club.objects.exclude(grants__role=Role.ADMIN))
    Grant.objects.bulk_create(Grant(account=admin, club=club, role=Role.ADMIN) for club in orphans)
    write.log(clubs=[club.public_id for club in orphans], admin=admin.public_id)
    return orphans


@action("season.set", needs="club.change")
def set_season(
    write: Write,
    club: Club,
    *,
    name: str,
    counts: str,
    worth: Sequence[int],
    best: int,
    tournaments: Sequence[str],
    season_id: str = "",
    version: int | None = None,
) -> Season:
    """Make a season, or change the one named."""
    season = _season_in(club, season_id) if season_id else Season(club=club, version=0)
    if season_id:
        write.same_version(season, version)
    if counts == SeasonCounts.RANKS and (not worth or list(worth) != sorted(worth, reverse=True)):
        raise Refused("season_worth", _("Points for the ranks are needed, best first: 10 8 6 4 2 0."))
    if not all(0 <= points <= MOST_WORTH for points in worth):
        raise Refused("season_worth", _("Between 0 and %(most)d points, please.") % {"most": MOST_WORTH})
    season.name, season.counts, season.worth, season.best = name, counts, list(worth), best
    season.version += 1
    season.save()
    season.tournaments.set(club.tournaments.filter(public_id__in=tournaments))
    chosen = sorted(season.tournaments.values_list("public_id", flat=True))
    write.log(
        season=season.public_id,
        counts=counts,
        worth=list(worth),
        best=best,
        tournaments=chosen,
        texts={"name": name},
    )
    write.answer(id=season.public_id, version=season.version)
    return season


@action("club.second_factor", needs="role.grant")
def demand_second_factor(write: Write, club: Club, *, is_wanted: bool) -> Club:
    """Of its admins and the organisers of its tournaments. Whoever asks it of others has one."""
    account = write.by.account
    if is_wanted and account is not None and not account.has_second_factor:
        raise Refused("own_factor_first", _("Turn on your own second factor first: you would shut yourself out."))
    club.wants_second_factor = is_wanted
    club.save(update_fields=["wants_second_factor"])
    write.log(is_wanted=is_wanted)
    return club


@action("season.removed", needs="club.change")
def remove_season(write: Write, club: Club, *, season_id: str, version: int | None = None) -> None:
    """Only the choice is lost: the results stay with their tournaments."""
    season = _season_in(club, season_id)
    write.same_version(season, version)
    write.log(season=season.public_id, texts={"name": season.name})
    season.delete()


def _season_in(club: Club, season_id: str) -> Season:
    season = club.seasons.filter(public_id=season_id).first()
    if season is None:
        raise Stale("no_season", _("This season is gone."))
    return season


@action("people.merged", needs="club.change")
def merge_people(write: Write, club: Club, *, keep: str, other: str) -> Person:
    """Two in the address book are one. Nothing is moved: `other` counts as `keep` from now on, in seasons and records.

    Whoever is hidden under one name is hidden under both.
    """
    kept, same = _person_in(club, keep), _person_in(club, other)
    if kept == same or kept.merged_into_id or same.merged_into_id or same.merged.exists():
        raise Refused("not_to_merge", _("These two are no two people, or are joined to somebody already."))
    both = Entry.objects.filter(person=same, tournament__entries__person=kept)
    if both.exists():
        raise Refused("both_played", _("They played in the same tournament: they are two people."))
    same.merged_into = kept
    kept.is_hidden = same.is_hidden = kept.is_hidden or same.is_hidden
    kept.is_minor = same.is_minor = kept.is_minor or same.is_minor
    kept.shows_full_name = same.shows_full_name = kept.shows_full_name and same.shows_full_name
    fields = ["is_hidden", "is_minor", "shows_full_name"]
    kept.save(update_fields=fields)
    same.save(update_fields=["merged_into", *fields])
    write.log(kept=kept.public_id, other=same.public_id)
    return kept


@action("people.parted", needs="club.change")
def part_people(write: Write, club: Club, *, other: str) -> Person:
    """They are two after all. Whoever was hidden stays so."""
    same = _person_in(club, other)
    if same.merged_into is None:
        raise Stale("not_merged", _("These two are apart already."))
    write.log(kept=same.merged_into.public_id, other=same.public_id)
    same.merged_into = None
    same.save(update_fields=["merged_into"])
    return same


def _person_in(club: Club, public_id: str) -> Person:
    person = club.people.filter(public_id=public_id).first()
    if person is None:
        raise Refused("no_such_person", _("There is nobody like this in the address book."))
    return person
