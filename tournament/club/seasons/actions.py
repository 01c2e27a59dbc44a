"""Seasons of a club: which tournaments count together and how; set and removed."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.core.action import Write, action
from tournament.core.errors import Stale
from tournament.core.refusals import SEASON_WORTH, SEASON_WORTH_RANGE
from tournament.models import Club, Season, SeasonCounts

MOST_WORTH = 10_000


@action("season.set", needs="club.change", answers=("id", "version"))
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
        raise SEASON_WORTH()
    if not all(0 <= points <= MOST_WORTH for points in worth):
        raise SEASON_WORTH_RANGE({"most": MOST_WORTH})
    season.name, season.counts, season.worth, season.best = name, counts, list(worth), best
    season.version += 1
    season.save()
    season.tournaments.set(club.tournaments.standing().filter(public_id__in=tournaments))
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


@action("season.removed", needs="club.change")
def remove_season(write: Write, club: Club, *, season_id: str, version: int | None = None) -> None:
    """Only the season is deleted: the results stay with their tournaments."""
    season = _season_in(club, season_id)
    write.same_version(season, version)
    write.log(season=season.public_id, texts={"name": season.name})
    season.delete()


def _season_in(club: Club, season_id: str) -> Season:
    season = club.seasons.filter(public_id=season_id).first()
    if season is None:
        raise Stale("no_season", _("This season is gone."))
    return season
