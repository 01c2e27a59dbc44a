"""Order a backup."""

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.core.action import Write, action
from tournament.core.errors import Refused
from tournament.core.jobs import enqueue
from tournament.models import Job, Tournament
from tournament.out.backup import keeping


@action("backup.ordered", needs="data.export", answers=("job",))
def order_backup(write: Write, _tournament: Tournament) -> Job:
    """Back up everything on this machine now. Refused on a server, where the operator makes backups."""
    if settings.ON_SERVER:
        raise Refused("on_server", _("Backups are made by whoever runs this server."))
    row = enqueue(keeping.KIND, key=keeping.NOW, by=write.by)
    write.answer(job=str(row.pk))
    return row
