"""What the API takes and gives of a recorded game, wherever it is played."""

from typing import Any

from rest_framework import serializers

from games.models import Game, LineKind
from games.recording.game import sheet
from tournament.core.api_common.receipts import Live
from tournament.core.api_common.strict import Choice, Input, Text, Whole
from tournament.stages.serializers import Options


class LineIn(Input):
    kind = Choice(LineKind.choices)
    seen = Whole(0, required=False, help_text="The version of the game that this is entered on.")
    number = Whole(
        0, required=False, allow_null=True, help_text="With back: this throw and all after it; none: the last entry."
    )
    colour = Text(max_length=1, required=False, allow_blank=True, help_text="Of a throw, if missing: whose turn it is.")
    roll = Text(max_length=3, required=False, allow_blank=True, help_text="6, with two dice 2,5")
    played = Text(max_length=40, required=False, allow_blank=True)
    touched = Text(max_length=4, required=False, allow_blank=True)
    position = Text(max_length=120, required=False, allow_blank=True, help_text="With ruled: what stands.")


class OneGameOut(serializers.Serializer[object]):
    id = serializers.CharField(source="public_id")
    rules = serializers.CharField()
    options = Options()
    colours = serializers.CharField(help_text="Who plays, clockwise.")
    board = serializers.CharField()
    version = serializers.IntegerField(help_text="The number of lines.")
    opened_at = serializers.DateTimeField()


class GameOut(OneGameOut):
    table = serializers.CharField(source="table.public_id")


class LineOut(serializers.Serializer[object]):
    seq = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=LineKind.choices)
    number = serializers.IntegerField(allow_null=True)
    colour = serializers.CharField(allow_blank=True)
    roll = serializers.CharField(allow_blank=True)
    played = serializers.CharField(allow_blank=True)
    touched = serializers.CharField(allow_blank=True)
    position = serializers.CharField(allow_blank=True)


class Recorded(serializers.Serializer[object]):
    position = serializers.CharField(help_text="As the pieces stand now.")
    live = Live()
    lines = LineOut(many=True)


class RecordOut(GameOut, Recorded):
    """At a table of a round."""


def recorded(game: Game) -> dict[str, Any]:
    """What `OneGameOut` and `Recorded` show of it."""
    found = sheet(game)
    names = ("public_id", "rules", "options", "colours", "board", "version", "opened_at")
    return {
        **{name: getattr(game, name) for name in names},
        "live": {"path": f"/live/{game.stream.public_id}", "seq": game.stream.seq},
        "position": found.rules.write(found.position),
        "lines": found.lines,
    }
