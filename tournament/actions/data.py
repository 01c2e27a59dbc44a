"""Orders about the data as a whole."""

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.actions.core import Write, action
from tournament.backup import keeping
from tournament.errors import Refused
from tournament.jobs import enqueue
from tournament.models import Job, Tournament


@action("backup.ordered", needs="data.export")
def order_backup(write: Write, _tournament: Tournament) -> Job:
    """Of everything on this machine, now; on a server whoever runs it sees to that."""
    if settings.ON_SERVER:
        raise Refused("on_server", _("Backups are made by whoever runs this server."))
    row = enqueue(keeping.KIND, key=keeping.NOW, by=write.by)
    write.answer(job=str(row.pk))
    return row
