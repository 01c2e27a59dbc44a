"""Rounds and tables in the answers of the API."""

from rest_framework import serializers

from tournament.rounds.clocks.clock import OVER, RUNNING, Clock

COLOURS = ["Y", "G", "R", "K", "B", "W"]


class ClockOut(serializers.Serializer[object]):
    """While it runs, `ends_at` says it all, by the clock that `/healthz` tells as `Server-Time`; else so many `seconds` are
    left."""

    state = serializers.ChoiceField(choices=["none", "ready", "running", "paused", "over", "stopped"])
    ends_at = serializers.DateTimeField(allow_null=True)
    seconds = serializers.SerializerMethodField()

    def get_seconds(self, clock: Clock) -> int | None:
        return None if clock.state in (RUNNING, OVER) else clock.seconds


class SeatOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id", help_text="Of the entry.")
    number = serializers.IntegerField()
    name = serializers.CharField()
    colour = serializers.ChoiceField(choices=COLOURS)
    order = serializers.IntegerField(help_text="Of the turns.")
    seed = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True, help_text="Of the confirmed result; 0: did not come.")
    counted = serializers.IntegerField(allow_null=True)


class PlacedOut(serializers.Serializer[object]):
    place = serializers.IntegerField(allow_null=True, help_text="0: did not come; null: still open.")
    counted = serializers.IntegerField(allow_null=True)


class TableOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()
    board = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=["4", "6"])
    state = serializers.ChoiceField(choices=["open", "reported", "disputed", "done"])
    is_abandoned = serializers.BooleanField()
    seats = SeatOut(many=True)
    clock = ClockOut()
    version = serializers.IntegerField()
