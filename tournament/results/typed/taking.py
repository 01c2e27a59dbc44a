"""One typed line: which table of which round it is for, whether it is asked back, and the result that then counts."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.actors import Actor
from tournament.core.errors import Declared, Refused
from tournament.core.refusals import TABLE_CONFIRMED_ALREADY, TYPED_TABLE_UNKNOWN
from tournament.models import Round, Table, Tournament
from tournament.results import actions
from tournament.results.places import abandoned, checked
from tournament.results.typed import parsing, slips
from tournament.rounds.queries import TableLine, current_rounds, table_view
from tournament.stages import schemes
from tournament.standings.ranking.places import Places

DOUBTFUL = Declared("typed_doubtful", gettext_lazy("Is that so?"))  # with what speaks against it


def take(tournament: Tournament, line: str, round_id: str, *, by: Actor, action_id: str | None) -> TableLine:
    """Confirm what was typed. Refusals carry in their data what helps: `correct` (an address), `meant` and `sure` (lines)."""
    rounds = current_rounds(tournament)
    chosen, parsed = chosen_round(rounds, round_id), parsing.read(line)
    table = _open_table(chosen, rounds, parsed)
    scheme, colours = schemes.of_stage(table.round.stage), colours_of(table)
    places = parsing.places_of(parsed, colours, by_count=scheme.by_count)
    stored = abandoned(colours, scheme) if parsed.is_abandoned else checked(colours, places, scheme)
    counts_now = _confirmed(table)
    if counts_now == stored:
        return table_view(table, full=True)  # somebody typed it already, or the answer was lost
    if counts_now is None and (doubt := slips.question(table, parsed, stored)):
        raise DOUBTFUL.in_words(doubt, sure=f"{line}!")
    fields = {"places": places, "is_abandoned": parsed.is_abandoned}
    try:
        actions.confirm_result(tournament, by=by, action_id=action_id, table_id=table.public_id, **fields)
    except Refused as refusal:
        raise (_has_result(tournament, table, parsed, rounds) if counts_now is not None else refusal) from None
    return table_view(table, full=True)


def chosen_round(rounds: Sequence[Round], round_id: str) -> Round:
    """The round that the form was shown for: big and small final run at the same time, and a page may still be open from the
    previous round, whose tables have the same numbers."""
    if not rounds:
        raise Refused("no_round", _("No round is being played."))
    chosen = round_with_id(rounds, round_id)
    if chosen is None and round_id:
        raise Refused("other_round", _("Another round is being played by now: is this a result of that one?"))
    return chosen or rounds[0]


def round_with_id(rounds: Sequence[Round], round_id: str) -> Round | None:
    return next((round_ for round_ in rounds if str(round_.pk) == round_id), None)


def table_of(chosen: Round, rounds: Sequence[Round], number: int) -> Table:
    """The table in the chosen round, else the only one of that number: parallel finals number their tables consecutively."""
    tables = Table.objects.select_related("round__stage__tournament", "board")
    numbered = list(tables.filter(round__in=rounds, number=number))
    matching = [table for table in numbered if table.round_id == chosen.pk] or numbered
    if len(matching) != 1:
        raise TYPED_TABLE_UNKNOWN({"number": number})
    return matching[0]


def is_by_count(round_: Round) -> bool:
    return bool(round_.stage.scheme.get("by_count"))


def colours_of(table: Table) -> list[str]:
    return list(table.seats.order_by("order").values_list("colour", flat=True))


def _open_table(chosen: Round, rounds: Sequence[Round], parsed: parsing.Typed) -> Table:
    try:
        return table_of(chosen, rounds, parsed.table)
    except Refused as refusal:
        refusal.data["meant"] = slips.meant(parsed, _still_open(rounds))
        raise


def _still_open(rounds: Sequence[Round]) -> set[int]:
    return set(Table.objects.filter(round__in=rounds).unconfirmed().values_list("number", flat=True))


def _confirmed(table: Table) -> Places | None:
    """By colour what counts now, as it is stored."""
    rows = table.results.counting().values_list("seats__colour", "seats__place", "seats__counted")
    return {colour: {"place": place, "counted": counted} for colour, place, counted in rows} or None


def _has_result(tournament: Tournament, table: Table, parsed: parsing.Typed, rounds: Sequence[Round]) -> Refused:
    """A typing error must not overwrite a result: the refusal links to the correction, with what was typed."""
    address = reverse("table_correct", args=[tournament.public_id, table.public_id])
    typed_again = "" if is_by_count(table.round) else f"?typed={parsed.places}"
    helps = {"correct": f"{address}{typed_again}", "meant": slips.meant(parsed, _still_open(rounds))}
    return TABLE_CONFIRMED_ALREADY({"table": table.number}, **helps)
