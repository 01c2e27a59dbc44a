"""A tournament in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournament.core.api_common.receipts import Live
from tournament.core.api_common.strict import Hour
from tournament.models import Tournament
from tournament.models.events import Witnesses
from tournament.stages.progress import Progress, progress_of


class TournamentOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    club = serializers.CharField(source="club.name")
    club_id = serializers.CharField(source="club.public_id")
    played_on = serializers.DateField()
    begins_at = Hour(allow_null=True, help_text="By the clock in the hall; null: nobody has said.")
    place = serializers.CharField(help_text="Hall, street, town.")
    is_listed = serializers.BooleanField()
    witnesses = serializers.ChoiceField(choices=Witnesses.values, help_text="What is enough for a result.")
    numbers_apart = serializers.BooleanField(help_text="Tables counted 1, 2, 3; else each has the number of its board.")
    quiet_minutes = serializers.IntegerField(help_text="With `quiet`: so long nobody at the table may contradict.")
    progress = serializers.SerializerMethodField(help_text="How far it is.")
    is_for_minors = serializers.BooleanField(
        help_text="Everybody who is entered is under 16, unless it is said otherwise."
    )
    version = serializers.IntegerField()
    live = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ChoiceField(choices=Progress.values))
    def get_progress(self, tournament: Tournament) -> str:
        return str(progress_of(tournament))

    @extend_schema_field(Live)
    def get_live(self, tournament: Tournament) -> dict[str, Any]:
        return {"path": f"/live/{tournament.stream.public_id}", "seq": tournament.stream.seq}
