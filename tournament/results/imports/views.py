"""Upload of results that were kept elsewhere as a list: a preview table by table, then they are confirmed."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.core import find
from tournament.core.access import gate
from tournament.core.errors import Refused
from tournament.core.pages.requests import Request
from tournament.entries.imports import reading
from tournament.entries.imports.text import ListError
from tournament.entries.imports.uploads import form_key, sent_list
from tournament.models import Tournament
from tournament.results.actions import confirm_result
from tournament.results.imports.reading import Preview, preview
from tournament.results.typed.taking import chosen_round
from tournament.rounds.queries import current_rounds
from tournament.stages import schemes

MOST_SENTENCES = 5


@gate("results.confirm", find.tournament)
def listed(request: Request, tournament: Tournament) -> HttpResponse:
    rounds = current_rounds(tournament)
    context: dict[str, Any] = {"tournament": tournament, "rounds": rounds}
    if not rounds:
        return redirect("results", tournament.public_id)
    context["round"] = chosen_round(rounds, request.POST.get("round") or request.GET.get("round", ""))
    context["by_count"] = schemes.of_stage(context["round"].stage).by_count
    if request.method != "POST":
        return render(request, "results/list.html", context)
    try:
        given = sent_list(request, str(_("Results")))
        diff = preview(context["round"], given["text"], is_file=given["is_file"])
    except ListError as error:
        data = {"trouble": reading.sentence(error), "text": request.POST.get("text", "")}
        return render(request, "results/list.html", context | data, status=422)
    if request.POST.get("do") == "confirm":
        return _confirm_all(request, tournament, diff)
    return render(request, "results/list_preview.html", {**context, **given, "found": diff})


def _confirm_all(request: Request, tournament: Tournament, diff: Preview) -> HttpResponse:
    """Confirm each table by its own action: results that somebody else confirmed meanwhile are kept and reported."""
    key, refused = form_key(request), []
    for line in diff.fresh:
        fields = {"table_id": line.table.public_id, "is_abandoned": line.is_abandoned}
        try:
            confirm_result(
                tournament,
                by=request.actor,
                action_id=f"{key}-{line.table.public_id}" if key else None,
                places={} if line.is_abandoned else line.places,
                **fields,
            )
        except Refused as refusal:
            refused.append(_("Table %(table)d: %(why)s") % {"table": line.table.number, "why": refusal.sentence})
    _add_messages(request, len(diff.fresh) + len(diff.known) - len(refused), [*refused, *diff.faulty], len(diff.wrong))
    return redirect("results", tournament.public_id)


def _add_messages(request: Request, count: int, refused: list[str], wrong: int) -> None:
    success = ngettext("The result of %(n)d table counts.", "The results of %(n)d tables count.", count) % {"n": count}
    if count:
        messages.success(request, success)
    for sentence in refused[:MOST_SENTENCES]:
        messages.warning(request, sentence)
    if wrong:
        messages.warning(request, _("Tables left out, as shown before: %(n)d.") % {"n": wrong})
