"""Clubs and tournaments."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import Q
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import ClubEndpoint, Endpoint, TournamentEndpoint
from tournament.core.api_common.pages import PageQuery, page
from tournament.core.api_common.receipts import list_of, page_of, receipt_of
from tournament.core.api_common.strict import Choice, Hour, Input, Language, Name, Text, Truth, Versioned, Whole
from tournament.entries import queries
from tournament.models import Tournament
from tournament.models.events import Witnesses
from tournament.models.languages import first
from tournament.people.clubs import create_club
from tournament.rounds.queries import STEPS, next_step
from tournament.setup.actions import MOST_QUIET, change_tournament, create_tournament
from tournament.setup.lifetime.actions import PARTS, copy_tournament, take_back_tournament
from tournament.setup.lifetime.queries import deleted_in, deleted_of
from tournament.setup.new_tournament import Setup, set_up
from tournament.setup.serializers import TournamentOut
from tournament.stages.actions import MOST_BOARDS
from tournament.stages.progress import with_progress
from tournament.stages.serializers import Options


class ClubOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()


class ClubIn(Input):
    name = Name(max_length=120)


class TournamentIn(Input):
    name = Name(max_length=120)
    played_on = serializers.DateField()
    begins_at = Hour(required=False, allow_null=True, help_text="By the clock in the hall.")
    place = Name(max_length=120, required=False, allow_blank=True, help_text="Hall, street, town.")
    is_listed = Truth(default=True)
    preset = Text(
        max_length=16, required=False, help_text="Of the club's kinds of tournament; else add the stages yourself."
    )
    options = Options(required=False, help_text="Of the preset's rules, in the place of its own.")
    language = Language(default=first(), help_text="Of the names that the preset gives its stages.")
    fours = Whole(0, MOST_BOARDS, default=0, help_text="Boards for tables of four.")
    sixes = Whole(0, MOST_BOARDS, default=0, help_text="Six-sided boards, for tables of three.")


class TournamentChange(Versioned):
    name = Name(max_length=120, required=False)
    played_on = serializers.DateField(required=False)
    begins_at = Hour(required=False, allow_null=True, help_text="By the clock in the hall; null: not said any more.")
    place = Name(max_length=120, required=False, allow_blank=True, help_text="Hall, street, town.")
    is_listed = Truth(required=False)


class WitnessesIn(Versioned):
    witnesses = Choice(Witnesses.values, help_text="seats: two seats report the same; quiet: nobody contradicts; desk.")
    quiet_minutes = Whole(1, MOST_QUIET, default=5, help_text="They begin anew with the change.")


class MinorsIn(Versioned):
    is_for_minors = Truth(help_text="Everybody who is entered is under 16.")


class NumberingIn(Versioned):
    numbers_apart = Truth(help_text="Tables counted 1, 2, 3; else each has the number of its board.")


class StepOut(serializers.Serializer[object]):
    code = serializers.ChoiceField(choices=STEPS)
    stage = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    data = serializers.DictField()  # type: ignore[assignment]  # hides `Serializer.data`, which nothing uses here


SORTS = {"-played_on": ("-played_on", "-pk"), "played_on": ("played_on", "pk")}
FILTERS: dict[str, Callable[[Any], Q]] = {
    "q": lambda words: Q(name__icontains=words) | Q(place__icontains=words) | Q(club__name__icontains=words),
    "from": lambda day: Q(played_on__gte=day),
    "to": lambda day: Q(played_on__lte=day),
    "club_id": lambda public_id: Q(club__public_id=public_id),
}


class TournamentQuery(PageQuery):
    q = serializers.CharField(required=False, max_length=80, help_text="Part of the name, the place or the club.")
    to = serializers.DateField(required=False, help_text="The last day.")
    sort = Choice(list(SORTS), required=False, default="-played_on")

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of Python."""
        return super().get_fields() | {"from": serializers.DateField(required=False, help_text="The first day.")}


class AnyTournamentQuery(TournamentQuery):
    club_id = serializers.CharField(required=False, max_length=16)


class Clubs(Endpoint):
    """The clubs in which I have a role."""

    gates: ClassVar = {"GET": "account.own", "POST": "club.create"}
    takes: ClassVar = {"POST": ClubIn}
    gives: ClassVar = {"GET": list_of(ClubOut), "POST": receipt_of(create_club)}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request) -> Response:
        return self.answer(request, {"items": queries.clubs_of(self.actor(request))})

    def post(self, request: Request) -> Response:
        """A new club; whoever makes it is its admin."""
        admin = self.actor(request).account
        return self.done(request, create_club, None, admin=admin, **self.said(request))


class ClubTournaments(ClubEndpoint):
    """The tournaments of a club, the latest first."""

    gates: ClassVar = {"GET": "club.see", "POST": "tournament.create"}
    takes: ClassVar = {"POST": TournamentIn}
    asks: ClassVar = {"GET": TournamentQuery}
    gives: ClassVar = {"GET": page_of(TournamentOut), "POST": receipt_of(create_tournament)}
    status: ClassVar = {"POST": 201}
    located = "../../../tournaments/{id}/"

    def get(self, request: Request, club_id: str) -> Response:
        return self.answer(request, _tournament_page(self.club.tournaments.standing(), self.asked(request)))

    def post(self, request: Request, club_id: str) -> Response:
        """A new tournament, with the stages of a preset and the boards of the hall; all of it or nothing."""
        return self.done(request, _set_up, self.club, **self.said(request))


def _set_up(club: Any, *, by: Any, action_id: str | None, preset: str = "", **about: Any) -> Any:
    return set_up(club, Setup(preset=preset, **about), by=by, action_id=action_id)


class Tournaments(Endpoint):
    """The tournaments that everybody may find, the latest first."""

    gates: ClassVar = {"GET": "public.see"}
    asks: ClassVar = {"GET": AnyTournamentQuery}
    gives: ClassVar = {"GET": page_of(TournamentOut)}

    def get(self, request: Request) -> Response:
        return self.answer(request, _tournament_page(Tournament.objects.listed().current(), self.asked(request)))


def _tournament_page(tournaments: Any, query: dict[str, Any]) -> dict[str, Any]:
    rows = with_progress(tournaments.select_related("club", "stream"))
    for name, filters in FILTERS.items():
        if name in query:
            rows = rows.filter(filters(query[name]))
    return page(rows, query, mark="public_id", order=SORTS[query["sort"]], row=lambda tournament: tournament)


class OneTournament(TournamentEndpoint):
    """A tournament."""

    gates: ClassVar = {"GET": "public.see", "PATCH": "tournament.change"}
    takes: ClassVar = {"PATCH": TournamentChange}
    gives: ClassVar = {"GET": TournamentOut, "PATCH": receipt_of(change_tournament)}

    def get(self, request: Request, tournament_id: str) -> Response:
        return self.answer(request, self.tournament)

    def patch(self, request: Request, tournament_id: str) -> Response:
        """Change its name, day, hour or place, or whether it is listed. What is not named stays."""
        fields = ("name", "played_on", "begins_at", "place", "is_listed")
        now = {name: getattr(self.tournament, name) for name in fields}
        return self.done(request, change_tournament, self.tournament, **now | self.said(request))


class NextStep(TournamentEndpoint):
    """What the organiser does next: stages, entries, check_in, draw, publish, start, results, close, settle or done."""

    gates: ClassVar = {"GET": "tournament.see"}
    gives: ClassVar = {"GET": StepOut}

    def get(self, request: Request, tournament_id: str) -> Response:
        step = next_step(self.tournament)
        stage, round_ = step.stage, step.round
        where = {"stage": stage.position if stage else None, "round": round_.number if round_ else None}
        return self.answer(request, {"code": step.code, "data": step.data, **where})


class CopyIn(Input):
    name = Name(max_length=120)
    played_on = serializers.DateField()
    parts = serializers.ListField(child=Choice(PARTS), min_length=1, max_length=3, help_text="What comes along.")


class Copied(TournamentEndpoint):
    gates: ClassVar = {"POST": "tournament.create"}
    takes: ClassVar = {"POST": CopyIn}
    gives: ClassVar = {"POST": receipt_of(create_tournament)}
    status: ClassVar = {"POST": 201}
    located = "../../{id}/"
    limit = "work"

    def post(self, request: Request, tournament_id: str) -> Response:
        """A new tournament with settings, boards or people of this one."""
        return self.done(request, copy_tournament, self.tournament, **self.said(request))


class TakeBackIn(Input):
    tournament = Text(max_length=16)


class DeletedOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    played_on = serializers.DateField()
    deleted_at = serializers.DateTimeField(help_text="For 30 days it can be taken back.")


class Deleted(ClubEndpoint):
    """The deleted tournaments of a club that can be taken back, the latest first."""

    gates: ClassVar = {"GET": "club.see", "POST": "tournament.create"}
    takes: ClassVar = {"POST": TakeBackIn}
    gives: ClassVar = {"GET": list_of(DeletedOut), "POST": receipt_of(take_back_tournament)}

    def get(self, request: Request, club_id: str) -> Response:
        return self.answer(request, {"items": deleted_in(self.club)})

    def post(self, request: Request, club_id: str) -> Response:
        """Take one of them back."""
        return self.done(request, take_back_tournament, deleted_of(self.club, self.said(request)["tournament"]))
