"""Rulings as the API gives them."""

from rest_framework import serializers

from games.learning.api import LONGEST as LONGEST_POSITION
from referee.models import Board, Measure
from referee.rulings.actions import LONGEST
from tournament.core.api_common.strict import Choice, Input, Text, Truth, Whole
from tournament.standings.penalties.actions import MOST_POINTS


class RulingOut(serializers.Serializer[object]):
    number = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    against = serializers.CharField()
    against_id = serializers.CharField()
    colour = serializers.CharField(allow_blank=True)
    title = serializers.CharField(allow_blank=True)
    facts = serializers.DictField(
        help_text="Rules, position, throw, touched and played; empty where it is about conduct."
    )
    verdict = serializers.DictField(help_text="As the engine judged it.")
    measure = serializers.CharField()
    points = serializers.IntegerField()
    signed_by = serializers.CharField(allow_blank=True)
    signed_at = serializers.DateTimeField()
    state = serializers.CharField()
    appeal = serializers.CharField(allow_blank=True)


class DecidedIn(Input):
    measure = Choice(Measure.values, required=False)
    points = Whole(0, MOST_POINTS, required=False)
    board = Choice(Board.values, required=False, help_text="What becomes of the game.")
    position = Text(max_length=LONGEST_POSITION, required=False, help_text="With board other: from which it goes on.")
    deviation = Text(max_length=LONGEST, required=False, help_text="Why this is not what the rules say.")
    offence = Text(max_length=40, required=False, help_text="Of the club's list, by its code.")
    words = Text(max_length=LONGEST, required=False)
    is_sure = Truth(default=False, help_text="Of an exclusion: what follows was shown. Without it that is the answer.")
    second = Text(max_length=16, required=False, help_text="The id of another referee who was asked.")


class OneRulingOut(RulingOut):
    ruling = serializers.IntegerField(help_text="Which one of this claim counts: what the next write has `seen`.")
