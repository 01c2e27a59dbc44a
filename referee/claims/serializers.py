"""What judging one throw takes and gives, the same as the op `judge` of the text protocol (`python -m referee`)."""

from rest_framework import serializers

from games.learning.api import MovesIn, PositionOut
from referee.judging.verdict import Outcome
from tournament.core.api_common.strict import OptionValue, Text


class JudgeIn(MovesIn):
    played = Text(max_length=80, help_text="The move as it was made.")
    touched = Text(max_length=20, required=False, allow_null=True, help_text="The piece that was touched first.")
    choice = Text(max_length=20, required=False, allow_null=True, help_text="Which piece the opponents send back.")


READINGS = "The readings of the book that decided, and what would have been ruled by each other value of them."


class RuledOut(serializers.Serializer[object]):
    verdict = serializers.ChoiceField(choices=[str(outcome) for outcome in Outcome])
    broken = serializers.ListField(child=serializers.IntegerField(), help_text="The rules broken, by number.")
    sent_back = serializers.CharField(allow_null=True, help_text="Colour and field, as K21.")
    move = serializers.CharField(allow_blank=True, help_text="That stands.")


class OtherWayOut(RuledOut):
    value = OptionValue(allow_null=True)
    position = serializers.CharField()


class ReadingOut(serializers.Serializer[object]):
    option = serializers.CharField()
    value = OptionValue(allow_null=True)
    others = OtherWayOut(many=True)


class JudgeOut(RuledOut, PositionOut):
    readings = ReadingOut(many=True, help_text=READINGS)
