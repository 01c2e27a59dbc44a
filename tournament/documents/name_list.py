"""The list of names that lies at the entrance: start number, name, a box to tick."""

from django.utils import translation

from tournament import files
from tournament.documents.printing import pdf
from tournament.jobs import Result, Task, job
from tournament.models import Tournament
from tournament.queries import entry_lines


@job("papers.name_list", queue="paper", seconds=120)
def name_list(task: Task) -> Result:
    tournament = Tournament.objects.select_related("club").get(public_id=task.args["tournament"])
    task.progress(0, 1)
    with translation.override(task.args["language"]):
        lines = [line for line in entry_lines(tournament, full=True) if not line.is_withdrawn]
        content = pdf("print/name_list.html", {"tournament": tournament, "lines": lines})
    task.progress(1, 1)
    return {"file": files.keep(content), "name": f"namen-{tournament.public_id}.pdf", "type": "application/pdf"}
