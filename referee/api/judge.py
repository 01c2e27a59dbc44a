"""Judging one throw for other programs: the same as the op `judge` of the text protocol (`python -m referee`)."""

from rest_framework import serializers

from games.api.engine import MovesIn
from tournament.api.strict import Text


class JudgeIn(MovesIn):
    played = Text(max_length=80, help_text="The move as it was made.")
    touched = Text(max_length=20, required=False, allow_null=True, help_text="The piece that was touched first.")
    choice = Text(max_length=20, required=False, allow_null=True, help_text="Which piece the opponents send back.")


class JudgeOut(serializers.Serializer):
    verdict = serializers.CharField()
    broken = serializers.JSONField(help_text="The rules broken, by number.")
    sent_back = serializers.JSONField()
    move = serializers.JSONField()
    position = serializers.CharField(help_text="That stands.")
