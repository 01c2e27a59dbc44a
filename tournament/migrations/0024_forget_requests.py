"""Where somebody was erased before salts were changed for it: the salts are changed now, and the file is swept once.

The old fingerprints stay in the chain, as keyed hashes whose key is gone.
"""

import uuid

from django.db import migrations
from django.db.models import Q

from tournament.models.ids import secret_token

ERASING = ("person.erased", "entries.erased", "contacts.erased")


def forget(apps, _schema_editor):
    Stream = apps.get_model("tournament", "Stream")
    erased = Stream.objects.filter(log__code__in=ERASING)
    clubs = {key for pair in erased.values_list("club", "tournament__club") for key in pair if key}
    for stream in Stream.objects.filter(Q(club__in=clubs) | Q(tournament__club__in=clubs)):
        if "." not in stream.salt:
            stream.salt = f"{stream.seq}.{secret_token()}"
            stream.save(update_fields=["salt"])
    if clubs:
        sweep(apps.get_model("tournament", "Job"))


def sweep(Job):
    """A database keeps what was overwritten until its place is needed."""
    waiting = {"kind": "erasure.sweep", "key": "migrated", "state": "queued"}
    Job.objects.get_or_create(**waiting, defaults={"id": uuid.uuid4(), "queue": "maintenance"})


class Migration(migrations.Migration):
    dependencies = [("tournament", "0023_bound")]
    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
