"""Results from a list that was kept elsewhere: looked at first, table by table, then confirmed."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import find, importing, result_lists, schemes
from tournament.access import gate
from tournament.actions.results import confirm_result
from tournament.errors import Refused
from tournament.lists import ListError
from tournament.models import Tournament
from tournament.queries_rounds import current_rounds
from tournament.result_lists import Preview
from tournament.views.imports import form_key, sent_list
from tournament.views.requests import Request
from tournament.views.results import chosen_round

MOST_SENTENCES = 5


@gate("results.confirm", find.tournament)
def listed(request: Request, tournament: Tournament) -> HttpResponse:
    rounds = current_rounds(tournament)
    shown: dict[str, Any] = {"tournament": tournament, "rounds": rounds}
    if not rounds:
        return redirect("results", tournament.public_id)
    shown["round"] = chosen_round(request, rounds)
    shown["by_count"] = schemes.of_stage(shown["round"].stage).by_count
    if request.method != "POST":
        return render(request, "tournament/results/list.html", shown)
    try:
        given = sent_list(request, str(_("Results")))
        found = result_lists.preview(shown["round"], given["text"], is_file=given["is_file"])
    except ListError as error:
        said = {"trouble": importing.sentence(error), "text": request.POST.get("text", "")}
        return render(request, "tournament/results/list.html", shown | said, status=422)
    if request.POST.get("do") == "confirm":
        return _confirmed(request, tournament, found)
    return render(request, "tournament/results/list_preview.html", {**shown, **given, "found": found})


def _confirmed(request: Request, tournament: Tournament, found: Preview) -> HttpResponse:
    """Each table by itself, as if it had been typed: what somebody else confirmed meanwhile is told, and stays."""
    key, refused = form_key(request), []
    for told in found.fresh:
        said = {"table_id": told.table.public_id, "is_abandoned": told.is_abandoned}
        try:
            confirm_result(
                tournament,
                by=request.actor,
                action_id=f"{key}-{told.table.public_id}" if key else None,
                places={} if told.is_abandoned else told.places,
                **said,
            )
        except Refused as refusal:
            refused.append(_("Table %(table)d: %(why)s") % {"table": told.table.number, "why": refusal.sentence})
    _tell(request, len(found.fresh) + len(found.known) - len(refused), [*refused, *found.faulty], len(found.wrong))
    return redirect("results", tournament.public_id)


def _tell(request: Request, count: int, refused: list[str], wrong: int) -> None:
    said = ngettext("The result of %(n)d table counts.", "The results of %(n)d tables count.", count) % {"n": count}
    if count:
        messages.success(request, said)
    for sentence in refused[:MOST_SENTENCES]:
        messages.warning(request, sentence)
    if wrong:
        messages.warning(request, _("Tables left out, as shown before: %(n)d.") % {"n": wrong})
