"""Tables: what was reported and what is confirmed."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournament.core.api_common.base import TableEndpoint
from tournament.core.api_common.receipts import list_of, receipt_of
from tournament.core.api_common.strict import Choice, Input, Text, Truth, Versioned, Whole
from tournament.models.results import ReportSource
from tournament.results import actions
from tournament.results.places import MOST_COUNTED
from tournament.rounds.queries import reports_of, table_view
from tournament.rounds.serializers import COLOURS, PlacedOut, TableOut


class SeatPlace(Input):
    place = Whole(0, 4, help_text="0: did not come. Shared places are named twice, the next one is left out.")
    counted = Whole(-MOST_COUNTED, MOST_COUNTED, required=False, allow_null=True, default=None)


class Places(serializers.Serializer[object]):
    """By colour. Every seat of the table, and no other."""

    is_closed = True

    def get_fields(self) -> dict[str, Any]:
        return {colour: SeatPlace(required=False) for colour in COLOURS}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(map(str, data)) - set(COLOURS))):
            raise serializers.ValidationError(
                {name[:60]: [_("There is no such seat at this table.")] for name in unknown[:20]}
            )
        return {colour: dict(seat) for colour, seat in super().to_internal_value(data).items()}


class PlacesIn(Versioned):
    places = Places(required=False, default=dict)
    position = Text(
        max_length=120, required=False, allow_blank=True, default="", help_text="The board as the clock found it."
    )
    is_abandoned = Truth(default=False, help_text="Given up: everybody shares the first place.")


class ReportIn(Input):
    source = Choice(  # type: ignore[assignment]  # of the report, not of a field
        ReportSource.choices, help_text="Nobody speaks for another: the desk's is confirmed at once."
    )
    places = Places(required=False, default=dict)
    position = Text(max_length=120, required=False, allow_blank=True, default="")
    is_abandoned = Truth(default=False)


class ReportChoice(Versioned):
    report_id = Whole(1)


class ProblemIn(Input):
    problem = Text(max_length=actions.MOST_WORDS, allow_blank=True, help_text="Empty: it is settled.")


class TableReportOut(serializers.Serializer[object]):
    id = serializers.IntegerField()
    source = serializers.ChoiceField(choices=ReportSource.choices)  # type: ignore[assignment]  # of the report
    reported_at = serializers.DateTimeField()
    places = serializers.DictField(child=PlacedOut(), help_text="By colour.")
    position = serializers.CharField(allow_blank=True)
    is_abandoned = serializers.BooleanField()
    is_set_aside = serializers.BooleanField()
    is_confirmed = serializers.BooleanField()


class OneTable(TableEndpoint):
    """A table with its seats and its result."""

    gates: ClassVar = {"GET": "public.see"}
    gives: ClassVar = {"GET": TableOut}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, table_view(self.table, full=self.is_full(request)))


class Reports(TableEndpoint):
    """Everything that was ever said of a table, oldest first."""

    gates: ClassVar = {"GET": "tournament.see", "POST": "results.report"}
    takes: ClassVar = {"POST": ReportIn}
    gives: ClassVar = {"GET": list_of(TableReportOut), "POST": receipt_of(actions.report_result)}
    status: ClassVar = {"POST": 201}

    def get(self, request: Request, **_address: Any) -> Response:
        return self.answer(request, {"items": reports_of(self.table)})

    def post(self, request: Request, **_address: Any) -> Response:
        """What one source says of a table. It is confirmed when enough witnesses say the same, by what the tournament chose."""
        return self.done(request, actions.report_result, self.tournament, **self.named, **self.said(request))
